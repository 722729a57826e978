import { toHex } from "../base/escape.ts";
import { blockEnd, loneSurrogateIn } from "../base/utf8.ts";
import { encodeNative } from "../kernel/native.ts";
import { BLOCK_UNITS } from "../kernel/types.ts";
import { loneSurrogateError } from "./encode.ts";

/** A text that nothing has to be encoded in, as most names and numbers. */
const UNRESERVED = /^[\w.~-]*$/;

/** The characters that encodeURIComponent does not encode although they are reserved (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent). */
const NATIVE_UNENCODED_RESERVED = /[!'()*]/g;

/**
 * Percent-encodes all but the unreserved characters (https://www.rfc-editor.org/rfc/rfc3986#section-2.3), or throws `lone-surrogate`. For
 * long texts `percentEncode` is faster, but the sets, their tables and the kernel would add 5 kB to a program that builds URIs.
 */
export function encodeComponent(text: string, operation?: string): string {
  const encoded = encodeWellFormed(text);
  if (encoded !== undefined) return encoded;
  const lone = loneSurrogateIn(text);
  throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16", operation);
}

/** Does the same, and returns undefined if the text has a lone surrogate. */
export function encodeWellFormed(text: string): string | undefined {
  if (UNRESERVED.test(text)) return text;
  let encoded: string;
  try {
    encoded = encodeNative(text);
  } catch {
    return undefined;
  }
  if (encoded.search(NATIVE_UNENCODED_RESERVED) < 0) return encoded;
  return replaceInBlocks(encoded, NATIVE_UNENCODED_RESERVED, escapeAscii);
}

/**
 * Percent-encodes the runs of characters that a pattern with the flag g matches, in UTF-8, or throws `lone-surrogate`. The pattern matches
 * characters beyond ASCII, and whole runs without ASCII letters and digits.
 */
export function encodeRuns(text: string, runs: RegExp, operation?: string): string {
  // Most texts have no such run, and then no lone surrogate either.
  if (text.search(runs) < 0) return text;
  const lone = loneSurrogateIn(text);
  if (lone >= 0) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16", operation);
  return replaceInBlocks(text, runs, encodeRun);
}

/** An engine holds a string for each match until the last one: 4 MB of short runs take 1.6 times as long if they are not in blocks. */
function replaceInBlocks(text: string, runs: RegExp, replace: (run: string) => string): string {
  if (text.length <= BLOCK_UNITS) return text.replace(runs, replace);
  let replaced = "";
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = blockEnd(text, from, text.length, BLOCK_UNITS);
    replaced += text.slice(from, to).replace(runs, replace);
  }
  return replaced;
}

/** The characters that encodeURIComponent does not encode, except letters and digits. */
const NATIVE_UNENCODED = /[-.!~*'()_]/g;

function encodeRun(run: string): string {
  // Most runs are one character, or two of ASCII, as in `}{`.
  if (run.length === 1) return run < "\x80" ? escapeAscii(run) : encodeNative(run);
  if (run.length === 2 && run < "\x80" && run[1]! < "\x80") return escapeAscii(run) + escapeAscii(run[1]!);
  return encodeNative(run).replace(NATIVE_UNENCODED, escapeAscii);
}

const ESCAPES: string[] = [];

function escapeAscii(character: string): string {
  const code = character.charCodeAt(0);
  return (ESCAPES[code] ??= `%${toHex(code, 2)}`);
}
