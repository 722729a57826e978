// Packs the project from clean copies and installs the tarball as a user would, but offline.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Paths that a clean copy does not contain: build output, and packages installed in subfolders. */
const LEFT_OUT = /^(?:\.git|dist|assembly\/build|(?!node_modules).*\/node_modules)$/;

/**
 * Builds and packs a clean copy.
 *
 * @param folder the parent folder of the copy
 * @param env environment variables for the build
 * @returns the tarball's path and the files in it
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
  return pack(copy, folder, options);
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

/** Packs the dependencies from this project's node_modules, and returns their tarballs. */
export async function packDependencies(folder) {
  const names = Object.keys(JSON.parse(readFileSync(`${root}library/package.json`, "utf8")).dependencies);
  const packed = await Promise.all(names.map((name) => pack(`${root}node_modules/${name}`, folder)));
  return packed.map((one) => one.tarball);
}

/** Installs the tarball and those of its dependencies into a project. `words` are further options of npm. */
export async function addTo(folder, tarball, dependencies, words = []) {
  const options = ["install", "--offline", "--no-audit", "--no-fund", ...words];
  await run("npm", [...options, tarball, ...dependencies], { cwd: folder });
}
