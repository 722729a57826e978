// Converts the examples in the packed doc comments to a module, so that they run with code generation from strings disabled.
import { readdirSync, readFileSync } from "node:fs";

/**
 * @param folder the folder of the installed package
 * @returns the text of a module; it exports `examples`, functions of a loader of modules and a check of values
 */
export function moduleOfExamples(folder) {
  const texts = readdirSync(`${folder}/dist`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => readFileSync(`${folder}/dist/${name}`, "utf8"));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/@example\n((?: *\* .*\n)+?) *\*\//g)].map(([, body = ""]) => body.replaceAll(/^ *\* /gm, "")),
  );
  const functions = examples.map(
    (code) => `async (load, check) => {\n${code.split("\n").map(toStatement).join("\n")}\n}`,
  );
  return `export const examples = [\n${functions.join(",\n")}\n];\n`;
}

/** Converts `EXPRESSION // → VALUE` to a check and an import to a call of the loader. */
function toStatement(line) {
  const [, names, from] = /^import (\{.+\}) from "(.+)";$/.exec(line) ?? [];
  if (names) return `const ${names} = load("${from}", ${JSON.stringify(names.match(/\w+/g))});`;
  const [, expression, wanted] = /^(.+?);? \/\/ → (.+)$/.exec(line) ?? [];
  return expression ? `check(${expression}, ${wanted});` : line;
}
