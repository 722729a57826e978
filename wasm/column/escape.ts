// Escapes: `%` and two hex digits, and `%u` and four.

/** There is neither a raw byte nor an escape. */
export const NONE: i32 = -1;
/** The text ends before the escape is complete. */
export const INCOMPLETE: i32 = -2;

/** The value of each hex digit, and -1 for every other byte. By comparisons instead, a text with many escapes takes twice as long. */
const VALUES: usize = memory.data(256);

for (let byte: u32 = 0; byte < 256; byte++) {
  const letter = (byte | 0x20) - 0x61;
  store<i8>(VALUES + byte, byte - 0x30 < 10 ? byte - 0x30 : letter < 6 ? letter + 10 : -1);
}

/** Returns the value of a hex digit, or -1. */
// @ts-ignore: decorator
@inline
export function hexValue(digit: u32): i32 {
  return load<i8>(VALUES + digit);
}

/** Returns the byte at an address, raw or from an escape; NONE or INCOMPLETE if there is none. */
// @ts-ignore: decorator
@inline
export function byteAt(i: usize, to: usize): i32 {
  if (i >= to) return INCOMPLETE;
  const byte = <i32>load<u8>(i);
  if (byte != 0x25) return byte;
  if (i + 1 >= to) return INCOMPLETE;
  const high = hexValue(load<u8>(i, 1));
  if (high < 0) return NONE;
  if (i + 2 >= to) return INCOMPLETE;
  return (high << 4) | hexValue(load<u8>(i, 2));
}

/** Returns the UTF-16 unit of a `%uXXXX`; NONE or INCOMPLETE if there is none. */
export function unitAt(i: usize, to: usize): i32 {
  let unit = 0;
  for (let k: usize = 0; k < 6; k++) {
    if (i + k >= to) return INCOMPLETE;
    const byte = <u32>load<u8>(i + k);
    const digit = k > 1 ? hexValue(byte) : byte == (k == 0 ? 0x25 : 0x75) ? 0 : -1;
    if (digit < 0) return NONE;
    unit = (unit << 4) | digit;
  }
  return unit;
}

/** Returns how many bytes of the input a decoded byte has, by the first of them. */
// @ts-ignore: decorator
@inline
export function inputBytes(i: usize): usize {
  return load<u8>(i) == 0x25 ? 3 : 1;
}
