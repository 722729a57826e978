import { percentDecodeReport } from "percodec";

/** The maximum number of layers, and the maximum length of all of them together. */
const MAX_LAYERS = 16;
const MAX_TOTAL_UNITS = 1 << 17;

/**
 * Decodes a text again and again: returns the result of one decoding, of two, and so on, until decoding changes nothing or
 * no escapes are left.
 */
export function decodeLayers(text: string): readonly string[] {
  const layers: string[] = [];
  let totalUnits = text.length;
  for (let layer = text; layers.length < MAX_LAYERS && totalUnits <= MAX_TOTAL_UNITS;) {
    const { value, stillEncoded } = percentDecodeReport(layer);
    const next: string = value;
    if (next === layer) break;
    layers.push(next);
    if (!stillEncoded) break;
    layer = next;
    totalUnits += layer.length;
  }
  return layers;
}
