import { PercentDecoder, PercentEncoder, type DecoderOptions, type Policy } from "percodec";
import type { PercentEncodeSet } from "percodec/sets";
import { ScratchBuffer } from "./scratch-buffer.ts";
import type { Result, Slice } from "./result.ts";
import { Utf8Check } from "./utf8.ts";

/** Processes the field of a record, and sets the result. */
export type Operation = (field: Slice, result: Result) => void;

/** The minimum target length of a codec. */
const MIN_TARGET_BYTES = 64;
/** The most bytes that one byte becomes. */
const GROWTH = 3;

const PERCENT = 0x25;
const PLUS = 0x2b;

/** @param scratch the buffer for decoded bytes */
export function decodeOperation(options: DecoderOptions, scratch: ScratchBuffer): Operation {
  const decoder = new PercentDecoder(options);
  const accepts = options.accept !== undefined;
  // A replaced byte, and a raw byte that is kept, becomes three bytes; otherwise the output is not longer than the input.
  const grows = options.malformed === "replace" || ["keep", "replace"].includes(options.invalidUtf8 ?? "");
  const growth = grows ? GROWTH : 1;
  const plus = options.plus === "space" ? PLUS : PERCENT;
  // The bytes of all earlier records, which the indexes of the decoder count too.
  let before = 0;
  return ({ bytes, from, to }, result) => {
    if (!accepts) {
      let first = from;
      while (first < to && bytes[first] !== PERCENT && bytes[first] !== plus && bytes[first]! < 0x80) first++;
      if (first === to) return result.good(bytes, from, to);
    }
    const target = scratch.reserve((to - from) * growth + MIN_TARGET_BYTES);
    const start = before;
    try {
      // The decoder stops before a fault; the next call throws.
      for (let i = from, length = 0; ;) {
        const { read, written } = decoder.decodeInto(bytes, target, { from: i, to });
        before += read;
        i += read;
        length += written;
        if (i === to) return result.good(target, 0, length);
      }
    } catch (error) {
      result.fail(error, ({ index }) => index - start);
    }
  };
}

/** @param scratch the buffer for encoded bytes */
export function encodeOperation(set: PercentEncodeSet, invalidUtf8: Policy, scratch: ScratchBuffer): Operation {
  const encoder = new PercentEncoder(set);
  // With `keep`, invalid bytes are encoded byte by byte, so no check is needed.
  const check = invalidUtf8 === "keep" ? undefined : new Utf8Check(invalidUtf8, new ScratchBuffer());
  return (field, result) => {
    if (check && !check.apply(field, result)) return;
    const { bytes, from, to } = field;
    const target = scratch.reserve((to - from) * GROWTH + MIN_TARGET_BYTES);
    const { written } = encoder.encodeInto(bytes, target, { from, to });
    result.good(target, 0, written);
  };
}

/** Returns a field, which is UTF-8, as text. */
export function readText({ bytes, from, to }: Slice): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
}

/** Sets a text as the value. */
export function setText(text: string, result: Result): void {
  const { bytes, from, to } = toSlice(text);
  result.good(bytes, from, to);
}

/** Returns the UTF-8 of a text. */
export function toSlice(text: string): Slice {
  const bytes = Buffer.from(text);
  return { bytes, from: 0, to: bytes.length };
}
