// Installs the packages of folders unless they are installed: node tests/support/install.mjs FOLDER...
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A lock of these has only the platforms for which their packages were available; `npm install` checks its hashes too. */
const PARTIAL_LOCKS = ["engines"];

/** Runs npm in each folder whose install is missing, unfinished, or older than its lock or manifest. */
export function installOnce(...folders) {
  for (const folder of folders) {
    const cwd = `${root}${folder}`;
    // npm writes this file last.
    const installed = `${cwd}/node_modules/.package-lock.json`;
    const sources = [`${cwd}/package.json`, `${cwd}/package-lock.json`].filter((path) => existsSync(path));
    if (existsSync(installed) && sources.every((path) => statSync(path).mtimeMs <= statSync(installed).mtimeMs))
      continue;
    const isExact = sources.length > 1 && !PARTIAL_LOCKS.includes(folder);
    console.log(`Installing the packages of ${folder}`);
    const words = [isExact ? "ci" : "install", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status, error } = spawnSync("npm", isExact ? words : [...words, "--no-save", "--no-package-lock"], {
      cwd,
      stdio: "inherit",
      // npm is a script for a shell on Windows.
      shell: process.platform === "win32",
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`npm ${words.join(" ")} failed in ${folder}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installOnce(...process.argv.slice(2));
