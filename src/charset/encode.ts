import { writeEscape } from "../base/escape.ts";
import { requireChoice, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { encodeText, type EncodeOptions, loneSurrogateError, throwsOnLoneSurrogate, toTable } from "../codec/encode.ts";
import { PercentEncodingError } from "../base/errors.ts";
import type { EncodableText, EncodedText } from "../base/branded-text.ts";
import { lowerHex } from "../base/hex-case.ts";
import { platformGlobal } from "../base/platform.ts";
import { encodeScalar } from "../kernel/scalar.ts";
import { codePointAt, loneSurrogateIn, readUtf8, toWellFormed } from "../base/utf8.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { type Encoded, type Encoding, outputEncoding, requireEncoding } from "./encoding.ts";

/** How text is encoded in another encoding. */
export interface EncodeAsOptions extends EncodeOptions {
  /** What to do with a character that the encoding lacks: `"reference"` (the default) writes `&#N;`, percent-encoded, as HTML forms do; `"throw"` throws. */
  readonly unencodable?: "reference" | "throw" | undefined;
}

const ENCODE_AS_OPTIONS: OptionNames<EncodeAsOptions> = { loneSurrogate: true, unencodable: true };

/** The length of `%26%231114109%3B`. */
export const MAX_REFERENCE_BYTES = 16;

/** From this many bytes on, creating a TextDecoder pays off. */
const TEXT_DECODER_MIN_BYTES = 0x400;

/** Characters that some encodings do not write as ASCII: those above U+007F, and three controls, which ISO-2022-JP lacks. */
const NOT_AS_ASCII = /[\x0e\x0f\x1b\u0080-\uffff]/;

/** Whether every encoding writes a text as ASCII. */
export const isEncodedAsAscii = (text: string): boolean => !NOT_AS_ASCII.test(text);

/**
 * Percent-encodes a text after encoding it, as the URL Standard does for the queries of old pages and for forms
 * (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * As the standard requires, a reference for an unencodable character cannot be distinguished from the same characters in the
 * text. The output encoding is used, and bytes above 7F are always encoded.
 *
 * @param text any text that is not already encoded
 * @param encoding a value of `encoding(label)`; UTF-16 and replacement are written as UTF-8
 * @param set what to encode (default `rfc3986.component`)
 * @param options what to do with characters that the encoding lacks, and with lone surrogates
 * @returns the encoded text
 * @throws PercentEncodingError `unencodable` or `lone-surrogate`, with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoding, percentEncodeAfterEncoding } from "percodec/charset";
 * import { whatwg } from "percodec/sets";
 * percentEncodeAfterEncoding("1+1 ≡ 2%20‽", encoding("shift_jis"), whatwg.form) // → "1%2B1+%81%DF+2%2520%26%238253%3B"
 */
export function percentEncodeAfterEncoding(
  text: EncodableText,
  encoding: Encoding,
  set?: PercentEncodeSet,
  options?: EncodeAsOptions,
): EncodedText {
  requireText(text, "percentEncodeAfterEncoding", "percentEncodeBytes");
  requireEncoding(encoding, "the encoding of percentEncodeAfterEncoding");
  const table = toTable(set, "percentEncodeAfterEncoding");
  const resolved = resolveEncodeOptions(
    encoding,
    readOptions(options, ENCODE_AS_OPTIONS, "percentEncodeAfterEncoding"),
  );
  return encodeAfterEncoding(text, table, resolved);
}

/** The options of an encoding, checked and with their defaults. */
export interface ResolvedEncodeOptions {
  readonly output: Encoding;
  readonly throwsOnLoneSurrogate: boolean;
  readonly refusesUnencodable: boolean;
}

export function resolveEncodeOptions(
  encoding: Encoding,
  { loneSurrogate, unencodable }: ReadOptions<EncodeAsOptions>,
): ResolvedEncodeOptions {
  return {
    output: outputEncoding(encoding),
    throwsOnLoneSurrogate: throwsOnLoneSurrogate({ loneSurrogate }),
    refusesUnencodable: requireChoice(unencodable, ["reference", "throw"], "unencodable") === "throw",
  };
}

/** Percent-encodes a text with resolved options. */
export function encodeAfterEncoding(text: string, table: ByteTable, resolved: ResolvedEncodeOptions): EncodedText {
  const { name, legacy } = resolved.output;
  if (legacy === undefined || isEncodedAsAscii(text)) return encodeText(text, table, resolved.throwsOnLoneSurrogate);
  const lone = loneSurrogateIn(text);
  if (lone >= 0 && resolved.throwsOnLoneSurrogate) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
  const encoded = legacy.encoder()(toWellFormed(text), true);
  const { lacking } = encoded;
  if (resolved.refusesUnencodable && lacking.length > 0) throw unencodableError(text, lacking[1]!, name);
  const output = new Uint8Array(maxEncodedBytes(encoded));
  const written = writeEncoded(encoded, table, output, 0);
  const Decoder = written > TEXT_DECODER_MIN_BYTES ? platformGlobal("TextDecoder") : undefined;
  return Decoder ? new Decoder().decode(output.subarray(0, written)) : readUtf8(output, 0, written);
}

function maxEncodedBytes({ bytes, lacking }: Encoded): number {
  return bytes.length * 3 + (lacking.length / 2) * MAX_REFERENCE_BYTES;
}

/**
 * Percent-encodes the bytes of a text, with a reference for each missing code point, and returns the index after the output.
 *
 * @param hex the case of the digits
 */
export function writeEncoded(
  { bytes, lacking }: Encoded,
  table: ByteTable,
  output: Uint8Array,
  at: number,
  hex: "upper" | "lower" = "upper",
): number {
  const encoded = table.bytes.slice().fill(1, 0x80);
  let from = 0;
  let o = at;
  const encodeTo = (to: number): void => {
    const start = o;
    o += encodeScalar(bytes, from, to, output, o, encoded, table.spaceAsPlus).written;
    if (hex === "lower") lowerHex(bytes, from, to, output, start, encoded[0x25] === 1);
    from = to;
  };
  for (let k = 0; k < lacking.length; k += 2) {
    encodeTo(lacking[k]!);
    const start = o;
    o = writeReference(lacking[k + 1]!, output, o);
    if (hex === "lower") for (let i = start; i < o; i++) if (output[i]! > 0x40) output[i]! |= 0x20;
  }
  encodeTo(bytes.length);
  return o;
}

/** Writes `&#N;` percent-encoded and returns the index after it. */
function writeReference(code: number, output: Uint8Array, at: number): number {
  at = writeEscape(0x23, output, writeEscape(0x26, output, at));
  let power = 1;
  while (power * 10 <= code) power *= 10;
  for (; power >= 1; power /= 10) output[at++] = 0x30 + (Math.floor(code / power) % 10);
  return writeEscape(0x3b, output, at);
}

/** Returns the error for the first code point that an encoding lacks. Its first occurrence is the fault: encodability does not depend on position. */
function unencodableError(text: string, code: number, name: string): PercentEncodingError {
  // `code` is U+FFFD for a lone surrogate, and in ISO-2022-JP also for the three controls that would switch its state.
  const replaced = name === "ISO-2022-JP" ? /[\x0e\x0f\x1b\ufffd]|\p{Surrogate}/u : /\ufffd|\p{Surrogate}/u;
  const index = code === 0xfffd ? text.search(replaced) : text.indexOf(String.fromCodePoint(code));
  const found = codePointAt(text, index);
  const length = found > 0xffff ? 2 : 1;
  return new PercentEncodingError({
    operation: `encode as ${name}`,
    code: "unencodable",
    index,
    length,
    unit: "utf-16",
    excerpt: toExcerpt(String.fromCodePoint(found)),
    detail: undefined,
  });
}
