// The flags of all operations, in one number.

export const PLUS_AS_SPACE: i32 = 1;
/** Whether `%uXXXX` is an escape. */
export const PERCENT_U: i32 = 2;
/** Whether the escapes of the ASCII characters in the set stay. */
export const EXCEPT: i32 = 4;
/** Whether raw halves of surrogate pairs in three bytes are characters, as in the texts of JavaScript and Python. */
export const SURROGATES: i32 = 8;
/** Whether the offsets have 64 bits. */
export const LARGE: i32 = 16;
/** Whether the input has a validity bitmap. */
export const NULLABLE: i32 = 32;
/** Whether the whole text is a form, not a URI with a query. */
export const FORM: i32 = 64;
export const SPACE_AS_PLUS: i32 = 128;

// The policies, at these bits.
export const MALFORMED: i32 = 8;
export const INVALID_UTF8: i32 = 10;
export const THROW: i32 = 0;
export const KEEP: i32 = 1;
export const DROP: i32 = 2;
export const REPLACE: i32 = 3;
/** Whether bytes that are not UTF-8 stay unchecked. */
export const UNCHECKED: i32 = 1 << 13;

/** The classes of characters above 7F that a set encodes, at these bits: ucschar, iprivate, other. */
export const CLASSES: i32 = 16;
export const ALL_CLASSES: i32 = 7;
/** The bit of the first row in the validity bitmap. */
export const FIRST_BIT: i32 = 20;

/** Returns the policy at a bit. */
// @ts-ignore: decorator
@inline
export function policy(flags: i32, bit: i32): i32 {
  return (flags >> bit) & 3;
}
