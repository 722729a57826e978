const DIGITS = Buffer.from("0123456789ABCDEF");

/** The value of a hex digit, or -1. */
export const HEX_VALUE = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return value >= 0 ? value : -1;
});

/** Reads pairs of hex digits, and gives the index of the first byte that belongs to none, or `to`. */
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

/** Writes two digits a byte, as SQL's hex() does, and gives the index behind them. */
export function writeHex(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  for (let i = from; i < to; i++) {
    target[at++] = DIGITS[bytes[i]! >> 4]!;
    target[at++] = DIGITS[bytes[i]! & 15]!;
  }
  return at;
}
