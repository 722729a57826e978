import { PercentEncodingError } from "../../src/index.ts";
import type { Run } from "../codec.ts";

const TARGET_BYTES = 0x10000;

/** Runs the UTF-8 of a text through a codec. Indexes of errors count UTF-16 units of the text, as everywhere for texts. */
export function runText(run: Run, text: string): Buffer {
  const source = Buffer.from(text);
  const parts: Buffer[] = [];
  const target = new Uint8Array(TARGET_BYTES);
  try {
    for (let at = 0, isFirst = true; at < source.length || isFirst; isFirst = false) {
      const { read, written } = run(source, target, { from: at, to: source.length, final: true });
      parts.push(Buffer.from(target.slice(0, written)));
      at += read;
    }
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { operation, code, excerpt, detail } = error;
    throw new PercentEncodingError({ operation, code, excerpt, detail, unit: "utf-16", ...toUnits(source, error) });
  }
  return Buffer.concat(parts);
}

/** Converts a place in the UTF-8 of a text to UTF-16 units. */
export function toUnits(source: Buffer, place: { readonly index: number; readonly length: number }) {
  const unitsTo = (end: number) => source.toString("utf8", 0, end).length;
  const index = unitsTo(place.index);
  return { index, length: unitsTo(place.index + place.length) - index };
}
