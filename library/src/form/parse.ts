import { UTF8 } from "../charset/encoding.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { loneSurrogateIn, toWellFormed } from "../base/utf8.ts";
import { parseClean } from "./parse-fast.ts";
import { isCharsetName } from "./entry-list.ts";
import { type ResolvedFormOptions, readFormOptions } from "./options.ts";
import { PairList } from "./pair-list.ts";
import { type LoneSurrogate, PartDecoder } from "./part-decoder.ts";
import { limitError, type OnPair, PairScanner } from "./scan.ts";

const CHARSET_NAME_UNITS = "_charset_".length;

export function parseWhole(input: string | Uint8Array, resolved: ResolvedFormOptions): PairList {
  const { body } = resolved.limits;
  if (input.length > body) throw limitError(input, body, 0, "body", body);
  const clean = resolved.plain ? parseClean(input, resolved.limits) : undefined;
  if (clean !== undefined) return clean;
  const { source, lone } =
    typeof input === "string" ? replaceLoneSurrogates(input, resolved) : { source: input, lone: [] };
  const flat: string[] = [];
  const createOnPair = (encoding: TextEncoding): OnPair => {
    const decoder = new PartDecoder(resolved, encoding, typeof source === "string", lone);
    return (from, equals, to) => {
      const name = decoder.decode(source, from, equals, 0);
      flat.push(name, equals === to ? "" : decoder.decode(source, equals + 1, to, 0));
    };
  };
  const scanner = new PairScanner(resolved);
  const scan = (onPair: OnPair) => scanner.scan(source, 0, source.length, 0, true, onPair);
  if (resolved.fieldCharsets === undefined) {
    scan(createOnPair(resolved.encoding));
  } else {
    const ranges: Parameters<OnPair>[] = [];
    scan((...range) => ranges.push(range));
    const onPair = createOnPair(findCharset(source, ranges, resolved, resolved.fieldCharsets));
    for (const range of ranges) onPair(...range);
  }
  const kept = typeof source === "string" ? source : new Uint8Array(source);
  return new PairList(flat, kept, scanner.emptyPairs, resolved.semicolon);
}

/** Finds the lone surrogates to report or refuse, and replaces them if the policy is `"replace"`. */
function replaceLoneSurrogates(text: string, resolved: ResolvedFormOptions): { source: string; lone: LoneSurrogate[] } {
  const toLone = (index: number): LoneSurrogate => ({ index, length: 1, surrogate: text.charAt(index) });
  const first = loneSurrogateIn(text);
  if (first < 0) return { source: text, lone: [] };
  if (!resolved.replaceLone) return { source: text, lone: [toLone(first)] };
  const source = toWellFormed(text);
  if (resolved.onIssue === undefined) return { source, lone: [] };
  const lone: LoneSurrogate[] = [];
  for (let index = first; index < text.length; index++) {
    if (text.charCodeAt(index) !== source.charCodeAt(index)) lone.push(toLone(index));
  }
  return { source, lone };
}

/**
 * Returns the encoding that the first pair `_charset_` names, or the one of the options if there is none.
 *
 * @param ranges the arguments of `OnPair` for each pair
 * @throws PercentEncodingError `charset-refused` for an encoding that is not allowed
 */
function findCharset(
  source: string | Uint8Array,
  ranges: readonly Parameters<OnPair>[],
  resolved: ResolvedFormOptions,
  allowed: readonly TextEncoding[],
): TextEncoding {
  const isText = typeof source === "string";
  const decoder = new PartDecoder(readFormOptions({ rules: "whatwg" }, "parseForm"), UTF8, isText, []);
  for (const [start, equals, end] of ranges) {
    const units = equals - start;
    // Each character may be a three-unit escape. Longer names are skipped: decoding them would double the time.
    if (units < CHARSET_NAME_UNITS || units > 3 * CHARSET_NAME_UNITS) continue;
    if (!isCharsetName(decoder.decode(source, start, equals, 0))) continue;
    const from = Math.min(equals + 1, end);
    const label = decoder.decode(source, from, end, 0);
    const found = [UTF8, resolved.encoding, ...allowed].find((encoding) => encoding.hasLabel(label));
    if (found !== undefined) return found;
    throw new PercentEncodingError({
      operation: "use the encoding",
      code: "charset-refused",
      index: from,
      length: end - from,
      unit: isText ? "utf-16" : "byte",
      excerpt: toExcerpt(label),
    });
  }
  return resolved.encoding;
}
