// Writes library/src/base/compatibility.generated.ts: the characters that form NFKC converts to delimiters of paths.
// https://www.unicode.org/reports/tr15/
import { readFileSync, writeFileSync } from "node:fs";

const VERSION = "18.0.0";
/** @param {string} text */
const fromHex = (text) => String.fromCodePoint(Number.parseInt(text, 16));
const rows = readFileSync(new URL(`data/compatibility-${VERSION}.txt`, import.meta.url), "utf8")
  .replace(/^#.*\n/gm, "")
  .trim()
  .split(/;\s*/)
  .map((row) => row.split("="))
  .map(([code = "", form = ""]) => ({ code, form: form.split(" ").map(fromHex).join("") }))
  .filter(({ form }) => /[\0/\\]|^[.;?#%]|^ $/.test(form));

/** Every engine that runs ES2020 has at least this version (scripts/unicode/normalization.mjs), so `normalize` returns the form. */
const OLDEST = "9.0.0";
const old = new Set((await import(`@unicode/unicode-${OLDEST}/Binary_Property/Assigned/symbols.mjs`)).default);
for (const { code, form } of rows) {
  const character = fromHex(code);
  if (!old.has(character) || character.normalize("NFKC") !== form)
    throw new Error(`not every engine normalizes ${code}`);
}

/** The code points as ranges of a character class. */
const ranges = [];
for (const code of rows.map((row) => Number.parseInt(row.code, 16)).sort((a, b) => a - b)) {
  const last = ranges.at(-1);
  if (last?.end === code - 1) last.end = code;
  else ranges.push({ start: code, end: code });
}
/** @param {number} code */
const escape = (code) => `\\u${code.toString(16).padStart(4, "0")}`;
/** @param {{ start: number; end: number }} range */
const range = ({ start, end }) => escape(start) + (end > start + 1 ? "-" : "") + (end > start ? escape(end) : "");

writeFileSync(
  new URL("../../library/src/base/compatibility.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/compatibility.mjs from Unicode ${VERSION} (https://www.unicode.org/Public/${VERSION}/ucd/UnicodeData.txt,
// as data/compatibility-${VERSION}.txt; the assigned code points of Unicode ${OLDEST} as @unicode/unicode-${OLDEST}).

/** The characters beyond ASCII whose form NFKC contains \`/\`, \`\\\` or NUL, begins with one of \`. ; ? # %\`, or is a space. */
export const COMPATIBLE: RegExp =
  /[${ranges.map(range).join("")}]/;
`,
);
