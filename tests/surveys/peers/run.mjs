// Runs peers and percodec on thirty URIs and on bad input, and writes docs/peers-uris.md and docs/peers.md. With --check compares
// the pages instead.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

// Use the newest Node of the conformance suite, not the current one, so that the page is the same everywhere.
const NODE = `${root}tests/conformance/runtimes/node_modules/node26/bin/node`;
const INSTALL_MS = 120_000;
const WRITE_MS = 50_000;

if (!existsSync(`${here}node_modules`)) {
  // This level suppresses the warning that some peers need a newer Node: they run on one.
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", words, { cwd: here, stdio: "inherit", timeout: INSTALL_MS });
}
if (!existsSync(NODE)) throw new Error(`${NODE} is missing: npm run suite -- runtimes installs it`);
if (!existsSync(`${root}library/dist/uri/index.js`)) throw new Error("library/dist/uri is missing: npm run build");

// One of the peers is url.parse, which prints a deprecation warning.
const words = ["--no-deprecation", `${here}write.mjs`, ...process.argv.slice(2)];
const { status, error } = spawnSync(NODE, words, { stdio: "inherit", timeout: WRITE_MS });
if (error) throw error;
process.exitCode = status ?? 1;
