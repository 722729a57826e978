import { isUtf8 } from "node:buffer";
import { PercentDecoder, type Policy } from "percodec";
import type { ScratchBuffer } from "./scratch-buffer.ts";
import type { Result, Slice } from "./result.ts";

const PERCENT = 0x25;
/** The minimum target length of a decoder. */
const MIN_TARGET_BYTES = 64;

/** Whether a range is UTF-8; a range of ASCII is checked without a call of `isUtf8`. */
export function isText(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && bytes[i]! < 0x80) i++;
  return i === to || isUtf8(bytes.subarray(i, to));
}

/**
 * Applies the policy of decoding to raw bytes that are not UTF-8: they are a fault, become escapes, are dropped, or become
 * U+FFFD.
 */
export class Utf8Check {
  readonly #policy: Policy;
  readonly #scratch: ScratchBuffer;

  constructor(policy: Policy, scratch: ScratchBuffer) {
    this.#policy = policy;
    this.#scratch = scratch;
  }

  /** Replaces the slice by one that is UTF-8; or sets the fault as the result, and returns false. */
  apply(slice: Slice, result: Result): boolean {
    const { bytes, from, to } = slice;
    if (isText(bytes, from, to)) return true;
    const target = this.#scratch.reserve((to - from) * 3 + MIN_TARGET_BYTES);
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
      const decoder = new PercentDecoder({ invalidUtf8: this.#policy });
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
    slice.bytes = target;
    slice.from = 0;
    slice.to = at;
    return true;
  }
}
