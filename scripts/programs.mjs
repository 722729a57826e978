// Finds the scripts of installed programs, to run them with Node: on Windows those of node_modules/.bin do not start without a shell.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
/** The packages of programs with another name. */
const PACKAGES = new Map([["tsc", "typescript"]]);

/**
 * Returns the script of a program, which `process.execPath` runs.
 *
 * @param {string} name the command, such as `prettier`
 * @returns {string} the path of its script
 */
export function findProgram(name) {
  const folder = `${modules}${PACKAGES.get(name) ?? name}/`;
  const { bin } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return folder + (typeof bin === "string" ? bin : bin[name]);
}
