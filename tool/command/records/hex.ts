import { HEX_VALUE } from "../../shared/text.ts";

const DIGITS = Buffer.from("0123456789ABCDEF");

/** Reads pairs of hex digits, and returns the index of the first byte that is not part of a pair, or `to`. */
export function readHex(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
  let at = 0;
  let i = from;
  for (; i + 1 < to; i += 2) {
    const high = HEX_VALUE[bytes[i]!]!;
    const low = HEX_VALUE[bytes[i + 1]!]!;
    if (high < 0) return i;
    if (low < 0) return i + 1;
    target[at++] = (high << 4) | low;
  }
  return i;
}

/** Writes two digits per byte, as hex() of SQL does, and returns the index after them. */
export function writeHex(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  for (let i = from; i < to; i++) {
    target[at++] = DIGITS[bytes[i]! >> 4]!;
    target[at++] = DIGITS[bytes[i]! & 15]!;
  }
  return at;
}
