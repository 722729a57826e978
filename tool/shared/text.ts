import { percentDecodeBytes } from "percodec";
import { toExcerpt } from "percodec/inspect";

export const PERCENT = 0x25;
export const PLUS = 0x2b;
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const TAB = 0x09;
export const COMMA = 0x2c;

/** A part of a text or of its bytes. */
export interface Span {
  readonly index: number;
  readonly length: number;
}

/** The value of each ASCII hex digit, and -1 for every other byte. */
export const HEX_VALUE: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 256 }, (_, code) =>
  "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()),
);

/** Returns the code point at an index, which is inside the string. */
export function codeAt(text: string, index = 0): number {
  return text.codePointAt(index)!;
}

/** Returns a number in upper-case hex, padded with zeros to at least `digits` digits. */
export function toHex(value: number, digits = 1): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** Quotes input for a message: at most 32 printable characters of it. */
export function quote(value: string): string {
  return `"${toExcerpt(value)}"`;
}

/** Returns the byte of the escape whose `%` is at `index`, or a negative number if two hex digits do not follow. */
export function readEscape(text: string, index: number): number {
  return (hexValueAt(text, index + 1) << 4) | hexValueAt(text, index + 2);
}

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Decodes the escapes of a text in an encoding, with the platform's decoder; undefined if the bytes are not text in it. */
export function decodeAs(raw: string, label: string): string | undefined {
  if (!isAscii(raw)) return undefined;
  const bytes = percentDecodeBytes(new TextEncoder().encode(raw), { malformed: "keep" });
  return decodeText(bytes, new TextDecoder(label, { fatal: true, ignoreBOM: true }));
}

export const STRICT_UTF8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the text of bytes, or undefined if a strict decoder refuses them. */
export function decodeText(bytes: Uint8Array, decoder = STRICT_UTF8): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function hexValueAt(text: string, index: number): number {
  return HEX_VALUE[text.charCodeAt(index)] ?? -1;
}

/** Returns a buffer of twice the size that begins with the same bytes. */
export function enlarge(bytes: Uint8Array, kept = bytes.length): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes.subarray(0, kept));
  return larger;
}

/** Returns a string with U+FFFD for each lone surrogate. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * Removes the units at both ends of a string that a pattern matches.
 *
 * A regular expression such as `/ +$/` takes quadratic time: it is tried at each space of a run that does not end the string.
 */
export function trimUnits(text: string, units: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && units.test(text.charAt(from))) from++;
  while (to > from && units.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Returns the UTF-8 of a string; a lone surrogate becomes the three bytes of its code point, as in no valid UTF-8. */
export function toUtf8(text: string): Uint8Array {
  const pieces = text.split(/([\ud800-\udfff]+)/u);
  if (pieces.length === 1) return new TextEncoder().encode(text);
  const bytes: number[] = [];
  for (const piece of pieces) {
    if (!/^[\ud800-\udfff]/u.test(piece)) for (const byte of new TextEncoder().encode(piece)) bytes.push(byte);
    else for (const unit of piece.split("")) bytes.push(...surrogateBytes(unit.charCodeAt(0)));
  }
  return Uint8Array.from(bytes);
}

function surrogateBytes(unit: number): number[] {
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

/** Returns the string of bytes that `toUtf8` can return. */
export function fromUtf8(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  for (let i = 0; i + 2 < bytes.length; i++) {
    if (bytes[i] !== 0xed || bytes[i + 1]! < 0xa0) continue;
    text += STRICT_UTF8.decode(bytes.subarray(from, i));
    text += String.fromCharCode(0xd000 | ((bytes[i + 1]! & 0x3f) << 6) | (bytes[i + 2]! & 0x3f));
    from = i + 3;
    i += 2;
  }
  return text + STRICT_UTF8.decode(bytes.subarray(from));
}

/** Returns the number of UTF-16 units of a string whose UTF-8 begins with these bytes, up to `end`. */
export function countUnits(bytes: Uint8Array, end: number): number {
  let units = 0;
  for (let i = 0; i < end; i++) if ((bytes[i]! & 0xc0) !== 0x80) units += bytes[i]! >= 0xf0 ? 2 : 1;
  return units;
}
