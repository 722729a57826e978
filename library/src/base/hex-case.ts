const PERCENT = 0x25;

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
    if (output[o] !== PERCENT || (source[i] === PERCENT && !encodesPercent)) {
      o++;
      continue;
    }
    for (let k = o + 1; k < o + 3; k++) if (output[k]! >= 0x41) output[k]! |= 0x20;
    o += 3;
  }
}
