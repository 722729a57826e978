// The programs that npm installs, as arguments for Node: a script of node_modules/.bin does not start without a shell on Windows.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
/** The packages of programs with another name. */
const PACKAGES = new Map([["tsc", "typescript"]]);

/**
 * The script of a program, to be run by `process.execPath`.
 *
 * @param {string} name the command, as `prettier`
 * @returns {string} the path of its script
 */
export function findProgram(name) {
  const folder = `${modules}${PACKAGES.get(name) ?? name}/`;
  const { bin } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return folder + (typeof bin === "string" ? bin : bin[name]);
}
