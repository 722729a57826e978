// Installs the oracle beside this file. It names a newer Node than the oldest that percodec supports, so that npm would warn about
// it in every `npm ci` at the root; the tests of the UTS #46 table and of the URL parser show that it works there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => JSON.parse(readFileSync(here + path, "utf8"));

/** Whether what is installed is what package.json names. */
function isInstalled() {
  return Object.entries(read("package.json").dependencies).every(([name, version]) => {
    const manifest = `node_modules/${name}/package.json`;
    return existsSync(here + manifest) && read(manifest).version === version;
  });
}

/** Installs what is missing; vitest calls it once before all workers. */
export function setup() {
  if (isInstalled()) return;
  console.log("Installing the oracle of the tests (tests/support/oracle)");
  // npm is a script for a shell on Windows.
  const shell = process.platform === "win32";
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: here, stdio: "inherit", shell });
}
