// Writes src/percodec/_sets.py, the sets of the library as the column module reads them: node engines/python/generate.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import { namedSet, setNames } from "../../library/dist/sets/index.js";
import { describeSet } from "../column/cases.mjs";

const target = new URL("src/percodec/_sets.py", import.meta.url);
const rows = setNames().map((name) => {
  const named = namedSet(name);
  const { set, flags } = describeSet(named);
  const bits = `bytes.fromhex("${Buffer.from(set).toString("hex")}")`;
  return `    "${name}": (${bits}, ${flags}, "${named.source}"),\n`;
});
const text = `# DO NOT EDIT: written by generate.mjs.
"""The sets by name: bit c of the 16 bytes is 1 if the set encodes the ASCII character c; then the flags of the column module, and the definition."""

NAMED: dict[str, tuple[bytes, int, str]] = {
${rows.join("")}}
`;
if (process.argv[2] === "--check") {
  if (readFileSync(target, "utf8") !== text) throw new Error("_sets.py is old: node engines/python/generate.mjs");
} else {
  writeFileSync(target, text);
}
