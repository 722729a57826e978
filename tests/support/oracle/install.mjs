// Installs the oracle beside this file, not at the root: it requires a newer Node than percodec does, so
// every `npm ci` at the root would print a warning. The tests of the UTS #46 table and of the URL parser show that it works.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => JSON.parse(readFileSync(here + path, "utf8"));

/** Returns whether the versions in package.json are installed. */
function isInstalled() {
  return Object.entries(read("package.json").dependencies).every(([name, version]) => {
    const manifest = `node_modules/${name}/package.json`;
    return existsSync(here + manifest) && read(manifest).version === version;
  });
}

/** Installs the oracle if necessary. Vitest calls this once before it starts the workers. */
export function setup() {
  if (isInstalled()) return;
  console.log("Installing the oracle of the tests (tests/support/oracle)");
  // npm is a script for a shell on Windows.
  const shell = process.platform === "win32";
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: here, stdio: "inherit", shell });
}
