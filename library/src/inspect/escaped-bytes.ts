import { readEscape } from "../base/escape.ts";

/** The most bytes from which an encoding is guessed. */
const MAX_GUESSED_BYTES = 2048;

/**
 * Reads the first bytes that a part of a text stands for, for a guess of their encoding. A malformed escape is characters like any other, and
 * a raw character above U+007F has no bytes: a space takes its place.
 */
export function readEscapedBytes(text: string, from: number, to: number): Uint8Array {
  const bytes: number[] = [];
  for (let i = from; i < to && bytes.length < MAX_GUESSED_BYTES; i++) {
    const unit = text.charCodeAt(i);
    const value = unit === 0x25 ? readEscape(text, i) : -1;
    bytes.push(value >= 0 ? value : unit < 0x80 ? unit : 0x20);
    if (value >= 0) i += 2;
  }
  return Uint8Array.from(bytes);
}
