import type { Step } from "percodec";
import { countUnits, type Span, toUtf8 } from "../text.ts";
import { withFault } from "../unless-refused.ts";

/** Enough room for each stage of a text. */
export const TARGET_BYTES = 0x10000;

/** Runs bytes through a step. A result that fits into `target` is a part of it. */
export function runBytes(step: Step, source: Uint8Array, target = new Uint8Array(TARGET_BYTES)): Uint8Array {
  let result = new Uint8Array(0);
  let length = 0;
  for (let at = 0; ;) {
    const { read, written } = step(source, target, { from: at, to: source.length, final: true });
    at += read;
    if (length === 0 && at >= source.length) return target.subarray(0, written);
    if (length + written > result.length) {
      const larger = new Uint8Array(2 * (length + written));
      larger.set(result.subarray(0, length));
      result = larger;
    }
    result.set(target.subarray(0, written), length);
    length += written;
    if (at >= source.length) return result.subarray(0, length);
  }
}

/** Runs the UTF-8 of a text through a step. Indexes of errors count UTF-16 units of the text, as everywhere for texts. */
export function runText(step: Step, text: string): Uint8Array {
  const source = toUtf8(text);
  return withFault(
    () => runBytes(step, source),
    (error) => ({ ...toUnits(source, error), unit: "utf-16" }),
  );
}

/** Converts a place in the UTF-8 of a text to UTF-16 units. */
export function toUnits(source: Uint8Array, place: Span): Span {
  const index = countUnits(source, place.index);
  return { index, length: countUnits(source, place.index + place.length) - index };
}
