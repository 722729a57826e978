// Writes the API reference from the doc comments, one page per entry point, using the declarations that tsc emits for src.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const HEADING = "<!-- Written by `npm run generate` from the doc comments of src. -->\n";

/** Returns the pages by path. Throws if the documentation of a public name is incomplete. */
export function apiPages() {
  const folder = makeTemporaryFolder("api");
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  execFileSync(process.execPath, [tsc, "-p", `${root}library/src`, "--emitDeclarationOnly", "--outDir", folder]);
  const { exports } = JSON.parse(readFileSync(`${root}library/package.json`, "utf8"));
  const entries = Object.entries(/** @type {Record<string, { source?: string; types: string }>} */ (exports))
    .filter(([, { source }]) => source !== undefined)
    .map(([path, { types }]) => ({ module: path.replace(".", "percodec"), file: types.replace("./dist/", "") }))
    .map((entry) => ({
      ...entry,
      names: listNames(folder, entry.file),
      page: `${entry.module.replace(/.*\//, "")}.md`,
    }));
  const faults = entries.flatMap(({ module, names }) => names.flatMap((one) => findFaults(one, module)));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const pages = entries.map((entry) => [`docs/api/${entry.page}`, makePage(entry)]);
  return { "docs/api/README.md": contents(entries), ...Object.fromEntries(pages) };
}

/** @typedef {{ module: string; names: Entry[]; page: string }} EntryPoint */
/** @typedef {{ code: string; doc: Doc; kind: string; name: string }} Entry a public name */
/** @typedef {Record<"param" | "returns" | "throws", string[]> & { text: string; example: string }} Doc the tags of a doc comment */
/**
 * Lists the exports of an entry point with their documentation, in order.
 *
 * @param {string} folder @param {string} file
 */
function listNames(folder, file) {
  const declared = declarationsIn(folder, file).map((one) => ({ ...one, file }));
  const text = readFileSync(join(folder, file), "utf8");
  const reExported = findReExports(text).flatMap(({ names, from }) =>
    names
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .filter(Boolean)
      .map((name) => find(folder, declarationFile(file, from), name)),
  );
  return [...reExported, ...declared];
}

/**
 * Returns the lists of names that a file re-exports, each with the file that it is from.
 *
 * @param {string} text
 */
function findReExports(text) {
  const lists = text.matchAll(/^export (?:type )?\{([^}]+)\} from "([^"]+)";/gm);
  return Array.from(lists, ([, names = "", from = ""]) => ({ names, from }));
}

/** @param {string} file @param {string} from */
function declarationFile(file, from) {
  return join(dirname(file), from).replace(/\.ts$/, ".d.ts");
}

/**
 * Finds the declaration of a name in a file or in the files that it re-exports.
 *
 * @param {string} folder @param {string} file @param {string} name
 */
function find(folder, file, name) {
  const own = declarationsIn(folder, file).find((one) => one.name === name);
  if (own) return own;
  const text = readFileSync(join(folder, file), "utf8");
  const list = findReExports(text).find(({ names }) => names.split(/[,\s]+/).includes(name));
  if (list === undefined) throw new Error(`${file} does not export ${name}`);
  return find(folder, declarationFile(file, list.from), name);
}

/**
 * Returns the exported declarations of a file with their doc comments. Both begin at the start of a line.
 *
 * @param {string} folder @param {string} file
 */
function declarationsIn(folder, file) {
  const text = readFileSync(join(folder, file), "utf8");
  const pattern =
    /^(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export (?:declare )?((?:abstract )?(function|class|interface|type|const) (\w+)[^]*?)(?=^(?:\/\*\*|export|declare|import|type|interface)|$(?![^]))/gm;
  const all = [...text.matchAll(pattern)].map(([, comment = "", code = "", kind = "", name = ""]) => ({
    code: code
      .trim()
      .replace(/^ {4}(?:#private|private constructor\(\));\n/gm, "")
      .replace(" HostTransformStream<", " TransformStream<"),
    doc: parseDoc(comment),
    kind,
    name,
  }));
  // The overloads of a function follow the first one, which has the comment.
  /** @param {Pick<Entry, "kind" | "name">} one */
  const first = ({ kind, name }) => all.find((one) => one.kind === kind && one.name === name);
  for (const one of all) {
    const before = first(one);
    if (before !== undefined && before !== one) before.code += `\n${one.code}`;
  }
  return all.filter((one) => first(one) === one);
}

/**
 * Splits a doc comment by its tags. The part before the first tag is `text`.
 *
 * @param {string} comment
 */
function parseDoc(comment) {
  const lines = comment.split("\n").map((line) => line.replace(/^ *\*? ?/, "").trimEnd());
  /** @type {Record<"text" | "param" | "returns" | "throws" | "example", string[]>} */
  const doc = { text: [], param: [], returns: [], throws: [], example: [] };
  let at = doc.text;
  for (const line of lines) {
    const [, tag, rest = ""] = /^@(\w+) ?(.*)$/.exec(line) ?? [];
    if (tag === undefined) {
      if (at === doc.text || at === doc.example) at.push(line);
      else at.push(`${at.pop()} ${line.trim()}`);
    } else {
      if (!Object.hasOwn(doc, tag)) throw new Error(`@${tag} is not one of our tags`);
      at = doc[/** @type {keyof typeof doc} */ (tag)];
      if (tag !== "example") at.push(rest);
    }
  }
  const text = doc.text.join("\n").trim();
  return { ...doc, text: text.replace(/\{@link (\w+)\}/g, "`$1`"), example: doc.example.join("\n").trim() };
}

/**
 * Reports what the documentation of a public name lacks.
 *
 * @param {Entry} entry @param {string} module
 */
function findFaults({ code, doc, kind, name }, module) {
  const missing = [];
  if (doc.text === "") missing.push("a doc comment");
  if ((kind === "function" || kind === "class") && doc.example === "") missing.push("an example");
  if (kind === "function") {
    const [, parameters = "", result] = /^[^(]*\(([^]*)\): ([^]+);$/.exec(code) ?? [];
    const names = [...parameters.matchAll(/(?:^|, )(\w+)\??:/g)].map(([, parameter]) => parameter);
    const documented = doc.param.map((line) => line.split(" ", 1)[0]);
    missing.push(
      ...names.filter((parameter) => !documented.includes(parameter)).map((parameter) => `@param ${parameter}`),
    );
    if (result !== "void" && doc.returns.length === 0) missing.push("@returns");
  }
  return missing.map((what) => `${name} of ${module} lacks ${what}`);
}

/** @param {Doc} doc */
const sentence = ({ text }) =>
  text
    .replace(/\s*\(https?:[^)]*\)/g, "")
    .replace(/^((?:`[^`]*`|[^`])*?[.:])(?:\s[^]*)?$/, "$1")
    .replace(/\s+/g, " ")
    .replace(/:$/, ".");
/** @param {string} name */
const anchor = (name) => name.toLowerCase();

/** @param {EntryPoint[]} entries */
function contents(entries) {
  const lists = entries.map(({ module, names, page }) => {
    const links = names
      .filter(({ kind }) => /function|class|const/.test(kind))
      .map(({ name }) => `[\`${name}\`](${page}#${anchor(name)})`);
    return `- [${module}](${page}): ${links.join(", ")}`;
  });
  return `${HEADING}
# API

All public names with their doc comments, one page per entry point. The examples run as tests: the value of an expression follows \`// →\`.

${lists.join("\n")}
- [percodec/duckdb](../engines-duckdb.md): \`registerPercodec\`
`;
}

/** @param {EntryPoint} entry */
function makePage({ module, names }) {
  const values = names.filter(({ kind }) => /function|class|const/.test(kind));
  const types = names.filter((one) => !values.includes(one));
  const list = values.map(({ doc, name }) => `- [\`${name}\`](#${anchor(name)}): ${sentence(doc)}`);
  const typeList = types.map(({ name }) => `[\`${name}\`](#${anchor(name)})`);
  const blocks = [
    list.join("\n"),
    typeList.length > 0 ? `Types: ${typeList.join(", ")}` : "",
    ...[...values, ...types].map(makeSection),
  ];
  return `${HEADING}\n# ${module}\n\n${blocks.filter(Boolean).join("\n\n")}\n\n[All entry points](README.md)\n`;
}

/** @param {Entry} entry */
function makeSection({ code, doc, name }) {
  /** @param {string} line */
  const item = (line) => line.replace(/^(\S+) /, "`$1`: ");
  const list = [
    ...doc.param.map(item),
    ...doc.returns.map((line) => `returns ${line}`),
    ...doc.throws.map((line) => `throws ${item(line)}`),
  ];
  const blocks = [
    `## ${name}`,
    `\`\`\`ts\n${code}\n\`\`\``,
    doc.text,
    list.map((line) => `- ${line}`).join("\n"),
    doc.example === "" ? "" : `\`\`\`js\n${doc.example}\n\`\`\``,
  ];
  return blocks.filter(Boolean).join("\n\n");
}
