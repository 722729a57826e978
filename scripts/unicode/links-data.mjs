// Writes data/links-17.0.0.txt from LinkTerm.txt, LinkEmail.txt and LinkBracket.txt of Unicode 17, because no npm package has the
// data of UTS #58: `node links-data.mjs LinkTerm.txt LinkEmail.txt LinkBracket.txt`. The result is committed.
// https://www.unicode.org/reports/tr58/#property-data
import { readFileSync, writeFileSync } from "node:fs";

const CODE_POINTS = 0x110000;
const files = process.argv.slice(2);
if (files.length !== 3) throw new Error("usage: node links-data.mjs LinkTerm.txt LinkEmail.txt LinkBracket.txt");

/** Reads the rows of a data file: the range of code points and the value. */
const [term = [], email = [], bracket = []] = files.map((file) =>
  readFileSync(file, "utf8")
    .replace(/#.*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [range = "", value = "Yes"] = line.split(";").map((field) => field.trim());
      const [first, last = first] = /** @type {[string, string?]} */ (range.split(".."));
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), value };
    }),
);

/** @param {number} code */
const hex = (code) => code.toString(16);

/**
 * Joins adjacent code points with one value to ranges.
 *
 * @param {{ first: number; last: number; value: string }[]} rows @param {string} value
 */
function ranges(rows, value) {
  const has = new Uint8Array(CODE_POINTS);
  for (const row of rows) if (row.value === value) has.fill(1, row.first, row.last + 1);
  const found = [];
  for (let code = 0; code < CODE_POINTS; code++) {
    if (has[code] === 0) continue;
    const start = code;
    while (has[code + 1] === 1) code++;
    found.push(start === code ? hex(start) : `${hex(start)}-${hex(code)}`);
  }
  return found;
}

/** @param {string[]} items */
const wrap = (items) =>
  items
    .join(";")
    .match(/.{1,120}(?:;|$)/g)
    ?.join("\n");
const pairs = bracket.map(({ first, value }) => `${hex(first)}=${hex(Number.parseInt(value, 16))}`);
/** @param {string} value */
const total = (value) => term.reduce((sum, row) => sum + (row.value === value ? row.last - row.first + 1 : 0), 0);
if (total("Include") !== 159_309 || total("Soft") !== 330) throw new Error("not the tables of Unicode 17");
writeFileSync(
  new URL("data/links-17.0.0.txt", import.meta.url),
  `# Unicode 17.0.0: the code points of Link_Term=Include, Soft, Open and Close, and of Link_Email, as ranges in hexadecimal, and
# Link_Bracket as CLOSE=OPEN (LinkTerm.txt, LinkEmail.txt and LinkBracket.txt of 2025-12-26, https://www.unicode.org/reports/tr58/#property-data).
# Copyright 1991-2025 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt). Read by links-data.mjs.
${["Include", "Soft", "Open", "Close"].map((value) => `[${value}]\n${wrap(ranges(term, value))}\n`).join("")}[Email]
${wrap(ranges(email, "Yes"))}
[Bracket]
${wrap(pairs)}
`,
);
