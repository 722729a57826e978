// Writes library/src/base/compatibility.generated.ts: the characters that form NFKC converts to delimiters of paths.
// https://www.unicode.org/reports/tr15/
import { hex, importProperty, OLDEST, readData, readText, toClass, toRanges, writeTable } from "./tables.mjs";

const { "": data } = readData("compatibility-18.0.0");
const rows = data
  .map(([code, form]) => ({ code, form: readText(form) }))
  .filter(({ form }) => /[\0/\\]|^[.;?#%]|^ $/.test(form));

/** Every engine has these, so `normalize` returns the form. */
const old = new Set(await importProperty("Binary_Property/Assigned/symbols", OLDEST));
for (const { code, form } of rows) {
  const character = readText(code);
  if (!old.has(character) || character.normalize("NFKC") !== form)
    throw new Error(`not every engine normalizes ${code}`);
}

const ranges = toRanges(rows.map(({ code }) => hex(code)));
writeTable(
  "base/compatibility.generated.ts",
  `Unicode 18.0.0 (https://www.unicode.org/Public/18.0.0/ucd/UnicodeData.txt,
// as data/compatibility-18.0.0.txt; the assigned code points of Unicode ${OLDEST} as @unicode/unicode-${OLDEST}).`,
  `/** The characters beyond ASCII whose form NFKC contains \`/\`, \`\\\` or NUL, begins with one of \`. ; ? # %\`, or is a space. */
export const COMPATIBLE: RegExp =
  /${toClass(ranges, (code) => `\\u${code.toString(16).padStart(4, "0")}`)}/;
`,
);
