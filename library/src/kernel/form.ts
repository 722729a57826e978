import { type TextIo, WIDE_SOURCE } from "./text-io.ts";
import { BLOCK_UNITS, type FormBlock, type FormKernel } from "./types.ts";
import { BYTES, type Instance, OUT, setTable, UNITS } from "./wasm-memory.ts";

/** Appends the names and values of a block, alternating. */
export function appendPairs(flat: (string | undefined)[], { text, cuts }: FormBlock): void {
  for (let k = 0; k < cuts.length; k += 3) {
    const equals = cuts[k + 1]!;
    const to = cuts[k + 2]!;
    flat.push(text.slice(cuts[k], equals), equals < to ? text.slice(equals + 1, to) : "");
  }
}

/** The unit between the names and values that are encoded. */
export const MARK_UNIT = 0x1f;

// The addresses in memory of wasm/form.ts.
const PAIRS = 0x1930 >> 2;
const EMPTY_PAIRS = 0x1934 >> 2;
const CUTS = 0x1a0000 >> 2;

/** Up to this many words, a loop copies them faster than `slice`. */
const MAX_LOOPED_WORDS = 120;
/** Up to this many units, a loop writes text faster than a function of the host. */
const MAX_LOOPED_UNITS = 64;

export function formKernel(instance: Instance, io: TextIo): FormKernel {
  const { wasm, memory, words } = instance;
  const units = new Uint16Array(memory.buffer);
  const write = (text: string, at: number): number => {
    const { length } = text;
    if (length > MAX_LOOPED_UNITS && io.write !== undefined) io.write(text, at);
    else for (let i = 0; i < length; i++) units[at + i] = text.charCodeAt(i);
    return at + length;
  };
  return {
    cut(source, from, to, longestName, longestValue) {
      let flags = io.byteFlags;
      let count = to - from;
      if (typeof source === "string") {
        flags = io.put(count === source.length ? source : source.slice(from, to));
        if (flags < 0) return undefined;
        count = io.count;
      } else {
        memory.set(count === source.length ? source : source.subarray(from, to), BYTES);
      }
      const found = wasm.cutForm(count, flags, longestName, longestValue);
      if (found < 0) return undefined;
      return {
        text: io.get(found & 3, found >> 2),
        cuts: copyWords(words, CUTS, words[PAIRS]! * 3),
        emptyPairs: words[EMPTY_PAIRS]!,
      };
    },
    next: 0,
    join(flat, from, separator, { bytes, spaceAsPlus }) {
      const first = UNITS >> 1;
      let at = first;
      let k = from;
      for (; k < flat.length; k += 2) {
        const name = flat[k]!;
        const value = flat[k + 1]!;
        if (at + name.length + value.length + 2 - first > BLOCK_UNITS) break;
        at = write(name, at);
        units[at++] = MARK_UNIT;
        at = write(value, at);
        units[at++] = MARK_UNIT;
      }
      if (k === from) return undefined;
      setTable(instance, bytes, spaceAsPlus);
      const length = wasm.joinForm(at - 1 - first, WIDE_SOURCE, k - from - 1, separator);
      this.next = k;
      return length < 0 ? undefined : io.ascii(OUT, length);
    },
  };
}

/** Copies words. A new typed array takes 270 ns, so a few words are copied into a plain array. */
function copyWords(words: Int32Array, from: number, count: number): ArrayLike<number> {
  if (count > MAX_LOOPED_WORDS) return words.slice(from, from + count);
  const few: number[] = [];
  for (let k = 0; k < count; k++) few.push(words[from + k]!);
  return few;
}
