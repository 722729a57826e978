// Provides the single files and the suite as scripts for engines without modules.
import { readFileSync } from "node:fs";

const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Reads a single file. */
export const singleFile = (name) => text(`../../tool/dist/engines/percodec.${name}.js`);

/** The suite as a script that defines `checkRows`: accepts rows as JSON and returns the failures as JSON. */
export const SUITE = `${text("suite.mjs").replace(/^export /gm, "")}
function checkRows(json) {
  const rows = JSON.parse(json);
  return JSON.stringify(rows.map((row) => [row.id, check(row, percodec)]).filter(([, wrong]) => wrong !== undefined));
}`;

/** The operations that the single file of the codec has. */
export const CODEC_OPS = ["encode", "encodeBytes", "decode", "decodeBytes", "escape", "unescape"];
