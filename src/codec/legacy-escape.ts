import { hexOf } from "../sets/hex.ts";
import { requireText } from "./arguments.ts";

/**
 * Escapes a text as ECMAScript's Annex B does: `%XX` up to U+00FF, `%uXXXX` for each UTF-16 unit above; this is no
 * percent-encoding (https://tc39.es/ecma262/#sec-escape-string).
 *
 * @param text any text, lone surrogates too
 * @returns the escaped text, which is ASCII
 * @throws TypeError for anything but a string
 * @example
 * import { escape } from "percodec";
 * escape("é ✓") // → "%E9%20%u2713"
 */
export function escape(text: string): string {
  requireText(text, "escape", "percentEncodeBytes");
  return text.replace(/[^A-Za-z0-9*+\-./@_]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return (known[code] ??= code < 0x100 ? `%${hexOf(code, 2)}` : `%u${hexOf(code, 4)}`);
  });
}

/** The escapes that were asked for already, at most one for each of 65,536 units. */
const known: string[] = [];

/**
 * Undoes `escape` as ECMAScript's Annex B does: `%XX` and `%uXXXX` become UTF-16 units, anything else stays
 * (https://tc39.es/ecma262/#sec-unescape-string).
 *
 * @param text any text
 * @returns the text, perhaps with lone surrogates
 * @throws TypeError for anything but a string
 * @example
 * import { unescape } from "percodec";
 * unescape("%E9%20%u2713 100%") // → "é ✓ 100%"
 */
export function unescape(text: string): string {
  requireText(text, "unescape", "percentDecodeBytes");
  return text.replace(/%(?:u[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})/g, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(escaped.length > 3 ? 2 : 1), 16)),
  );
}
