import { isHighSurrogate, isLowSurrogate, joinSurrogates } from "../base/utf8.ts";
import type { SequenceDecoder } from "../charset/encoding.ts";

/** Decodes UTF-16 one code point at a time (https://encoding.spec.whatwg.org/#shared-utf-16-decoder); undefined for another encoding. */
export function utf16Sequences(name: string): SequenceDecoder | undefined {
  if (name !== "UTF-16LE" && name !== "UTF-16BE") return undefined;
  const [high, low] = name === "UTF-16BE" ? [0, 1] : [1, 0];
  const unitAt = (bytes: Uint8Array, at: number): number => (bytes[at + high]! << 8) | bytes[at + low]!;
  return (bytes, from, to) => {
    if (from + 2 > to) return { length: 1, text: undefined };
    const unit = unitAt(bytes, from);
    if ((unit & 0xf800) !== 0xd800) return { length: 2, text: String.fromCharCode(unit) };
    const next = isHighSurrogate(unit) && from + 4 <= to ? unitAt(bytes, from + 2) : 0;
    if (!isLowSurrogate(next)) return { length: Math.min(2, to - from), text: undefined };
    return { length: 4, text: String.fromCodePoint(joinSurrogates(unit, next)) };
  };
}
