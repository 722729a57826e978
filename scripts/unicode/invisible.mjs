// Writes src/sets/unicode.generated.ts: tables are frozen at one version of Unicode, so that no answer drifts with the runtime.
import { writeFileSync } from "node:fs";

const points = async (path) => (await import(`@unicode/unicode-18.0.0/${path}/code-points.mjs`)).default;

const lists = await Promise.all(
  [
    "General_Category/Control",
    "General_Category/Format",
    "General_Category/Line_Separator",
    "General_Category/Paragraph_Separator",
    "General_Category/Surrogate",
    "Binary_Property/Default_Ignorable_Code_Point",
    "Binary_Property/Bidi_Control",
    "Binary_Property/Noncharacter_Code_Point",
  ].map(points),
);
const unseen = new Set(lists.flat());

function ranges(set) {
  const found = [];
  for (const code of [...set].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

const hex = (code) => `0x${code.toString(16)}`;
const flat = ranges(unseen).flatMap(([first, last]) => [hex(first), hex(last)]);

writeFileSync(
  new URL("../../src/sets/unicode.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/invisible.mjs from Unicode 18.0.0 (https://www.unicode.org/versions/Unicode18.0.0/).

/**
 * What a reader cannot see or what moves the text around it: controls, format characters (the bidirectional ones among
 * them), line and paragraph separators, surrogates, default-ignorable characters and noncharacters, as first and last
 * of each range.
 */
export const UNSEEN: readonly number[] = [
${flat.reduce((lines, code, i) => lines + (i % 12 === 0 ? "  " : " ") + code + "," + (i % 12 === 11 || i === flat.length - 1 ? "\n" : ""), "")}];
`,
);
