import { percentDecodeReport } from "../../src/index.ts";

/** How many layers are taken off, and how long all of them may be together. */
const MAX_LAYERS = 16;
const MAX_UNITS = 1 << 17;

/**
 * What stands under a text that was encoded more than once: what one decoding gives, what two give, and so on, as long as
 * escapes are left that decoding changes.
 */
export function decodeLayers(text: string): readonly string[] {
  const layers: string[] = [];
  let work = text.length;
  for (let layer = text; layers.length < MAX_LAYERS && work <= MAX_UNITS;) {
    const { value, stillEncoded } = percentDecodeReport(layer);
    const next: string = value;
    if (next === layer) break;
    layers.push(next);
    if (!stillEncoded) break;
    layer = next;
    work += layer.length;
  }
  return layers;
}
