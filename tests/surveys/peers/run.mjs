// Asks peers and percodec what they make of thirty URIs and of bad input, and writes docs/uris.md and docs/peers.md. With --check
// compares instead.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

// The newest Node of the conformance suite, not the one at hand: the page has to be the same everywhere.
const NODE = `${root}tests/conformance/runtimes/node_modules/node26/bin/node`;
const INSTALL_MS = 120_000;
const WRITE_MS = 50_000;

if (!existsSync(`${here}node_modules`)) {
  // At this level it does not complain that some peers want a newer Node: they get one.
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", words, { cwd: here, stdio: "inherit", timeout: INSTALL_MS });
}
if (!existsSync(NODE)) throw new Error(`${NODE} is missing: npm run test:runtimes installs it`);
if (!existsSync(`${root}dist/uri/index.js`)) throw new Error("dist/uri is missing: npm run build");

// One of the peers is url.parse, and it says on each start that it is deprecated.
const words = ["--no-deprecation", `${here}write.mjs`, ...process.argv.slice(2)];
const { status, error } = spawnSync(NODE, words, { stdio: "inherit", timeout: WRITE_MS });
if (error) throw error;
process.exitCode = status ?? 1;
