// Writes src/base/compatibility.generated.ts: the characters that form NFKC converts to delimiters of paths.
// https://www.unicode.org/reports/tr15/
import { readFileSync, writeFileSync } from "node:fs";

const VERSION = "18.0.0";
const fromHex = (text) => String.fromCodePoint(Number.parseInt(text, 16));
const rows = readFileSync(new URL(`data/compatibility-${VERSION}.txt`, import.meta.url), "utf8")
  .replace(/^#.*\n/gm, "")
  .trim()
  .split(/;\s*/)
  .map((row) => row.split("="))
  .map(([code, form = ""]) => ({ code, form: form.split(" ").map(fromHex).join("") }))
  .filter(({ form }) => /[\0/\\]|^[.;?#%]|^ $/.test(form));

writeFileSync(
  new URL("../../src/base/compatibility.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by tools/unicode/compatibility.mjs from Unicode ${VERSION} (https://www.unicode.org/Public/${VERSION}/ucd/UnicodeData.txt,
// as data/compatibility-${VERSION}.txt).

/** The characters beyond ASCII whose form NFKC contains \`/\`, \`\\\` or NUL, begins with one of \`. ; ? # %\`, or is a space, with that form. */
export const COMPATIBLE: Readonly<Record<string, string>> = {
${rows.map(({ code, form }) => `  "\\u{${code}}": ${JSON.stringify(form)},`).join("\n")}
};
`,
);
