import { codePointAt } from "./utf8.ts";
import { toHex } from "./escape.ts";

/** The most characters of an excerpt: a limit on how much of a secret a message can show. */
const EXCERPT_LIMIT = 32;

/** Returns the beginning of text or bytes as the excerpt of an error: at most 32 printable ASCII characters. */
export function toExcerpt(source: string | Uint8Array): string {
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
