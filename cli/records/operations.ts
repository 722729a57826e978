import { PercentDecoder, PercentEncoder, type DecoderOptions, type Policy } from "../../src/index.ts";
import type { PercentEncodeSet } from "../../src/sets/index.ts";
import { ScratchBuffer } from "./scratch-buffer.ts";
import type { Result, Slice } from "./result.ts";
import { Utf8Check } from "./utf8.ts";

/** What is done with the field of each record. */
export type Operation = (field: Slice, result: Result) => void;

/** The least that a codec takes as its target, and how much one byte may become. */
const LEAST_TARGET = 64;
const GROWTH = 3;

const PERCENT = 0x25;
const PLUS = 0x2b;

/** @param area where the decoded bytes go */
export function decodeOperation(options: DecoderOptions, area: ScratchBuffer): Operation {
  const decoder = new PercentDecoder(options);
  // What is replaced, or kept of raw bytes, takes three for one; else nothing grows.
  const grows = options.malformed === "replace" || ["keep", "replace"].includes(options.invalidUtf8 ?? "");
  const growth = grows ? GROWTH : 1;
  const plus = options.plus === "space" ? PLUS : PERCENT;
  // The decoder counts over all records.
  let before = 0;
  return ({ bytes, from, to }, result) => {
    let first = from;
    while (first < to && bytes[first] !== PERCENT && bytes[first] !== plus && bytes[first]! < 0x80) first++;
    if (first === to) return result.good(bytes, from, to);
    const target = area.reserve((to - from) * growth + LEAST_TARGET);
    const start = before;
    try {
      // Before a fault it stops, and the call that begins there says what it is.
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

/** @param area where the encoded bytes go */
export function encodeOperation(set: PercentEncodeSet, invalidUtf8: Policy, area: ScratchBuffer): Operation {
  const encoder = new PercentEncoder(set);
  // What is kept is encoded byte by byte, so nothing has to be checked then.
  const check = invalidUtf8 === "keep" ? undefined : new Utf8Check(invalidUtf8, new ScratchBuffer());
  return (field, result) => {
    if (check && !check.apply(field, result)) return;
    const { bytes, from, to } = field;
    const target = area.reserve((to - from) * GROWTH + LEAST_TARGET);
    const { written } = encoder.encodeInto(bytes, target, { from, to });
    result.good(target, 0, written);
  };
}

/** Gives a text as the value. */
export function giveText(text: string, result: Result): void {
  const bytes = Buffer.from(text);
  result.good(bytes, 0, bytes.length);
}
