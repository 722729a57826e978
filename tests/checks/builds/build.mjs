// Loads a build.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSourcesOver } from "../../support/sources.mjs";

const { exports } = JSON.parse(readFileSync(new URL("../../../library/package.json", import.meta.url), "utf8"));
/** The paths of the library's modules that package.json exports from a build. */
const PATHS = Object.values(exports).flatMap((entry) => (entry.source ? [entry.default.replace("./dist/", "")] : []));

/**
 * @param {string} folder
 * @returns the public functions of a build, and its modules by the paths of their sources; one that an older build does not have is empty
 */
export async function loadBuild(folder) {
  const modules = {};
  for (const path of PATHS) {
    const file = resolve(folder, path);
    modules[path.replace(/js$/, "ts")] = existsSync(file) ? { ...(await import(pathToFileURL(file).href)) } : {};
  }
  const { FUNCTIONS } = await loadSourcesOver(["tests/support/public-functions.ts"], modules);
  return { modules, functions: FUNCTIONS };
}
