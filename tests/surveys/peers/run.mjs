// Runs peers and percodec on bad input and thirty URIs, and writes docs/peers.md. With --check compares the page instead.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installOnce } from "../../support/install.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

// Use the newest Node of the conformance suite, not the current one, so that the page is the same everywhere.
const NODE = `${root}tests/conformance/runtimes/node_modules/node26/bin/node`;
const WRITE_MS = 50_000;

installOnce("tests", "tests/conformance/runtimes");
if (!existsSync(`${root}library/dist/uri/index.js`)) throw new Error("library/dist/uri is missing: npm run build");

// One of the peers is url.parse, which prints a deprecation warning.
const words = ["--no-deprecation", `${here}write.mjs`, ...process.argv.slice(2)];
const { status, error } = spawnSync(NODE, words, { stdio: "inherit", timeout: WRITE_MS });
if (error) throw error;
process.exitCode = status ?? 1;
