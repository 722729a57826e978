// Copies a field, decodes its escapes, checks its UTF-8 and writes it with the escapes of the format, in one pass.
import { classify, MALFORMED_ESCAPE, sequenceLength, TRUNCATED_ESCAPE } from "../shared";
import {
  ACTIONS,
  AS_IS,
  BITS,
  BY_PERCENT,
  COPY,
  DECODE,
  DIGITS,
  DOUBLED,
  ESCAPES,
  HIGH,
  NIBBLES,
  NO_ESCAPE,
  NONE,
  PAIR,
  PLAIN,
  REFUSED,
  RESOLVED_ELSEWHERE,
  SPACE,
  STOP,
  TWICE,
  UNESCAPE,
  UNESCAPED,
  VALUE,
} from "./layout";

/** The fault of the value, if JavaScript need not decide: its code, or 0, and its offset in the field without the escapes of the format. */
export let faultCode: u32 = 0;
export let faultOffset: u32 = 0;

export function clearFault(): void {
  faultCode = 0;
}

/** Whether the format has an escape at `i`, so that JavaScript reads it. */
function hasEscape(i: usize): bool {
  const action = <u32>load<u8>(VALUE + ACTIONS + load<u8>(i));
  return action == UNESCAPE || action == DOUBLED || action == STOP;
}

/** Returns the byte at `i`, raw or from an escape; a negative number for the code of a fault, and ELSEWHERE if JavaScript decides. */
function byteAt(i: usize, to: usize): i32 {
  if (i >= to) return -<i32>TRUNCATED_ESCAPE;
  const byte = <i32>load<u8>(i);
  if (byte != 0x25) return hasEscape(i) ? ELSEWHERE : byte;
  for (let k: usize = 1; k < 3; k++) {
    if (i + k >= to) return -<i32>TRUNCATED_ESCAPE;
    if (hasEscape(i + k)) return ELSEWHERE;
    if (nibble(i + k) > 15) return -<i32>MALFORMED_ESCAPE;
  }
  return (nibble(i + 1) << 4) | nibble(i + 2);
}

const ELSEWHERE: i32 = -0x100;

/** Sets the fault of the character that begins at `i`, and returns 0. */
function setFault(i: usize, to: usize, at: u32): usize {
  const lead = byteAt(i, to);
  faultOffset = at;
  if (lead < 0) {
    faultCode = lead == ELSEWHERE ? 0 : -lead;
    return 0;
  }
  let second: u32 = 0;
  let count: u32 = 1;
  for (const length = sequenceLength(lead); count < length; count++) {
    i += load<u8>(i) == 0x25 ? 3 : 1;
    const byte = byteAt(i, to);
    if (byte == ELSEWHERE) return 0;
    if (byte < 0 || (byte & 0xc0) != 0x80) break;
    if (count == 1) second = byte;
  }
  faultCode = classify(lead, second, count);
  return 0;
}

/** Where `character` stopped reading. */
let readTo: usize = 0;

// @ts-ignore: decorator
@inline
function nibble(i: usize): u32 {
  return load<u8>(NIBBLES + load<u8>(i));
}

/** Writes a decoded byte below 80; returns the index after it, or 0 if JavaScript decides. */
// @ts-ignore: decorator
@inline
function put(byte: u32, escapes: usize, o: usize): usize {
  const escape = <u32>load<u8>(escapes + byte);
  if (escape == AS_IS) {
    store<u8>(o, byte);
    return o + 1;
  }
  return putEscape(byte, escape, o);
}

function putEscape(byte: u32, escape: u32, o: usize): usize {
  if (escape == REFUSED) return 0;
  if (escape == TWICE) {
    store<u8>(o, byte);
    store<u8>(o, byte, 1);
    return o + 2;
  }
  if (escape == BY_PERCENT) {
    store<u8>(o, 0x25);
    store<u8>(o, load<u8>(DIGITS + (byte >> 4)), 1);
    store<u8>(o, load<u8>(DIGITS + (byte & 15)), 2);
    return o + 3;
  }
  store<u8>(o, 0x5c);
  store<u8>(o, escape, 1);
  // Only JSON has the letter u: \u00XX with digits in lower case.
  if (escape != 0x75) return o + 2;
  store<u16>(o, 0x3030, 2);
  store<u8>(o, load<u8>(DIGITS + (byte >> 4)), 4);
  store<u8>(o, load<u8>(DIGITS + (byte & 15)) | 0x20, 5);
  return o + 6;
}

/**
 * Copies the rest of a character whose first byte is `lead`.
 *
 * @param i the index after the first byte or its escape
 * @param escaped whether its other bytes may be escapes
 * @returns the index after the last byte written, or 0 if it is not UTF-8
 */
function character(lead: u32, i: usize, to: usize, o: usize, escaped: bool): usize {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  let low: u32 = 0x80;
  let high: u32 = 0xbf;
  let rest = 1;
  if (lead >= 0xe0) {
    rest = 2;
    if (lead == 0xe0) low = 0xa0;
    else if (lead == 0xed) high = 0x9f;
    else if (lead >= 0xf0) {
      rest = 3;
      if (lead == 0xf0) low = 0x90;
      else if (lead == 0xf4) high = 0x8f;
    }
  }
  store<u8>(o++, lead);
  for (; rest > 0; rest--) {
    if (i >= to) return 0;
    let byte = <u32>load<u8>(i);
    if (byte == 0x25 && escaped) {
      if (i + 2 >= to) return 0;
      const upper = nibble(i + 1);
      const lower = nibble(i + 2);
      if ((upper | lower) > 15) return 0;
      byte = (upper << 4) | lower;
      i += 2;
    }
    if (byte < low || byte > high) return 0;
    low = 0x80;
    high = 0xbf;
    store<u8>(o++, byte);
    i++;
  }
  readTo = i;
  return o;
}

/**
 * Transfers the bytes from `from` up to `to`. It may write 16 bytes more than the result has.
 *
 * @param tables VALUE or COPY
 * @returns the index after the last byte written, or 0 if JavaScript decides
 */
export function transfer(from: usize, to: usize, at: usize, tables: usize): usize {
  const plain = v128.load(tables + PLAIN);
  const bits = v128.load(BITS);
  const fifteen = i8x16.splat(15);
  const escapes = tables + ESCAPES;
  const escaped = tables != COPY;
  let i = from;
  let o = at;
  /** How many bytes the escapes of the format have more than their characters. */
  let extra: u32 = 0;
  while (i < to) {
    const v = v128.load(i);
    v128.store(o, v);
    const row = i8x16.swizzle(plain, v128.and(v, fifteen));
    const column = i8x16.swizzle(bits, v128.and(i16x8.shr_u(v, 4), fifteen));
    const stops = i8x16.bitmask(i8x16.eq(v128.and(row, column), i64x2.splat(0)));
    if (stops == 0) {
      i += 16;
      o += 16;
      continue;
    }
    i += ctz(stops);
    o += ctz(stops);
    // Escapes often follow each other.
    while (i < to) {
      let byte = <u32>load<u8>(i);
      const action = <u32>load<u8>(tables + ACTIONS + byte);
      if (action == NONE) break;
      const begin = i;
      if (action == DECODE) {
        const upper = nibble(i + 1);
        const lower = nibble(i + 2);
        if (i + 2 >= to || (upper | lower) > 15) return setFault(i, to, <u32>(i - from) - extra);
        byte = (upper << 4) | lower;
        i += 3;
      } else {
        i++;
        if (action == STOP) return 0;
        if (action == SPACE) byte = 0x20;
        else if (action == UNESCAPE) {
          if (i < to) {
            const unescaped = <u32>load<u8>(UNESCAPED + load<u8>(i));
            // JSON has one: \u.
            if (unescaped == RESOLVED_ELSEWHERE) return 0;
            if (unescaped != NO_ESCAPE) {
              byte = unescaped;
              i++;
              extra++;
            }
          }
        } else if (action == DOUBLED) {
          i++;
          extra++;
        }
        else if (action == PAIR) {
          const second = i < to ? <u32>load<u8>(i) : 0;
          if (second < 0x20) return 0;
          store<u8>(o++, 0x5c);
          if (second == 0x5c) {
            store<u8>(o++, 0x5c);
            i++;
          }
          continue;
        }
      }
      if (byte < 0x80) {
        o = put(byte, escapes, o);
      } else {
        o = character(byte, i, to, o, escaped);
        if (o == 0) return escaped && action != UNESCAPE ? setFault(begin, to, <u32>(begin - from) - extra) : 0;
        i = readTo;
      }
      if (o == 0) return 0;
    }
  }
  // Bytes after the end were copied unchanged.
  return o - (i - to);
}
