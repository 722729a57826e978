// Text: UTF-16 or Latin-1 becomes UTF-8, is encoded or decoded, and becomes Latin-1 if possible, or else UTF-16.
import { decodeBytes, encodeBytes, find } from "./kernel";
import { all16, all8, BYTES, END, HIGH_STAYS, OUT, PACK, pack, SET_FLAGS, UNITS } from "./memory";

// --- UTF-16 to UTF-8 ---------------------------------------------------------------------------------------------------

/** Writes UNITS as UTF-8 into BYTES and returns the index after it, or 0 if there is a lone surrogate. */
function narrow(count: usize): usize {
  const low6 = all16(0x3f);
  const mark = all16(0x80);
  const top5 = i16x8.shl(all16(0xf8), 8);
  const surrogate = i16x8.shl(all16(0xd8), 8);
  const last1 = all16(0x7f);
  const last2 = v128.not(top5);
  const notAscii = v128.not(last1);
  const lead2 = all16(0xc0);
  const lead3 = all16(0xe0);
  const front8 = all16(0xff);
  const back8 = v128.not(front8);
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
        // Four lanes per unit: lead, middle, last, unused.
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
    // Unit by unit if there are surrogates.
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
  // The zeros after the end were written too; they are subtracted.
  return o - ((i - min(i, to)) >> 1);
}

/** Whether there is a byte above 7F; overwrites the 32 bytes after `to`. */
function anyHigh(from: usize, to: usize): bool {
  v128.store(to, i64x2.splat(0));
  v128.store(to, i64x2.splat(0), 16);
  for (let i = from; i < to; i += 32) if (i8x16.bitmask(v128.or(v128.load(i), v128.load(i, 16)))) return true;
  return false;
}

/** Writes Latin-1 as UTF-8 into BYTES, from one byte above 7F to the next, and returns the index after it. */
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
 * Writes a block of text, which is Latin-1 in BYTES or UTF-16 in UNITS, as UTF-8 into BYTES.
 *
 * @returns the index after it, or 0 if there is a lone surrogate
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

/** Writes those of 8 16-bit lanes that stay. */
// @ts-ignore: decorator
@inline
function packUnits(v: v128, stay: i32, o: usize, double: v128, odd: v128): void {
  const lanes = i16x8.extend_low_i8x16_u(v128.load64_zero(PACK + (stay << 3)));
  v128.store(o, i8x16.swizzle(v, i16x8.add(i16x8.mul(lanes, double), odd)));
}

/** The UTF-16 units of 8 characters, from their first three bytes. */
// @ts-ignore: decorator
@inline
function units(b0: v128, b1: v128, b2: v128, two: v128, three: v128, low5: v128, low6: v128): v128 {
  const second = v128.and(b1, low6);
  const u2 = v128.or(i16x8.shl(v128.and(b0, low5), 6), second);
  const u3 = v128.or(v128.or(i16x8.shl(b0, 12), i16x8.shl(second, 6)), v128.and(b2, low6));
  return v128.bitselect(u3, v128.bitselect(u2, b0, two), three);
}

/** The lanes of three-byte sequences that are overlong or encode a surrogate. */
// @ts-ignore: decorator
@inline
function refused(u: v128, three: v128, top5: v128, surrogate: v128): v128 {
  const top = v128.and(u, top5);
  return v128.and(three, v128.or(i16x8.eq(top, i64x2.splat(0)), i16x8.eq(top, surrogate)));
}

/** Converts UTF-8 from BYTES up to `to` to Latin-1 in OUT and returns the index after it, or 0 if a character is not Latin-1. */
function latin1(to: usize): usize {
  const c0 = all8(0xc0);
  const c2 = all8(0xc2);
  const fe = all8(0xfe);
  const one = all8(1);
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
    // C2 and C3 are lead bytes; the trail byte has the whole character except one bit, which is the last bit of the lead byte.
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
 * Converts UTF-8 to UTF-16, up to the first byte that does not belong to a complete, well-formed character.
 *
 * @param at where the units are written
 * @param move -1 to write all units, which also overwrites the 32 bytes after `to`; 0 to only check the input, which still overwrites
 *   some bytes at `at`
 * @returns the index of that byte, or `to`; END has the index after the last unit
 */
function widen(from: usize, to: usize, at: usize, move: i32): usize {
  let i = from;
  let o = at;
  const tail = all8(0xc0);
  const f0 = all8(0xf0);
  const e0 = all8(0xe0);
  const c1 = all8(0xc1);
  const low5 = all16(0x1f);
  const low6 = all16(0x3f);
  const top5 = i16x8.shl(all16(0xf8), 8);
  const surrogate = i16x8.shl(all16(0xd8), 8);
  const double = all8(2);
  const odd = i16x8.shl(all16(1), 8);
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
      // Every other byte above 7F begins a sequence of four bytes, or is invalid.
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
    // One character: it has four bytes, is at the end, or is invalid.
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

/**
 * Converts UTF-8 from BYTES up to `end` to the text of the fewest bytes; Latin-1 takes half the memory, also in a string.
 *
 * @param maybeLatin1 whether the result may be Latin-1
 * @returns -1 if the scalar code has to decide; else four times the length, plus 0 if the result is ASCII in BYTES, 1 if it is
 *   Latin-1 in OUT, 2 if it is UTF-16 in OUT
 */
export function fromUtf8(end: usize, maybeLatin1: bool): i32 {
  if (!anyHigh(BYTES, end)) return <i32>((end - BYTES) << 2);
  const narrow = maybeLatin1 ? latin1(end) : 0;
  if (narrow) return <i32>(((narrow - OUT) << 2) | 1);
  if (widen(BYTES, end, OUT, -1) != end) return -1;
  return <i32>(((<usize>load<u32>(END) - OUT) << 1) | 2);
}

// --- exports ---------------------------------------------------------------------------------------------------------

/** Returns the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
export function valid(from: usize, to: usize): usize {
  return widen(from, to, OUT, 0);
}

/**
 * Encodes a block of text by the set into OUT.
 *
 * @param count how many units are in UNITS, or in BYTES as Latin-1
 * @param changes whether something is known to change
 * @returns how many bytes were written; 0 if nothing changes; -1 if the scalar code has to decide
 */
export function encodeText(count: usize, wide: bool, changes: bool): i32 {
  // The check for changes works on Latin-1 too.
  if (!wide && !changes && find(BYTES, BYTES + count) == BYTES + count) return 0;
  const to = utf8(count, wide);
  // The result is read as Latin-1, but bytes above 7F that stay would be UTF-8.
  if (!to || (load<i32>(SET_FLAGS) & HIGH_STAYS && anyHigh(BYTES, to))) return -1;
  if (wide && !changes && find(BYTES, to) == to) return 0;
  if (encodeBytes(BYTES, to, OUT, true) != to) return -1;
  return load<i32>(END) - <i32>OUT;
}

/**
 * Decodes a block of text.
 *
 * @param count how many units are in UNITS, or in BYTES as Latin-1
 * @returns see `fromUtf8`
 */
export function decodeText(count: usize, wide: bool, flags: i32): i32 {
  const to = utf8(count, wide);
  return !to || decodeBytes(BYTES, to, BYTES, flags, true) != to ? -1 : fromUtf8(<usize>load<u32>(END), true);
}
