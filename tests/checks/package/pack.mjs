// Packs the project from clean copies and installs the tarball as a user would, but offline.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Paths that a clean copy does not contain: build output, and packages installed in subfolders. */
const LEFT_OUT = /^(?:\.git|(?:library|tool)\/dist|assembly\/build|(?!node_modules).*\/node_modules)$/;

/**
 * Builds a clean copy and packs both packages.
 *
 * @param folder the parent folder of the copy
 * @param env environment variables for the build
 * @returns for `library` and `tool` the tarball's path and the files in it
 */
export async function packClean(folder, env) {
  const copy = `${folder}/project`;
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.test(relative(root, path)),
  });
  const options = { cwd: copy, env: { ...process.env, ...env } };
  await run(process.execPath, ["scripts/build.mjs"], options);
  const { packPackage } = await import(`${copy}/scripts/pack.mjs`);
  return { library: packPackage("library", folder), tool: packPackage("tool", folder) };
}

async function pack(from, folder, options = {}) {
  const words = ["pack", from, "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", words, options);
  const [{ filename, files }] = JSON.parse(stdout);
  return { tarball: `${folder}/${filename}`, files: files.map(({ path }) => path) };
}

/** Creates a project and installs only the tarball. */
export async function install(tarball, folder) {
  mkdirSync(folder);
  writeFileSync(`${folder}/package.json`, '{ "private": true, "type": "module" }\n');
  await addTo(folder, tarball, await packDependencies(folder));
}

/** Packs the optional peer that is needed for encodings from this project's node_modules, and returns its tarball in a list. */
export async function packDependencies(folder) {
  const { tarball } = await pack(`${root}node_modules/@exodus/bytes`, folder);
  return [tarball];
}

/** Installs the tarball and those of its dependencies into a project. `words` are further options of npm. */
export async function addTo(folder, tarball, dependencies, words = []) {
  const options = ["install", "--offline", "--no-audit", "--no-fund", ...words];
  await run("npm", [...options, tarball, ...dependencies], { cwd: folder });
}
