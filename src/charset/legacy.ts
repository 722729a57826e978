import { createMultibyteDecoder } from "@exodus/bytes/multi-byte.js";
import { createSinglebyteDecoder } from "@exodus/bytes/single-byte.js";
import type { LegacyCodec, Sequence, SequenceDecoder } from "./encoding.ts";
import { iso2022jpSequences } from "./iso-2022-jp.ts";
import { legacyEncoder } from "./legacy-encode.ts";

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
    encode: legacyEncoder(name),
    decode: strictly(createSinglebyteDecoder(label)),
    sequences: () => sequence,
  });
}

/** A multi-byte encoding by its name (https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings and on). */
export function multiByte(name: string): LegacyCodec {
  const label = name.toLowerCase();
  const replacing = createMultibyteDecoder(label, true);
  const sequences =
    name === "ISO-2022-JP"
      ? iso2022jpSequences((bytes) => something(replacing(bytes)))
      : startSequences(label, replacing);
  return Object.freeze({
    encode: legacyEncoder(name),
    decode: strictly(createMultibyteDecoder(label)),
    sequences,
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

/** How many sequences are remembered: more than an encoding of two bytes has, and 10 MB. */
const MAX_CACHED = 0x20000;

/** Decodes a stateless encoding one sequence at a time, by a decoder that says after which byte something comes out. */
function startSequences(label: string, feed: (bytes: Uint8Array, more?: boolean) => string): LegacyCodec["sequences"] {
  /** What was decoded already, by the bytes as a number: each is asked once. */
  const known = new Map<number, Sequence | "more">();
  const ask = (bytes: Uint8Array, from: number, end: number): Sequence | "more" => {
    const sequence = bytes.subarray(from, end);
    const text = feed(sequence, true);
    if (text === "") {
      feed(NO_BYTES);
      return "more";
    }
    const good = !text.includes(NOTHING) || isReplacement(sequence);
    if (!good) feed(NO_BYTES);
    return good ? { length: sequence.length, text } : nothing(faultLength(label, sequence));
  };
  const sequence: SequenceDecoder = (bytes, from, to) => {
    // No sequence begins with 0 but that of one byte.
    for (let i = from, key = 0; i < to; i++) {
      key = key * 0x100 + bytes[i]!;
      let found = known.get(key);
      if (found === undefined) {
        if (known.size >= MAX_CACHED) known.clear();
        known.set(key, (found = ask(bytes, from, i + 1)));
      }
      if (found !== "more") return found;
    }
    return nothing(to - from);
  };
  return () => sequence;
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
