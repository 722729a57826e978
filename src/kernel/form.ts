import { hasOwn } from "../base/own.ts";
import { type HostBuffer, lent } from "../base/platform.ts";
import { BLOCK_UNITS } from "./types.ts";
import { BYTES, type Instance, OUT, setTable, UNITS } from "./wasm-memory.ts";
import { WIDE } from "./text-io.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";

/** A decoded block of a form. */
export interface Block {
  /** All of it, with a character between each two names and values. */
  readonly text: string;
  /** Three numbers a pair: where its name begins, where that ends, and where the value ends. */
  readonly cuts: ArrayLike<number>;
  readonly emptyPieces: number;
}

/** Adds the names and values of a block in turn. */
export function cutInto(flat: (string | undefined)[], { text, cuts }: Block): void {
  for (let k = 0; k < cuts.length; k += 3) {
    const equals = cuts[k + 1]!;
    const to = cuts[k + 2]!;
    flat.push(text.slice(cuts[k], equals), equals < to ? text.slice(equals + 1, to) : "");
  }
}

/** What a kernel does for whole blocks of forms; undefined where the scalar code has to decide. */
export interface FormKernel {
  /** Decodes a part that begins behind an `&` and ends before one. */
  cut(
    source: string | Uint8Array,
    from: number,
    to: number,
    longestName: number,
    longestValue: number,
  ): Block | undefined;
  /** Encodes as many pairs of names and values, which stand in turn, as fit; `next` says how far that went. */
  join(flat: readonly string[], from: number, separator: number, table: ByteTable): string | undefined;
  /** The pair that was not joined any more. */
  next: number;
}

/** Stands between the names and values that are encoded. */
export const MARK = 0x1f;

// The memory and the flags as wasm/form.ts has them.
const PAIRS = 0x1930 >> 2;
const EMPTY = 0x1934 >> 2;
const CUTS = 0x1a0000 >> 2;
const WIDE_SOURCE = 1;
const UTF8_SOURCE = 2;
const NO_LATIN1 = 4;

/** Up to here words are copied one by one. */
const FEW_WORDS = 120;
/** Up to here a loop writes a text faster than a call does. */
const LOOP_UNITS = 64;

/** How text gets into the memory and out of it. */
interface Ways {
  /** Writes a text and gives the flags for it, or a negative number for a lone surrogate. */
  put(text: string): number;
  /** How many units or bytes were written last. */
  count: number;
  /** The flags for bytes. */
  readonly bytes: number;
  get(kind: number, length: number): string;
  /** Writes units of 16 bits at that index. */
  readonly write?: (text: string, at: number) => void;
  ascii(at: number, length: number): string;
}

let instance: Instance | undefined;
let kernel: FormKernel | undefined;

/** The passes over forms of an instance. */
export function formKernel(of: Instance | undefined): FormKernel | undefined {
  if (of === undefined) return undefined;
  if (of !== instance) {
    instance = of;
    const ways = bufferWays(of) ?? encoderWays(of);
    kernel = ways && makeFormKernel(of, ways);
  }
  return kernel;
}

function makeFormKernel(of: Instance, ways: Ways): FormKernel {
  const { wasm, memory, words } = of;
  const units = new Uint16Array(memory.buffer);
  const write = (text: string, at: number): number => {
    const { length } = text;
    if (length > LOOP_UNITS && ways.write !== undefined) ways.write(text, at);
    else for (let i = 0; i < length; i++) units[at + i] = text.charCodeAt(i);
    return at + length;
  };
  return {
    cut(source, from, to, longestName, longestValue) {
      let flags = ways.bytes;
      let count = to - from;
      if (typeof source === "string") {
        flags = ways.put(count === source.length ? source : source.slice(from, to));
        if (flags < 0) return undefined;
        count = ways.count;
      } else {
        memory.set(count === source.length ? source : source.subarray(from, to), BYTES);
      }
      const found = wasm.cutForm(count, flags, longestName, longestValue);
      if (found < 0) return undefined;
      return {
        text: ways.get(found & 3, found >> 2),
        cuts: copied(words, CUTS, words[PAIRS]! * 3),
        emptyPieces: words[EMPTY]!,
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
        units[at++] = MARK;
        at = write(value, at);
        units[at++] = MARK;
      }
      if (k === from) return undefined;
      setTable(of, bytes, spaceAsPlus);
      const length = wasm.joinForm(at - 1 - first, WIDE_SOURCE, k - from - 1, separator);
      this.next = k;
      return length < 0 ? undefined : ways.ascii(OUT, length);
    },
  };
}

/** A copy of some words; a typed array of its own takes 270 ns, so few are put into a plain one. */
function copied(words: Int32Array, from: number, count: number): ArrayLike<number> {
  if (count > FEW_WORDS) return words.slice(from, from + count);
  const few: number[] = [];
  for (let k = 0; k < count; k++) few.push(words[from + k]!);
  return few;
}

/** Text through a Buffer over the memory. */
function bufferWays({ memory }: Instance): Ways | undefined {
  const view = lent("Buffer")?.from(memory.buffer as ArrayBuffer);
  const { latin1Write, ucs2Write, latin1Slice, ucs2Slice }: Partial<HostBuffer> = view ?? {};
  if (!latin1Write || !ucs2Write || !latin1Slice || !ucs2Slice) return undefined;
  return {
    count: 0,
    bytes: UTF8_SOURCE,
    put(text) {
      this.count = text.length;
      if (WIDE.test(text)) {
        ucs2Write.call(view, text, UNITS, text.length * 2);
        return WIDE_SOURCE;
      }
      latin1Write.call(view, text, BYTES, text.length);
      return 0;
    },
    get(kind, length) {
      if (kind === 2) return ucs2Slice.call(view, OUT, OUT + length * 2);
      const at = kind === 1 ? OUT : BYTES;
      return latin1Slice.call(view, at, at + length);
    },
    write: (text, at) => void ucs2Write.call(view, text, at * 2, text.length * 2),
    ascii: (at, length) => latin1Slice.call(view, at, at + length),
  };
}

/** Text through TextEncoder and TextDecoder. */
function encoderWays({ memory }: Instance): Ways | undefined {
  const [Encoder, Decoder] = [lent("TextEncoder"), lent("TextDecoder")];
  if (!Encoder || !Decoder || !hasOwn(String.prototype, "isWellFormed")) return undefined;
  const encoder = new Encoder();
  const narrow = new Decoder("utf-8", { fatal: false, ignoreBOM: true });
  const wide = new Decoder("utf-16le", { fatal: false, ignoreBOM: true });
  const room = memory.subarray(BYTES, OUT);
  const ascii = (at: number, length: number) => narrow.decode(memory.subarray(at, at + length));
  return {
    count: 0,
    bytes: UTF8_SOURCE | NO_LATIN1,
    put(text) {
      if (!(text as string & { isWellFormed(): boolean }).isWellFormed()) return -1;
      this.count = encoder.encodeInto(text, room).written;
      return UTF8_SOURCE | NO_LATIN1;
    },
    get: (kind, length) => (kind === 0 ? ascii(BYTES, length) : wide.decode(memory.subarray(OUT, OUT + length * 2))),
    ascii,
  };
}
