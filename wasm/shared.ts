// UTF-8 by table 3-7 of the Unicode Standard, §3.9, as library/src/base/utf8.ts classifies it.

// The codes of faults; 0 is none.
export const MALFORMED_ESCAPE: u8 = 1;
export const TRUNCATED_ESCAPE: u8 = 2;
export const INVALID_UTF8_CODE: u8 = 3;
export const OVERLONG_UTF8: u8 = 4;
export const ENCODED_SURROGATE: u8 = 5;
export const CODE_POINT_OUT_OF_RANGE: u8 = 6;
export const LONE_SURROGATE: u8 = 7;

/** Returns the length of a sequence with this lead byte; 1 for a byte that cannot lead. */
// @ts-ignore: decorator
@inline
export function sequenceLength(lead: u32): u32 {
  if (lead < 0xc0 || lead > 0xf7) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/**
 * Returns the code of the fault of a sequence, or 0 for a character.
 *
 * @param lead a byte above 7F
 * @param second the continuation byte after it, or 0
 * @param count how many bytes of the sequence there are; all but the first are continuation bytes
 */
export function classify(lead: u32, second: u32, count: u32): u8 {
  if ((second & 0xc0) != 0x80) return INVALID_UTF8_CODE;
  if (lead < 0xc2 || (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90)) return OVERLONG_UTF8;
  if (lead == 0xed && second > 0x9f) return ENCODED_SURROGATE;
  if (lead > 0xf4 || (lead == 0xf4 && second > 0x8f)) return CODE_POINT_OUT_OF_RANGE;
  return count == sequenceLength(lead) ? 0 : INVALID_UTF8_CODE;
}

/** Writes a byte as an escape and returns the address after it. */
export function writeEscape(byte: u32, at: usize): usize {
  const high = byte >> 4;
  const low = byte & 15;
  store<u8>(at, 0x25);
  store<u8>(at, high + (high < 10 ? 0x30 : 0x37), 1);
  store<u8>(at, low + (low < 10 ? 0x30 : 0x37), 2);
  return at + 3;
}
