import { HEX_VALUE } from "../../shared/text.ts";
import type { ScratchBuffer } from "./scratch-buffer.ts";
import type { Slice } from "./result.ts";

const PERCENT = 0x25;
const LONGEST_ESCAPE_BYTES = 3;
const COUNT_BYTES = 4;

/**
 * Counts how often a text can be decoded: 0 for `a`, 1 for `%41`, 2 for `%2541`. Malformed escapes stay as they are.
 *
 * It needs one pass for any number of layers. The bytes after the last escape are on a stack, each with the layer in which it appears. A
 * `%` and two digits on top of the stack are decoded one layer after the last of them appears; an earlier `%` then waits for that result.
 */
export function countLayers({ bytes, from, to }: Slice, scratch: ScratchBuffer): number {
  let first = from;
  while (first < to && bytes[first] !== PERCENT) first++;
  if (first === to) return 0;
  const room = to - first;
  const area = scratch.reserve(room * (COUNT_BYTES + 1) + COUNT_BYTES);
  const start = (COUNT_BYTES - (area.byteOffset % COUNT_BYTES)) % COUNT_BYTES;
  const layers = new Uint32Array(area.buffer, area.byteOffset + start, room);
  const stack = area.subarray(start + room * COUNT_BYTES);
  let count = 0;
  let top = 0;
  for (let i = first; i < to; i++) {
    stack[top] = bytes[i]!;
    layers[top++] = 0;
    while (top >= LONGEST_ESCAPE_BYTES && stack[top - 3] === PERCENT) {
      const byte = (HEX_VALUE[stack[top - 2]!]! << 4) | HEX_VALUE[stack[top - 1]!]!;
      if (byte < 0) break;
      const layer = Math.max(layers[top - 3]!, layers[top - 2]!, layers[top - 1]!) + 1;
      top -= 2;
      stack[top - 1] = byte;
      layers[top - 1] = layer;
      count = Math.max(count, layer);
    }
  }
  return count;
}
