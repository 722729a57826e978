import { requireText } from "../base/arguments.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { OVERLONG_ESCAPE } from "../codec/repeated-decoding.ts";

/** The characters that every program accepts in a field value: visible ASCII, space and tab (https://www.rfc-editor.org/rfc/rfc9110#section-5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** Control characters, and the line separators beyond ASCII. */
const CONTROL = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/;

/** Escapes with a sign, which Java decodes, and `%uXXXX` whose low byte is NUL, LF or CR. */
const LAX_ESCAPE = /%[+-][0-9A-Fa-f]|%u[0-9A-Fa-f]{2}0[0AaDd]/;

/**
 * Whether a text is safe as the value of a header, also if the recipient decodes it once
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
 *
 * An escape that only lax decoders read as a control character makes a text unsafe too: an overlong sequence, `%+d` (Java), and
 * `%uXXXX` truncated to eight bits.
 *
 * @param text the value
 * @returns whether it contains only visible ASCII, spaces and tabs, and no control character after decoding, `%uXXXX` included
 * @throws TypeError for anything but a string
 * @example
 * import { isHeaderSafe } from "percodec/guard";
 * isHeaderSafe("/caf%C3%A9?q=a b") // → true
 * isHeaderSafe("/%0d%0aSet-Cookie:x") // → false
 */
export function isHeaderSafe(text: string): boolean {
  requireText(text, "isHeaderSafe");
  if (!FIELD_VALUE.test(text)) return false;
  if (LAX_ESCAPE.test(text) || OVERLONG_ESCAPE.test(text)) return false;
  return !CONTROL.test(decodeKeeping(text));
}
