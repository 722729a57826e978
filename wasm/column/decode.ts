// Decoding, as library/src/codec/decoder.ts does it: the first fault is the result of a row, unless a policy lets it pass. The SIMD build copies 16
// plain bytes at a time, the scalar one 8.
import { classify, ENCODED_SURROGATE, INVALID_UTF8_CODE, LONE_SURROGATE, MALFORMED_ESCAPE, sequenceLength, TRUNCATED_ESCAPE, writeEscape } from "../shared";
import { fault, faultCode, run, set } from "./areas";
import { byteAt, hexValue, INCOMPLETE, inputBytes, NONE, unitAt } from "./escape";
import { DROP, EXCEPT, INVALID_UTF8, KEEP, MALFORMED, PERCENT_U, PLUS_AS_SPACE, policy, REPLACE, SURROGATES, THROW, UNCHECKED } from "./options";

/** The high bit of each of eight bytes. */
const HIGH: u64 = 0x8080808080808080;
const LOW: u64 = 0x0101010101010101;

/** The high bit of each byte that is 0. A byte after such a one may have it too, so only the lowest is exact. */
// @ts-ignore: decorator
@inline
function zeros(v: u64): u64 {
  return (v - LOW) & ~v & HIGH;
}

/** How many bytes one byte may become. */
function decodeGrowth(flags: i32): u32 {
  const invalid = policy(flags, INVALID_UTF8);
  return policy(flags, MALFORMED) == REPLACE || invalid == KEEP || invalid == REPLACE ? 3 : 1;
}

/** Where the output of the current row continues; `step` returns where its input continues. */
let o: usize = 0;

/** Decodes a text and returns the address after its output; after a fault the result means nothing. */
export function decodeRange(from: usize, to: usize, at: usize, flags: i32): usize {
  const plus: u64 = LOW * (flags & PLUS_AS_SPACE ? 0x2b : 0x25);
  const slow = (flags & (PERCENT_U | EXCEPT)) != 0;
  let i = from;
  let w = at;
  while (i < to) {
    // A step of plain bytes, up to the first that is not plain: this reads and writes bytes after the end, which have room.
    let stops: bool;
    if (ASC_FEATURE_SIMD) {
      const v = v128.load(i);
      v128.store(w, v);
      const found = v128.or(v128.or(v, i8x16.eq(v, i8x16.splat(0x25))), i8x16.eq(v, i8x16.splat(<i8>plus)));
      const bits = i8x16.bitmask(found);
      const clean = min(to - i, <usize>ctz(bits | 0x10000));
      stops = bits != 0;
      i += clean;
      w += clean;
    } else {
      const v = load<u64>(i);
      store<u64>(w, v);
      const found = (v & HIGH) | zeros(v ^ (LOW * 0x25)) | zeros(v ^ plus);
      const clean = min(to - i, found == 0 ? 8 : <usize>(ctz(found) >> 3));
      stops = found != 0;
      i += clean;
      w += clean;
    }
    if (!stops || i >= to) continue;
    // Stops follow stops: they are handled until a plain byte comes.
    do {
      // The usual ones, here rather than by a call: a plus, an escape of an ASCII character, and escapes of another one.
      const byte = <u32>load<u8>(i);
      if (byte == 0x2b) {
        store<u8>(w++, 0x20);
        i++;
        continue;
      }
      if (byte == 0x25 && i + 2 < to && !slow) {
        const value = (hexValue(load<u8>(i, 1)) << 4) | hexValue(load<u8>(i, 2));
        if (<u32>value < 0x80 || (value > 0 && flags & UNCHECKED)) {
          store<u8>(w++, value);
          i += 3;
          continue;
        }
        const length = <usize>escapedSequence(i, to, value, w);
        if (length > 0) {
          w += length;
          i += 3 * length;
          continue;
        }
      }
      o = w;
      i = step(i, to, flags);
      w = o;
      if (faultCode != 0) return w;
    } while (i < to && load<u8>(i) == 0x25);
  }
  return w;
}

/** Writes the character whose bytes are all in escapes from `i` on, and returns how many bytes it has; 0 if there is none. */
// @ts-ignore: decorator
@inline
function escapedSequence(i: usize, to: usize, lead: i32, w: usize): u32 {
  const length = sequenceLength(lead);
  if (lead < 0x80 || i + 3 * length > to) return 0;
  store<u8>(w, lead);
  let second = 0;
  for (let k: u32 = 1; k < length; k++) {
    i += 3;
    const byte = load<u8>(i) == 0x25 ? (hexValue(load<u8>(i, 1)) << 4) | hexValue(load<u8>(i, 2)) : NONE;
    if ((byte & ~0x3f) != 0x80) return 0;
    if (k == 1) second = byte;
    store<u8>(w + k, byte);
  }
  return classify(lead, second, length) == 0 ? length : 0;
}

/** Decodes the character or the fault at `i`, and returns the address after it. */
function step(i: usize, to: usize, flags: i32): usize {
  const byte = <u32>load<u8>(i);
  if (byte == 0x25 && flags & PERCENT_U && i + 1 < to && load<u8>(i, 1) == 0x75) return percentU(i, to, flags);
  const value = byteAt(i, to);
  if (value == INCOMPLETE) return applyPolicy(policy(flags, MALFORMED), TRUNCATED_ESCAPE, i, to, 1);
  if (value == NONE)
    return applyPolicy(policy(flags, MALFORMED), MALFORMED_ESCAPE, i, hexValue(load<u8>(i, 1)) < 0 ? i + 1 : i + 2, 1);
  const next = i + inputBytes(i);
  if (value < 0x80) return character(value, i, next, flags);
  if (!(flags & UNCHECKED)) return sequence(i, to, value, flags);
  store<u8>(o++, value);
  return next;
}

function percentU(i: usize, to: usize, flags: i32): usize {
  const unit = unitAt(i, to);
  if (unit < 0)
    return applyPolicy(policy(flags, MALFORMED), unit == NONE ? MALFORMED_ESCAPE : TRUNCATED_ESCAPE, i, i + 1, 1);
  if ((unit & 0xf800) != 0xd800) return character(unit, i, i + 6, flags);
  const low = unit < 0xdc00 ? unitAt(i + 6, to) : NONE;
  if (low >= 0 && (low & 0xfc00) == 0xdc00) return character((unit << 10) + low - 0x35fdc00, i, i + 12, flags);
  return applyPolicy(policy(flags, INVALID_UTF8), LONE_SURROGATE, i, i + 6, 1);
}

/** Decodes the character whose lead byte, above 7F, is at `i`. */
function sequence(i: usize, to: usize, lead: u32, flags: i32): usize {
  const length = sequenceLength(lead);
  let next = i + inputBytes(i);
  let second: u32 = 0;
  let code = lead & (0x7f >> length);
  let count: u32 = 1;
  while (count < length) {
    const byte = byteAt(next, to);
    // NONE and INCOMPLETE do not have the bits of a continuation byte.
    if ((byte & 0xc0) != 0x80 || byte < 0) break;
    if (count == 1) second = byte;
    code = (code << 6) | (byte & 0x3f);
    next += inputBytes(next);
    count++;
  }
  const verdict = classify(lead, second, count);
  if (verdict == 0 || (verdict == ENCODED_SURROGATE && count == 3 && flags & SURROGATES && load<u8>(i) != 0x25)) {
    o = writeCodePoint(code, o);
    return next;
  }
  return applyPolicy(policy(flags, INVALID_UTF8), verdict, i, next, verdict == INVALID_UTF8_CODE ? 1 : count);
}

/** Writes a character, or its escape if it is in the set of EXCEPT. */
function character(code: u32, i: usize, next: usize, flags: i32): usize {
  if (flags & EXCEPT && code < 0x80 && next > i + 1 && (load<u8>(set + (code >> 3)) >> (code & 7)) & 1) {
    while (i < next) store<u8>(o++, load<u8>(i++));
    return next;
  }
  o = writeCodePoint(code, o);
  return next;
}

/** Applies a policy to a fault of one or several maximal subparts. */
function applyPolicy(chosen: i32, code: u8, i: usize, next: usize, subparts: u32): usize {
  if (chosen == THROW) fault(code, i, next - i);
  if (chosen == THROW || chosen == DROP) return next;
  if (chosen == REPLACE) {
    for (let k: u32 = 0; k < subparts; k++) o = writeCodePoint(0xfffd, o);
    return next;
  }
  // Kept: ASCII as it was written, raw bytes above 7F as escapes, since text cannot contain them.
  for (; i < next; i++) {
    const byte = <u32>load<u8>(i);
    if (byte < 0x80) store<u8>(o++, byte);
    else o = writeEscape(byte, o);
  }
  return next;
}

/** Writes a code point, also half of a surrogate pair, and returns the address after it. */
function writeCodePoint(code: u32, at: usize): usize {
  if (code < 0x80) {
    store<u8>(at, code);
    return at + 1;
  }
  if (code < 0x800) {
    store<u8>(at++, 0xc0 | (code >> 6));
  } else {
    if (code < 0x10000) {
      store<u8>(at++, 0xe0 | (code >> 12));
    } else {
      store<u8>(at++, 0xf0 | (code >> 18));
      store<u8>(at++, 0x80 | ((code >> 12) & 0x3f));
    }
    store<u8>(at++, 0x80 | ((code >> 6) & 0x3f));
  }
  store<u8>(at, 0x80 | (code & 0x3f));
  return at + 1;
}

/** Decodes a batch; see `run`. */
export function decode(rows: u32, flags: i32, start: i64): i32 {
  return run(rows, flags, start, decodeGrowth(flags), decodeRange);
}
