// The kernel: long parts without faults, 16 bytes at a time. README.md draws the lanes and the memory.
//
// It applies no policy. Each pass stops at the first byte that it cannot decide and returns how far it got. The scalar code in
// library/src/codec handles that byte, and reports every issue and error.

import {
  all8,
  BIT,
  END,
  GATHER,
  HEX,
  HIGH_DECIDES,
  HIGH_STAYS,
  KEEP,
  pack,
  PLUS_AS_SPACE,
  QUAD,
  SET,
  SET_FLAGS,
  SPACE_AS_PLUS,
  SPREAD,
} from "./memory";
import { writeEscape } from "./shared";

/** Identifies the binary of this version; scripts/build-kernel.mjs computes it. */
// @ts-ignore: a constant of the command line
export const revision: i32 = REVISION;

// --- decode ------------------------------------------------------------------------------------------------------------

/** The values of hex digits; above 15 for any other byte. */
// @ts-ignore: decorator
@inline
function nibbles(digits: v128, c6: v128, six: v128, f0: v128, df: v128, a: v128, ten: v128): v128 {
  // The digits become F6 to FF, and F0 to F9 after subtracting 6. Every other byte becomes EF or less, which wraps to 16 or more.
  const decimal = i8x16.sub(i8x16.sub_sat_u(i8x16.add(digits, c6), six), f0);
  return i8x16.min_u(decimal, i8x16.add_sat_u(i8x16.sub(v128.and(digits, df), a), ten));
}

/** The bytes from pairs of nibbles. */
// @ts-ignore: decorator
@inline
function join(high: v128, low: v128, f0: v128): v128 {
  return v128.or(v128.and(i16x8.shl(high, 4), f0), low);
}

/** The value of a hex digit; above 15 for any other byte. */
function nibble(digit: u32): u32 {
  const decimal = digit - 0x30;
  if (decimal < 10) return decimal;
  const letter = (digit | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : 0xff;
}
/**
 * Decodes escapes once, up to the first `%` that does not start an escape (with KEEP: up to a `%` with fewer than two bytes after it).
 *
 * Writing never overtakes reading, so `at` may be `from`.
 *
 * @param loose whether 32 bytes after `to` and after the output may be overwritten, which makes the loop for the tail unnecessary
 * @returns the index of the first byte that was not read; END has the index after the last byte written
 */
export function decodeBytes(from: usize, to: usize, at: usize, flags: i32, loose: bool): usize {
  const percent = all8(0x25);
  const plus = all8(0x2b);
  // '+' ^ ' '
  const turn = flags & PLUS_AS_SPACE ? all8(0x0b) : i64x2.splat(0);
  const fifteen = all8(15);
  const c6 = all8(0xc6);
  const six = all8(6);
  const f0 = all8(0xf0);
  const df = all8(0xdf);
  const a41 = all8(0x41);
  const ten = all8(10);
  const h0 = v128.load(GATHER);
  const h1 = v128.load(GATHER, 16);
  const h2 = v128.load(GATHER, 32);
  const one = all8(1);
  const l0 = i8x16.add_sat_u(h0, one);
  const l1 = i8x16.add_sat_u(h1, one);
  const l2 = v128.load(GATHER, 48);
  // Zeros after the end, which are not digits.
  if (loose) {
    v128.store(to, i64x2.splat(0));
    v128.store(to, i64x2.splat(0), 16);
  }
  const end = loose ? to : to - min(to - from, 17);

  let i = from;
  let o = at;
  // The first lanes that are digits of an escape in the previous block. Each step is 16 bytes: if the step depended on the escapes
  // found, a block would take 27 cycles, most of them waiting.
  let taken = 0;
  while (i < end) {
    const v = v128.load(i);
    const found = i8x16.eq(v, percent);
    const bits = i8x16.bitmask(found);
    if ((bits | taken) == 0) {
      v128.store(o, v128.xor(v, v128.and(i8x16.eq(v, plus), turn)));
      i += 16;
      o += 16;
      while (i + 64 <= to) {
        const a = v128.load(i);
        const b = v128.load(i, 16);
        const c = v128.load(i, 32);
        const d = v128.load(i, 48);
        const any = v128.or(
          v128.or(i8x16.eq(a, percent), i8x16.eq(b, percent)),
          v128.or(i8x16.eq(c, percent), i8x16.eq(d, percent)),
        );
        if (v128.any_true(any)) break;
        v128.store(o, v128.xor(a, v128.and(i8x16.eq(a, plus), turn)));
        v128.store(o, v128.xor(b, v128.and(i8x16.eq(b, plus), turn)), 16);
        v128.store(o, v128.xor(c, v128.and(i8x16.eq(c, plus), turn)), 32);
        v128.store(o, v128.xor(d, v128.and(i8x16.eq(d, plus), turn)), 48);
        i += 64;
        o += 64;
      }
      continue;
    }
    if (bits == 0x9249) {
      // Dense: 16 escapes in a row.
      const start = i;
      while (i + 48 <= to) {
        const a = v128.load(i);
        const b = v128.load(i, 16);
        const c = v128.load(i, 32);
        const high = nibbles(v128.or(v128.or(i8x16.swizzle(a, h0), i8x16.swizzle(b, h1)), i8x16.swizzle(c, h2)), c6, six, f0, df, a41, ten);
        const low = nibbles(v128.or(v128.or(i8x16.swizzle(a, l0), i8x16.swizzle(b, l1)), i8x16.swizzle(c, l2)), c6, six, f0, df, a41, ten);
        if (
          i8x16.bitmask(i8x16.eq(a, percent)) != 0x9249 ||
          i8x16.bitmask(i8x16.eq(b, percent)) != 0x4924 ||
          i8x16.bitmask(i8x16.eq(c, percent)) != 0x2492 ||
          v128.any_true(i8x16.gt_u(v128.or(high, low), fifteen))
        ) {
          break;
        }
        v128.store(o, join(high, low, f0));
        i += 48;
        o += 16;
      }
      if (i > start) continue;
    }
    // 32 bytes at a time, whatever they contain: a branch for each block costs more than it saves, since it is mispredicted.
    const begin = i;
    let streak = 0;
    let n0 = nibbles(v128.load(i), c6, six, f0, df, a41, ten);
    while (i + 48 <= to) {
      const v0 = v128.load(i);
      const v1 = v128.load(i, 16);
      const p0 = i8x16.eq(v0, percent);
      const p1 = i8x16.eq(v1, percent);
      const n1 = nibbles(v1, c6, six, f0, df, a41, ten);
      const n2 = nibbles(v128.load(i, 32), c6, six, f0, df, a41, ten);
      const high0 = i8x16.shuffle(n0, n1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
      const low0 = i8x16.shuffle(n0, n1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
      const high1 = i8x16.shuffle(n1, n2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
      const low1 = i8x16.shuffle(n1, n2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
      n0 = n2;
      const bad = v128.or(
        v128.and(p0, i8x16.gt_u(v128.or(high0, low0), fifteen)),
        v128.and(p1, i8x16.gt_u(v128.or(high1, low1), fifteen)),
      );
      if (v128.any_true(bad)) break;
      const m = <i64>i8x16.bitmask(p0) | (<i64>i8x16.bitmask(p1) << 16);
      const digits = (m << 1) | (m << 2) | <i64>taken;
      const raw0 = v128.xor(v0, v128.and(i8x16.eq(v0, plus), turn));
      const raw1 = v128.xor(v1, v128.and(i8x16.eq(v1, plus), turn));
      const stay = ~<i32>digits;
      o = pack(v128.bitselect(join(high0, low0, f0), raw0, p0), stay, o);
      o = pack(v128.bitselect(join(high1, low1, f0), raw1, p1), stay >> 16, o);
      taken = <i32>(digits >> 32);
      i += 32;
      streak = select<i32>(streak + 1, 0, i32(digits == 0) | i32(<i32>(m | digits) == -1));
      if (streak == 3) {
        i += <usize>popcnt(taken);
        taken = 0;
        break;
      }
    }
    if (i > begin) continue;
    const high = nibbles(v128.load(i, 1), c6, six, f0, df, a41, ten);
    const low = nibbles(v128.load(i, 2), c6, six, f0, df, a41, ten);
    const good = v128.and(found, i8x16.le_u(v128.or(high, low), fifteen));
    const escapes = i8x16.bitmask(good);
    // A % that does not start an escape: the loop below finds it.
    if (!(flags & KEEP) && bits != escapes) break;
    const raw = v128.xor(v, v128.and(i8x16.eq(v, plus), turn));
    const digits = (escapes << 1) | (escapes << 2) | taken;
    o = pack(v128.bitselect(join(high, low, f0), raw, good), ~digits, o);
    taken = digits >> 16;
    i += 16;
  }
  i += <usize>popcnt(taken);
  while (i < to) {
    const byte = <u32>load<u8>(i);
    if (byte == 0x25) {
      if (i + 2 >= to) break;
      const high = nibble(load<u8>(i, 1));
      const low = nibble(load<u8>(i, 2));
      if ((high | low) > 15) {
        if (!(flags & KEEP)) break;
        store<u8>(o++, 0x25);
        i++;
        continue;
      }
      store<u8>(o++, (high << 4) | low);
      i += 3;
    } else {
      store<u8>(o++, byte == 0x2b && flags & PLUS_AS_SPACE ? 0x20 : byte);
      i++;
    }
  }
  // Bytes after the end were copied unchanged; they are subtracted.
  store<u32>(END, <u32>(o - (i - min(i, to))));
  return min(i, to);
}

export function decode(from: usize, to: usize, at: usize, flags: i32): usize {
  return decodeBytes(from, to, at, flags, false);
}

// --- encode ------------------------------------------------------------------------------------------------------------

/** Zero in the lanes that the set encodes. */
// @ts-ignore: decorator
@inline
function verdicts(v: v128, set: v128, bit: v128, fifteen: v128, high: v128): v128 {
  const row = i8x16.swizzle(set, v128.and(v, fifteen));
  const column = i8x16.swizzle(bit, v128.and(i16x8.shr_u(v, 4), fifteen));
  return v128.or(v128.and(row, column), v128.and(v, high));
}

/**
 * Returns the index of the first byte that encoding by the set may change, or `to`.
 *
 * Such a byte is in the set (also a space that becomes a plus), or above 7F unless HIGH_STAYS.
 */
export function find(from: usize, to: usize): usize {
  const flags = load<i32>(SET_FLAGS);
  const set = v128.load(SET);
  const bit = v128.load(BIT);
  const fifteen = all8(15);
  const high = i8x16.splat(flags & HIGH_STAYS ? -128 : 0);
  let i = from;
  // 64 bytes at a time: a lane that may change is zero, which is the minimum.
  while (i + 64 <= to) {
    const least = i8x16.min_u(
      i8x16.min_u(verdicts(v128.load(i), set, bit, fifteen, high), verdicts(v128.load(i, 16), set, bit, fifteen, high)),
      i8x16.min_u(verdicts(v128.load(i, 32), set, bit, fifteen, high), verdicts(v128.load(i, 48), set, bit, fifteen, high)),
    );
    if (!i8x16.all_true(least)) break;
    i += 64;
  }
  while (i < to) {
    const bits = i8x16.bitmask(i8x16.eq(verdicts(v128.load(i), set, bit, fifteen, high), i64x2.splat(0)));
    if (bits) return min(i + <usize>ctz(bits), to);
    i += 16;
  }
  return to;
}

/** Counts how often a byte occurs from `from` up to `to`. */
export function count(from: usize, to: usize, byte: u32): u32 {
  const wanted = i8x16.splat(<i8>byte);
  let found: u32 = 0;
  let i = from;
  for (; i + 16 <= to; i += 16) found += popcnt(i8x16.bitmask(i8x16.eq(v128.load(i), wanted)));
  if (i < to) found += popcnt(i8x16.bitmask(i8x16.eq(v128.load(i), wanted)) & ((1 << (<u32>(to - i))) - 1));
  return found;
}

/** Writes a quad with an escape for each byte of `bits`, and returns the index after it. */
// @ts-ignore: decorator
@inline
function writeQuad(quad: v128, bits: i32, o: usize): usize {
  v128.store(o, i8x16.swizzle(quad, v128.load(QUAD + (bits << 4))));
  return o + 4 + <usize>(popcnt(bits) << 1);
}

function stays(byte: u32, flags: i32): bool {
  if (byte >= 0x80) return (flags & HIGH_STAYS) != 0;
  return ((load<u8>(SET + (byte & 15)) >> (byte >> 4)) & 1) != 0;
}

/**
 * Encodes bytes by the set; with HIGH_DECIDES, up to the first byte above 7F, since its character decides.
 *
 * @param at has room for 3 bytes per byte
 * @param loose whether 64 bytes after the output may be overwritten, which makes the loop for the tail unnecessary
 * @returns the index of the first byte that was not read; END has the index after the last byte written
 */
export function encodeBytes(from: usize, to: usize, at: usize, loose: bool): usize {
  const flags = load<i32>(SET_FLAGS);
  const set = v128.load(SET);
  const bit = v128.load(BIT);
  const fifteen = all8(15);
  const hex = v128.load(HEX);
  const spread0 = v128.load(SPREAD);
  const spread1 = v128.load(SPREAD, 16);
  const spread2 = v128.load(SPREAD, 32);
  const percent = all8(0x25);
  const p0 = v128.and(i8x16.eq(spread0, i8x16.splat(-1)), percent);
  const p1 = v128.and(i8x16.eq(spread1, i8x16.splat(-1)), percent);
  const p2 = v128.and(i8x16.eq(spread2, i8x16.splat(-1)), percent);
  const high = i8x16.splat(flags & HIGH_STAYS ? -128 : 0);
  const space = all8(0x20);
  const turns = i8x16.splat(flags & SPACE_AS_PLUS ? -1 : 0);
  // '+' ^ ' '
  const turn = all8(0x0b);
  const decides = (flags & HIGH_DECIDES) != 0;

  let i = from;
  let o = at;
  // At least 18 bytes must remain, not 16: the last quad writes up to 4 bytes too many, and 18 bytes have room for 54.
  const end = loose ? to : to - min(to - from, 17);
  while (i < end) {
    const raw = v128.load(i);
    // Bytes after the end are copied unchanged, and subtracted below.
    const there = to - i < 16 ? (1 << <i32>(to - i)) - 1 : 0xffff;
    // A space that becomes a plus stays one byte.
    const plus = v128.and(i8x16.eq(raw, space), turns);
    const bits = i8x16.bitmask(v128.andnot(i8x16.eq(verdicts(raw, set, bit, fifteen, high), i64x2.splat(0)), plus)) & there;
    const v = v128.xor(raw, v128.and(plus, turn));
    if (bits == 0) {
      v128.store(o, v);
      i += 16;
      o += 16;
      continue;
    }
    if (decides && i8x16.bitmask(raw) & there) break;
    const h = i8x16.swizzle(hex, v128.and(i16x8.shr_u(v, 4), fifteen));
    const l = i8x16.swizzle(hex, v128.and(v, fifteen));
    if (bits == 0xffff) {
      const a = i8x16.shuffle(h, l, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const c = i8x16.shuffle(h, l, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      const b = i8x16.shuffle(a, c, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
      v128.store(o, v128.or(i8x16.swizzle(a, spread0), p0));
      v128.store(o, v128.or(i8x16.swizzle(b, spread1), p1), 16);
      v128.store(o, v128.or(i8x16.swizzle(c, spread2), p2), 32);
      i += 16;
      o += 48;
      continue;
    }
    const rh0 = i8x16.shuffle(v, h, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const rh1 = i8x16.shuffle(v, h, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    const lp0 = i8x16.shuffle(l, percent, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const lp1 = i8x16.shuffle(l, percent, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    o = writeQuad(i8x16.shuffle(rh0, lp0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), bits & 15, o);
    o = writeQuad(i8x16.shuffle(rh0, lp0, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), (bits >> 4) & 15, o);
    o = writeQuad(i8x16.shuffle(rh1, lp1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), (bits >> 8) & 15, o);
    o = writeQuad(i8x16.shuffle(rh1, lp1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), bits >> 12, o);
    i += 16;
  }
  while (i < to) {
    const byte = <u32>load<u8>(i);
    if (stays(byte, flags)) {
      store<u8>(o++, byte);
    } else if (byte == 0x20 && flags & SPACE_AS_PLUS) {
      store<u8>(o++, 0x2b);
    } else {
      if (decides && byte >= 0x80) break;
      o = writeEscape(byte, o);
    }
    i++;
  }
  store<u32>(END, <u32>(o - (i - min(i, to))));
  return min(i, to);
}

export function encode(from: usize, to: usize, at: usize): usize {
  return encodeBytes(from, to, at, false);
}
