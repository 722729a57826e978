// The kernel: long clean stretches of percent-encoding, 16 bytes at a time. README.md draws the lanes and the memory.
//
// It decides nothing. Each pass goes on up to the first thing that it does not know, says how far it got, and leaves the
// rest to the scalar code in src/codec, which owns every issue and every error.

/** Tells this version's binary from others; scripts/build-kernel.mjs says how. */
// @ts-ignore: a constant of the command line
export const revision: i32 = REVISION;

// --- memory ------------------------------------------------------------------------------------------------------------

/** Which lanes of 8 stay, packed to the left, by the bits of those that do: 256 rows of 8. */
const PACK: usize = 0x1000;
/** A quad `r0 r1 r2 r3 h0 … h3 l0 … l3 %` as it is written, by the bits of its unsafe bytes: 16 rows of 16. */
const QUAD: usize = 0x1800;
/** The set: 16 bytes, bit h of byte l says that the character 16h + l stays; then the flags. */
const SET: usize = 0x1900;
const SET_FLAGS: usize = 0x1910;
/** Where the pass ended: the index behind the last byte written. */
export const END: usize = 0x1920;

/** The UTF-16 units of a block of text, or its result. */
export const UNITS: usize = 0x10000;
/** Their UTF-8, or Latin-1. */
export const BYTES: usize = 0x20100;
/** What becomes of them. */
export const OUT: usize = 0x40000;

// The flags of a set; 1 and 2 are for bytes above 7F.
const HIGH_STAYS: i32 = 1;
const HIGH_DECIDES: i32 = 2;
const SPACE_AS_PLUS: i32 = 4;

// The flags of a decoding.
export const PLUS_AS_SPACE: i32 = 1;
const KEEP: i32 = 2;

// Constants are loaded once a pass: as v128.const inside a loop they cost 10 to 38 % (docs/decisions/007-kernel.md).
const BYTE: usize = memory.data<u8>([
  0x25, 0x2b, 0x20, 0x0b, 0x0f, 0xc6, 0x06, 0xf0, 0xdf, 0x41, 0x0a, 0xc0, 0xe0, 0xc1, 0xfe, 0xc2, 0x01,
]);
const PERCENT: usize = 0;
const PLUS: usize = 1;
const SPACE: usize = 2;
const TURN: usize = 3;
const FIFTEEN: usize = 4;
const C6: usize = 5;
const SIX: usize = 6;
const F0: usize = 7;
const DF: usize = 8;
const A41: usize = 9;
const TEN: usize = 10;
const C0: usize = 11;
const E0: usize = 12;
const C1: usize = 13;
const FE: usize = 14;
const C2: usize = 15;
const ONE: usize = 16;
const UNIT: usize = memory.data<u16>([
  0xff80, 0x3f, 0x80, 0xf800, 0xd800, 0x7f, 0x7ff, 0xc0, 0xe0, 0xff, 0xff00, 0x1f, 0x0202, 0x0100,
]);
const U_FF80: usize = 0;
const U_3F: usize = 2;
const U_80: usize = 4;
const U_F800: usize = 6;
const U_D800: usize = 8;
const U_7F: usize = 10;
const U_7FF: usize = 12;
const U_C0: usize = 14;
const U_E0: usize = 16;
const U_FF: usize = 18;
const U_FF00: usize = 20;
const U_1F: usize = 22;
const U_0202: usize = 24;
const U_0100: usize = 26;

/** A constant in each byte. */
// @ts-ignore: decorator
@inline
function all8(constant: usize): v128 {
  return v128.load8_splat(BYTE + constant);
}

/** A constant in each unit of 16 bits. */
// @ts-ignore: decorator
@inline
function all16(constant: usize): v128 {
  return v128.load16_splat(UNIT + constant);
}

// prettier-ignore
const HEX: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70], 16);
// The bit of a high nibble, and none for bytes above 7F.
const BIT: usize = memory.data<u8>([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0], 16);
// 16 bytes become 48: `% h l` from pairs `h l` of lanes 0–7, 4–11 and 8–15, with 255 where the `%` goes.
// prettier-ignore
const SPREAD: usize = memory.data<u8>([
  255, 0, 1, 255, 2, 3, 255, 4, 5, 255, 6, 7, 255, 8, 9, 255,
  2, 3, 255, 4, 5, 255, 6, 7, 255, 8, 9, 255, 10, 11, 255, 12,
  5, 255, 6, 7, 255, 8, 9, 255, 10, 11, 255, 12, 13, 255, 14, 15,
], 16);
// 48 bytes `% h l` become 16: the lanes of `h` in each third, and those of `l` in the last (before, `l` is one lane on).
// prettier-ignore
const GATHER: usize = memory.data<u8>([
  1, 4, 7, 10, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  255, 255, 255, 255, 255, 0, 3, 6, 9, 12, 15, 255, 255, 255, 255, 255,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 5, 8, 11, 14,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 3, 6, 9, 12, 15,
], 16);

/** Draws the tables, once for each memory. */
function draw(): void {
  for (let bits = 0; bits < 256; bits++) {
    let at = PACK + (bits << 3);
    for (let lane = 0; lane < 8; lane++) if ((bits >> lane) & 1) store<u8>(at++, lane);
  }
  for (let bits = 0; bits < 16; bits++) {
    let at = QUAD + (bits << 4);
    for (let lane = 0; lane < 4; lane++) {
      if ((bits >> lane) & 1) {
        store<u8>(at, 12);
        store<u8>(at + 1, lane + 4);
        store<u8>(at + 2, lane + 8);
        at += 3;
      } else {
        store<u8>(at++, lane);
      }
    }
  }
}

draw();

// --- decode ------------------------------------------------------------------------------------------------------------

/** The values of hex digits; above 15 where a byte is none. */
// @ts-ignore: decorator
@inline
function nibbles(digits: v128, c6: v128, six: v128, f0: v128, df: v128, a: v128, ten: v128): v128 {
  // Digits end at FF, less 6 is F9: everything else saturates to EF or less, which wraps to 16 or more.
  const decimal = i8x16.sub(i8x16.sub_sat_u(i8x16.add(digits, c6), six), f0);
  return i8x16.min_u(decimal, i8x16.add_sat_u(i8x16.sub(v128.and(digits, df), a), ten));
}

/** The bytes of pairs of nibbles. */
// @ts-ignore: decorator
@inline
function join(high: v128, low: v128, f0: v128): v128 {
  return v128.or(v128.and(i16x8.shl(high, 4), f0), low);
}

/** The value of a hex digit; above 15 where a byte is none. */
function nibble(digit: u32): u32 {
  const decimal = digit - 0x30;
  if (decimal < 10) return decimal;
  const letter = (digit | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : 0xff;
}

/** Writes the lanes of 16 that stay and gives the index behind them. */
// @ts-ignore: decorator
@inline
function pack(v: v128, stay: i32, o: usize): usize {
  const left = stay & 0xff;
  const right = (stay >> 8) & 0xff;
  v128.store64_lane(o, i8x16.swizzle(v, v128.load64_zero(PACK + (left << 3))), 0);
  o += <usize>popcnt(left);
  const upper = i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  v128.store64_lane(o, i8x16.swizzle(upper, v128.load64_zero(PACK + (right << 3))), 0);
  return o + <usize>popcnt(right);
}

/**
 * Decodes escapes once, up to a `%` that starts none (KEEP: only one with less than two bytes behind it).
 *
 * Writing never overtakes reading: `at` may be `from`.
 *
 * @param loose whether 32 bytes behind `to` and behind the output may be lost, which spares the loop for the tail
 * @returns the index of the first byte that was not read; END has that behind the last byte written
 */
export function decodeBytes(from: usize, to: usize, at: usize, flags: i32, loose: bool): usize {
  const percent = all8(PERCENT);
  const plus = all8(PLUS);
  // '+' ^ ' '
  const turn = flags & PLUS_AS_SPACE ? all8(TURN) : i64x2.splat(0);
  const fifteen = all8(FIFTEEN);
  const c6 = all8(C6);
  const six = all8(SIX);
  const f0 = all8(F0);
  const df = all8(DF);
  const a41 = all8(A41);
  const ten = all8(TEN);
  const h0 = v128.load(GATHER);
  const h1 = v128.load(GATHER, 16);
  const h2 = v128.load(GATHER, 32);
  const one = all8(ONE);
  const l0 = i8x16.add_sat_u(h0, one);
  const l1 = i8x16.add_sat_u(h1, one);
  const l2 = v128.load(GATHER, 48);
  // What stands behind the end is no digit.
  if (loose) {
    v128.store(to, i64x2.splat(0));
    v128.store(to, i64x2.splat(0), 16);
  }
  const end = loose ? to : to - min(to - from, 17);

  let i = from;
  let o = at;
  // The lanes at the front that are digits of an escape before. Steps are 16 whatever was found: a step that waits for what
  // it finds costs 27 cycles a block, most of them waiting.
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
    const high = nibbles(v128.load(i, 1), c6, six, f0, df, a41, ten);
    const low = nibbles(v128.load(i, 2), c6, six, f0, df, a41, ten);
    const good = v128.and(found, i8x16.le_u(v128.or(high, low), fifteen));
    const escapes = i8x16.bitmask(good);
    // A % that starts no escape: the loop below finds it.
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
  // Bytes behind the end were written as they are.
  store<u32>(END, <u32>(o - (i - min(i, to))));
  return min(i, to);
}

export function decode(from: usize, to: usize, at: usize, flags: i32): usize {
  return decodeBytes(from, to, at, flags, false);
}

// --- encode ------------------------------------------------------------------------------------------------------------

/** Zero in the lanes that the set does not leave bare. */
// @ts-ignore: decorator
@inline
function verdicts(v: v128, set: v128, bit: v128, fifteen: v128, high: v128): v128 {
  const row = i8x16.swizzle(set, v128.and(v, fifteen));
  const column = i8x16.swizzle(bit, v128.and(i16x8.shr_u(v, 4), fifteen));
  return v128.or(v128.and(row, column), v128.and(v, high));
}

/**
 * Gives the index of the first byte that encoding by the set may change, or `to`.
 *
 * A byte above 7F that the set does not leave bare is one, and so is a space that becomes a plus.
 */
export function find(from: usize, to: usize): usize {
  const flags = load<i32>(SET_FLAGS);
  const set = v128.load(SET);
  const bit = v128.load(BIT);
  const fifteen = all8(FIFTEEN);
  const high = i8x16.splat(flags & HIGH_STAYS ? -128 : 0);
  let i = from;
  // 64 at a time: a lane that may change is zero, and so the least.
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

/** Counts how often a byte stands there. */
export function count(from: usize, to: usize, byte: u32): u32 {
  const wanted = i8x16.splat(<i8>byte);
  let found: u32 = 0;
  let i = from;
  for (; i + 16 <= to; i += 16) found += popcnt(i8x16.bitmask(i8x16.eq(v128.load(i), wanted)));
  if (i < to) found += popcnt(i8x16.bitmask(i8x16.eq(v128.load(i), wanted)) & ((1 << (<u32>(to - i))) - 1));
  return found;
}

function stays(byte: u32, flags: i32): bool {
  if (byte >= 0x80) return (flags & HIGH_STAYS) != 0;
  return ((load<u8>(SET + (byte & 15)) >> (byte >> 4)) & 1) != 0;
}

/**
 * Encodes bytes by the set, up to one above 7F that its character decides (HIGH_DECIDES).
 *
 * @param at has room for 3 bytes a byte
 * @param loose whether 64 bytes behind the output may be lost, which spares the loop for the tail
 * @returns the index of the first byte that was not read; END has that behind the last byte written
 */
export function encodeBytes(from: usize, to: usize, at: usize, loose: bool): usize {
  const flags = load<i32>(SET_FLAGS);
  const set = v128.load(SET);
  const bit = v128.load(BIT);
  const fifteen = all8(FIFTEEN);
  const hex = v128.load(HEX);
  const spread0 = v128.load(SPREAD);
  const spread1 = v128.load(SPREAD, 16);
  const spread2 = v128.load(SPREAD, 32);
  const percent = all8(PERCENT);
  const p0 = v128.and(i8x16.eq(spread0, i8x16.splat(-1)), percent);
  const p1 = v128.and(i8x16.eq(spread1, i8x16.splat(-1)), percent);
  const p2 = v128.and(i8x16.eq(spread2, i8x16.splat(-1)), percent);
  const high = i8x16.splat(flags & HIGH_STAYS ? -128 : 0);
  const space = all8(SPACE);
  const turns = i8x16.splat(flags & SPACE_AS_PLUS ? -1 : 0);
  // '+' ^ ' '
  const turn = all8(TURN);
  const decides = (flags & HIGH_DECIDES) != 0;

  let i = from;
  let o = at;
  // 18 and not 16: the last quad writes up to 4 bytes more than it has, and 18 bytes may become 54.
  const end = loose ? to : to - min(to - from, 17);
  while (i < end) {
    const raw = v128.load(i);
    // Bytes behind the end stay, and are taken back below.
    const there = to - i < 16 ? (1 << <i32>(to - i)) - 1 : 0xffff;
    // A space that becomes a plus is one lane as well.
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
    let q = bits & 15;
    let quad = i8x16.shuffle(rh0, lp0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    v128.store(o, i8x16.swizzle(quad, v128.load(QUAD + (q << 4))));
    o += 4 + <usize>(popcnt(q) << 1);
    q = (bits >> 4) & 15;
    quad = i8x16.shuffle(rh0, lp0, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    v128.store(o, i8x16.swizzle(quad, v128.load(QUAD + (q << 4))));
    o += 4 + <usize>(popcnt(q) << 1);
    q = (bits >> 8) & 15;
    quad = i8x16.shuffle(rh1, lp1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    v128.store(o, i8x16.swizzle(quad, v128.load(QUAD + (q << 4))));
    o += 4 + <usize>(popcnt(q) << 1);
    q = bits >> 12;
    quad = i8x16.shuffle(rh1, lp1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    v128.store(o, i8x16.swizzle(quad, v128.load(QUAD + (q << 4))));
    o += 4 + <usize>(popcnt(q) << 1);
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
      store<u8>(o, 0x25);
      store<u8>(o, load<u8>(HEX + (byte >> 4)), 1);
      store<u8>(o, load<u8>(HEX + (byte & 15)), 2);
      o += 3;
    }
    i++;
  }
  store<u32>(END, <u32>(o - (i - min(i, to))));
  return min(i, to);
}

export function encode(from: usize, to: usize, at: usize): usize {
  return encodeBytes(from, to, at, false);
}

// --- UTF-16 to UTF-8 ---------------------------------------------------------------------------------------------------

/** Writes UNITS as UTF-8 into BYTES and gives the index behind it, or 0 where a surrogate is alone. */
function narrow(count: usize): usize {
  const notAscii = all16(U_FF80);
  const low6 = all16(U_3F);
  const mark = all16(U_80);
  const top5 = all16(U_F800);
  const surrogate = all16(U_D800);
  const last1 = all16(U_7F);
  const last2 = all16(U_7FF);
  const lead2 = all16(U_C0);
  const lead3 = all16(U_E0);
  const front8 = all16(U_FF);
  const back8 = all16(U_FF00);
  let i: usize = UNITS;
  const to = i + (count << 1);
  let o: usize = BYTES;
  v128.store(to, i64x2.splat(0));
  v128.store(to, i64x2.splat(0), 16);
  while (i < to) {
    const a = v128.load(i);
    const b = v128.load(i, 16);
    if (!v128.any_true(v128.and(v128.or(a, b), notAscii))) {
      v128.store(o, i8x16.narrow_i16x8_u(a, b));
      i += 32;
      o += 16;
      continue;
    }
    if (!v128.any_true(i16x8.eq(v128.and(a, top5), surrogate))) {
      const from80 = i16x8.gt_u(a, last1);
      const from800 = i16x8.gt_u(a, last2);
      const middle = v128.or(v128.and(i16x8.shr_u(a, 6), low6), v128.bitselect(mark, lead2, from800));
      const last = v128.bitselect(v128.or(v128.and(a, low6), mark), a, from80);
      if (!v128.any_true(from800)) {
        // Lead and trail side by side; an ASCII character is in the place of the trail.
        o = pack(v128.or(middle, i16x8.shl(last, 8)), i8x16.bitmask(v128.or(from80, back8)), o);
      } else {
        // Four lanes a unit: lead, middle, last, none.
        const front = v128.or(v128.or(i16x8.shr_u(a, 12), lead3), i16x8.shl(middle, 8));
        const stays = v128.or(v128.and(from800, front8), v128.and(from80, back8));
        o = pack(
          i8x16.shuffle(front, last, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23),
          i8x16.bitmask(i8x16.shuffle(stays, front8, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23)),
          o,
        );
        o = pack(
          i8x16.shuffle(front, last, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31),
          i8x16.bitmask(i8x16.shuffle(stays, front8, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31)),
          o,
        );
      }
      i += 16;
      continue;
    }
    // One by one, where there are surrogates.
    const stop = min(to, i + 16);
    while (i < stop) {
      let code = <u32>load<u16>(i);
      i += 2;
      if (code < 0x80) {
        store<u8>(o++, code);
        continue;
      }
      if (code < 0x800) {
        store<u8>(o++, 0xc0 | (code >> 6));
      } else {
        if ((code & 0xf800) == 0xd800) {
          const low = i < to ? <u32>load<u16>(i) : 0;
          if (code > 0xdbff || (low & 0xfc00) != 0xdc00) return 0;
          i += 2;
          code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
          store<u8>(o++, 0xf0 | (code >> 18));
          store<u8>(o++, 0x80 | ((code >> 12) & 0x3f));
        } else {
          store<u8>(o++, 0xe0 | (code >> 12));
        }
        store<u8>(o++, 0x80 | ((code >> 6) & 0x3f));
      }
      store<u8>(o++, 0x80 | (code & 0x3f));
    }
  }
  // What stands behind the end was written as zeros.
  return o - ((i - min(i, to)) >> 1);
}

/** Whether a byte above 7F is there; the 32 bytes behind `to` are lost. */
export function anyHigh(from: usize, to: usize): bool {
  v128.store(to, i64x2.splat(0));
  v128.store(to, i64x2.splat(0), 16);
  for (let i = from; i < to; i += 32) if (i8x16.bitmask(v128.or(v128.load(i), v128.load(i, 16)))) return true;
  return false;
}

/** Writes Latin-1 as UTF-8 into BYTES, from one byte above 7F to the next, and gives the index behind it. */
function latin1ToUtf8(from: usize, to: usize): usize {
  v128.store(to, i64x2.splat(0));
  let i = from;
  let o: usize = BYTES;
  while (i < to) {
    const v = v128.load(i);
    v128.store(o, v);
    const bits = i8x16.bitmask(v);
    if (!bits) {
      i += 16;
      o += 16;
      continue;
    }
    const clean = <usize>ctz(bits);
    const byte = <u32>load<u8>(i + clean);
    store<u16>(o + clean, 0x80c0 | (byte >> 6) | ((byte & 0x3f) << 8));
    i += clean + 1;
    o += clean + 2;
  }
  return o - (i - min(i, to));
}

/**
 * Makes UTF-8 in BYTES of a block of text, which is there as Latin-1 or stands in UNITS.
 *
 * @returns the index behind it, or 0 where a surrogate is alone
 */
export function utf8(count: usize, wide: bool): usize {
  if (!wide) {
    const to = BYTES + count;
    if (!anyHigh(BYTES, to)) return to;
    memory.copy(UNITS, BYTES, count);
    return latin1ToUtf8(UNITS, UNITS + count);
  }
  return narrow(count);
}

// --- UTF-8 to UTF-16 ---------------------------------------------------------------------------------------------------

/** Writes the 16-bit lanes of 8 that stay. */
// @ts-ignore: decorator
@inline
function packUnits(v: v128, stay: i32, o: usize, double: v128, odd: v128): void {
  const lanes = i16x8.extend_low_i8x16_u(v128.load64_zero(PACK + (stay << 3)));
  v128.store(o, i8x16.swizzle(v, i16x8.add(i16x8.mul(lanes, double), odd)));
}

/** The units of 8 characters by their first three bytes. */
// @ts-ignore: decorator
@inline
function units(b0: v128, b1: v128, b2: v128, two: v128, three: v128, low5: v128, low6: v128): v128 {
  const second = v128.and(b1, low6);
  const u2 = v128.or(i16x8.shl(v128.and(b0, low5), 6), second);
  const u3 = v128.or(v128.or(i16x8.shl(b0, 12), i16x8.shl(second, 6)), v128.and(b2, low6));
  return v128.bitselect(u3, v128.bitselect(u2, b0, two), three);
}

/** Lanes of three bytes that are too long for their character, or a surrogate. */
// @ts-ignore: decorator
@inline
function refused(u: v128, three: v128, top5: v128, surrogate: v128): v128 {
  const top = v128.and(u, top5);
  return v128.and(three, v128.or(i16x8.eq(top, i64x2.splat(0)), i16x8.eq(top, surrogate)));
}

/** Reads UTF-8 from BYTES up to `to` as Latin-1 into OUT and gives the index behind it, or 0 where that does not do. */
export function latin1(to: usize): usize {
  const c0 = all8(C0);
  const c2 = all8(C2);
  const fe = all8(FE);
  const one = all8(ONE);
  v128.store(to, i64x2.splat(0));
  v128.store(to, i64x2.splat(0), 16);
  let i: usize = BYTES;
  let o: usize = OUT;
  while (i < to) {
    const v = v128.load(i);
    const high = i8x16.bitmask(v);
    if (!high) {
      v128.store(o, v);
      i += 16;
      o += 16;
      continue;
    }
    // C2 and C3 lead; the trail behind them has all of the character but the lead's last bit.
    const next = v128.load(i, 1);
    const lead = i8x16.eq(v128.and(v, fe), c2);
    const leads = i8x16.bitmask(lead);
    const trails = i8x16.bitmask(i8x16.lt_s(v, c0));
    if (i8x16.bitmask(i8x16.lt_s(next, c0)) >> 15 != leads >> 15 || trails != ((leads << 1) & 0xffff) || high != (leads | trails)) return 0;
    const characters = v128.xor(next, i16x8.shl(v128.and(v, one), 6));
    o = pack(v128.bitselect(characters, v, lead), ~trails, o);
    i += 16 + <usize>(leads >> 15);
  }
  return o - (i - min(i, to));
}

/**
 * Reads UTF-8 as UTF-16, up to the first byte that does not belong to a complete, well-formed character.
 *
 * @param at where the units go; what stands there is lost where `move` is 0, which only looks
 * @param move -1, or 0; with -1 the 32 bytes behind `to` are lost
 * @returns the index of that byte, or `to`; END has the index behind the last unit
 */
export function widen(from: usize, to: usize, at: usize, move: i32): usize {
  let i = from;
  let o = at;
  const tail = all8(C0);
  const f0 = all8(F0);
  const e0 = all8(E0);
  const c1 = all8(C1);
  const low5 = all16(U_1F);
  const low6 = all16(U_3F);
  const top5 = all16(U_F800);
  const surrogate = all16(U_D800);
  const double = all16(U_0202);
  const odd = all16(U_0100);
  if (move) {
    v128.store(to, i64x2.splat(0));
    v128.store(to, i64x2.splat(0), 16);
  }
  const end = move ? to : to - min(to - from, 17);
  while (i < to) {
    if (i < end) {
      const v = v128.load(i);
      if (!i8x16.bitmask(v)) {
        v128.store(o, i16x8.extend_low_i8x16_u(v));
        v128.store(o, i16x8.extend_high_i8x16_u(v), 16);
        i += 16;
        o += <usize>(32 & move);
        continue;
      }
      const v1 = v128.load(i, 1);
      const v2 = v128.load(i, 2);
      const trails = i8x16.bitmask(i8x16.lt_s(v, tail)) | (i8x16.bitmask(i8x16.lt_s(v2, tail)) << 2);
      // As signed bytes: C2–DF, E0–EF.
      const three = i8x16.eq(v128.and(v, f0), e0);
      const two = v128.and(i8x16.gt_s(v, c1), i8x16.lt_s(v, e0));
      const leads2 = i8x16.bitmask(two);
      if (leads2 == 0x5555 && (trails & 0xffff) == 0xaaaa) {
        const lead = i16x8.shl(v128.and(v, low5), 6);
        v128.store(o, v128.or(lead, v128.and(i16x8.shr_u(v, 8), low6)));
        i += 16;
        o += <usize>(16 & move);
        continue;
      }
      const leads3 = i8x16.bitmask(three);
      const needed = (leads2 << 1) | (leads3 << 1) | (leads3 << 2);
      // Every other byte above 7F begins four bytes, or nothing.
      const known = leads2 | leads3 | trails;
      if ((trails & (needed | 0xffff)) == needed && (i8x16.bitmask(v) & ~known) == 0) {
        const t0 = i16x8.extend_low_i8x16_s(three);
        const t1 = i16x8.extend_high_i8x16_s(three);
        const u0 = units(
          i16x8.extend_low_i8x16_u(v),
          i16x8.extend_low_i8x16_u(v1),
          i16x8.extend_low_i8x16_u(v2),
          i16x8.extend_low_i8x16_s(two),
          t0,
          low5,
          low6,
        );
        const u1 = units(
          i16x8.extend_high_i8x16_u(v),
          i16x8.extend_high_i8x16_u(v1),
          i16x8.extend_high_i8x16_u(v2),
          i16x8.extend_high_i8x16_s(two),
          t1,
          low5,
          low6,
        );
        if (!v128.any_true(v128.or(refused(u0, t0, top5, surrogate), refused(u1, t1, top5, surrogate)))) {
          const stay = ~trails & 0xffff;
          packUnits(u0, stay & 0xff, o, double, odd);
          o += <usize>((popcnt(stay & 0xff) << 1) & move);
          packUnits(u1, stay >> 8, o, double, odd);
          o += <usize>((popcnt(stay >> 8) << 1) & move);
          i += 16 + <usize>popcnt(needed >> 16);
          continue;
        }
      }
    }
    // One character: of four bytes, at the end, or wrong.
    const lead = <u32>load<u8>(i);
    if (lead < 0x80) {
      store<u16>(o, lead);
      i++;
      o += <usize>(2 & move);
      continue;
    }
    const length: usize = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead < 0xc2 || lead > 0xf4 || i + length > to) break;
    let code = lead & (0x7f >> <u32>length);
    let k: usize = 1;
    while (k < length) {
      const trail = <u32>load<u8>(i + k);
      if ((trail & 0xc0) != 0x80) break;
      code = (code << 6) | (trail & 0x3f);
      k++;
    }
    if (k < length || (length == 3 && (code < 0x800 || (code & 0xf800) == 0xd800))) break;
    if (length == 4) {
      if (code < 0x10000 || code > 0x10ffff) break;
      store<u16>(o, 0xd7c0 + (code >> 10));
      store<u16>(o, 0xdc00 | (code & 0x3ff), 2);
      o += <usize>(4 & move);
    } else {
      store<u16>(o, code);
      o += <usize>(2 & move);
    }
    i += length;
  }
  store<u32>(END, <u32>(o - ((i - min(i, to)) << 1)));
  return min(i, to);
}

// --- what src/codec/simd-kernel.ts calls -------------------------------------------------------------------------------

/** Gives the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
export function valid(from: usize, to: usize): usize {
  return widen(from, to, OUT, 0);
}

/**
 * Encodes a block of text by the set into OUT.
 *
 * @param count how many units; they stand in UNITS, or as Latin-1 in BYTES
 * @param changes whether it is known that something changes
 * @returns how many bytes were written; 0 where nothing changes; -1 for what the scalar path has to decide
 */
export function encodeText(count: usize, wide: bool, changes: bool): i32 {
  // Latin-1 is enough to see that nothing changes.
  if (!wide && !changes && find(BYTES, BYTES + count) == BYTES + count) return 0;
  const to = utf8(count, wide);
  // What stays above 7F would be UTF-8 in the result, which is read as Latin-1.
  if (!to || (load<i32>(SET_FLAGS) & HIGH_STAYS && anyHigh(BYTES, to))) return -1;
  if (wide && !changes && find(BYTES, to) == to) return 0;
  if (encodeBytes(BYTES, to, OUT, true) != to) return -1;
  return load<i32>(END) - <i32>OUT;
}

/**
 * Decodes a block of text.
 *
 * @param count how many units; they stand in UNITS, or as Latin-1 in BYTES
 * @returns -1 for what the scalar path has to decide; else four times the length, and 0 where the result is ASCII in BYTES,
 *   1 where it is Latin-1 in OUT, 2 where it is UTF-16 in OUT
 */
export function decodeText(count: usize, wide: bool, flags: i32): i32 {
  const to = utf8(count, wide);
  if (!to || decodeBytes(BYTES, to, BYTES, flags, true) != to) return -1;
  const end = <usize>load<u32>(END);
  if (!anyHigh(BYTES, end)) return <i32>((end - BYTES) << 2);
  // Latin-1 takes half the memory, as a string as well.
  const narrow = latin1(end);
  if (narrow) return <i32>(((narrow - OUT) << 2) | 1);
  if (widen(BYTES, end, OUT, -1) != end) return -1;
  return <i32>(((<usize>load<u32>(END) - OUT) << 1) | 2);
}
