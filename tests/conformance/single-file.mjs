// The single files and the suite as scripts: what an engine without modules runs.
import { readFileSync } from "node:fs";

const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The text of a single file. */
export const singleFile = (name) => text(`../../dist/percodec.${name}.js`);

/** The suite as a script that leaves `checkRows`: rows as JSON in, what is wrong with which as JSON out. */
export const SUITE = `${text("suite.mjs").replace(/^export /gm, "")}
function checkRows(json) {
  const rows = JSON.parse(json);
  return JSON.stringify(rows.map((row) => [row.id, check(row, percodec)]).filter(([, wrong]) => wrong !== undefined));
}`;

/** The operations of the codec, which its file alone has. */
export const CODEC_OPS = ["encode", "encodeBytes", "decode", "decodeBytes", "escape", "unescape"];
