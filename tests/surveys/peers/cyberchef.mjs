// Runs recipes of CyberChef. Its package needs about a hundred others, and its operations for URLs three of them: the package is
// unpacked without an installation, and tests/package.json has the three.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const VERSION = "11.5.0";
const INTEGRITY = "EsclfT09jkxWSp7+j0lPmorVDSuiJcCqe6G5RlglV2mWzav3EKrVn25gLKhMyHu7EStCAsRWJbnmj/97oMNA2A==";
const INSTALL_MS = 120_000;
const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const folder = `${modules}.cyberchef-${VERSION}/`;

function unpack() {
  const temporary = `${modules}.cyberchef-${process.pid}/`;
  mkdirSync(temporary);
  const words = ["pack", `cyberchef@${VERSION}`, "--loglevel=error", "--pack-destination", temporary];
  execFileSync("npm", words, { timeout: INSTALL_MS, stdio: ["ignore", "ignore", "inherit"] });
  const tarball = `${temporary}cyberchef-${VERSION}.tgz`;
  const found = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  if (found !== INTEGRITY) throw new Error(`cyberchef ${VERSION} has the SHA-512 ${found}`);
  execFileSync("tar", ["-xzf", tarball, "-C", temporary, "package/src/core", "package/package.json"]);
  rmSync(tarball);
  renameSync(temporary, folder);
}

/**
 * Runs a recipe in CyberChef's own notation, a line for each operation.
 *
 * @param {string} recipe such as `URL_Decode(true)`
 * @param {string} input
 */
export async function chef(recipe, input) {
  if (!existsSync(folder)) unpack();
  let text = input;
  for (const line of recipe.split("\n")) {
    const [, name = "", words] = /^(\w+)\((.*)\)$/.exec(line) ?? [];
    const { default: Operation } = await import(`${folder}package/src/core/operations/${name.replaceAll("_", "")}.mjs`);
    const operation = new Operation();
    const isBytes = operation.inputType === "byteArray";
    const args = JSON.parse(`[${words?.replaceAll("'", '"')}]`);
    text = operation.run(isBytes ? [...new TextEncoder().encode(text)] : text, args);
  }
  return text;
}
