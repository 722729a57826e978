import { requireText } from "../codec/arguments.ts";
import { percentDecode } from "../codec/decode.ts";

/** What a field value may hold in every program: visible ASCII, space and tab (https://www.rfc-editor.org/rfc/rfc9110#section-5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** Controls, and the separators of lines that are none in ASCII. */
const CONTROL = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/;

/**
 * Whether a text can be put into a header: as it is, and decoded once by whoever gets it
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
 *
 * A character that becomes a NUL, LF or CR where it is cut to eight bits, as U+010A does, counts as one.
 *
 * @param text the value
 * @returns whether it holds only visible ASCII, spaces and tabs, and no control character once it is decoded, `%uXXXX` included
 * @throws TypeError for anything but a string
 * @example
 * import { isHeaderSafe } from "percodec/inspect";
 * isHeaderSafe("/caf%C3%A9?q=a b") // → true
 * isHeaderSafe("/%0d%0aSet-Cookie:x") // → false
 * isHeaderSafe("/%C4%8A") // → false
 */
export function isHeaderSafe(text: string): boolean {
  requireText(text, "isHeaderSafe", "percentDecodeBytes");
  if (!FIELD_VALUE.test(text)) return false;
  const decoded = percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true });
  if (CONTROL.test(decoded)) return false;
  for (let i = 0; i < decoded.length; i++) {
    const low = decoded.charCodeAt(i) & 0xff;
    if (low === 0x00 || low === 0x0a || low === 0x0d) return false;
  }
  return true;
}
