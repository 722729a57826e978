import { PERCENT, PLUS } from "../../shared/text.ts";
import {
  type DecodeIssue,
  type DecoderOptions,
  type EncoderOptions,
  PercentDecoder,
  PercentEncoder,
  PercentEncodingError,
  type PercentEncodingErrorCode,
  type Policy,
  type Step,
} from "percodec";
import type { Encoding } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import type { watchWebLabel } from "../run/load-encoding.ts";
import { ScratchBuffer } from "./byte-writer.ts";
import { toStatus } from "../../../engines/record.mjs";
import type { Result, Slice, SliceHolder } from "./result.ts";
import { isUtf8 } from "node:buffer";

/** Processes the field of a record, and sets the result. */
export type Operation = (field: SliceHolder, result: Result) => void;

/** The minimum target length of a codec. */
const MIN_TARGET_BYTES = 64;
/** The most bytes that one byte becomes. */
const GROWTH = 3;

/**
 * Returns the operation that decodes. A listener finds the first fault that is refused: throwing an error for each bad record would take
 * three times as long, though a long record is now decoded to its end. Only `accept` throws.
 *
 * @param scratch the buffer for decoded bytes
 */
export function decodeOperation(options: DecoderOptions, scratch: ScratchBuffer): Operation {
  const { malformed = "throw", invalidUtf8, accept } = options;
  const toListened = <Given>(policy: Given) => (policy === "throw" ? "drop" : policy);
  const refused: DecodeIssue[] = [];
  const decoder = new PercentDecoder({
    ...options,
    malformed: toListened(malformed),
    invalidUtf8: toListened(invalidUtf8),
    onIssue(issue) {
      const policy = issue.code.endsWith("escape") ? malformed : invalidUtf8;
      if (policy === "throw" && refused.length === 0) refused.push(issue);
    },
  });
  // A replaced byte, and a raw byte that is kept, becomes three bytes; otherwise the output is not longer than the input.
  const grows = malformed === "replace" || ["keep", "replace"].includes(invalidUtf8 ?? "");
  const growth = grows ? GROWTH : 1;
  const plus = options.plus === "space" ? PLUS : PERCENT;
  // The bytes that were decoded so far, which the indexes of the decoder count too.
  let before = 0;
  return ({ bytes, from, to }, result) => {
    if (accept === undefined) {
      let first = from;
      while (first < to && bytes[first] !== PERCENT && bytes[first] !== plus && bytes[first]! < 0x80) first++;
      if (first === to) return result.good(bytes, from, to);
    }
    const target = scratch.reserve((to - from) * growth + MIN_TARGET_BYTES);
    const start = before;
    refused.length = 0;
    let length = 0;
    try {
      // The decoder stops before a character that is refused; the next call throws.
      for (let i = from; i < to;) {
        const { read, written } = decoder.decodeInto(bytes, target, { from: i, to });
        before += read;
        i += read;
        length += written;
      }
    } catch (error) {
      if (refused.length === 0 || !(error instanceof PercentEncodingError))
        return result.fail(error, ({ index }) => index - start);
    }
    const [fault] = refused;
    if (fault === undefined) return result.good(target, 0, length);
    return result.none(toStatus(fault.code as PercentEncodingErrorCode), fault.code, fault.index - start);
  };
}

/** @param scratch the buffer for encoded bytes */
export function encodeOperation(encoder: PercentEncoder, invalidUtf8: Policy, scratch: ScratchBuffer): Operation {
  // With `keep`, invalid bytes are encoded byte by byte, so no check is needed.
  const check = invalidUtf8 === "keep" ? undefined : checkUtf8(invalidUtf8);
  return (field, result) => {
    if (check && !check(field, result)) return;
    const { bytes, from, to } = field;
    const target = scratch.reserve((to - from) * GROWTH + MIN_TARGET_BYTES);
    const { written } = encoder.encodeInto(bytes, target, { from, to });
    result.good(target, 0, written);
  };
}

type Watch = ReturnType<typeof watchWebLabel>;

/** Decodes escapes of another encoding; the raw characters of a field are UTF-8, as those of a TEXT. */
export function decodeAsOperation(encoding: Encoding, options: DecoderOptions, watch: Watch): Operation {
  return chunkOperation(() => {
    const decoder = new PercentDecoder({ ...options, encoding, raw: "utf-8" });
    return watch((...chunk) => decoder.decodeInto(...chunk), false);
  });
}

/** Encodes a field, which is UTF-8, as escapes of another encoding. */
export function encodeAsOperation(
  encoding: Encoding,
  set: PercentEncodeSet,
  options: EncoderOptions,
  watch: Watch,
): Operation {
  return chunkOperation(() => {
    const encoder = new PercentEncoder(set, { ...options, encoding });
    return watch((...chunk) => encoder.encodeInto(...chunk), false);
  });
}

/** The least length of a target of an encoding. */
const CHUNK_TARGET_BYTES = 0x2000;

/** Runs a step over each field. Each field is a text of its own, so the state of an encoding ends with it. */
function chunkOperation(start: () => Step): Operation {
  const scratch = new ScratchBuffer();
  // Wrong options are an error before the first record.
  start();
  return ({ bytes, from, to }, result) => {
    const step = start();
    let target = scratch.reserve(to - from + CHUNK_TARGET_BYTES);
    let at = from;
    let length = 0;
    try {
      // The step stops before a fault; the next call throws. An empty field has one call without bytes.
      for (let isFirst = true; isFirst || at < to; isFirst = false) {
        if (target.length - length < CHUNK_TARGET_BYTES) target = scratch.extend(length);
        const { read, written } = step(bytes, target.subarray(length), { from: at, to });
        at += read;
        length += written;
      }
      result.good(target, 0, length);
    } catch (error) {
      result.fail(error, ({ index }) => index);
    }
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

/** Whether a range is UTF-8; a range of ASCII is checked without a call of `isUtf8`. */
export function isText(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && bytes[i]! < 0x80) i++;
  return i === to || isUtf8(bytes.subarray(i, to));
}

/**
 * Returns a function that applies the policy of decoding to raw bytes that are not UTF-8: they are a fault, become escapes, are dropped,
 * or become U+FFFD. It replaces the slice by one that is UTF-8; or it sets the fault as the result, and returns false.
 */
export function checkUtf8(policy: Policy): (slice: SliceHolder, result: Result) => boolean {
  const scratch = new ScratchBuffer();
  return (slice, result) => {
    const { bytes, from, to } = slice;
    if (isText(bytes, from, to)) return true;
    const target = scratch.reserve((to - from) * 3 + MIN_TARGET_BYTES);
    let at = 0;
    for (let i = from; i < to;) {
      if (bytes[i] === PERCENT) {
        target[at++] = PERCENT;
        i++;
        continue;
      }
      // Between two percent signs the decoder only checks UTF-8. No character crosses a percent sign.
      let end = i;
      while (end < to && bytes[end] !== PERCENT) end++;
      const decoder = new PercentDecoder({ invalidUtf8: policy });
      for (const start = i; i < end;) {
        try {
          const { read, written } = decoder.decodeInto(bytes, target.subarray(at), { from: i, to: end });
          i += read;
          at += written;
        } catch (error) {
          result.fail(error, ({ index }) => start - from + index);
          return false;
        }
      }
    }
    slice.set(target, 0, at);
    return true;
  };
}
