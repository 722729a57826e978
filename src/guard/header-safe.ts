import { requireText } from "../base/arguments.ts";
import { percentDecode } from "../codec/decode.ts";
import { OVERLONG } from "../inspect/layers.ts";

/** What a field value may hold in every program: visible ASCII, space and tab (https://www.rfc-editor.org/rfc/rfc9110#section-5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** Controls, and the separators of lines that are none in ASCII. */
const CONTROL = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/;

/** What Java reads as hex digits, and a unit whose low byte is a NUL, LF or CR. */
const LAX = /%[+-][0-9A-Fa-f]|%u[0-9A-Fa-f]{2}0[0AaDd]/;

/**
 * Whether a text can be put into a header: as it is, and decoded once by whoever gets it
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
 *
 * What lax decoders take for a control character counts as one: an overlong sequence, `%+d` (Java), and a `%uXXXX` that is
 * cut to eight bits.
 *
 * @param text the value
 * @returns whether it holds only visible ASCII, spaces and tabs, and no control character once it is decoded, `%uXXXX` included
 * @throws TypeError for anything but a string
 * @example
 * import { isHeaderSafe } from "percodec/guard";
 * isHeaderSafe("/caf%C3%A9?q=a b") // → true
 * isHeaderSafe("/%0d%0aSet-Cookie:x") // → false
 * isHeaderSafe("/%c0%8d") // → false
 */
export function isHeaderSafe(text: string): boolean {
  requireText(text, "isHeaderSafe");
  if (!FIELD_VALUE.test(text)) return false;
  if (LAX.test(text) || OVERLONG.test(text)) return false;
  return !CONTROL.test(percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true }));
}
