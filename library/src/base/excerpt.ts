import { codePointAt } from "./utf8.ts";
import { toHex } from "./escape.ts";

/** The most characters of an excerpt: a limit on how much of a secret a message can show. */
const EXCERPT_LIMIT = 32;

/**
 * Returns the beginning of text or bytes for a message or a log: at most 32 printable ASCII characters.
 *
 * Other characters become `\u{HEX}`, other bytes `\xHH`, so the excerpt cannot change a terminal or end a line.
 *
 * @param source untrusted text or bytes
 * @returns the excerpt; it is not quoted
 * @throws TypeError for anything but a string or a Uint8Array
 * @example
 * import { toExcerpt } from "percodec/inspect";
 * toExcerpt("a\u001B[2J\nb") // → "a\\u{1B}[2J\\u{A}b"
 */
export function toExcerpt(source: string | Uint8Array): string {
  if (typeof source !== "string" && !ArrayBuffer.isView(source))
    throw new TypeError("toExcerpt takes a string or a Uint8Array");
  let excerpt = "";
  for (const item of source.slice(0, EXCERPT_LIMIT)) {
    const code = typeof item === "string" ? codePointAt(item, 0) : item;
    const shown =
      code >= 0x20 && code < 0x7f
        ? String.fromCharCode(code)
        : typeof item === "string"
          ? `\\u{${toHex(code)}}`
          : `\\x${toHex(code, 2)}`;
    if (excerpt.length + shown.length > EXCERPT_LIMIT) break;
    excerpt += shown;
  }
  return excerpt;
}

/** Quotes input for a message. Every message that shows input uses this function or {@link toExcerpt}. */
export function quote(value: string): string {
  return `"${toExcerpt(value)}"`;
}
