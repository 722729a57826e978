import { createMultibyteDecoder } from "@exodus/bytes/multi-byte.js";
import { createSinglebyteDecoder } from "@exodus/bytes/single-byte.js";
import { percentEncodeAfterEncoding } from "@exodus/bytes/whatwg.js";
import { percentDecodeBytes } from "../codec/decode.ts";
import { BYTES_PER_UNIT, writeUtf8 } from "../codec/utf8.ts";
import type { LegacyCodec, Sequence, SequenceDecoder } from "./encoding.ts";
import { iso2022jpSequences } from "./iso-2022-jp.ts";

/** U+FFFD: what the standard's decoders give for bytes that stand for nothing. */
const NOTHING = "\ufffd";

/** The one sequence that is U+FFFD itself: pointer 39417 of https://encoding.spec.whatwg.org/#index-gb18030-ranges. */
const GB18030_REPLACEMENT = "84,31,a4,37";

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

/** A single-byte encoding by its name (https://encoding.spec.whatwg.org/#legacy-single-byte-encodings). */
export function singleByte(name: string): LegacyCodec {
  const label = name.toLowerCase();
  const replacing = createSinglebyteDecoder(label, true);
  let characters: readonly (string | undefined)[] | undefined;
  const sequence: SequenceDecoder = (bytes, from) => {
    characters ??= Array.from({ length: 256 }, (_, byte) => something(replacing(Uint8Array.of(byte))));
    return { length: 1, text: characters[bytes[from]!] };
  };
  return Object.freeze({
    encode: encoderOf(name),
    decode: strictly(createSinglebyteDecoder(label)),
    sequences: () => sequence,
  });
}

/** A multi-byte encoding by its name (https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings and on). */
export function multiByte(name: string): LegacyCodec {
  const label = name.toLowerCase();
  return Object.freeze({
    encode: encoderOf(name),
    decode: strictly(createMultibyteDecoder(label)),
    sequences: () => {
      const replacing = createMultibyteDecoder(label, true);
      if (name !== "ISO-2022-JP") return sequencesOf(label, replacing);
      return iso2022jpSequences((bytes) => something(replacing(bytes)));
    },
  });
}

/** Turns what has U+FFFD in it into undefined. */
function something(text: string): string | undefined {
  return text.includes(NOTHING) ? undefined : text;
}

/** Turns the error of a fatal decoder into undefined. */
function strictly(decode: (bytes: Uint8Array) => string): LegacyCodec["decode"] {
  return (bytes) => {
    try {
      return decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}

/**
 * Encodes by percent-encode after encoding with a set that holds `%` and no `&`: then `%26%23…%3B` can only be a code
 * point that the encoding lacks, and every other `%` is the escape of a byte.
 */
function encoderOf(name: string): LegacyCodec["encode"] {
  return (text) =>
    percentEncodeAfterEncoding(name, text, "%")
      .split(/%26%23(\d+)%3B/)
      .flatMap((part, k) => (k % 2 === 1 ? Number(part) : part === "" ? [] : bytesOf(part)));
}

function bytesOf(encoded: string): Uint8Array {
  const ascii = new Uint8Array(encoded.length * BYTES_PER_UNIT);
  return percentDecodeBytes(ascii.subarray(0, writeUtf8(encoded, 0, encoded.length, ascii, 0)));
}

/** Decodes a stateless encoding one sequence at a time, by a decoder that says after which byte something comes out. */
function sequencesOf(label: string, feed: (bytes: Uint8Array, more?: boolean) => string): SequenceDecoder {
  /** What a byte stands for that decides alone, ASCII above all: each is asked once. */
  const alone: (Sequence | undefined)[] = [];
  return (bytes, from, to) => {
    const known = alone[bytes[from]!];
    if (known !== undefined) return known;
    for (let i = from; i < to; i++) {
      const text = feed(bytes.subarray(i, i + 1), true);
      if (text === "") continue;
      const sequence = bytes.subarray(from, i + 1);
      const good = !text.includes(NOTHING) || isReplacement(sequence);
      if (!good) feed(NO_BYTES);
      const found = good ? { length: sequence.length, text } : nothing(faultLength(label, sequence));
      if (i === from) alone[bytes[from]!] = found;
      return found;
    }
    feed(NO_BYTES);
    return nothing(to - from);
  };
}

/** Whether gb18030 spells U+FFFD here; no other encoding gives a result behind four bytes. */
function isReplacement(sequence: Uint8Array): boolean {
  return sequence.length === 4 && Array.from(sequence, (byte) => byte.toString(16)).join() === GB18030_REPLACEMENT;
}

function nothing(length: number): Sequence {
  return { length, text: undefined };
}

/**
 * How many bytes of a sequence, whose last byte showed that it stands for nothing, are the fault: the decoders of the
 * standard put an ASCII byte back, and gb18030 puts back all but the first of four where the second is a digit.
 */
function faultLength(label: string, sequence: Uint8Array): number {
  const { length } = sequence;
  const last = sequence[length - 1]!;
  if (length === 1) return 1;
  if (label.startsWith("gb") && length > 2) return length === 4 && isDigit(last) ? 4 : 1;
  return last < 0x80 ? length - 1 : length;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
