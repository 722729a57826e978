import { toHex } from "../base/escape.ts";
import { loneSurrogateIn } from "../base/utf8.ts";
import { loneSurrogateError } from "./encode.ts";

// Kept at import: a page may replace this function later.
const encodeNative = encodeURIComponent;

/** The characters that encodeURIComponent does not encode (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent). */
const NATIVE_UNENCODED = /[-.!~*'()_]/g;

/**
 * Percent-encodes the runs of characters that a pattern matches, without a PercentEncodeSet: an editor for a browser is 2 kB smaller
 * than with `percentEncode`.
 *
 * @param pattern global, and matches whole runs of characters other than ASCII letters and digits
 * @throws PercentEncodingError `lone-surrogate`, with its index in UTF-16 units of the text
 */
export function encodeMatches(text: string, pattern: RegExp): string {
  const lone = loneSurrogateIn(text);
  if (lone >= 0) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
  return text.replace(pattern, encodeRun);
}

function encodeRun(run: string): string {
  return encodeNative(run).replace(NATIVE_UNENCODED, (character) => `%${toHex(character.charCodeAt(0), 2)}`);
}
