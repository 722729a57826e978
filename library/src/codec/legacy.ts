import { hexValue, PERCENT, writeEscape } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { readUtf8 } from "../base/utf8.ts";

/** https://tc39.es/ecma262/#sec-escape-string */
const ESCAPED = /* @__PURE__ */ PercentEncodeSet.keeping("*+-./@_");

/**
 * Escapes a text as ECMAScript's Annex B does: `%XX` up to U+00FF, `%uXXXX` for each UTF-16 unit above; this is not
 * percent-encoding (https://tc39.es/ecma262/#sec-escape-string).
 *
 * @param text any text, lone surrogates too
 * @returns the escaped text, which is ASCII
 * @throws TypeError for anything but a string
 * @example
 * import { escape } from "percodec/legacy";
 * escape("é ✓") // → "%E9%20%u2713"
 */
export function escape(text: string): string {
  requireText(text, "escape");
  const output = new Uint8Array(text.length * 6);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (!ESCAPED.has(unit)) {
      output[at++] = unit;
    } else if (unit < 0x100) {
      at = writeEscape(unit, output, at);
    } else {
      // Two escapes overlap: a digit of the high byte replaces the `%` of the low byte, and `u` the `%` of the high byte.
      output[at] = PERCENT;
      at = writeEscape(unit & 0xff, output, at + 3);
      writeEscape(unit >> 8, output, at - 5);
      output[at - 5] = 0x75;
    }
  }
  return readUtf8(output, 0, at);
}

/**
 * Undoes `escape` as ECMAScript's Annex B does: `%XX` and `%uXXXX` become UTF-16 units, everything else stays
 * (https://tc39.es/ecma262/#sec-unescape-string).
 *
 * @param text any text
 * @returns the text, perhaps with lone surrogates
 * @throws TypeError for anything but a string
 * @example
 * import { unescape } from "percodec/legacy";
 * unescape("%E9%20%u2713 100%") // → "é ✓ 100%"
 */
export function unescape(text: string): string {
  requireText(text, "unescape");
  return text.replace(/%(?:u[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})/g, (escaped) => {
    let unit = 0;
    // The value of `u` is -1; its bits are shifted out of the 16 bits of the result.
    for (let k = 1; k < escaped.length; k++) unit = (unit << 4) | hexValue(escaped.charCodeAt(k));
    return String.fromCharCode(unit);
  });
}
