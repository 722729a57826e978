// Writes data/links-17.0.0.txt from LinkTerm.txt, LinkEmail.txt and LinkBracket.txt of Unicode 17, because no npm package has the
// data of UTS #58: `node links-data.mjs LinkTerm.txt LinkEmail.txt LinkBracket.txt`. The result is committed.
// https://www.unicode.org/reports/tr58/#property-data
import { readFileSync, writeFileSync } from "node:fs";
import { hex, toRanges, wrap } from "./tables.mjs";

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
      return { first: hex(first), last: hex(last), value };
    }),
);

const toHex = (code) => code.toString(16);

/**
 * Joins adjacent code points with one value to ranges.
 *
 * @param {{ first: number; last: number; value: string }[]} rows
 */
function ranges(rows, value) {
  const codes = rows
    .filter((row) => row.value === value)
    .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, k) => first + k));
  return toRanges(codes).map(({ start, end }) => (start === end ? toHex(start) : `${toHex(start)}-${toHex(end)}`));
}

const pairs = bracket.map(({ first, value }) => `${toHex(first)}=${toHex(hex(value))}`);
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
