import type { LegacyCodec, Sequence } from "./encoding.ts";

const ESC = 0x1b;

/** The escape sequences behind ESC, and how many bytes a character then takes. */
const ESCAPES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["(B", 1],
  ["(J", 1],
  ["(I", 1],
  ["$@", 2],
  ["$B", 2],
]);

/**
 * Decodes ISO-2022-JP one sequence at a time; an escape sequence is one that stands for an empty text
 * (https://encoding.spec.whatwg.org/#iso-2022-jp-decoder).
 *
 * @param decode decodes bytes as a queue of their own
 */
export function iso2022jpSequences(decode: (bytes: Uint8Array) => string | undefined): LegacyCodec["sequences"] {
  /** What was decoded already, by the state's width, the last byte of its escape sequence and the bytes: each is asked once. */
  const known = new Map<number, Sequence>();
  return () => {
    let state: Uint8Array = new Uint8Array(0);
    let width = 1;
    let justSwitched = false;
    return (bytes, from, to) => {
      if (bytes[from] === ESC) {
        const escape = bytes.subarray(from, Math.min(from + 3, to));
        const found = ESCAPES.get(String.fromCharCode(...escape.subarray(1)));
        // A switch right behind a switch hides text from whoever knows the first alone: the standard makes it a fault.
        const text = found === undefined || justSwitched ? undefined : "";
        justSwitched = found !== undefined;
        if (found === undefined) return { length: 1, text };
        state = escape.slice();
        width = found;
        return { length: 3, text };
      }
      justSwitched = false;
      const length = width === 2 && isPair(bytes, from, to) ? 2 : 1;
      if (length < width) return { length, text: undefined };
      const key = (width << 24) | ((state[2] ?? 0) << 16) | (bytes[from]! << 8) | (length === 2 ? bytes[from + 1]! : 0);
      let sequence = known.get(key);
      if (sequence === undefined) {
        sequence = { length, text: decode(Uint8Array.of(...state, ...bytes.subarray(from, from + length))) };
        known.set(key, sequence);
      }
      return sequence;
    };
  };
}

/** Whether a lead byte has anything behind it that it may take: not the start of an escape sequence. */
function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from]! >= 0x21 && bytes[from]! <= 0x7e && from + 1 < to && bytes[from + 1] !== ESC;
}
