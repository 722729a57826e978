// Defines the order of the folders and reads the imports of each file from its syntax tree, with types and dynamic imports.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "../tests/checks/syntax.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The folders of each room in the order of imports: each may import itself and those before it. Files of the room itself come last. */
export const ROOMS = {
  "library/src": "base sets kernel codec charset stream host form uri links inspect guard template adapters".split(" "),
  "tool/command": ["io", "line", "run", "records", "commands"],
  "tool/page": ["app", "worker", "components", "views"],
};

/**
 * The rooms that each room may import; the library by the name of its package.
 *
 * @type {Record<string, string[]>}
 */
export const BELOW = {
  "library/src": [],
  "tool/shared": ["library/src"],
  "tool/command": ["library/src", "tool/shared"],
  "tool/page": ["library/src", "tool/shared"],
};

const { imports, exports } = JSON.parse(readFileSync(join(ROOT, "library/package.json"), "utf8"));

/**
 * The sources that the library's package.json offers for a name: for `#kernel` several, by the host.
 *
 * @type {Record<string, string[]>}
 */
const SOURCES = Object.fromEntries([
  ...Object.entries(imports).map(([name, { source }]) => [name, [...new Set(Object.values(source))]]),
  ...Object.entries(exports).flatMap(([name, { source }]) =>
    source === undefined ? [] : [[name.replace(".", "percodec"), [source]]],
  ),
]);

/**
 * Returns the paths of the code files in some folders, committed or new, relative to the root.
 *
 * @param {string[]} folders
 */
export function codeFiles(folders) {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...folders];
  const files = execFileSync("git", listed, { cwd: ROOT, encoding: "utf8" }).split("\n");
  return files.filter((name) => /\.(?:m?ts|mjs|cjs)$/.test(name));
}

/**
 * Returns the syntax of a file by its name.
 *
 * @param {string} file
 */
export function detectLang(file) {
  if (/\.d\.m?ts$/.test(file)) return "dts";
  return file.endsWith("ts") ? "ts" : "js";
}

/**
 * Returns for each file the names that it imports, as they are written.
 *
 * @param {string[]} files
 */
export function importedNames(files) {
  return new Map(
    files.map((file) => {
      /** @type {string[]} */
      const found = [];
      /** @param {{ type: string; source?: { type: string; value: string } }} node */
      const visit = ({ type, source }) => {
        if (/^(?:Import|Export|TSImport)/.test(type) && source?.type === "Literal") found.push(source.value);
      };
      walk(readFileSync(join(ROOT, file), "utf8"), visit, detectLang(file));
      return [file, found];
    }),
  );
}

/**
 * Returns what a name means in a file: paths relative to the root, or the name of a package.
 *
 * @param {string} file @param {string} name
 */
export function resolveName(file, name) {
  if (name.startsWith(".")) return [relative(ROOT, join(ROOT, dirname(file), name))];
  return SOURCES[name]?.map((source) => join("library", source)) ?? [name];
}

/**
 * Returns for each file its imports: paths relative to the root, and names of packages.
 *
 * @param {string[]} files
 */
export function importGraph(files) {
  return new Map(
    [...importedNames(files)].map(([file, names]) => [file, names.flatMap((name) => resolveName(file, name))]),
  );
}

/**
 * Finds cycles of imports by depth-first search: at least one in each group of files that import each other.
 *
 * @param {Map<string, string[]>} graph
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const found = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    if (done.has(file) || !graph.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

/**
 * Returns the room of a path, such as `library/src`, and undefined outside the product.
 *
 * @param {string} path
 */
export function findRoom(path) {
  return Object.keys(BELOW).find((room) => path.startsWith(`${room}/`));
}

/**
 * Returns the number of a file's folder in its room.
 *
 * @param {string} room @param {string} path
 */
export function findFloor(room, path) {
  const floors = Object.entries(ROOMS).find(([name]) => name === room)?.[1] ?? [];
  const [folder = ""] = path.slice(room.length + 1).split("/");
  return floors.includes(folder) ? floors.indexOf(folder) : floors.length;
}
