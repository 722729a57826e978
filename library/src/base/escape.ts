// Escapes: `%` and two hex digits (https://www.rfc-editor.org/rfc/rfc3986#section-2.1).

/** The value of each ASCII hex digit, and -1 for every other byte. */
export const HEX_VALUE: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return value >= 0 ? value : -1;
});

/** Returns the value of a hex digit given as a UTF-16 unit, and -1 for any other number. */
export function hexValue(unit: number): number {
  return unit >= 0 && unit < 0x80 ? HEX_VALUE[unit]! : -1;
}

/** Returns the byte of the escape whose `%` is at `index`, or a negative number if two hex digits do not follow. */
export function readEscape(text: string, index: number): number {
  return (hexValue(text.charCodeAt(index + 1)) << 4) | hexValue(text.charCodeAt(index + 2));
}

/** Returns the index of the first `%` from `from` on, or a negative number. Adjacent escapes are frequent and need no `indexOf`. */
export function indexOfPercent(text: string, from: number): number {
  return text.charCodeAt(from) === 0x25 ? from : text.indexOf("%", from);
}

/** Writes a byte as an escape with upper-case hex digits and returns the index after it. */
export function writeEscape(byte: number, output: Uint8Array, at: number): number {
  output[at] = 0x25;
  output[at + 1] = hexDigit(byte >> 4);
  output[at + 2] = hexDigit(byte & 15);
  return at + 3;
}

/** Returns the ASCII code of the upper-case hex digit for a number below 16. */
export function hexDigit(value: number): number {
  return value + (value < 10 ? 0x30 : 0x41 - 10);
}

/** Returns a number in upper-case hex, padded with zeros to at least `digits` digits. */
export function toHex(value: number, digits = 1): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/**
 * Writes the hex digits of escapes in lower case, where a part of a source was encoded to the beginning of an output. Each byte of the
 * source became one byte or an escape, so a `%` of the source that stayed is not taken for an escape.
 *
 * @param encodesPercent whether the set encodes `%`
 */
export function lowerHex(
  source: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  encodesPercent: boolean,
): void {
  for (let i = from, o = at; i < to; i++) {
    if (output[o] !== 0x25 || (source[i] === 0x25 && !encodesPercent)) {
      o++;
      continue;
    }
    for (let k = o + 1; k < o + 3; k++) if (output[k]! >= 0x41) output[k]! |= 0x20;
    o += 3;
  }
}
