// Imports run one way: through the rooms of src/ in their order, then to cli/ and web/, and in no cycle, not even of types.
// src/ reads no global of the host, and nothing imports tools/ or bench/.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The folders of src/; each may import itself and those before it. */
const ROOMS = [
  "base",
  "sets",
  "kernel",
  "codec",
  "charset",
  "host",
  "template",
  "form",
  "uri",
  "inspect",
  "guard",
  "adapters",
];
/** The modules that package.json exports: the command and the page may import these and src/base/. */
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const PUBLIC = Object.values(exports)
  .map((entry) => entry.default?.replace("./dist/", "src/").replace(/\.js$/, ".ts"))
  .filter(Boolean);
const DEPENDENCIES = { charset: ["@exodus/bytes"] };
/** The one file that reads globals of the host. */
const PLATFORM = "src/base/platform.ts";
const HOST =
  /\b(TextEncoder|TextDecoder|Buffer|process|console|globalThis|WebAssembly|atob|URL|URLSearchParams|fetch|window|require)\b(?!["'`])/;

const files = ["src", "cli", "web", "integrations", "tests"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
  .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.includes("node_modules"));

/** The files that each file imports, as paths from the root. */
const graph = new Map();
const faults = [];
for (const file of files) {
  const text = readFileSync(join(root, file), "utf8").replace(/\/\*[^]*?\*\//g, "");
  const targets = [];
  for (const [, target = ""] of text.matchAll(/(?<!")\b(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    const to = target.startsWith(".") ? relative(root, join(root, dirname(file), target)) : target;
    targets.push(to);
    if (isWrong(file, target, to)) faults.push(`${file} imports ${target}`);
  }
  graph.set(file, targets);
  const code = text.replace(/\/\/.*|"[^"\n]*"|`[^`]*`/g, "");
  const global = file.startsWith("src/") && file !== PLATFORM ? HOST.exec(code)?.[0] : undefined;
  if (global) faults.push(`${file} reads the global ${global}`);
}
for (const cycle of cycles(graph)) faults.push(`a cycle of imports: ${cycle.join(" → ")}`);

function isWrong(file, target, to) {
  const [top, room] = file.split("/");
  const [toTop, toRoom] = to.split("/");
  if (["tools", "bench"].includes(toTop)) return true;
  if (top === "src") {
    if (!target.startsWith(".")) return !DEPENDENCIES[room]?.some((name) => target.startsWith(name));
    return toTop !== "src" || (ROOMS.includes(room) && ROOMS.indexOf(toRoom) > ROOMS.indexOf(room));
  }
  if (top !== "cli" && top !== "web") return false;
  if (toTop === "src") return toRoom !== "base" && !PUBLIC.includes(to);
  return toTop === (top === "cli" ? "web" : "cli");
}

/** Returns a cycle for each group of files that import each other, by a walk in depth. */
function cycles(edges) {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    if (done.has(file) || !edges.has(file)) return;
    path.push(file);
    for (const target of edges.get(file)) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return found;
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
