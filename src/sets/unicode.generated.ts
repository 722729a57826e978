// DO NOT EDIT: written by scripts/unicode/generate.mjs from Unicode 17.0.0 (https://www.unicode.org/versions/Unicode17.0.0/).

/**
 * What a reader cannot see or what moves the text around it: controls, format characters (the bidirectional ones among
 * them), line and paragraph separators, surrogates, default-ignorable characters and noncharacters, as first and last
 * of each range.
 */
const UNSEEN: readonly number[] = [
  0x0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x600, 0x605, 0x61c, 0x61c,
  0x6dd, 0x6dd, 0x70f, 0x70f, 0x890, 0x891, 0x8e2, 0x8e2, 0x115f, 0x1160, 0x17b4, 0x17b5,
  0x180b, 0x180f, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xd800, 0xdfff,
  0xfdd0, 0xfdef, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffb, 0xfffe, 0xffff,
  0x110bd, 0x110bd, 0x110cd, 0x110cd, 0x13430, 0x1343f, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0x1fffe, 0x1ffff,
  0x2fffe, 0x2ffff, 0x3fffe, 0x3ffff, 0x4fffe, 0x4ffff, 0x5fffe, 0x5ffff, 0x6fffe, 0x6ffff, 0x7fffe, 0x7ffff,
  0x8fffe, 0x8ffff, 0x9fffe, 0x9ffff, 0xafffe, 0xaffff, 0xbfffe, 0xbffff, 0xcfffe, 0xcffff, 0xdfffe, 0xe0fff,
  0xefffe, 0xeffff, 0xffffe, 0xfffff, 0x10fffe, 0x10ffff,
];

/**
 * Writes the characters that cannot be seen as `\u{HEX}`, and leaves all others as they are.
 *
 * @param text any text; lone surrogates are written out too
 * @param keep characters to leave as they are, for instance a line feed
 * @returns the text, which shows all that it holds
 * @example
 * import { visible } from "percodec/sets";
 * visible("a\u202Eb\u001B[0m") // → "a\\u{202E}b\\u{1B}[0m"
 */
export function visible(text: string, keep = ""): string {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    if ((code < 0x20 || code > 0x7e) && isUnseen(code) && !keep.includes(text.slice(i, next))) {
      parts.push(text.slice(from, i), `\\u{${code.toString(16).toUpperCase()}}`);
      from = next;
    }
    i = next;
  }
  if (from === 0) return text;
  parts.push(text.slice(from));
  return parts.join("");
}

/** Whether a character is one of those that `visible` writes out. */
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
