// Packs a built package as users install it.
//
//     node scripts/pack.mjs library|tool FOLDER [https://HOST/OWNER/NAME TAG]
//
// The README gets absolute links, and package.json the addresses of the repository, which is that of the workspace by default. package.json
// loses what only this repository reads: the condition `source` and the development dependencies.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const workspace = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/**
 * Replaces the relative links of a page at the root of a repository. Pictures get the address of their bytes.
 *
 * @param {string} page
 * @param {string} repository the address of the repository
 * @param {string} tag
 */
export function toAbsoluteLinks(page, repository, tag) {
  return page.replace(/(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)/g, (_, picture, label, path) => {
    const view = picture === "" ? "blob" : "raw";
    return `${picture}${label}(${repository}/${view}/${tag}/${path})`;
  });
}

/**
 * Returns a manifest or a part of it without the condition `source`.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function withoutSource(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== "source");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutSource(member)]));
}

/**
 * Packs a package.
 *
 * @param {string} name the folder of the package
 * @param {string} folder where the tarball is written
 * @param {{ address: string, tag: string }} [repository]
 * @returns {{ tarball: string, files: string[], unpacked: number }} its path, the paths of its files, and their bytes
 */
export function packPackage(name, folder, repository) {
  const staged = makeTemporaryFolder("pack");
  const {
    devDependencies: _,
    imports,
    exports,
    ...manifest
  } = JSON.parse(readFileSync(`${root}${name}/package.json`, "utf8"));
  const kept = {
    ...manifest,
    ...(imports && { imports: withoutSource(imports) }),
    ...(exports && { exports: withoutSource(exports) }),
  };
  const { address, tag } = repository ?? { address: workspace.repository, tag: `v${manifest.version}` };
  const published = {
    ...kept,
    repository: { type: "git", url: `git+${address}.git`, directory: name },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  const readme = readFileSync(`${root}README.md`, "utf8");
  writeFileSync(join(staged, "README.md"), toAbsoluteLinks(readme, address, tag));
  for (const file of ["LICENSE", "CHANGELOG.md"]) cpSync(root + file, join(staged, file));
  for (const file of manifest.files.filter((/** @type {string} */ one) => one !== "CHANGELOG.md"))
    cpSync(`${root}${name}/${file}`, join(staged, file), { recursive: true });
  mkdirSync(folder, { recursive: true });
  const words = ["pack", staged, "--json", "--ignore-scripts", "--pack-destination", folder];
  const [{ filename, files, unpackedSize }] = JSON.parse(execFileSync("npm", words, { encoding: "utf8" }));
  return {
    tarball: join(folder, filename),
    files: files.map((/** @type {{ path: string }} */ { path }) => path),
    unpacked: unpackedSize,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = "", folder, address, tag] = process.argv.slice(2);
  const isWrong =
    !["library", "tool"].includes(name) || folder === undefined || (address !== undefined && tag === undefined);
  if (isWrong || (address !== undefined && !URL.canParse(address))) {
    console.error("node scripts/pack.mjs library|tool FOLDER [https://HOST/OWNER/NAME TAG]");
    process.exit(2);
  }
  console.log(
    packPackage(name, resolve(folder), address === undefined ? undefined : { address, tag: String(tag) }).tarball,
  );
}
