/** The digits of numbers in the generated tables, which library/src/host/idna-table.ts reads. */
export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Writes a number as digits of five bits, the highest first. All digits except the last have the sixth bit set.
 *
 * @param {number} number
 */
export function digits(number) {
  let text = DIGITS.charAt(number & 31);
  for (let rest = number >> 5; rest > 0; rest >>= 5) text = DIGITS.charAt(32 | (rest & 31)) + text;
  return text;
}

/**
 * Writes digits as a literal of several lines.
 *
 * @param {string} value
 */
export const literal = (value) => `\n  "${value.match(/.{1,114}/g)?.join('" +\n  "')}"`;
