import { HEX_VALUE, PERCENT, PLUS, writeEscape } from "../base/escape.ts";
import type { Kernel } from "./types.ts";

// The operations of a kernel on bytes in plain TypeScript, which need nothing from the host.

export const decodeScalar: Kernel["decode"] = (input, from, to, output, at, plusAsSpace) => {
  let i = from;
  let o = at;
  while (i < to) {
    const byte = input[i]!;
    if (byte === PERCENT) {
      if (i + 2 >= to) break;
      const value = (HEX_VALUE[input[i + 1]!]! << 4) | HEX_VALUE[input[i + 2]!]!;
      if (value < 0) break;
      output[o++] = value;
      i += 3;
    } else {
      output[o++] = byte === PLUS && plusAsSpace ? 0x20 : byte;
      i++;
    }
  }
  return { read: i - from, written: o - at };
};

export const encodeScalar: Kernel["encode"] = (input, from, to, output, at, table, spaceAsPlus) => {
  let i = from;
  let o = at;
  for (; i < to; i++) {
    const byte = input[i]!;
    const action = table[byte]!;
    if (action === 0) {
      output[o++] = byte;
    } else if (action === 2) {
      break;
    } else if (byte === 0x20 && spaceAsPlus) {
      output[o++] = PLUS;
    } else {
      o = writeEscape(byte, output, o);
    }
  }
  return { read: i - from, written: o - at };
};
