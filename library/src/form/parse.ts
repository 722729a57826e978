import { UTF8 } from "../charset/encoding.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { PercentEncodingError, type PercentEncodingFault } from "../base/errors.ts";
import { loneSurrogateIn, readUtf8, toWellFormed } from "../base/utf8.ts";
import { parseClean } from "./parse-fast.ts";
import { isCharsetName } from "./entry-list.ts";
import { type ResolvedFormOptions, readFormOptions } from "./options.ts";
import { PairList } from "./pair-list.ts";
import { createPartDecoder, type LoneSurrogate } from "./part-decoder.ts";
import { limitError, type OnPair, PairScanner } from "./scan.ts";

export function parseWhole(input: string | Uint8Array, resolved: ResolvedFormOptions): PairList {
  const { body } = resolved.limits;
  if (input.length > body) throw limitError(input, body, 0, "body", body);
  const clean = resolved.plain ? parseClean(input, resolved.limits) : undefined;
  if (clean !== undefined) return clean;
  const { fieldCharsets, encoding, semicolon } = resolved;
  const lone = typeof input === "string" ? findLoneSurrogates(input, resolved) : [];
  const source = typeof input === "string" && lone.length > 0 && resolved.replaceLone ? toWellFormed(input) : input;
  const scan = (onPair: OnPair): number => {
    const scanner = new PairScanner(resolved);
    scanner.scan(source, 0, source.length, 0, true, onPair);
    return scanner.emptyPairs;
  };
  const used = fieldCharsets === undefined ? encoding : findCharset(source, scan, [UTF8, encoding, ...fieldCharsets]);
  const decode = createPartDecoder(resolved, used ?? encoding, typeof source === "string", lone);
  const flat: string[] = [];
  const emptyPairs = scan((from, equals, to) => {
    const name = decode(source, from, equals, 0);
    flat.push(name, equals === to ? "" : decode(source, equals + 1, to, 0));
  });
  return new PairList(flat, source, emptyPairs, semicolon);
}

/** Returns the lone surrogates to report or refuse: all, or at least the first. */
function findLoneSurrogates(text: string, { replaceLone, onIssue }: ResolvedFormOptions): LoneSurrogate[] {
  const lone: LoneSurrogate[] = [];
  const first = loneSurrogateIn(text);
  if (first < 0) return lone;
  const replaced = toWellFormed(text);
  const end = replaceLone && onIssue !== undefined ? text.length : first + 1;
  for (let index = first; index < end; index++) {
    const surrogate = text.charAt(index);
    if (surrogate !== replaced[index]) lone.push({ index, length: 1, surrogate });
  }
  return lone;
}

const CHARSET_NAME_UNITS = "_charset_".length;

/** Returns the encoding that the first pair `_charset_` names; throws if it is not allowed. */
function findCharset(
  source: string | Uint8Array,
  scan: (onPair: OnPair) => number,
  allowed: readonly TextEncoding[],
): TextEncoding | undefined {
  const isText = typeof source === "string";
  const decode = createPartDecoder(readFormOptions({ rules: "whatwg" }, "parseForm"), UTF8, isText, []);
  let field: readonly [from: number, to: number] | undefined;
  scan((start, equals, end) => {
    const units = equals - start;
    // Each character may be a three-unit escape. Longer names are skipped: decoding them would double the time.
    if (field !== undefined || units < CHARSET_NAME_UNITS || units > 3 * CHARSET_NAME_UNITS) return;
    if (isCharsetName(decode(source, start, equals, 0))) field = [Math.min(equals + 1, end), end];
  });
  if (field === undefined) return undefined;
  const [from, to] = field;
  const label = decode(source, from, to, 0);
  const found = allowed.find((encoding) => encoding.hasLabel(label));
  if (found !== undefined) return found;
  const unit = isText ? "utf-16" : "byte";
  const place = { index: from, length: to - from, unit, excerpt: toExcerpt(label) } as const;
  throw new PercentEncodingError({ operation: "use the encoding", code: "charset-refused", ...place });
}

const URI = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|[/?#]|[^=?]*\?)/;

/** Returns where the query of a URI begins and ends, without its `?`; an input that does not begin as a URI is a query. */
function findQuery(input: string | Uint8Array): readonly [from: number, to: number] {
  const find = (mark: string): number =>
    typeof input === "string" ? input.indexOf(mark) : input.indexOf(mark.charCodeAt(0));
  const mark = find("?");
  const hash = find("#");
  const head =
    typeof input === "string" ? input : readUtf8(input, 0, Math.max(mark + 1, Math.min(input.length, find(":") + 3)));
  if (!URI.test(head)) return [0, input.length];
  const to = hash < 0 ? input.length : hash;
  return [mark < 0 || mark > to ? to : mark + 1, to];
}

/** Parses the query of a URI or a query alone; all positions count in the input. */
export function parseQueryText(input: string | Uint8Array, resolved: ResolvedFormOptions): PairList {
  const [from, to] = findQuery(input);
  const { onIssue } = resolved;
  const moved = onIssue && ((issue: Parameters<typeof onIssue>[0]) => onIssue({ ...issue, index: from + issue.index }));
  try {
    const list = parseWhole(typeof input === "string" ? input.slice(from, to) : input.subarray(from, to), { ...resolved, onIssue: moved }); // prettier-ignore
    list.offset = from;
    return list;
  } catch (error) {
    throw error instanceof PercentEncodingError
      ? new PercentEncodingError({ ...(error as PercentEncodingFault), index: from + error.index })
      : error;
  }
}
