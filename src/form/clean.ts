import { BLOCK_UNITS } from "../codec/kernel.ts";
import { kernel } from "../codec/slot.ts";
import { type Block, type FormKernel, formKernel } from "./blocks.ts";
import type { FormLimits } from "./options.ts";
import type { Parsed } from "./pairs.ts";

/** Up to here cursors are faster than the way into the kernel's memory and out of it. */
const CURSOR_UNITS = 120;

const AMPERSAND = 0x26;

/** What has to be decoded, or looked at by others. */
const DECODED = /[%+\ud800-\udfff]/;
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Parses a form without any fault, or gives undefined: then parse.ts begins anew, and decides.
 *
 * It decides nothing itself: what it is not sure of, a limit that may be reached among it, it leaves.
 */
export function parseClean(input: string | Uint8Array, limits: FormLimits): Parsed | undefined {
  const { length } = input;
  const text = typeof input === "string";
  if (text && length <= CURSOR_UNITS && !DECODED.test(input)) return byCursors(input, limits, false);
  const forms = formKernel(kernel(length).instance);
  if (forms !== undefined) return byBlocks(input, forms, limits);
  return text && !SURROGATE.test(input) ? byCursors(input, limits, true) : undefined;
}

/** Short text without surrogates, in plain code. */
function byCursors(text: string, limits: FormLimits, escaped: boolean): Parsed | undefined {
  const { length } = text;
  const flat: string[] = [];
  let emptyPieces = 0;
  // Where the first `=` from here on is: looked for once, even where pieces have none.
  let equals = -1;
  for (let from = 0, to: number; from <= length && length > 0; from = to + 1) {
    to = text.indexOf("&", from);
    if (to < 0) to = length;
    if (to === from) {
      emptyPieces++;
      continue;
    }
    if (equals < from) {
      equals = text.indexOf("=", from);
      if (equals < 0) equals = length;
    }
    let name = text.slice(from, equals < to ? equals : to);
    let value = equals < to ? text.slice(equals + 1, to) : "";
    if (name.length > limits.name || value.length > limits.value || flat.length >= limits.pairs * 2) return undefined;
    if (escaped) {
      const decodedName = decoded(name);
      const decodedValue = decoded(value);
      if (decodedName === undefined || decodedValue === undefined) return undefined;
      name = decodedName;
      value = decodedValue;
    }
    flat.push(name, value);
  }
  return { flat, blocks: undefined, size: flat.length >> 1, places: text, emptyPieces };
}

function decoded(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replace(/\+/g, " ") : text;
  if (!spaced.includes("%")) return spaced;
  return spaced.length > BLOCK_UNITS ? undefined : kernel(spaced.length).text?.decode(spaced, false, false);
}

/** Whatever fits into the kernel's memory, in parts that end before an `&`. */
function byBlocks(input: string | Uint8Array, forms: FormKernel, limits: FormLimits): Parsed | undefined {
  const { length } = input;
  // What is no number of an engine's integers is no limit here.
  const longestName = Math.min(limits.name, 0x7fffffff) | 0;
  const longestValue = Math.min(limits.value, 0x7fffffff) | 0;
  const blocks: Block[] = [];
  let size = 0;
  let emptyPieces = 0;
  for (let from = 0, to = length; from <= length && length > 0; from = to + 1) {
    to = length;
    if (to - from > BLOCK_UNITS) {
      const most = from + BLOCK_UNITS;
      to = typeof input === "string" ? input.lastIndexOf("&", most) : input.lastIndexOf(AMPERSAND, most);
      if (to < from) return undefined;
    }
    const block = forms.cut(input, from, to, longestName, longestValue);
    if (block === undefined) return undefined;
    size += block.cuts.length / 3;
    if (size > limits.pairs) return undefined;
    emptyPieces += block.emptyPieces;
    blocks.push(block);
  }
  return { flat: undefined, blocks, size, places: typeof input === "string" ? input : input.slice(), emptyPieces };
}
