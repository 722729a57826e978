import { hexValue } from "../base/escape.ts";

/**
 * Reads the bytes that a text or encoded bytes stand for, for a guess of their encoding. A malformed escape is characters like any
 * other, and a raw character of a text above U+007F has no bytes: a space takes its place.
 *
 * @param source the text or the bytes; the part to read begins at `from` and ends at `to`
 * @param max the most bytes that are returned
 */
export function readEscapedBytes(source: string | Uint8Array, from: number, to: number, max: number): Uint8Array {
  const isText = typeof source === "string";
  const unitAt = (i: number): number => (i >= to ? -1 : isText ? source.charCodeAt(i) : source[i]!);
  const bytes: number[] = [];
  for (let i = from; i < to && bytes.length < max; i++) {
    const unit = unitAt(i);
    const value = unit === 0x25 ? (hexValue(unitAt(i + 1)) << 4) | hexValue(unitAt(i + 2)) : -1;
    bytes.push(value >= 0 ? value : isText && unit > 0x7f ? 0x20 : unit);
    if (value >= 0) i += 2;
  }
  return Uint8Array.from(bytes);
}
