import { isUtf8 } from "node:buffer";
import { PercentDecoder, type Policy } from "../../src/index.ts";
import type { ScratchBuffer } from "./scratch-buffer.ts";
import type { Result, Slice } from "./result.ts";

const PERCENT = 0x25;
/** The least that a decoder takes as its target. */
const LEAST_TARGET = 64;

/** Whether a stretch is UTF-8; one that is ASCII is not handed on. */
export function isText(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && bytes[i]! < 0x80) i++;
  return i === to || isUtf8(bytes.subarray(i, to));
}

/**
 * Holds raw bytes to UTF-8 by the policy that decoding has for them: they are a fault, or stay as their escapes, or go, or
 * become U+FFFD.
 */
export class Utf8Check {
  readonly #policy: Policy;
  readonly #area: ScratchBuffer;

  constructor(policy: Policy, area: ScratchBuffer) {
    this.#policy = policy;
    this.#area = area;
  }

  /** Puts a stretch that is UTF-8 in the place of this one, or gives the fault as the result and false. */
  apply(slice: Slice, result: Result): boolean {
    const { bytes, from, to } = slice;
    if (isText(bytes, from, to)) return true;
    const target = this.#area.reserve((to - from) * 3 + LEAST_TARGET);
    let at = 0;
    for (let i = from; i < to;) {
      if (bytes[i] === PERCENT) {
        target[at++] = PERCENT;
        i++;
        continue;
      }
      // Between two percent signs there is nothing to decode: the decoder only checks. No character reaches over one.
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
