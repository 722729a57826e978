import { PercentEncodingError } from "../base/errors.ts";
import type { Step } from "../base/stage.ts";
import { readUtf8, writeUtf8 } from "../base/utf8.ts";

const TARGET_BYTES = 0x10000;
/** The most bytes of a UTF-16 unit in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Runs the UTF-8 of a text through a step. Indexes of errors count UTF-16 units of the text, as everywhere for texts. */
export function runText(step: Step, text: string): Uint8Array {
  const source = toUtf8(text);
  const target = new Uint8Array(TARGET_BYTES);
  let result = new Uint8Array(0);
  let length = 0;
  try {
    for (let at = 0, isFirst = true; at < source.length || isFirst; isFirst = false) {
      const { read, written } = step(source, target, { from: at, to: source.length, final: true });
      if (length + written > result.length) {
        const larger = new Uint8Array(2 * (length + written));
        larger.set(result.subarray(0, length));
        result = larger;
      }
      result.set(target.subarray(0, written), length);
      length += written;
      at += read;
    }
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { operation, code, excerpt, detail } = error;
    throw new PercentEncodingError({ operation, code, excerpt, detail, unit: "utf-16", ...toUnits(source, error) });
  }
  return result.subarray(0, length);
}

/** Returns the UTF-8 of a text. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * MAX_BYTES_PER_UNIT);
  return bytes.subarray(0, writeUtf8(text, 0, text.length, bytes, 0));
}

/** Converts a place in the UTF-8 of a text to UTF-16 units. */
export function toUnits(
  source: Uint8Array,
  place: { readonly index: number; readonly length: number },
): { readonly index: number; readonly length: number } {
  const unitsTo = (end: number): number => readUtf8(source, 0, end).length;
  const index = unitsTo(place.index);
  return { index, length: unitsTo(place.index + place.length) - index };
}
