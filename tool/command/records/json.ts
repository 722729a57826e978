import { BACKSLASH, COMMA, HEX_VALUE, QUOTE } from "../../shared/text.ts";

// A scanner for JSON in bytes (https://www.rfc-editor.org/rfc/rfc8259), which creates no values.

export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
export const ARRAY = 0x5b;
export const ARRAY_END = 0x5d;
export const COLON = 0x3a;

/** 1 for bytes that end a run of plain characters in a string: a quote, a backslash, and the controls that JSON forbids. */
const STOPS = new Uint8Array(256);
STOPS.fill(1, 0, 0x20);
STOPS[QUOTE] = STOPS[BACKSLASH] = 1;

/** The byte for the letter of an escape, or 0. */
export const ESCAPED_BYTE = new Uint8Array(256);
for (const [letter, byte] of Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9, '"': 34, "\\": 92, "/": 47 })) {
  ESCAPED_BYTE[letter.charCodeAt(0)] = byte;
}

/**
 * Checks the syntax of JSON. Each method that skips something returns the index after it, or -1 if it is malformed.
 * The byte at `to` must be one that cannot continue JSON.
 */
export class JsonScanner {
  /** Whether the last scanned string has escapes. */
  escaped = false;
  /** The index of the quote that ends the last name. */
  nameEnd = 0;
  /** The index of the first lone surrogate in the last unescaped text, or -1. */
  loneSurrogate = -1;
  /** The open brackets, innermost last. */
  readonly #open: number[] = [];

  space(bytes: Uint8Array, from: number, to: number): number {
    let i = from;
    for (; i < to; i++) {
      const byte = bytes[i]!;
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) break;
    }
    return i;
  }

  /** Skips the string that begins at `from`. */
  string(bytes: Uint8Array, from: number, to: number): number {
    if (bytes[from] !== QUOTE) return -1;
    this.escaped = false;
    for (let i = from + 1; i < to;) {
      const byte = bytes[i]!;
      if (STOPS[byte] === 0) {
        i++;
      } else if (byte === QUOTE) {
        return i + 1;
      } else if (byte === BACKSLASH) {
        this.escaped = true;
        if (ESCAPED_BYTE[bytes[i + 1]!] !== 0) i += 2;
        else if (bytes[i + 1] === 0x75 && unitAt(bytes, i + 2) >= 0) i += 6;
        else return -1;
      } else {
        return -1;
      }
    }
    return -1;
  }

  /** Skips the name of a member, its colon and the white space around it. */
  name(bytes: Uint8Array, from: number, to: number): number {
    let i = this.string(bytes, from, to);
    if (i < 0) return -1;
    this.nameEnd = i - 1;
    i = this.space(bytes, i, to);
    return i < to && bytes[i] === COLON ? this.space(bytes, i + 1, to) : -1;
  }

  /** Skips the value that begins at `from`. The brackets are in an array, so any depth of nesting works. */
  value(bytes: Uint8Array, from: number, to: number): number {
    let depth = 0;
    for (let i = from; ;) {
      if (i >= to) return -1;
      const byte = bytes[i]!;
      let opened = false;
      if (byte === QUOTE) {
        i = this.string(bytes, i, to);
      } else if (byte === OBJECT || byte === ARRAY) {
        this.#open[depth++] = byte;
        opened = true;
        i = this.space(bytes, i + 1, to);
        const empty = i < to && bytes[i] === (byte === OBJECT ? OBJECT_END : ARRAY_END);
        if (!empty) {
          if (byte === OBJECT) i = this.name(bytes, i, to);
          if (i < 0) return -1;
          continue;
        }
      } else {
        i = scalar(bytes, i, to);
      }
      if (i < 0 || i > to) return -1;
      // A value ends here, and perhaps also the objects and arrays that contain it.
      for (;;) {
        if (depth === 0) return i;
        if (!opened) i = this.space(bytes, i, to);
        opened = false;
        if (i >= to) return -1;
        const within = this.#open[depth - 1]!;
        if (bytes[i] === (within === OBJECT ? OBJECT_END : ARRAY_END)) {
          depth--;
          i++;
        } else if (bytes[i] === COMMA) {
          i = this.space(bytes, i + 1, to);
          if (within === OBJECT) i = this.name(bytes, i, to);
          if (i < 0) return -1;
          break;
        } else {
          return -1;
        }
      }
    }
  }

  /**
   * Resolves the escapes in the content of a well-formed string, and returns the number of bytes written.
   *
   * A lone surrogate becomes its three bytes in generalized UTF-8, so that the UTF-8 check reports a fault at its index.
   */
  unescape(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
    let at = 0;
    this.loneSurrogate = -1;
    for (let i = from; i < to;) {
      const byte = bytes[i]!;
      if (byte !== BACKSLASH) {
        target[at++] = byte;
        i++;
        continue;
      }
      const letter = bytes[i + 1]!;
      if (letter !== 0x75) {
        target[at++] = ESCAPED_BYTE[letter]!;
        i += 2;
        continue;
      }
      let code = unitAt(bytes, i + 2);
      i += 6;
      if (code >= 0xd800 && code < 0xdc00 && i + 6 <= to && bytes[i] === BACKSLASH && bytes[i + 1] === 0x75) {
        const low = unitAt(bytes, i + 2);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          i += 6;
        }
      }
      if (code >= 0xd800 && code < 0xe000 && this.loneSurrogate < 0) this.loneSurrogate = at;
      at = writeCodePoint(code, target, at);
    }
    return at;
  }
}

/** Skips a number, `true`, `false` or `null`; returns -1 if there is none. */
function scalar(bytes: Uint8Array, from: number, to: number): number {
  for (const word of WORDS) {
    if (bytes[from] !== word[0]) continue;
    for (let k = 1; k < word.length; k++) if (from + k >= to || bytes[from + k] !== word[k]) return -1;
    return from + word.length;
  }
  let i = bytes[from] === 0x2d ? from + 1 : from;
  const whole = digits(bytes, i, to);
  // A number has no leading zero, except 0 itself and 0 before a fraction.
  if (whole === i || (bytes[i] === 0x30 && whole > i + 1)) return -1;
  i = whole;
  if (i < to && bytes[i] === 0x2e) {
    const end = digits(bytes, i + 1, to);
    if (end === i + 1) return -1;
    i = end;
  }
  if (i < to && (bytes[i] === 0x65 || bytes[i] === 0x45)) {
    i++;
    if (i < to && (bytes[i] === 0x2b || bytes[i] === 0x2d)) i++;
    const end = digits(bytes, i, to);
    if (end === i) return -1;
    i = end;
  }
  return i;
}

const WORDS = ["true", "false", "null"].map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));

function digits(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  for (let digit; i < to && (digit = bytes[i]!) >= 0x30 && digit <= 0x39;) i++;
  return i;
}

/** Reads four hex digits as a UTF-16 unit; returns -1 if they are not hex digits. */
function unitAt(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let k = 0; k < 4; k++) {
    const digit = HEX_VALUE[bytes[at + k] ?? 0]!;
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}

/** Writes a code point in UTF-8 (https://encoding.spec.whatwg.org/#utf-8-encoder), and returns the index after it. */
function writeCodePoint(code: number, target: Uint8Array, at: number): number {
  const count = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  target[at++] = LEADS[count]! | (code >> (6 * count));
  for (let left = count - 1; left >= 0; left--) target[at++] = 0x80 | ((code >> (6 * left)) & 0x3f);
  return at;
}

/** The bits of the first byte, by the number of bytes after it. */
const LEADS = [0, 0xc0, 0xe0, 0xf0];
