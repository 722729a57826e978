import { toHex } from "./escape.ts";

/** The longest excerpt, in characters, so that no message carries a secret at length. */
const EXCERPT_LIMIT = 32;

/** Shows the beginning of a text, or of bytes, as the excerpt of its error: at most 32 printable ASCII characters. */
export function toExcerpt(source: string | Uint8Array): string {
  let excerpt = "";
  for (const item of source.slice(0, EXCERPT_LIMIT)) {
    const code = typeof item === "string" ? item.codePointAt(0)! : item;
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

/** Quotes what a caller passed, for a message: every message that shows input uses this or {@link toExcerpt}. */
export function quote(value: string): string {
  return `"${toExcerpt(value)}"`;
}
