// Writes library/src/links/link-table.generated.ts: the properties Link_Term, Link_Email and Link_Bracket of UTS #58.
// https://www.unicode.org/reports/tr58/#property-data
import { readFileSync, writeFileSync } from "node:fs";
import { DIGITS, digits, literal } from "./numbers.mjs";

const VERSION = "17.0.0";
const CODE_POINTS = 0x110000;
/** The values of Link_Term in the order of library/src/links/link-table.ts. */
const TERMS = ["Hard", "Include", "Soft", "Open", "Close"];
/** Added to the number of a term if Link_Email is Yes. */
const EMAIL = 8;

/** @param {string} text */
const hex = (text) => Number.parseInt(text, 16);
const data = readFileSync(new URL(`data/links-${VERSION}.txt`, import.meta.url), "utf8");
/** The items of each part of the data file. */
const parts = new Map(
  data
    .split(/^(?=\[\w+\]\n)/m)
    .slice(1)
    .map((part) => {
      const [, name = "", rows = ""] = /^\[(\w+)\]\n([^]*)/.exec(part) ?? [];
      return [name, rows.trim().split(/;\s*/)];
    }),
);

const kinds = new Uint8Array(CODE_POINTS);
/** @param {string} name @param {(code: number) => void} action */
const forEachCode = (name, action) => {
  for (const range of parts.get(name) ?? []) {
    const [first, last = first] = /** @type {[number, number?]} */ (range.split("-").map(hex));
    for (let code = first; code <= last; code++) action(code);
  }
};
for (const [number, name] of TERMS.entries()) forEachCode(name, (code) => (kinds[code] = number));
forEachCode("Email", (code) => (kinds[code] = (kinds[code] ?? 0) + EMAIL));

const runs = [];
for (let code = 0; code < CODE_POINTS; code++) {
  const last = runs.at(-1);
  if (last !== undefined && last.kind === kinds[code]) last.length++;
  else runs.push({ kind: kinds[code], length: 1 });
}

// Most closing brackets follow their opening bracket.
const brackets = (parts.get("Bracket") ?? []).map((row) => row.split("=").map(hex));
const exceptions = brackets.filter(([close = 0, open = 0]) => close !== open + 1);

writeFileSync(
  new URL("../../library/src/links/link-table.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/links.mjs from Unicode ${VERSION} (LinkTerm.txt, LinkEmail.txt and LinkBracket.txt of
// https://www.unicode.org/reports/tr58/#property-data, as data/links-${VERSION}.txt).

/**
 * The version of Unicode of the link properties Link_Term, Link_Email and Link_Bracket
 * (https://www.unicode.org/reports/tr58/#property-data).
 *
 * @example
 * import { linkDataVersion } from "percodec/links";
 * linkDataVersion // → "${VERSION}"
 */
export const linkDataVersion = "${VERSION}";

/** For each run of code points, from U+0000 on, the number of its Link_Term, plus ${EMAIL} if Link_Email is Yes. */
export const KINDS: string =${literal(runs.map(({ kind }) => DIGITS[kind ?? 0]).join(""))};

/** How many code points each run has, less one. */
export const LENGTHS: string =${literal(runs.map(({ length }) => digits(length - 1)).join(""))};

/** The closing brackets that do not follow their opening bracket, each before its opening bracket (Link_Bracket). */
export const BRACKETS: readonly number[] = [
  ${exceptions.flatMap((pair) => pair.map((code) => `0x${code.toString(16)}`)).join(", ")},
];
`,
);
