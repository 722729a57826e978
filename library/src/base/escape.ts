import { findUtf8Fault, sequenceCodePoint, sequenceLength, UnitWriter, type Utf8Fault } from "./utf8.ts";

// Escapes: `%` and two hex digits (https://www.rfc-editor.org/rfc/rfc3986#section-2.1).

export const PERCENT = 0x25;
export const PLUS = 0x2b;

/** The value of each ASCII hex digit, and -1 for every other byte. */
export const HEX_VALUE: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 256 }, (_, code) =>
  "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()),
);

/** Returns the value of a hex digit given as a UTF-16 unit, and -1 for any other one. */
export function hexValue(unit: number): number {
  return unit < 0x80 ? HEX_VALUE[unit]! : -1;
}

/** Returns the byte of the escape at an index, or a negative number without one. */
export function readEscape(text: string, index: number): number {
  return text[index] === "%" ? readHexPair(text, index + 1) : -1;
}

/** Returns the byte that two hex digits at an index write, or a negative number. */
export function readHexPair(text: string, index: number): number {
  return (hexValue(text.charCodeAt(index)) << 4) | hexValue(text.charCodeAt(index + 1));
}

/** Returns the UTF-16 unit of the `%uXXXX` at an index, or a negative number without one. */
export function readPercentU(text: string, index: number): number {
  if (text.charCodeAt(index) !== PERCENT || text.charCodeAt(index + 1) !== 0x75) return -1;
  return (readHexPair(text, index + 2) << 8) | readHexPair(text, index + 4);
}

/** The escaped character at an index, or the fault there; `length` covers its escapes, and is below 3 if there is none. */
export type EscapedCharacter = { readonly length: number } & (
  | { readonly codePoint: number; readonly code: undefined }
  | { readonly codePoint: undefined; readonly code: "malformed-escape" | "truncated-escape" | Utf8Fault }
);

/** Reads the character whose first escape begins at an index. */
export function readEscaped(text: string, at: number): EscapedCharacter {
  const { sequence, code, length } = readSequence(text, at);
  if (code !== undefined) return { codePoint: undefined, code, length };
  return { codePoint: sequence.length > 1 ? sequenceCodePoint(sequence) : sequence[0]!, code, length };
}

/**
 * Reads the bytes of the character whose first escape begins at an index, without decoding them. A malformed escape is `%` and the one hex
 * digit after it, if any; it is truncated only if the text ends there.
 */
export function readSequence(
  text: string,
  at: number,
): Pick<EscapedCharacter, "code" | "length"> & { readonly sequence: readonly number[] } {
  const lead = readEscape(text, at);
  const sequence = [lead];
  if (lead < 0) {
    const length = hexValue(text.charCodeAt(at + 1)) < 0 ? 1 : 2;
    return { sequence, code: at + length === text.length ? "truncated-escape" : "malformed-escape", length };
  }
  while (sequence.length < sequenceLength(lead)) {
    const byte = readEscape(text, at + 3 * sequence.length);
    if (byte >> 6 !== 2) break;
    sequence.push(byte);
  }
  return { sequence, code: lead < 0x80 ? undefined : findUtf8Fault(sequence), length: 3 * sequence.length };
}

/** Replaces each escaped character by the result of a function; the escapes stay if it is undefined. `character` is undefined for invalid UTF-8. */
export function replaceEscapes(
  text: string,
  show: (character: string | undefined, index: number, length: number) => string | undefined,
): string {
  let writer: UnitWriter | undefined;
  let from = 0;
  for (let at = 0; (at = indexOfPercent(text, at)) >= 0;) {
    const { codePoint, length: all } = readEscaped(text, at);
    // After a fault, the search continues with the next byte.
    const length = codePoint === undefined ? Math.min(all, 3) : all;
    const character = codePoint === undefined ? undefined : String.fromCodePoint(codePoint);
    const shown = length < 3 ? undefined : show(character, at, length);
    if (shown !== undefined) {
      writer ??= new UnitWriter();
      writer.append(text, from, at);
      writer.append(shown);
      from = at + length;
    }
    at += length;
  }
  if (writer === undefined) return text;
  writer.append(text, from);
  return writer.text();
}

/** Writes a pattern of escapes, to be used with the flag `i`: `x` is a hex digit, `t` the escape of a continuation byte. */
const toPattern = (pattern: string): string => pattern.replace(/t/g, "%[89ab]x").replace(/x/g, "[0-9a-f]");

/** The pattern of the escapes of one character, which `decodeURIComponent` accepts (https://www.rfc-editor.org/rfc/rfc3629#section-4). */
export const ESCAPED_CHARACTER: string = /* @__PURE__ */ toPattern(
  "%[0-7]x|%(?:c[2-9a-f]|dx)t|%e(?:0%[ab]x|[1-9a-cef]t|d%[89]x)t|%f(?:0%[9ab]x|[123]t|4%8x)tt",
);

/** The pattern of the escapes of a maximal subpart, where `ESCAPED_CHARACTER` does not match (https://www.unicode.org/versions/Unicode18.0.0/core-spec/chapter-3/#G66453). */
export const MAXIMAL_SUBPART: string = /* @__PURE__ */ toPattern(
  "%e(?:0%[ab]x|[1-9a-cef]t|d%[89]x)|%f(?:0%[9ab]x|[123]t|4%8x)(?:t)?|%[89a-f]x",
);

/** Returns the index of the first `%` from `from` on, or a negative number. Adjacent escapes are frequent and need no `indexOf`. */
export function indexOfPercent(text: string, from: number): number {
  return text.charCodeAt(from) === PERCENT ? from : text.indexOf("%", from);
}

/** Writes a byte as an escape with upper-case hex digits and returns the index after it. */
export function writeEscape(byte: number, output: Uint8Array, at: number): number {
  output[at] = PERCENT;
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

/** Writes the hex digits of escapes in upper case; a match starts at the first escape with a lower-case digit. */
export function upperHex(text: string): string {
  return text.replace(/%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])(?:%[0-9A-Fa-f]{2})*/g, (escapes) => escapes.toUpperCase());
}

/**
 * Writes the hex digits of escapes in lower case, where a part of a source was encoded to the beginning of an output by a set that perhaps
 * encodes `%`. Each byte of the source became one byte or an escape, so a `%` of the source that stayed is not taken for an escape.
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
    if (output[o] !== PERCENT || (source[i] === PERCENT && !encodesPercent)) {
      o++;
      continue;
    }
    // Digits have the bit of lower case too.
    for (let k = o + 1; k < o + 3; k++) output[k]! |= 0x20;
    o += 3;
  }
}
