// Imports point one way: base → sets → codec → charset → form → uri → inspect → adapters → cli, web. src/ touches no host; nobody imports scripts or bench.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
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
/** The internal file that they may import too, so that there is one table of invisible characters. */
const SHARED = ["src/base/invisible.ts"];
const DEPENDENCIES = { charset: ["@exodus/bytes"] };
/** The one file that may look at the host: what it may lend is never needed. */
const LENDER = "src/base/platform.ts";
const HOST =
  /\b(TextEncoder|TextDecoder|Buffer|process|console|globalThis|WebAssembly|atob|URL|URLSearchParams|fetch|window|require)\b(?!["'`])/;

const files = ["src", "cli", "web", "integrations", "tests"].flatMap((folder) => {
  try {
    return readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
});
const faults = [];
for (const file of files.filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.includes("node_modules"))) {
  const text = readFileSync(join(root, file), "utf8").replace(/\/\*[^]*?\*\//g, "");
  const [top, room] = file.split("/");
  for (const [, target] of text.matchAll(/(?<!")\b(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    const to = target.startsWith(".") ? relative(root, join(root, dirname(file), target)) : target;
    const [toTop, toRoom] = to.split("/");
    const wrong =
      (top === "src" && !target.startsWith(".") && !DEPENDENCIES[room]?.some((name) => target.startsWith(name))) ||
      (top === "src" && ROOMS.includes(room) && ROOMS.indexOf(toRoom) > ROOMS.indexOf(room)) ||
      (top === "src" && target.startsWith(".") && toTop !== "src") ||
      (["cli", "web"].includes(top) &&
        toTop === "src" &&
        toRoom !== "base" &&
        !PUBLIC.includes(to) &&
        !SHARED.includes(to)) ||
      (top === "cli" && toTop === "web") ||
      (top === "web" && toTop === "cli") ||
      ["tools", "bench"].includes(toTop);
    if (wrong) faults.push(`${file} imports ${target}`);
  }
  const code = text.replace(/\/\/.*|"[^"\n]*"|`[^`]*`/g, "");
  const touched = top === "src" && file !== LENDER ? HOST.exec(code)?.[0] : undefined;
  if (touched) faults.push(`${file} touches ${touched}`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
