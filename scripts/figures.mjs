// Prints figures of the code as a Markdown table, with a column for each clone: node scripts/figures.mjs [CLONE...]
// With --list it also lists the module-level state, the casts and the assertions of the last clone.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { walk } from "../tests/checks/syntax.mjs";
import { codeFiles, findCycles, importGraph, isUpward, detectLang, ROOT } from "./imports.mjs";

/** The folders of the product, and those of tests and tools by their current and earlier names. */
const SHIPPED = ["src", "cli", "web"];
const AROUND = ["tests", "bench", "tools", "integrations", "test", "conformance", "checks", "scripts", "engines"];
const MUTATING = /^(?:add|clear|copyWithin|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift)$/;

const list = process.argv.includes("--list");
const clones = process.argv.slice(2).filter((word) => word !== "--list");
const columns = (clones.length > 0 ? clones : [ROOT]).map(readFigures);
const heads = columns.map(({ head }) => head);
console.log(`| | ${heads.join(" | ")} |\n| --- | ${heads.map(() => "--:").join(" | ")} |`);
for (const label of new Set(columns.flatMap(({ figures }) => Object.keys(figures)))) {
  console.log(`| ${label} | ${columns.map(({ figures }) => figures[label]).join(" | ")} |`);
}
if (list) for (const line of columns.slice(-1).flatMap(({ listed }) => listed)) console.log(line);

function readFigures(root) {
  const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const [shipped, around] = [SHIPPED, AROUND].map((folders) => readFiles(codeFiles(folders, root), root));
  const functions = shipped.flatMap(({ code, path }) => functionsIn(code, path)).toSorted((a, b) => a.lines - b.lines);
  const at = (share) => functions[Math.min(functions.length - 1, Math.floor(share * functions.length))].lines;
  /** @type {Record<"assertions" | "casts" | "lets" | "objects", string[]>} */
  const found = { assertions: [], casts: [], lets: [], objects: [] };
  for (const file of shipped) {
    findTypes(file, found);
    findState(file, found);
  }
  const graph = importGraph(codeFiles([...SHIPPED, ...AROUND], root), root);
  const upward = [...graph].flatMap(([file, targets]) => targets.filter((to) => isUpward(file, to)));
  const lines = (files) => files.reduce((sum, { code }) => sum + code.split("\n").length - 1, 0).toLocaleString("en");
  const folders = new Set(
    git("ls-files")
      .split("\n")
      .flatMap((path) => /^([^./][^/]*)\//.exec(path)?.[1] ?? []),
  );
  return {
    head: git("log", "-1", "--format=%h, %cs"),
    listed: Object.entries(found).flatMap(([kind, all]) => all.map((place) => `${kind}: ${place}`)),
    figures: {
      "lines of src, cli, web, written by hand": lines(shipped),
      "lines of tests, bench, tools, integrations": lines(around),
      "files of src, cli, web": shipped.length,
      "files of tests, bench, tools, integrations": around.length,
      "lines of a file of src, cli, web, median": median(shipped.map(({ code }) => code.split("\n").length - 1)),
      "functions of src, cli, web": functions.length.toLocaleString("en"),
      "lines of a function: median, p90, most": `${at(0.5)}, ${at(0.9)}, ${at(1)}`,
      "top-level folders": folders.size,
      "`!` not after an index": found.assertions.length,
      "`as` casts except `as const`": found.casts.length,
      "module-level `let`": found.lets.length,
      "module-level objects that functions change": found.objects.length,
      "imports from a later folder of src": upward.length,
      "cycles of imports": findCycles(graph).length,
    },
  };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Reads the files that are not generated. */
function readFiles(paths, root) {
  const own = paths.filter((path) => !path.includes(".generated."));
  return own.map((path) => ({ path, code: readFileSync(join(root, path), "utf8") }));
}

function findLine(code, at) {
  return code.slice(0, at).split("\n").length;
}

/** Finds named functions: declarations, methods, and values of variables or properties. Callbacks count as part of them. */
function functionsIn(code, path) {
  const found = [];
  const visit = (node, parent) => {
    if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) || !node.body) return;
    const isNamed =
      node.type === "FunctionDeclaration" ||
      /^(?:MethodDefinition|VariableDeclarator|Property|PropertyDefinition)$/.test(parent.type);
    const whole = node.type === "FunctionDeclaration" ? node : parent;
    if (isNamed) found.push({ lines: findLine(code, whole.end) - findLine(code, whole.start) + 1 });
  };
  walk(code, visit, detectLang(path));
  return found;
}

function findTypes({ path, code }, { assertions, casts }) {
  const place = ({ start, end }) => `${path}:${findLine(code, start)} ${code.slice(start, end).split("\n")[0]}`;
  const visit = (node) => {
    if (node.type === "TSNonNullExpression" && !isIndexed(node.expression)) assertions.push(place(node));
    if (node.type === "TSAsExpression" && code.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== "const")
      casts.push(place(node));
  };
  walk(code, visit, detectLang(path));
}

/** Returns whether an expression is `list[k]` or `list.at(k)`. */
function isIndexed({ type, computed, callee }) {
  return (type === "MemberExpression" && computed) || (type === "CallExpression" && callee.property?.name === "at");
}

/** Lists the identifiers of a pattern. */
function listNames(pattern) {
  if (pattern.type === "Identifier") return [pattern];
  const parts = [pattern.elements, pattern.properties, pattern.value, pattern.left, pattern.argument].flat();
  return parts.filter(Boolean).flatMap(listNames);
}

/** Finds the variables of a module and the objects that its functions change. */
function findState({ path, code }, { lets, objects }) {
  const constants = new Map();
  const depths = new Map();
  const changed = new Set();
  const findRoot = (node) => (node?.type === "MemberExpression" ? findRoot(node.object) : node?.name);
  const visit = (node, parent) => {
    const inside = depths.get(parent) || /Function/.test(parent?.type ?? "");
    depths.set(node, inside);
    if (
      node.type === "VariableDeclaration" &&
      /^(?:Program|ExportNamedDeclaration)$/.test(parent.type) &&
      !node.declare
    ) {
      for (const { name, start } of node.declarations.flatMap(({ id }) => listNames(id))) {
        const place = `${path}:${findLine(code, start)} ${name}`;
        if (node.kind === "const") constants.set(name, place);
        else lets.push(place);
      }
    }
    if (!inside) return;
    const target = node.left ?? node.argument;
    const isWritten =
      /^(?:AssignmentExpression|UpdateExpression)$/.test(node.type) ||
      (node.type === "UnaryExpression" && node.operator === "delete");
    if (isWritten && target.type === "MemberExpression") changed.add(findRoot(target));
    if (node.type === "CallExpression" && MUTATING.test(node.callee.property?.name)) changed.add(findRoot(node.callee));
  };
  walk(code, visit, detectLang(path));
  for (const [name, place] of constants) if (changed.has(name)) objects.push(place);
}
