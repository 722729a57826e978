import { codePointAt } from "./utf8.ts";
import { toHex } from "./escape.ts";
import { requireString, requireText } from "./arguments.ts";
import { INVISIBLE_STEPS } from "./unicode.generated.ts";

/** Invisible characters, as first and last of each range. */
export const INVISIBLE: readonly number[] = /* @__PURE__ */ (() => {
  let code = 0;
  return INVISIBLE_STEPS.map((step) => (code += step));
})();

/** How many parts are collected before they are joined. */
const MAX_PENDING_PARTS = 0x1000;

/**
 * Escapes invisible characters as `\u{HEX}` and leaves all others unchanged.
 *
 * @param text any text; lone surrogates are escaped too
 * @param keep characters to leave unchanged, for instance a line feed
 * @returns the text, in which every other character is visible
 * @example
 * import { escapeInvisible } from "percodec/inspect";
 * escapeInvisible("a\u202Eb\u001B[0m") // → "a\\u{202E}b\\u{1B}[0m"
 */
export function escapeInvisible(text: string, keep = ""): string {
  requireText(text, "escapeInvisible");
  requireString(keep, "the second argument of escapeInvisible");
  if (!/[^ -~]/.test(text)) return text;
  let value = "";
  let from = 0;
  // The same characters usually repeat.
  const escapes = new Map<number, string>();
  // Parts are joined early: with a million of them, garbage collection takes most of the time.
  let pending: string[] = [];
  for (let i = 0; i < text.length;) {
    const code = codePointAt(text, i);
    const next = i + (code > 0xffff ? 2 : 1);
    if ((code < 0x20 || code > 0x7e) && isInvisible(code) && !keep.includes(text.slice(i, next))) {
      let escape = escapes.get(code);
      if (escape === undefined) escapes.set(code, (escape = `\\u{${toHex(code)}}`));
      if (pending.push(text.slice(from, i), escape) > MAX_PENDING_PARTS) {
        value += pending.join("");
        pending = [];
      }
      from = next;
    }
    i = next;
  }
  return from === 0 ? text : value + pending.join("") + text.slice(from);
}

/** Whether `escapeInvisible` escapes a character. The last two code points of each plane are noncharacters. */
export function isInvisible(code: number): boolean {
  return (code & 0xfffe) === 0xfffe || inRanges(INVISIBLE, code);
}

export const inRanges = (ranges: readonly number[], code: number): boolean => findRange(ranges, code) >= 0;

/** Returns the index of the range with a number, or -1. The ranges are pairs of a first and a last number in ascending order. */
export function findRange(ranges: readonly number[], code: number): number {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code > ranges[2 * middle + 1]!) low = middle + 1;
    else high = middle;
  }
  return code >= ranges[2 * low]! ? low : -1;
}
