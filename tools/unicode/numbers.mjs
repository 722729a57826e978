/** The digits of the numbers in generated tables; src/host/idna-table.ts reads them. */
export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A number as digits of five bits, the highest first; all but the last have the sixth bit. */
export function digits(number) {
  let text = DIGITS.charAt(number & 31);
  for (let rest = number >> 5; rest > 0; rest >>= 5) text = DIGITS.charAt(32 | (rest & 31)) + text;
  return text;
}

/** Digits as a literal of several lines. */
export const literal = (value) => `\n  "${value.match(/.{1,114}/g).join('" +\n  "')}"`;
