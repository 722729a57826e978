import { toHex } from "./escape.ts";
import { requireString, requireText } from "./arguments.ts";
import { UNSEEN } from "./unicode.generated.ts";

/** How many parts are joined at a time. */
const MAX_PENDING_PARTS = 0x1000;

/**
 * Writes the characters that cannot be seen as `\u{HEX}`, and leaves all others as they are.
 *
 * @param text any text; lone surrogates are written out too
 * @param keep characters to leave as they are, for instance a line feed
 * @returns the text, which shows all that it holds
 * @example
 * import { escapeInvisible } from "percodec/inspect";
 * escapeInvisible("a\u202Eb\u001B[0m") // → "a\\u{202E}b\\u{1B}[0m"
 */
export function escapeInvisible(text: string, keep = ""): string {
  requireText(text, "escapeInvisible");
  requireString(keep, "the second argument of escapeInvisible");
  let value = "";
  let from = 0;
  // The same characters come again more often than not.
  const shown = new Map<number, string>();
  // Joined while they are young: a text joined from a million parts takes most of its time to collect.
  let pending: string[] = [];
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    if ((code < 0x20 || code > 0x7e) && isUnseen(code) && !keep.includes(text.slice(i, next))) {
      let escape = shown.get(code);
      if (escape === undefined) shown.set(code, (escape = `\\u{${toHex(code)}}`));
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

/** Whether a character is one of those that `escapeInvisible` writes out. */
export function isUnseen(code: number): boolean {
  return inRanges(UNSEEN, code);
}

let pattern: RegExp | undefined;

/** Returns the pattern of each character that `escapeInvisible` writes out, compiled at the first call. */
export function unseenPattern(): RegExp {
  return (pattern ??= new RegExp(`[${UNSEEN.map(toClassItem).join("")}]`, "gu"));
}

/** Writes the first or the last character of a range for a character class. */
function toClassItem(code: number, k: number): string {
  return `${k % 2 === 0 ? "" : "-"}\\u{${toHex(code)}}`;
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
