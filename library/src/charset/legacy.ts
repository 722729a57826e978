import { createMultibyteDecoder } from "@exodus/bytes/multi-byte.js";
import { createSinglebyteDecoder } from "@exodus/bytes/single-byte.js";
import { decodeBytesAsText, decodeText } from "../codec/decode.ts";
import { encodeText, loneSurrogateError } from "../codec/encode.ts";
import type { Encoded, LegacyCodec, Sequence, SequenceDecoder, TextPartEncoder } from "../codec/encoding.ts";
import { canSkipScalar } from "../codec/decoder.ts";
import { decodeScalar } from "../kernel/scalar.ts";
import { type ByteTable, toByteTable } from "../sets/byte-table.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { platformGlobal } from "../base/platform.ts";
import {
  codePointAt,
  isHighSurrogate,
  isLowSurrogate,
  joinSurrogates,
  loneSurrogateIn,
  readUtf8,
  toWellFormed,
} from "../base/utf8.ts";
import { LegacyDecoder } from "./decoder.ts";
import { isEncodedAsAscii } from "./encoding.ts";
import { iso2022jpSequences } from "./iso-2022-jp.ts";
import { legacyEncoder, writeEncoded } from "./legacy-encode.ts";

/** U+FFFD, which the standard's decoders return for invalid bytes. */
const REPLACEMENT = "\ufffd";

/** The only sequence that encodes U+FFFD: pointer 39417 of https://encoding.spec.whatwg.org/#index-gb18030-ranges. */
const GB18030_REPLACEMENT = "84,31,a4,37";

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

/** Returns a single-byte encoding by its name (https://encoding.spec.whatwg.org/#legacy-single-byte-encodings). */
export function singleByte(name: string): LegacyCodec {
  const label = name.toLowerCase();
  const replacing = createSinglebyteDecoder(label, true);
  let characters: readonly (string | undefined)[] | undefined;
  const sequence: SequenceDecoder = (bytes, from) => {
    characters ??= Array.from({ length: 256 }, (_, byte) => rejectReplacement(replacing(Uint8Array.of(byte))));
    return { length: 1, text: characters[bytes[from]!] };
  };
  return toCodec(name, catchFatal(createSinglebyteDecoder(label)), () => sequence);
}

/** Returns a multi-byte encoding by its name (https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings and on). */
export function multiByte(name: string): LegacyCodec {
  const label = name.toLowerCase();
  const replacing = createMultibyteDecoder(label, true);
  const sequences =
    name === "ISO-2022-JP"
      ? iso2022jpSequences((bytes) => rejectReplacement(replacing(bytes)))
      : makeSequences(label, replacing);
  return toCodec(name, catchFatal(createMultibyteDecoder(label)), sequences);
}

const EVERY_BYTE = /* @__PURE__ */ toByteTable(/* @__PURE__ */ new Uint8Array(256).fill(1));

/** Returns `replacement`, which no text is in. */
export function replacement(name: string): LegacyCodec {
  const refuse = (): never => {
    throw new TypeError(`no text is in the encoding ${name}: pass outputEncoding(encoding)`);
  };
  return Object.freeze<LegacyCodec>({
    table: EVERY_BYTE,
    encoder: refuse,
    has: refuse,
    decode: refuse,
    sequences: refuse,
    decoder: refuse,
    percentDecode: refuse,
    percentEncode: refuse,
  });
}

/** Returns UTF-16 by its name (https://encoding.spec.whatwg.org/#utf-16be, https://encoding.spec.whatwg.org/#utf-16le). */
export function utf16(name: string): LegacyCodec {
  const [high, low] = name === "UTF-16BE" ? [0, 1] : [1, 0];
  const unitAt = (bytes: Uint8Array, at: number): number => (bytes[at + high]! << 8) | bytes[at + low]!;
  // https://encoding.spec.whatwg.org/#shared-utf-16-decoder: a surrogate without its other half at the end, and a byte after it, are one fault.
  const sequence: SequenceDecoder = (bytes, from, to) => {
    if (from + 2 > to) return invalid(1);
    const unit = unitAt(bytes, from);
    if ((unit & 0xf800) !== 0xd800) return { length: 2, text: String.fromCharCode(unit) };
    if (isHighSurrogate(unit) && from + 4 > to) return invalid(to - from);
    const next = isHighSurrogate(unit) ? unitAt(bytes, from + 2) : 0;
    if (!isLowSurrogate(next)) return invalid(2);
    return { length: 4, text: String.fromCodePoint(joinSurrogates(unit, next)) };
  };
  const decode: LegacyCodec["decode"] = (bytes) => {
    let text = "";
    for (let at = 0; at < bytes.length;) {
      const part = sequence(bytes, at, bytes.length);
      if (part.text === undefined) return undefined;
      text += part.text;
      at += part.length;
    }
    return text;
  };
  const encode: TextPartEncoder = (text) => {
    const bytes = new Uint8Array(2 * text.length);
    for (let i = 0; i < text.length; i++) {
      bytes[2 * i + high] = text.charCodeAt(i) >> 8;
      bytes[2 * i + low] = text.charCodeAt(i);
    }
    return { bytes, lacking: [] };
  };
  return toCodec(name, decode, () => sequence, { encoder: () => encode, has: () => true }, EVERY_BYTE);
}

function toCodec(
  name: string,
  decode: LegacyCodec["decode"],
  sequences: LegacyCodec["sequences"],
  { encoder, has }: Pick<LegacyCodec, "encoder" | "has"> = legacyEncoder(name),
  own?: ByteTable,
): LegacyCodec {
  return Object.freeze<LegacyCodec>({
    table: own,
    encoder,
    has,
    decode,
    sequences,
    decoder: (options) => new LegacyDecoder(options, sequences()),
    percentDecode: (source, from, to, options, onIssue, offset = 0) => {
      const clean = canSkipScalar(options) ? decodeClean(source, from, to, decode, options.plusAsSpace) : undefined;
      if (clean !== undefined) return clean;
      const decoder = new LegacyDecoder(options, sequences());
      if (typeof source === "string") return decodeText(source, from, to, decoder, onIssue);
      return decodeBytesAsText(source, from, to, decoder, offset, onIssue);
    },
    percentEncode: (text, table, strict, unencodable) => {
      if (own === undefined && isEncodedAsAscii(text)) return encodeText(text, table, strict);
      const lone = loneSurrogateIn(text);
      if (lone >= 0 && strict) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
      const encoded = encoder()(toWellFormed(text), true);
      const [, missing] = encoded.lacking;
      if (unencodable === "throw" && missing !== undefined) throw unencodableError(text, missing, name);
      return percentEncodeBytes(encoded, own ?? table);
    },
  });
}

/** Decodes a source in one call; returns undefined unless it consists of valid bytes, raw or as escapes. */
function decodeClean(
  source: string | Uint8Array,
  from: number,
  to: number,
  decode: LegacyCodec["decode"],
  plusAsSpace: boolean,
): string | undefined {
  const bytes = new Uint8Array(to - from);
  for (let i = from; i < to; i++) {
    const byte = typeof source === "string" ? source.charCodeAt(i) : source[i]!;
    if (byte > 0x7f && typeof source === "string") return undefined;
    bytes[i - from] = byte;
  }
  const { read, written } = decodeScalar(bytes, 0, bytes.length, bytes, 0, plusAsSpace);
  return read === bytes.length ? decode(bytes.subarray(0, written)) : undefined;
}

/** The length of `%26%231114109%3B`. */
const MAX_REFERENCE_BYTES = 16;

/** From this many bytes on, creating a TextDecoder pays off. */
const TEXT_DECODER_MIN_BYTES = 0x400;

function percentEncodeBytes(encoded: Encoded, table: ByteTable): string {
  const output = new Uint8Array(encoded.bytes.length * 3 + (encoded.lacking.length / 2) * MAX_REFERENCE_BYTES);
  const written = writeEncoded(encoded, table, output, 0);
  const Decoder = written > TEXT_DECODER_MIN_BYTES ? platformGlobal("TextDecoder") : undefined;
  return Decoder ? new Decoder().decode(output.subarray(0, written)) : readUtf8(output, 0, written);
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

function rejectReplacement(text: string): string | undefined {
  return text.includes(REPLACEMENT) ? undefined : text;
}

/** Makes a fatal decoder return undefined instead of throwing. */
function catchFatal(decode: (bytes: Uint8Array) => string): LegacyCodec["decode"] {
  return (bytes) => {
    try {
      return decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}

/** The most cached sequences, which take 10 MB: more than an encoding of two bytes has. */
const MAX_CACHED = 0x20000;

/** Decodes a stateless encoding one sequence at a time: the decoder is fed byte by byte until it returns text. */
function makeSequences(label: string, feed: (bytes: Uint8Array, more?: boolean) => string): LegacyCodec["sequences"] {
  /** The decoded sequences, by their bytes as a number. */
  const cache = new Map<number, Sequence | "more">();
  const decodeBytes = (bytes: Uint8Array, from: number, end: number): Sequence | "more" => {
    const sequence = bytes.subarray(from, end);
    const text = feed(sequence, true);
    if (text === "") {
      feed(NO_BYTES);
      return "more";
    }
    const isValid = !text.includes(REPLACEMENT) || isReplacement(sequence);
    if (!isValid) feed(NO_BYTES);
    return isValid ? { length: sequence.length, text } : invalid(faultLength(label, sequence));
  };
  const sequence: SequenceDecoder = (bytes, from, to) => {
    // Only the sequence of the single byte 0 begins with 0, so the keys are unique.
    for (let i = from, key = 0; i < to; i++) {
      key = key * 0x100 + bytes[i]!;
      let found = cache.get(key);
      if (found === undefined) {
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(key, (found = decodeBytes(bytes, from, i + 1)));
      }
      if (found !== "more") return found;
    }
    return invalid(to - from);
  };
  return () => sequence;
}

/** Whether a sequence is U+FFFD in gb18030, the only encoding with sequences of four bytes. */
function isReplacement(sequence: Uint8Array): boolean {
  return sequence.length === 4 && Array.from(sequence, (byte) => byte.toString(16)).join() === GB18030_REPLACEMENT;
}

function invalid(length: number): Sequence {
  return { length, text: undefined };
}

/**
 * Returns how many bytes of an invalid sequence are the fault. The standard's decoders restore a last byte in ASCII to the
 * queue. In gb18030, with a digit as second byte, they restore all bytes but the first.
 */
function faultLength(label: string, sequence: Uint8Array): number {
  const { length } = sequence;
  const last = sequence[length - 1]!;
  if (length === 1) return 1;
  if (label.startsWith("gb") && length > 2) return length === 4 && last >= 0x30 && last <= 0x39 ? 4 : 1;
  return last < 0x80 ? length - 1 : length;
}
