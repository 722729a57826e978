// The examples of the packed doc comments as a module, so that they run where no code may be made of strings.
import { readdirSync, readFileSync } from "node:fs";

/**
 * @param folder of the installed package
 * @returns the text of a module: `examples` are functions that take what loads a module and what checks a value
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

/** `EXPRESSION // → VALUE` is a check. */
function toStatement(line) {
  const [, names, from] = /^import (\{.+\}) from "(.+)";$/.exec(line) ?? [];
  if (names) return `const ${names} = load("${from}", ${JSON.stringify(names.match(/\w+/g))});`;
  const [, expression, wanted] = /^(.+?);? \/\/ → (.+)$/.exec(line) ?? [];
  return expression ? `check(${expression}, ${wanted});` : line;
}
