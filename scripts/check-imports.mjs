// Checks imports: each folder of library/src/ imports only folders before it, and tool/command/ and tool/page/ come last. Cycles are not allowed, not even
// of types. library/src/ does not read globals of the host, and nothing imports scripts/ or bench/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFiles, findCycles, importGraph, isUpward, ROOT, findSource } from "./imports.mjs";

/** The modules that package.json exports. The command and the page may import only these, library/src/base/ and SHARED: the prefilter for lines,
 * the labels of encodings, the report of a text, the remedies of findings and errors, and how texts in files are read. The page also
 * imports the pages of findings and the parser of templates. */
const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const PUBLIC = Object.values(exports)
  .filter((entry) => typeof entry === "object")
  .map((entry) => findSource(entry.default));
const SHARED = [
  "library/src/charset/labels.ts",
  "library/src/template/parse.ts",
  ...["prefilter", "report", "mend", "remedies", "fault-charsets", "finding-table", "finding-pages"].map(
    (name) => `library/src/inspect/${name}.ts`,
  ),
  ...["text-encoding", "text-decoding", "byte-order-mark", "text-conflicts", "run-text"].map(
    (name) => `library/src/stream/${name}.ts`,
  ),
];
const DEPENDENCIES = { charset: ["@exodus/bytes"] };
/** The only file that reads globals of the host. */
const PLATFORM = "library/src/base/platform.ts";
const HOST =
  /\b(TextEncoder|TextDecoder|Buffer|process|console|globalThis|WebAssembly|atob|URL|URLSearchParams|fetch|window|require)\b(?!["'`])/;

const graph = importGraph(codeFiles(["src", "cli", "web", "integrations", "tests"]));
const faults = [];
for (const [file, targets] of graph) {
  for (const target of targets.filter((to) => isWrong(file, to))) faults.push(`${file} imports ${target}`);
  const global = file.startsWith("library/src/") && file !== PLATFORM ? HOST.exec(readCode(file))?.[0] : undefined;
  if (global) faults.push(`${file} reads the global ${global}`);
}
for (const cycle of findCycles(graph)) faults.push(`a cycle of imports: ${cycle.join(" → ")}`);

function readCode(file) {
  return readFileSync(join(ROOT, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*|"[^"\n]*"|`[^`]*`/g, "");
}

function isWrong(file, to) {
  const [top, folder] = file.split("/");
  const [toTop, toFolder] = to.split("/");
  if (["tools", "bench"].includes(toTop)) return true;
  if (top === "src") {
    if (toTop !== "src") return !DEPENDENCIES[folder]?.some((name) => to.startsWith(name));
    return isUpward(file, to);
  }
  if (top !== "cli" && top !== "web") return false;
  if (isUpward(file, to)) return true;
  if (toTop === "src") return toFolder !== "base" && !SHARED.includes(to) && !PUBLIC.includes(to);
  return toTop === (top === "cli" ? "web" : "cli");
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
