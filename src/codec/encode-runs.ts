import { toHex } from "../base/escape.ts";
import { loneSurrogateIn } from "../base/utf8.ts";
import { loneSurrogateError } from "./encode.ts";

/** Kept at import: a page may replace this function later. */
const encodeNative = encodeURIComponent;

/** All but the unreserved characters (https://www.rfc-editor.org/rfc/rfc3986#section-2.3), as in the set `rfc3986.component`. */
export const NOT_UNRESERVED: RegExp = /[^\w.~-]+/g;

/**
 * Percent-encodes the runs of characters that a pattern matches, in UTF-8.
 *
 * `percentEncode` returns the same for a set of these characters, and is faster for long texts. But the sets, their tables and the kernel
 * would add 5 kB to a program that builds URIs.
 *
 * @param runs matches characters beyond ASCII, and whole runs without ASCII letters and digits; it has the flag g
 * @throws PercentEncodingError `lone-surrogate`
 */
export function encodeRuns(text: string, runs: RegExp, operation?: string): string {
  const lone = loneSurrogateIn(text);
  if (lone >= 0) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16", operation);
  return text.replace(runs, encodeRun);
}

/** The characters that encodeURIComponent does not encode (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent). */
const NATIVE_UNENCODED = /[-.!~*'()_]/g;

function encodeRun(run: string): string {
  return encodeNative(run).replace(NATIVE_UNENCODED, (character) => `%${toHex(character.charCodeAt(0))}`);
}
