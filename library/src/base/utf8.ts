/**
 * Converts between text and UTF-8 without TextEncoder, TextDecoder or Buffer. The library uses generalized UTF-8 internally: a lone surrogate is
 * three bytes, ED A0–BF xx, which are not UTF-8 and therefore never mistaken for a character
 * (https://simonsapin.github.io/wtf-8/#generalized-utf8).
 */

export const REPLACEMENT = 0xfffd;

/** The most bytes of UTF-8 for one UTF-16 unit. */
export const BYTES_PER_UNIT = 3;

/** The most units for one `fromCharCode.apply`: engines limit the number of arguments. */
const APPLY_LIMIT = 8192;

/** Returns the code point at an index below the length of the text; a lone surrogate is its own. */
export function codePointAt(text: string, index: number): number {
  return text.codePointAt(index)!;
}

/** Writes a part of a text as generalized UTF-8, at most 3 bytes per unit, and returns the index after it; `to` is not inside a surrogate pair. */
export function writeUtf8(text: string, from: number, to: number, output: Uint8Array, at: number): number {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      output[at++] = unit;
      continue;
    }
    const code = codePointAt(text, i);
    if (code > 0xffff) i++;
    at = writeCodePoint(code, output, at);
  }
  return at;
}

/**
 * Writes a part of a text as UTF-8, at most 3 bytes per unit, with U+FFFD for each lone surrogate, and returns the index after the last byte.
 *
 * @param onLoneSurrogate called for each with its index in the text and the index for its bytes; it may throw
 */
export function writeWellFormed(
  text: string,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  onLoneSurrogate: (index: number, at: number) => void,
): number {
  let written = at;
  let pending = from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if ((unit & 0xf800) !== 0xd800) continue;
    if (isHighSurrogate(unit) && i + 1 < to && isLowSurrogate(text.charCodeAt(i + 1))) {
      i++;
      continue;
    }
    written = writeUtf8(text, pending, i, output, written);
    onLoneSurrogate(i, written);
    written = writeCodePoint(REPLACEMENT, output, written);
    pending = i + 1;
  }
  return writeUtf8(text, pending, to, output, written);
}

/** Writes one code point as generalized UTF-8 and returns the index after its last byte. */
export function writeCodePoint(code: number, output: Uint8Array, at: number): number {
  if (code < 0x80) {
    output[at++] = code;
    return at;
  }
  if (code < 0x800) {
    output[at++] = 0xc0 | (code >> 6);
  } else {
    if (code < 0x10000) {
      output[at++] = 0xe0 | (code >> 12);
    } else {
      output[at++] = 0xf0 | (code >> 18);
      output[at++] = 0x80 | ((code >> 12) & 0x3f);
    }
    output[at++] = 0x80 | ((code >> 6) & 0x3f);
  }
  output[at++] = 0x80 | (code & 0x3f);
  return at;
}

/** Returns the text of bytes that have to be generalized UTF-8. */
export function readUtf8(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  const units: number[] = [];
  for (let i = from; i < to;) {
    const length = sequenceLength(bytes[i]!);
    let code = bytes[i++]! & (length === 1 ? 0xff : 0x7f >> length);
    for (let k = 1; k < length; k++) code = (code << 6) | (bytes[i++]! & 0x3f);
    if (code > 0xffff) units.push(0xd7c0 + (code >> 10), 0xdc00 | (code & 0x3ff));
    else units.push(code);
    if (units.length >= APPLY_LIMIT) {
      text += String.fromCharCode.apply(null, units);
      units.length = 0;
    }
  }
  return text + String.fromCharCode.apply(null, units);
}

/**
 * Builds a text from UTF-16 units, without an object for each part. For a short text an array is three times as fast as a typed array,
 * and for a long one it takes a quarter longer.
 */
export class UnitWriter {
  readonly #units: number[] = [];
  /** The text of the units before those of the array. */
  #full = "";

  write(unit: number): void {
    if (this.#units.push(unit) === APPLY_LIMIT) this.text();
  }

  append(text: string, from: number = 0, to: number = text.length): void {
    for (let i = from; i < to; i++) this.write(text.charCodeAt(i));
  }

  /** Returns the text written so far. */
  text(): string {
    this.#full += String.fromCharCode.apply(null, this.#units);
    this.#units.length = 0;
    return this.#full;
  }
}

/** Counts the UTF-16 units that a part of generalized UTF-8 encodes. */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Returns the length of a sequence with this lead byte, even if it is overlong or out of range; 1 for a byte that cannot lead. */
export function sequenceLength(lead: number): number {
  if (lead < 0xc0 || lead > 0xf7) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** What makes bytes invalid UTF-8. */
export type Utf8Fault = "invalid-utf8" | "overlong-utf8" | "encoded-surrogate" | "code-point-out-of-range";

/**
 * Returns the fault of a lead byte with the continuation bytes that follow it, at most as many as it allows, or undefined for a character (table
 * 3-7 of the Unicode Standard, §3.9).
 *
 * If the second byte proves a fault, the fault has its own code and covers all bytes present; each is a maximal subpart. Any other
 * fault is one maximal subpart with the code `invalid-utf8`.
 */
export function findUtf8Fault(sequence: readonly number[]): Utf8Fault | undefined {
  // 0 is not a continuation byte.
  const [lead = 0, second = 0] = sequence;
  return findSecondByteFault(lead, second) ?? (sequence.length < sequenceLength(lead) ? "invalid-utf8" : undefined);
}

/** Returns the fault that the second byte of a multi-byte sequence proves, or undefined. */
function findSecondByteFault(lead: number, second: number): Utf8Fault | undefined {
  if ((second & 0xc0) !== 0x80) return "invalid-utf8";
  if (lead < 0xc2 || (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90)) return "overlong-utf8";
  if (lead === 0xed && second > 0x9f) return "encoded-surrogate";
  return lead > 0xf4 || (lead === 0xf4 && second > 0x8f) ? "code-point-out-of-range" : undefined;
}

/** Returns the code point of a sequence that is a character or a generalized surrogate. */
export function sequenceCodePoint(sequence: readonly number[]): number {
  let code = 0;
  for (const byte of sequence) code = (code << 6) | (byte & 0x3f);
  // Of n bytes, 5n + 1 bits are those of the code point; the others mark the length.
  return code & ((2 << (5 * sequence.length)) - 1);
}

/** Returns the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
export function validUtf8Until(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to) {
    const lead = bytes[i]!;
    if (lead < 0x80) {
      i++;
      continue;
    }
    const length = sequenceLength(lead);
    if (length === 1 || i + length > to || findSecondByteFault(lead, bytes[i + 1]!) !== undefined) return i;
    for (let k = 2; k < length; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return i;
    i += length;
  }
  return to;
}

/** Returns the end of the block from `from` on: at most `from + units` or `end`, and not inside a surrogate pair. `units` is at least 2. */
export function blockEnd(text: string, from: number, end: number, units: number): number {
  const to = Math.min(end, from + units);
  return to < end && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
}

/** A string with `isWellFormed` of ECMAScript 2024, which is ten times as fast as a search. */
type Es2024String = string & { isWellFormed?(): boolean };

/** Returns the index of the first lone surrogate, or -1. With the flag u, `\p{Surrogate}` matches lone surrogates only. */
export function loneSurrogateIn(text: Es2024String): number {
  return text.isWellFormed?.() ? -1 : text.search(/\p{Surrogate}/u);
}

/** Replaces each lone surrogate with U+FFFD, as the standards do when they accept a string (https://infra.spec.whatwg.org/#javascript-string-convert). */
export function toWellFormed(text: Es2024String): string {
  return text.isWellFormed?.() ? text : text.replace(/\p{Surrogate}/gu, "\ufffd");
}

const NON_ASCII = /[^\0-\x7f]/;
export const isAscii = (text: string): boolean => !NON_ASCII.test(text);

export function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

export function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

export function joinSurrogates(high: number, low: number): number {
  // 0x10000 + ((high - 0xd800) << 10) + low - 0xdc00
  return (high << 10) + low - 0x35fdc00;
}
