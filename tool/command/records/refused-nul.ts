import { HEX_VALUE } from "../../shared/text.ts";
import type { Result, Slice } from "./result.ts";

const PERCENT = 0x25;

/** Whether a value of the result contains NUL. */
export function hasNul(result: Result): boolean {
  if (result.hasValue && containsNul(result)) return true;
  return result.others.some((other) => other !== undefined && containsNul(other));
}

function containsNul({ bytes, from, to }: Slice): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 0) return true;
  return false;
}

/** Returns the offset in a field of the first NUL, raw or written `%00`. No other escape can contain `%00`. */
export function findDecodedNul({ bytes, from, to }: Slice): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] === 0) return i - from;
    const isEscape = bytes[i] === PERCENT && i + 2 < to;
    if (isEscape && [1, 2].every((k) => HEX_VALUE[bytes[i + k]!] === 0)) return i - from;
  }
  return -1;
}
