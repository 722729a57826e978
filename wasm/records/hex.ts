// Fields in hex: 32 digits become 16 bytes at a time.
import { DIGITS, NIBBLES } from "./layout";

/** Reads pairs of digits, and returns the index after the last byte written, or 0 if there is something else. */
export function unhex(from: usize, to: usize, at: usize): usize {
  if ((to - from) & 1) return 0;
  let i = from;
  let o = at;
  const fifteen = i8x16.splat(15);
  while (i + 32 <= to) {
    const a = nibbles(v128.load(i));
    const b = nibbles(v128.load(i, 16));
    if (v128.any_true(i8x16.gt_u(v128.or(a, b), fifteen))) return 0;
    const upper = i8x16.shuffle(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const lower = i8x16.shuffle(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    v128.store(o, v128.or(i16x8.shl(upper, 4), lower));
    i += 32;
    o += 16;
  }
  for (; i < to; i += 2) {
    const upper = <u32>load<u8>(NIBBLES + load<u8>(i));
    const lower = <u32>load<u8>(NIBBLES + load<u8>(i, 1));
    if ((upper | lower) > 15) return 0;
    store<u8>(o++, (upper << 4) | lower);
  }
  return o;
}

/** The values of hex digits; above 15 for any other byte. */
// @ts-ignore: decorator
@inline
function nibbles(digits: v128): v128 {
  // The digits become F6 to FF, and F0 to F9 after subtracting 6. Every other byte becomes EF or less, which wraps to 16 or more.
  const raised = i8x16.sub_sat_u(i8x16.add(digits, i8x16.splat(<i8>0xc6)), i8x16.splat(6));
  const decimal = i8x16.sub(raised, i8x16.splat(<i8>0xf0));
  const letter = i8x16.sub(v128.and(digits, i8x16.splat(<i8>0xdf)), i8x16.splat(0x41));
  return i8x16.min_u(decimal, i8x16.add_sat_u(letter, i8x16.splat(10)));
}

/** Writes two digits per byte; may write 32 bytes more. */
export function hex(from: usize, to: usize, at: usize): usize {
  const digits = v128.load(DIGITS);
  const fifteen = i8x16.splat(15);
  let o = at;
  for (let i = from; i < to; i += 16) {
    const v = v128.load(i);
    const upper = i8x16.swizzle(digits, v128.and(i16x8.shr_u(v, 4), fifteen));
    const lower = i8x16.swizzle(digits, v128.and(v, fifteen));
    v128.store(o, i8x16.shuffle(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    v128.store(o, i8x16.shuffle(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
    o += 32;
  }
  return at + ((to - from) << 1);
}
