// Escapes: `%` and two hex digits (https://www.rfc-editor.org/rfc/rfc3986#section-2.1). This is the one definition of them.

/** The value of an ASCII hex digit, and -1 for every other byte: a table, so that no other byte can pass for a digit. */
export const HEX_VALUE: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return value >= 0 ? value : -1;
});

/** Returns the value of a UTF-16 unit that is a hex digit, and -1 for every other number. */
export function hexValue(unit: number): number {
  return unit >= 0 && unit < 0x80 ? HEX_VALUE[unit]! : -1;
}

/** Returns the byte of the escape whose `%` stands at an index, and a negative number if no two hex digits follow. */
export function readEscape(text: string, index: number): number {
  return (hexValue(text.charCodeAt(index + 1)) << 4) | hexValue(text.charCodeAt(index + 2));
}

/** Returns the first `%` from an index on, and a negative number if there is none: escapes stand side by side, and a call for each takes longer. */
export function indexOfPercent(text: string, from: number): number {
  return text.charCodeAt(from) === 0x25 ? from : text.indexOf("%", from);
}

/** Writes a byte as its escape, in upper-case hex, and returns the index behind it. */
export function writeEscape(byte: number, output: Uint8Array, at: number): number {
  output[at] = 0x25;
  output[at + 1] = hexDigit(byte >> 4);
  output[at + 2] = hexDigit(byte & 15);
  return at + 3;
}

/** Returns the upper-case hex digit of a number below 16, in ASCII. */
export function hexDigit(value: number): number {
  return value + (value < 10 ? 0x30 : 0x41 - 10);
}

/** Returns a number in upper-case hex, with zeros before it up to so many digits. */
export function toHex(value: number, digits = 1): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
