// Writes library/src/base/unicode.generated.ts: the version of Unicode of all tables, and the invisible characters.
import { writeFileSync } from "node:fs";

/** @param {string} path */
const points = async (path) => (await import(`@unicode/unicode-18.0.0/${path}/code-points.mjs`)).default;

const lists = await Promise.all(
  [
    "General_Category/Control",
    "General_Category/Format",
    "General_Category/Line_Separator",
    "General_Category/Paragraph_Separator",
    "General_Category/Space_Separator",
    "General_Category/Surrogate",
    "Binary_Property/Default_Ignorable_Code_Point",
    "Binary_Property/Bidi_Control",
    "Binary_Property/Noncharacter_Code_Point",
  ].map(points),
);
/** Letters, marks and symbols with a blank glyph. No property has them. */
const BLANKS = new Map([
  [0x2800, "BRAILLE PATTERN BLANK"],
  [0xfffc, "OBJECT REPLACEMENT CHARACTER"],
  [0x13441, "EGYPTIAN HIEROGLYPH FULL BLANK"],
  [0x13442, "EGYPTIAN HIEROGLYPH HALF BLANK"],
  [0x16fe4, "KHITAN SMALL SCRIPT FILLER"],
  [0x1d159, "MUSICAL SYMBOL NULL NOTEHEAD"],
]);
const names = (await import("@unicode/unicode-18.0.0/Names/index.mjs")).default;
for (const [code, name] of BLANKS) {
  if (names.get(code) !== name) throw new Error(`U+${code.toString(16)} is named ${names.get(code)}`);
}

const invisible = new Set([...lists.flat(), ...BLANKS.keys()]);
// An ordinary space is visible as a gap.
invisible.delete(0x20);
// library/src/base/invisible.ts computes the last two code points of each plane: the ranges would be 0.1 kB longer.
for (const code of invisible) if ((code & 0xfffe) === 0xfffe) invisible.delete(code);

/** @param {Set<number>} set */
function ranges(set) {
  /** @type {[first: number, last: number][]} */
  const found = [];
  for (const code of [...set].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

const steps = ranges(invisible).flat().map((code, i, codes) => code - (codes[i - 1] ?? 0)); // prettier-ignore

writeFileSync(
  new URL("../../library/src/base/unicode.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/invisible.mjs from Unicode 18.0.0 (https://www.unicode.org/versions/Unicode18.0.0/).

/**
 * The version of Unicode of all tables: the UTS #46 mapping and the normalization of hosts, and the invisible characters
 * (https://www.unicode.org/versions/Unicode18.0.0/).
 *
 * @example
 * import { unicodeVersion } from "percodec/uri";
 * unicodeVersion // → "18.0.0"
 */
export const unicodeVersion = "18.0.0";

/**
 * Invisible characters and characters that move the text around them: the first and the last of each range, each without the number before it. They are controls,
 * format characters (including bidirectional ones), line and paragraph separators, every space except U+0020, surrogates,
 * default-ignorable characters (including the Hangul fillers) and noncharacters, except the last two of each plane. These have a blank glyph: ${[...BLANKS.keys()].map((code) => `U+${code.toString(16).toUpperCase()}`).join(", ")}.
 */
export const INVISIBLE_STEPS: readonly number[] = [
${steps.reduce((lines, step, i) => lines + (i % 24 === 0 ? "  " : " ") + step + "," + (i % 24 === 23 || i === steps.length - 1 ? "\n" : ""), "")}];
`,
);
