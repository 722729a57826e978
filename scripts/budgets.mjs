// Compares the size of the repository with the limits of scripts/budgets.json: node scripts/budgets.mjs. A commit that raises one limit
// lowers another, and says why.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../tests/support/sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const limits = JSON.parse(readFileSync(join(root, "scripts/budgets.json"), "utf8"));

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const BINARY = /\.(?:png|wasm|ico|parquet|gz)$/;
/** Documents that `npm run generate` and the surveys write. */
const GENERATED_PAGES =
  /^docs\/(?:api|findings)\/|^docs\/(?:sets|cli|options|security|elsewhere|trurl|valid-urls|vectors|decoders|servers|speed)\.md$/;
const CODE = /\.(?:ts|mts|mjs|cjs|py|java|css|html|sh)$/;

/** Every text file that git tracks or would add, with its contents. */
const files = listed
  .split("\n")
  .filter((path) => path !== "" && !BINARY.test(path))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), "utf8") }];
    } catch (error) {
      // A file that was deleted and is not committed yet, or a link to a folder.
      if (error.code === "ENOENT" || error.code === "EISDIR") return [];
      throw error;
    }
  });

const documents = files.filter(({ path }) => extname(path) === ".md" && !GENERATED_PAGES.test(path));
/** @param {string} text */
const countLines = (text) => text.split("\n").length - 1;
/** @param {(path: string) => boolean} wanted */
const lines = (wanted) => files.filter(({ path }) => wanted(path)).reduce((sum, { text }) => sum + countLines(text), 0);
/** @param {string} path */
const isCode = (path) => CODE.test(path) && !path.includes(".generated.");
/** @param {string} folder */
const isIn = (folder) => (/** @type {string} */ path) => path.startsWith(folder) && isCode(path);
/** @param {string} path */
const isLibrary = (path) => path.startsWith("library/src/") && isCode(path);
/** @param {string} path */
const isTestData = (path) => path.startsWith("tests/") && !CODE.test(path) && !/package(?:-lock)?\.json$/.test(path);

const { exports } = JSON.parse(readFileSync(join(root, "library/package.json"), "utf8"));
const { COMMANDS, FLAGS } = await loadSources(["tool/command/line/command-table.ts", "tool/command/line/flags.ts"]);

/** Returns the names of the values that the modules of the library export. */
async function countPublicValues() {
  const sources = Object.values(exports).flatMap(({ source }) => (source === undefined ? [] : [source]));
  const modules = await Promise.all(sources.map((source) => loadSources([join("library", source)])));
  return new Set(modules.flatMap((module) => Object.keys(module))).size;
}

const figures = {
  "lines of the library": lines(isLibrary),
  "lines of the tool": lines(isIn("tool/")),
  "lines of wasm": lines(isIn("wasm/")),
  "lines of the engines": lines(isIn("engines/")),
  "lines of tests": lines(isIn("tests/")),
  "lines of test data": lines(isTestData),
  "lines of lock files": lines((path) => path.endsWith("package-lock.json")),
  "files package.json": files.filter(({ path }) => path.endsWith("package.json")).length,
  "all text lines": lines(() => true),
  "public values": await countPublicValues(),
  "exports of code": Object.values(exports).filter((entry) => typeof entry === "object").length,
  commands: Object.keys(COMMANDS).length,
  flags: Object.keys(FLAGS).length,
  "entries of the root": new Set(files.map(({ path }) => path.split("/")[0])).size,
  "library files of at most 40 lines": files.filter(({ path, text }) => isLibrary(path) && countLines(text) <= 40)
    .length,
  "documents by hand": documents.length,
  "words of documents": documents.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0),
};

let isOver = false;
for (const [name, figure] of Object.entries(figures)) {
  const limit = limits[name];
  if (limit === undefined) throw new Error(`scripts/budgets.json has no limit "${name}"`);
  isOver ||= figure > limit;
  console.log(`${figure > limit ? "OVER" : "ok  "}  ${name}: ${figure} of ${limit}`);
}
process.exitCode = isOver ? 1 : 0;
