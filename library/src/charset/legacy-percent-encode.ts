import { toExcerpt } from "../base/excerpt.ts";
import { lowerHex, PERCENT, writeEscape } from "../base/escape.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { platformGlobal } from "../base/platform.ts";
import { codePointAt, loneSurrogateIn, readUtf8, toWellFormed } from "../base/utf8.ts";
import { loneSurrogateError } from "../codec/encode.ts";
import { encodeScalar } from "../kernel/scalar.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { Encoded, TextPartEncoder } from "../codec/encoding.ts";

/** The length of `%26%231114109%3B`. */
const MAX_REFERENCE_BYTES = 16;

/** From this many bytes on, creating a TextDecoder pays off. */
const TEXT_DECODER_MIN_BYTES = 0x400;

/**
 * Percent-encodes a text after encoding it in a legacy encoding.
 *
 * @param name the name of the encoding, for errors
 * @param encode the encoder, at the start of a queue
 */
export function encodeLegacy(
  text: string,
  table: ByteTable,
  strict: boolean,
  unencodable: "reference" | "throw",
  name: string,
  encode: TextPartEncoder,
): string {
  const lone = loneSurrogateIn(text);
  if (lone >= 0 && strict) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
  const encoded = encode(toWellFormed(text), true);
  const { lacking } = encoded;
  if (unencodable === "throw" && lacking.length > 0) throw unencodableError(text, lacking[1]!, name);
  const output = new Uint8Array(encoded.bytes.length * 3 + (lacking.length / 2) * MAX_REFERENCE_BYTES);
  const written = writeEncoded(encoded, table, output, 0);
  const Decoder = written > TEXT_DECODER_MIN_BYTES ? platformGlobal("TextDecoder") : undefined;
  return Decoder ? new Decoder().decode(output.subarray(0, written)) : readUtf8(output, 0, written);
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
    if (hex === "lower") lowerHex(bytes, from, to, output, start, encoded[PERCENT] === 1);
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
  for (const digit of String(code)) output[at++] = digit.charCodeAt(0);
  return writeEscape(0x3b, output, at);
}

/** Returns the error for the first code point that an encoding lacks. Its first occurrence is the fault: encodability does not depend on position. */
function unencodableError(text: string, code: number, name: string): PercentEncodingError {
  // `code` is U+FFFD for a lone surrogate, and in ISO-2022-JP also for the three controls that would switch its state.
  const replaced = name === "ISO-2022-JP" ? /[\x0e\x0f\x1b\ufffd]|\p{Surrogate}/u : /\ufffd|\p{Surrogate}/u;
  const index = code === 0xfffd ? text.search(replaced) : text.indexOf(String.fromCodePoint(code));
  const found = String.fromCodePoint(codePointAt(text, index));
  const place = { index, length: found.length, unit: "utf-16", excerpt: toExcerpt(found) } as const;
  return new PercentEncodingError({ ...place, operation: `encode as ${name}`, code: "unencodable" });
}
