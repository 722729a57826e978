// Builds tool/dist/web/: the page as a folder that any file server can serve under any path.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { POLICY } from "./web-policy.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}tool/dist/web/`;
/** The most bytes after gzip of the JavaScript that loads initially. */
const MOST_FIRST = 40_000;

/** The files of tool/page/styles/ in the order of their rules: what depends on the screen or the reader comes after what it changes. */
const STYLES = "base frame navigation fields results start explain views width phone reader print";

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const bundle = await rolldown({
  input: { main: `${root}tool/page/main.ts`, worker: `${root}tool/page/worker/worker.ts` },
  platform: "browser",
  resolve: { conditionNames: ["source", "browser", "import", "default"] },
  treeshake: true,
  // The labels of the Public Suffix List would be written at each of their three uses.
  optimization: { inlineConst: false },
});
const { output } = await bundle.write({
  dir: target,
  format: "esm",
  // The names need no hash: the service worker versions all files together by a hash of their content.
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  minify: true,
});
await bundle.close();

const chunks = new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk]] : [])));
const first = closure("main.js");
const style = STYLES.split(" ")
  .map((name) => readFileSync(`${root}tool/page/styles/${name}.css`, "utf8"))
  .join("\n");
write("style.css", style);
const PLAIN = ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "manifest.webmanifest"];
for (const name of PLAIN) write(name, readFileSync(`${root}tool/page/${name}`));
const preloads = first
  .filter((name) => name !== "main.js")
  .map((name) => `<link rel="modulepreload" href="${name}" />`)
  .join("\n    ");
const page = readFileSync(`${root}tool/page/index.html`, "utf8")
  .replace("{{policy}}", POLICY)
  .replace('<script type="module"', `${preloads && `${preloads}\n    `}<script type="module"`);
write("index.html", page);

const files = [...chunks.keys(), "style.css", ...PLAIN, "index.html"].sort();
const version = createHash("sha256");
for (const name of files) version.update(name).update(readFileSync(target + name));
await buildServiceWorker(files, version.digest("hex").slice(0, 16));

const bytes = first.reduce((sum, name) => sum + gzipSync(readFileSync(target + name)).length, 0);
console.log(`tool/dist/web: ${files.length + 1} files, ${(bytes / 1000).toFixed(1)} kB of JavaScript first`);
if (bytes > MOST_FIRST) throw new Error(`more than ${MOST_FIRST} bytes of JavaScript load first`);

/**
 * Returns a chunk and its static imports.
 *
 * @param {string} name @param {Set<string>} found
 */
function closure(name, found = new Set()) {
  if (found.has(name)) return [];
  found.add(name);
  for (const next of chunks.get(name)?.imports ?? []) closure(next, found);
  return [...found];
}

/** @param {string} name @param {string | Buffer} contents */
function write(name, contents) {
  writeFileSync(target + name, contents);
}

/**
 * Builds the service worker as a classic script, with the names and the version of the page's files as constants.
 *
 * @param {string[]} names @param {string} id
 */
async function buildServiceWorker(names, id) {
  const worker = await rolldown({
    input: `${root}tool/page/service-worker.ts`,
    platform: "browser",
    transform: { define: { FILES: JSON.stringify(names), VERSION: JSON.stringify(id) } },
  });
  await worker.write({ dir: target, format: "iife", entryFileNames: "service-worker.js", minify: true });
  await worker.close();
}
