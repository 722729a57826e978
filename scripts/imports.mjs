// Defines the order of the folders and reads the imports of each file from its syntax tree, with types and dynamic imports.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "../tests/checks/syntax.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The folders of library/src/. Each may import itself and those before it. */
export const SRC_FOLDERS = [
  "base",
  "sets",
  "kernel",
  "codec",
  "charset",
  "stream",
  "host",
  "form",
  "uri",
  "links",
  "inspect",
  "guard",
  "template",
  "adapters",
];

/** The folders of tool/page/, with the same rule. */
const WEB_FOLDERS = ["app", "worker", "components", "views"];

const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The sources that package.json offers for each name that begins with `#`. */
const ALTERNATIVES = Object.fromEntries(
  Object.entries(imports).map(([name, conditions]) => [name, [...new Set(Object.values(conditions))].map(findSource)]),
);

/** Returns the source of a built module. */
export function findSource(path) {
  return path.replace("./dist/", "library/src/").replace(/\.js$/, ".ts");
}

/** Returns the paths of the code files in some folders, committed or new, relative to the root. */
export function codeFiles(folders, root = ROOT) {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...folders];
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\n");
  return files.filter((name) => /\.(?:m?ts|mjs|cjs)$/.test(name));
}

/** Returns the syntax of a file by its name. */
export function detectLang(file) {
  if (/\.d\.m?ts$/.test(file)) return "dts";
  return file.endsWith("ts") ? "ts" : "js";
}

/** Returns for each file its imports: paths relative to the root, and names of packages. */
export function importGraph(files, root = ROOT) {
  return new Map(
    files.map((file) => {
      const found = [];
      const visit = ({ type, source }) => {
        if (/^(?:Import|Export|TSImport)/.test(type) && source?.type === "Literal") found.push(source.value);
      };
      walk(readFileSync(join(root, file), "utf8"), visit, detectLang(file));
      return [
        file,
        found.flatMap((name) =>
          name.startsWith(".") ? relative(root, join(root, dirname(file), name)) : (ALTERNATIVES[name] ?? name),
        ),
      ];
    }),
  );
}

/** Finds cycles of imports by depth-first search: at least one in each group of files that import each other. */
export function findCycles(graph) {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    if (done.has(file) || !graph.has(file)) return;
    path.push(file);
    for (const target of graph.get(file)) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

/** Returns whether an import leads to a later folder of library/src/ or tool/page/. */
export function isUpward(file, target) {
  const [[top, folder], [toTop, toFolder]] = [file.split("/"), target.split("/")];
  const order = top === "src" ? SRC_FOLDERS : top === "web" ? WEB_FOLDERS : [];
  return top === toTop && order.includes(folder) && order.indexOf(toFolder) > order.indexOf(folder);
}
