import type { LegacyCodec, Sequence } from "../codec/encoding.ts";

const ESC = 0x1b;
/** The bytes per character after ESC and two more bytes: ESC ( B, ESC ( J, ESC ( I, ESC $ @ and ESC $ B. */
const WIDTHS: ReadonlyMap<number, 1 | 2> = /* @__PURE__ */ new Map([
  [0x2842, 1],
  [0x284a, 1],
  [0x2849, 1],
  [0x2440, 2],
  [0x2442, 2],
]);

/**
 * Decodes ISO-2022-JP one sequence at a time, each by `decode` as a queue of its own; the text of an escape sequence is empty
 * (https://encoding.spec.whatwg.org/#iso-2022-jp-decoder).
 */
export function iso2022jpSequences(decode: (bytes: Uint8Array) => string | undefined): LegacyCodec["sequences"] {
  /** The decoded sequences, by the width of the state, the last byte of its escape sequence, and the bytes. */
  const cache = new Map<number, Sequence>();
  return () => {
    /** The last two bytes of the current escape sequence; 0 before the first one. */
    let intermediate = 0;
    let finalByte = 0;
    let width = 1;
    let justSwitched = false;
    return (bytes, from, to) => {
      if (bytes[from] === ESC) {
        const newWidth = from + 2 < to ? WIDTHS.get((bytes[from + 1]! << 8) | bytes[from + 2]!) : undefined;
        // The standard makes two escape sequences in a row a fault, since they can hide text from filters.
        const text = newWidth === undefined || justSwitched ? undefined : "";
        justSwitched = newWidth !== undefined;
        if (newWidth === undefined) return { length: 1, text };
        intermediate = bytes[from + 1]!;
        finalByte = bytes[from + 2]!;
        width = newWidth;
        return { length: 3, text };
      }
      justSwitched = false;
      const length = width === 2 && isPair(bytes, from, to) ? 2 : 1;
      if (length < width) return { length, text: undefined };
      const key = (width << 24) | (finalByte << 16) | (bytes[from]! << 8) | (length === 2 ? bytes[from + 1]! : 0);
      let sequence = cache.get(key);
      if (sequence === undefined) {
        const escape = finalByte === 0 ? [] : [ESC, intermediate, finalByte];
        const text = decode(Uint8Array.of(...escape, ...bytes.subarray(from, from + length)));
        cache.set(key, (sequence = { length, text }));
      }
      return sequence;
    };
  };
}

/** Whether a lead byte is followed by another byte that is not the start of an escape sequence. */
function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from]! >= 0x21 && bytes[from]! <= 0x7e && from + 1 < to && bytes[from + 1] !== ESC;
}
