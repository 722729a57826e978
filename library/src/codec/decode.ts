import { PERCENT, PLUS, toHex } from "../base/escape.ts";
import { decodeBlock, findBlockEnd } from "./strategy.ts";
import { requireBytes, requireChoice, requireFunction, requireText } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import {
  canSkipScalar,
  type DecodeIssue,
  Decoder,
  type IssueListener,
  MAX_TAIL_BYTES,
  type ResolvedDecodeOptions,
} from "./decoder.ts";
import { escapeError } from "./decode-native.ts";
import { findLegacy, requireEncoding } from "./encoding.ts";
import {
  BYTES_OPTIONS,
  DECODE_OPTIONS,
  type DecodeBytesOptions,
  type DecodeOptions,
  DECODER_OPTIONS,
  type DecoderOptions,
  requireChunk,
  resolveBytesOptions,
  resolveTextOptions,
} from "./options.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import type { DecodableText, DecodedText } from "../base/branded-text.ts";
import { BLOCK_UNITS, type ChunkOptions, type Progress, type Step } from "../kernel/types.ts";
import { blockEnd, BYTES_PER_UNIT, countUnits, loneSurrogateIn, readUtf8, writeUtf8 } from "../base/utf8.ts";

export type { Policy } from "../base/arguments.ts";
export type { DecodeIssue } from "./decoder.ts";

/** The result of a decoding and its issues. */
export interface DecodeReport {
  readonly value: DecodedText;
  /** The first 100 issues, in order of index. */
  readonly issues: readonly DecodeIssue[];
  /** How many issues there were in all. */
  readonly issueCount: number;
  /** Whether something was dropped or replaced. */
  readonly lossy: boolean;
  /** Whether the text was encoded more than once: two hex digits follow a `%` that was decoded. An escape that is kept does not count. */
  readonly stillEncoded: boolean;
}

const OPERATION = "percent-decode";

/** How many issues a report keeps; it counts them all. */
const KEPT_ISSUES = 100;

/**
 * Percent-decodes a text once: escapes become bytes, the bytes must be UTF-8 or of another encoding
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.1, https://url.spec.whatwg.org/#string-percent-decode).
 *
 * A raw lone surrogate stays unchanged.
 *
 * With `except` the escapes of some ASCII characters stay, and the result is a plain string, because it may be decoded again. If it is,
 * `except` needs `%` too: otherwise `%252F` becomes `%2F`, and the second decoding makes it a slash. `decodeURI`
 * (https://tc39.es/ecma262/#sec-decodeuri-encodeduri) is the call of an example below, without `%`.
 *
 * @param text any text that is not already decoded
 * @param options policies for malformed escapes and invalid bytes, `plus`, `percentU`, `accept`, `except`, `encoding` and `legacy`
 * @returns the decoded text; the same string if nothing is encoded
 * @throws PercentEncodingError `malformed-escape`, `truncated-escape`, `invalid-utf8`, `overlong-utf8`,
 *   `encoded-surrogate`, `code-point-out-of-range`, `undecodable` (invalid in `encoding`), `lone-surrogate` (a half of a pair written
 *   `%uXXXX`) or `not-accepted`: the first fault, with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { percentDecode } from "percodec";
 * percentDecode("caf%C3%A9%20%26%20%E2%9C%93") // → "café & ✓"
 * percentDecode("100%", { malformed: "keep" }) // → "100%"
 * import { ecmascript } from "percodec/sets";
 * percentDecode("/caf%C3%A9%2fbar", { except: ecmascript.decodeURI }) // → "/café%2fbar"
 * import { encoding } from "percodec/charset";
 * percentDecode("%83A%82%A0", { encoding: encoding("shift_jis") }) // → "アあ"
 * percentDecode("%E9 %u2713 100%", { legacy: true }) // → "é ✓ 100%"
 */
export function percentDecode(
  text: DecodableText,
  options: DecodeOptions & { readonly except: PercentEncodeSet },
): string;
export function percentDecode(text: DecodableText, options?: DecodeOptions): DecodedText;
export function percentDecode(text: DecodableText, options?: DecodeOptions): DecodedText {
  // The most frequent case first.
  if (options === undefined && typeof text === "string" && text.indexOf("%") < 0) return text as string;
  requireText(text, "percentDecode", "percentDecodeBytes");
  const isBlock = options === undefined && text.length <= BLOCK_UNITS;
  const quick = isBlock ? decodeBlock(text, false, false) : undefined;
  if (quick !== undefined) return quick;
  let resolved = STRICT;
  if (options !== undefined) {
    const given = readOptions(options, DECODE_OPTIONS, "percentDecode");
    resolved = resolveTextOptions(given, "throw");
    const legacy = findLegacy(given.encoding);
    if (legacy !== undefined) return legacy.percentDecode(text, 0, text.length, resolved);
  }
  if (resolved.accept === undefined && !text.includes("%") && !(resolved.plusAsSpace && text.includes("+")))
    return text as string;
  const whole = isBlock ? undefined : decodeAtOnce(text, resolved);
  if (whole !== undefined) return whole;
  // A block that `decodeBlock` did not decode goes to the scalar code at once.
  return decodeText(text, 0, text.length, new Decoder(resolved), undefined, !isBlock && canSkipScalar(resolved));
}

const STRICT = /* @__PURE__ */ resolveTextOptions({} as ReadOptions<DecodeOptions>, "throw");

/**
 * Decodes at most half a block as `decodeBlock` does; returns undefined if the scalar code has to decide. The `%` of each escape that
 * `except` keeps is encoded first, so that decoding restores the escape.
 */
function decodeAtOnce(text: string, resolved: ResolvedDecodeOptions): string | undefined {
  const { accept, except, latin1, malformed, percentU, plusAsSpace } = resolved;
  if (latin1 || accept || 2 * text.length > BLOCK_UNITS) return undefined;
  const kept = except && toEscapePattern(except);
  // A search without a match is faster than a replacement without one.
  const source = kept && text.search(kept) >= 0 ? text.replace(kept, "%25$1") : text;
  return decodeBlock(source, plusAsSpace, malformed === "keep" && !percentU);
}

const ESCAPE_PATTERNS = /* @__PURE__ */ new WeakMap<ByteTable, RegExp>();

/** Returns a search for the escapes of the ASCII characters that a set encodes. */
function toEscapePattern(table: ByteTable): RegExp {
  let pattern = ESCAPE_PATTERNS.get(table);
  if (pattern !== undefined) return pattern;
  let digits = "";
  for (let code = 0; code < 128; code++) if (table.bytes[code]) digits += `|${toHex(code, 2)}`;
  pattern = new RegExp(`%(${digits.slice(1) || "[]"})`, "gi");
  ESCAPE_PATTERNS.set(table, pattern);
  return pattern;
}

/**
 * Percent-decodes a text and reports the issues; the default of each policy is `"keep"`.
 *
 * Raw lone surrogates are issues here, and a character that `accept` refuses stays as it was written.
 *
 * @param text any text that is not already decoded
 * @param options as for `percentDecode`
 * @returns the value, the issues with index and length in UTF-16 units, and whether anything was lost or is still encoded
 * @throws PercentEncodingError if a policy is `"throw"`
 * @throws TypeError for wrong arguments
 * @example
 * import { percentDecodeReport } from "percodec";
 * percentDecodeReport("%2541%zz").value // → "%41%zz"
 * percentDecodeReport("%2541%zz").issues // → [{ code: "malformed-escape", index: 5, length: 1 }]
 * percentDecodeReport("%2541%zz").stillEncoded // → true
 */
export function percentDecodeReport(text: DecodableText, options?: DecodeOptions): DecodeReport {
  requireText(text, "percentDecodeReport", "percentDecodeBytes");
  const given = readOptions(options, DECODE_OPTIONS, "percentDecodeReport");
  const resolved = resolveTextOptions(given, "keep");
  const legacy = findLegacy(given.encoding);
  const decoder = legacy?.decoder(resolved) ?? new Decoder(resolved);
  const issues: DecodeIssue[] = [];
  let issueCount = 0;
  const onIssue: IssueListener = (code, index, length) => {
    if (issueCount++ < KEPT_ISSUES) issues.push({ code, index, length });
  };
  // Only the scalar code reports lone surrogates.
  const isFast = legacy === undefined && canSkipScalar(resolved) && loneSurrogateIn(text) < 0;
  const value = decodeText(text, 0, text.length, decoder, onIssue, isFast) as DecodedText;
  const { percentU, except, accept } = resolved;
  const source = percentU ? text.replace(/%u00/g, "%") : text;
  // The `%` of a second encoding is decoded; two hex digits follow it, raw or escaped.
  const digits = "([\\dA-Fa-f]|%3\\d|%[46][1-6]){2}";
  const isTwice = new RegExp(`%25(${percentU ? `(u|%75)${digits}` : ""})?${digits}`).test(source);
  const stillEncoded = isTwice && !except?.bytes[PERCENT] && (!accept || accept(PERCENT));
  return { value, issues, issueCount, lossy: decoder.lossy, stillEncoded };
}

/**
 * Percent-decodes bytes once, without interpreting the result
 * (https://url.spec.whatwg.org/#percent-decode, but strict by default).
 *
 * @param bytes any bytes
 * @param options the policy for malformed escapes, and `plus`
 * @returns the decoded bytes; the same array if nothing changes
 * @throws PercentEncodingError `malformed-escape` or `truncated-escape`, with its index in bytes
 * @throws TypeError for wrong arguments
 * @example
 * import { percentDecodeBytes } from "percodec";
 * percentDecodeBytes(Uint8Array.of(0x25, 0x46, 0x46)) // → Uint8Array.of(0xff)
 */
export function percentDecodeBytes(bytes: Uint8Array, options?: DecodeBytesOptions): Uint8Array {
  requireBytes(bytes, "percentDecodeBytes takes", "percentDecode");
  const names = BYTES_OPTIONS as OptionNames<DecodeOptions>;
  const resolved = resolveBytesOptions(readOptions<DecodeOptions>(options, names, "percentDecodeBytes"));
  if (!bytes.includes(PERCENT) && !(resolved.plusAsSpace && bytes.includes(PLUS))) return bytes;
  const decoder = new Decoder(resolved);
  const output = new Uint8Array(bytes.length * decoder.growth);
  const { written } = decoder.decode(bytes, 0, bytes.length, output, true);
  if (decoder.fault !== undefined) throw escapeError(bytes, decoder.fault, OPERATION, 0);
  const same = written === bytes.length && bytes.every((byte, i) => output[i] === byte);
  return same ? bytes : output.slice(0, written);
}

/**
 * Percent-decodes bytes chunk by chunk into the caller's buffer.
 *
 * A call stops early if the target is full, before a fault, and, except in the last chunk, before an incomplete
 * escape or character at the end (at most 11 bytes). Pass the bytes from `read` on again. A call that begins at a fault throws it, so
 * that nothing before the fault is lost. With `encoding` or `outputEncoding` the last call, which may have no bytes, ends the state of
 * ISO-2022-JP.
 *
 * @example
 * import { PercentDecoder } from "percodec";
 * const decoder = new PercentDecoder();
 * const target = new Uint8Array(64);
 * decoder.decodeInto(Uint8Array.of(0x61, 0x25, 0x34), target, { final: false }) // → { read: 1, written: 1 }
 * decoder.decodeInto(Uint8Array.of(0x25, 0x34, 0x31), target) // → { read: 3, written: 1 }
 */
export class PercentDecoder {
  readonly #step: Step;

  /**
   * @param options the policies, the encodings of the escapes, of raw characters and of the result, and `onIssue`
   * @throws TypeError for wrong options
   */
  constructor(options?: DecoderOptions) {
    const given = readOptions(options, DECODER_OPTIONS, "PercentDecoder");
    const { encoding = given.outputEncoding, onIssue } = given;
    const isUtf8 = requireChoice(given.raw, ["same", "utf-8"], "raw") === "utf-8";
    const resolved = resolveBytesOptions(given, isUtf8 && "utf-8");
    this.#step =
      encoding === undefined
        ? decoderStep("PercentDecoder", onIssue, (report) => new Decoder(resolved, report))
        : requireEncoding(encoding).chunks.decode(given, resolved);
  }

  /**
   * Decodes one chunk.
   *
   * @param source the bytes
   * @param target the buffer for the decoded bytes, which must not overlap the part of the source: at least 64 bytes, and with `encoding`
   *   or `outputEncoding` 8,192
   * @param options the part of the source, and `final`
   * @returns how many bytes were read and written
   * @throws PercentEncodingError as `percentDecodeBytes`, with an option that needs characters as `percentDecode`, and `unencodable`; the
   *   index counts bytes from the first call on
   * @throws TypeError for wrong arguments, for a target that overlaps the source, and for a call from its own `onIssue` or `accept`
   */
  decodeInto(source: Uint8Array, target: Uint8Array, options?: ChunkOptions): Progress {
    return this.#step(source, target, options);
  }
}

/** Returns a step that feeds a decoder chunk by chunk, and counts the bytes of all chunks in its issues and errors. */
export function decoderStep(
  owner: string,
  onIssue: DecoderOptions["onIssue"],
  create: (report: IssueListener | undefined) => Decoder,
): Step {
  let readBytes = 0;
  /** The position of the current source in all bytes. */
  let start = 0;
  /** Whether the decoder is running. It calls onIssue and accept, which must not call it. */
  let running = false;
  if (onIssue !== undefined) requireFunction(onIssue, "onIssue");
  const decoder = create(onIssue && ((code, index, length) => onIssue({ code, index: index + start, length })));
  return (source, target, options) => {
    const { from, to, final: isFinal } = requireChunk(source, target, options, `${owner}.decodeInto`);
    if (running) throw new TypeError(`onIssue and accept must not call the ${owner} that calls them`);
    const end = Math.min(to, from + Math.floor(target.length / decoder.growth));
    const final = isFinal && end === to;
    start = readBytes - from;
    running = true;
    let progress: Progress;
    try {
      progress = decoder.decode(source, from, end, target, final);
    } finally {
      running = false;
    }
    const { fault } = decoder;
    // A fault is thrown only when its excerpt is complete, so that the message does not depend on the chunks.
    if (progress.read === 0 && fault !== undefined && (final || end - from >= 3)) {
      throw escapeError(source.subarray(0, end), fault, OPERATION, start);
    }
    readBytes += progress.read;
    return progress;
  };
}

/**
 * Decodes a part of a text block by block; indexes of issues and errors count UTF-16 units of the whole text.
 *
 * @param start not inside a surrogate pair, like `end`
 * @param isFast whether blocks may be decoded without the scalar code, which alone reports raw lone surrogates
 */
export function decodeText(
  text: string,
  start: number,
  end: number,
  decoder: Decoder,
  onIssue?: IssueListener,
  isFast: boolean = false,
): string {
  const { malformed, percentU, plusAsSpace } = decoder.resolved;
  const keep = malformed === "keep" && onIssue === undefined && !percentU;
  let input!: Uint8Array;
  let output: Uint8Array | undefined;
  // Units are counted from the previous index on: issues come in order, so the time is linear.
  let countedBytes = 0;
  let countedUnits = start;
  const unitsAt = (at: number): number => {
    countedUnits += countUnits(input, countedBytes, at);
    countedBytes = at;
    return countedUnits;
  };
  decoder.onIssue =
    onIssue && ((code, index, length) => onIssue(code, unitsAt(index), countUnits(input, index, index + length)));

  let value = "";
  let held = 0;
  for (let from = start, to: number; from < end; from = to) {
    to = isFast && held === 0 ? findBlockEnd(text, from, end) : from;
    const block = to > from ? decodeBlock(text.slice(from, to), plusAsSpace, keep) : undefined;
    if (block !== undefined) {
      value += block;
      countedUnits = to;
      continue;
    }
    to = blockEnd(text, from, end, BLOCK_UNITS);
    if (output === undefined) {
      const size = MAX_TAIL_BYTES + Math.min(end - from, BLOCK_UNITS) * BYTES_PER_UNIT;
      // One buffer for both: a report of 40 units takes 6.6 µs, and 7.6 µs with two.
      const buffer = new Uint8Array(size * (1 + decoder.growth));
      input = buffer.subarray(0, size);
      output = buffer.subarray(size);
    }
    const length = writeUtf8(text, from, to, input, held);
    const { read, written } = decoder.decode(input, 0, length, output, to === end);
    const { fault } = decoder;
    if (fault !== undefined) {
      const { code, index, length: bytes } = fault;
      const inUnits = { code, index: unitsAt(index), length: countUnits(input, index, index + bytes) };
      throw escapeError(text, inUnits, OPERATION, 0);
    }
    value += readUtf8(output, 0, written);
    unitsAt(read);
    countedBytes = 0;
    input.copyWithin(0, read, length);
    held = length - read;
  }
  return value;
}

/** Decodes a part of bytes as text; indexes of issues and errors count from the start of all bytes, `offset` before these. */
export function decodeBytesAsText(
  bytes: Uint8Array,
  from: number,
  to: number,
  decoder: Decoder,
  offset: number,
  onIssue?: IssueListener,
): string {
  const output = new Uint8Array((to - from) * decoder.growth);
  decoder.onIssue = onIssue && ((code, index, length) => onIssue(code, index + offset, length));
  const { written } = decoder.decode(bytes, from, to, output, true);
  if (decoder.fault !== undefined) throw escapeError(bytes.subarray(0, to), decoder.fault, OPERATION, offset);
  return readUtf8(output, 0, written);
}
