import { PERCENT, PLUS } from "../base/escape.ts";
import { BLOCK_UNITS, type FormBlock, type FormKernel } from "../kernel/types.ts";
import { decodeBlock } from "../codec/strategy.ts";
import { activeKernel } from "#kernel";
import { appendPairs } from "../kernel/form.ts";
import type { FormLimits } from "./options.ts";
import { PairList } from "./pair-list.ts";
import { AMPERSAND, EQUALS } from "./scan.ts";

/** Up to this length a loop is faster than copying a string into the kernel's memory and out of it. */
const MAX_LOOPED_UNITS = 96;

/** Parses a form; returns undefined if it may have a fault or exceed a limit: `parseWhole` then parses it from the start. */
export function parseClean(input: string | Uint8Array, limits: FormLimits): PairList | undefined {
  const { length } = input;
  const text = typeof input === "string" ? input : undefined;
  const short = text !== undefined && length <= MAX_LOOPED_UNITS ? parseByLoop(text, limits, false) : undefined;
  if (short !== undefined) return short;
  const form = activeKernel(length)?.form;
  if (form !== undefined) return parseByBlocks(input, form, limits);
  return text === undefined ? undefined : parseByLoop(text, limits, true);
}

/** Parses a string without the kernel; returns undefined for units from U+D800 on, beyond a limit, and, unless `decodes`, for escapes and pluses. */
function parseByLoop(text: string, limits: FormLimits, decodes: boolean): PairList | undefined {
  const { length } = text;
  const cuts: number[] = [];
  let emptyPairs = 0;
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= length && length > 0; i++) {
    const unit = i < length ? text.charCodeAt(i) : AMPERSAND;
    if (unit === AMPERSAND) {
      const name = equals < 0 ? i : equals;
      if (i === start) emptyPairs++;
      else if (name - start > limits.name || i - name > limits.value + 1) return undefined;
      else cuts.push(start, name, i);
      start = i + 1;
      equals = -1;
    } else if (unit === EQUALS) {
      if (equals < 0) equals = i;
    } else if (unit > EQUALS && unit < 0xd800) {
      continue;
    } else if (((unit === PERCENT || unit === PLUS) && !decodes) || unit >= 0xd800) {
      return undefined;
    }
  }
  const size = cuts.length / 3;
  if (size > limits.pairs) return undefined;
  const block: FormBlock = { text, cuts, emptyPairs };
  if (!decodes) return new PairList([], text, emptyPairs, false, [block], size);
  const flat: string[] = [];
  appendPairs(flat, block);
  for (let k = 0; k < flat.length; k++) {
    const written = flat[k]!;
    if (!/[%+]/.test(written)) continue;
    const part = written.length > BLOCK_UNITS ? undefined : decodeBlock(written, true, false);
    if (part === undefined) return undefined;
    flat[k] = part;
  }
  return new PairList(flat, text, emptyPairs);
}

/** Parses by the kernel, in blocks that fit into its memory and end before an `&`. */
function parseByBlocks(input: string | Uint8Array, forms: FormKernel, limits: FormLimits): PairList | undefined {
  const { length } = input;
  // The kernel compares 32-bit integers: a higher limit, such as Infinity, is never reached.
  const longestName = Math.min(limits.name, 0x7fffffff) | 0;
  const longestValue = Math.min(limits.value, 0x7fffffff) | 0;
  const blocks: FormBlock[] = [];
  let size = 0;
  let emptyPairs = 0;
  for (let from = 0, to = length; from <= length && length > 0; from = to + 1) {
    to = length;
    if (to - from > BLOCK_UNITS) {
      const latest = from + BLOCK_UNITS;
      to = typeof input === "string" ? input.lastIndexOf("&", latest) : input.lastIndexOf(AMPERSAND, latest);
      if (to < from) return undefined;
    }
    const block = forms.cut(input, from, to, longestName, longestValue);
    if (block === undefined) return undefined;
    size += block.cuts.length / 3;
    if (size > limits.pairs) return undefined;
    emptyPairs += block.emptyPairs;
    blocks.push(block);
  }
  return new PairList([], input, emptyPairs, false, blocks, size);
}
