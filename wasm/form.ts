// Forms: decodes or encodes a whole block of pairs in one pass.
// After decoding, separators must differ from data. So raw `&` and `=` are first replaced by two control characters that forms
// rarely contain, and the result is cut at these. If the data contains one of them too, the scalar code decides.
import { decodeBytes, encodeBytes } from "./kernel";
import { BYTES, END, OUT, PLUS_AS_SPACE } from "./memory";
import { fromUtf8, utf8 } from "./text";

/** The addresses of the numbers of pairs and of empty pairs in a block, which the host reads. */
const PAIRS: usize = 0x1930;
const EMPTY: usize = 0x1934;
/** The address of three words per pair: the start of the name, its end, and the end of the value, in units of the result. */
const CUTS: usize = 0x1a0000;

/** The mark that replaces `&`; the next character replaces `=`. */
const MARK_PAIR: u32 = 0x1e;
const MARK_VALUE: u32 = 0x1f;

// Flags: the text is UTF-16; the text is UTF-8; the result must not be Latin-1.
const WIDE: i32 = 1;
const UTF8: i32 = 2;
const NO_LATIN1: i32 = 4;

/** Replaces the separators by marks, and returns the number of marks, or -1 if a name or value is too long. */
function mark(from: usize, to: usize, longestName: usize, longestValue: usize): i32 {
  const ampersand = i8x16.splat(0x26);
  const equalsSign = i8x16.splat(0x3d);
  let start = from;
  let equals: usize = 0;
  let marks = 0;
  let i = from;
  // An additional `&` after the end closes the last pair.
  store<u8>(to, 0x26);
  while (i <= to) {
    const v = v128.load(i);
    let bits = i8x16.bitmask(v128.or(i8x16.eq(v, ampersand), i8x16.eq(v, equalsSign)));
    while (bits) {
      const at = i + <usize>ctz(bits);
      bits &= bits - 1;
      if (at > to) break;
      if (load<u8>(at) == 0x3d) {
        if (equals) continue;
        if (at - start > longestName) return -1;
        equals = at;
        store<u8>(at, MARK_VALUE);
      } else {
        if (equals ? at - equals - 1 > longestValue : at - start > longestName) return -1;
        equals = 0;
        start = at + 1;
        store<u8>(at, MARK_PAIR);
      }
      marks++;
    }
    i += 16;
  }
  return marks;
}

/** Cuts a result of bytes or units at its marks, of which the last ends it, and returns the number of marks. */
function cut(from: usize, count: u32, wide: bool): i32 {
  const mask = i8x16.splat(-2);
  const mark = i8x16.splat(0x1e);
  let start: u32 = 0;
  let equals: i32 = -1;
  let marks = 0;
  let empty = 0;
  let o = CUTS;
  for (let i: u32 = 0; i < count; i += 16) {
    const v = wide
      ? i8x16.narrow_i16x8_u(v128.load(from + (i << 1)), v128.load(from + (i << 1), 16))
      : v128.load(from + i);
    let bits = i8x16.bitmask(i8x16.eq(v128.and(v, mask), mark));
    while (bits) {
      const at = i + <u32>ctz(bits);
      bits &= bits - 1;
      if (at >= count) break;
      marks++;
      if ((wide ? <u32>load<u16>(from + (at << 1)) : <u32>load<u8>(from + at)) == MARK_VALUE) {
        // A second one is data; then the caller sees another number of marks than it wrote.
        equals = at;
        continue;
      }
      if (at == start) {
        empty++;
      } else {
        store<u32>(o, start);
        store<u32>(o, equals < 0 ? at : <u32>equals, 4);
        store<u32>(o, at, 8);
        o += 12;
      }
      start = at + 1;
      equals = -1;
    }
  }
  store<u32>(PAIRS, <u32>((o - CUTS) / 12));
  store<u32>(EMPTY, empty);
  return marks;
}

/**
 * Decodes a block of a form, which begins after an `&` and ends before one.
 *
 * @param count how many units are in UNITS, or how many bytes of Latin-1 or UTF-8 are in BYTES
 * @returns see `fromUtf8`; the pairs are in CUTS
 */
export function cutForm(count: usize, flags: i32, longestName: usize, longestValue: usize): i32 {
  const to = flags & UTF8 ? BYTES + count : utf8(count, (flags & WIDE) != 0);
  if (!to) return -1;
  const marks = mark(BYTES, to, longestName, longestValue);
  // With the mark after the end.
  if (marks < 0 || decodeBytes(BYTES, to + 1, BYTES, PLUS_AS_SPACE, true) != to + 1) return -1;
  const result = fromUtf8(<usize>load<u32>(END), !(flags & NO_LATIN1));
  if (result < 0) return -1;
  const kind = result & 3;
  // The mark after the end is not a part of the result.
  return cut(kind == 0 ? BYTES : OUT, <u32>result >> 2, kind == 2) == marks ? result - 4 : -1;
}

/**
 * Encodes a block of names and values by the set, which does not encode MARK_VALUE.
 *
 * @param count how many units are in UNITS, or how many bytes of Latin-1 or UTF-8 are in BYTES, with a MARK_VALUE between each two
 * @param marks how many MARK_VALUE there are
 * @param separator the character between pairs
 * @returns how many bytes are in OUT, or -1 if the scalar code has to decide
 */
export function joinForm(count: usize, flags: i32, marks: i32, separator: u32): i32 {
  const to = flags & UTF8 ? BYTES + count : utf8(count, (flags & WIDE) != 0);
  if (!to || encodeBytes(BYTES, to, OUT, true) != to) return -1;
  const end = <usize>load<u32>(END);
  const mark = i8x16.splat(<i8>MARK_VALUE);
  let character: u32 = 0x3d;
  const turn = character ^ separator;
  for (let i: usize = OUT; i < end; i += 16) {
    let bits = i8x16.bitmask(i8x16.eq(v128.load(i), mark));
    while (bits) {
      const at = i + <usize>ctz(bits);
      bits &= bits - 1;
      if (at >= end) break;
      store<u8>(at, character);
      character ^= turn;
      marks--;
    }
  }
  return marks == 0 ? <i32>(end - OUT) : -1;
}
