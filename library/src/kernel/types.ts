import type { ByteTable } from "../sets/byte-table.ts";

/** How many input bytes were read and how many output bytes were written. */
export interface Progress {
  readonly read: number;
  readonly written: number;
}

/** The part of the source that is one chunk, and whether more follows. */
export interface ChunkOptions {
  /** Where the chunk begins in the source (default 0). */
  readonly from?: number | undefined;
  /** Where the chunk ends in the source (default its length). */
  readonly to?: number | undefined;
  /** Whether no more bytes follow (default true); if false, an incomplete escape or character at the end is not read. */
  readonly final?: boolean | undefined;
}

/** Converts a chunk: reads a part of the source and writes its result to the target. */
export type Step = (source: Uint8Array, target: Uint8Array, options?: ChunkOptions) => Progress;

/**
 * Processes long parts without faults. A kernel applies no policy: it stops before the first byte that it cannot decide,
 * and it may stop earlier (a block size, a tail). The scalar code in encode.ts and decoder.ts then handles one character
 * or fault by policy, with its position, and calls the kernel again.
 */
export interface Kernel {
  /**
   * Copies bytes and decodes each valid escape once, up to the first `%` that does not start an escape. `output` has room for `to - from` bytes at
   * `at`; it may be `input` if `at` is at most `from`.
   */
  readonly decode: (
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
    plusAsSpace: boolean,
  ) => Progress;
  /**
   * Copies bytes up to the first with the table entry 2, and encodes those with the entry 1 as `%XX`. It reads at least one byte, unless
   * the first has the entry 2. `output` has room for 3 bytes per input byte at `at`.
   */
  readonly encode: (
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
    table: Uint8Array,
    spaceAsPlus: boolean,
  ) => Progress;
  /** Returns the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
  readonly validUtf8Until: (bytes: Uint8Array, from: number, to: number) => number;
  /** The operations on text; undefined if the host cannot copy text into the memory of the kernel and out of it. */
  readonly text: TextKernel | undefined;
  /** The operations on forms; undefined in the same case. */
  readonly form: FormKernel | undefined;
}

/** Operations on a block of text of at most {@link BLOCK_UNITS}. They return `undefined` if the scalar code has to decide. */
export interface TextKernel {
  /**
   * Below these lengths in UTF-16 units, which depend on how text gets into the memory, the platform's own functions are asked first: they are
   * faster. The first three are for encoding text that seems to be ASCII, any text, and ASCII that seems to be unchanged.
   */
  readonly kernelMinUnits: Readonly<Record<"ascii" | "any" | "unchanged" | "decode", number>>;
  encode(text: string, table: ByteTable): string | undefined;
  /** @param keep whether malformed escapes stay unchanged and unreported */
  decode(text: string, plusAsSpace: boolean, keep: boolean): string | undefined;
}

/** Operations on blocks of forms. They return `undefined` if the scalar code has to decide. */
export interface FormKernel {
  /** Decodes a part of a form that begins after an `&` and ends before one. */
  cut(
    source: string | Uint8Array,
    from: number,
    to: number,
    longestName: number,
    longestValue: number,
  ): FormBlock | undefined;
  /** Encodes as many pairs as fit; `flat` alternates names and values. `next` is then the index in `flat` of the first pair that did not fit. */
  join(flat: readonly string[], from: number, separator: number, table: ByteTable): string | undefined;
  next: number;
}

/** A decoded block of a form. */
export interface FormBlock {
  /** The whole block, with one unit between names and values. */
  readonly text: string;
  /** Three numbers for each pair: the start of its name, the end of the name, and the end of the value. */
  readonly cuts: ArrayLike<number>;
  readonly emptyPairs: number;
}

/** The most UTF-16 units that are encoded or decoded at a time, which bounds the memory for every input. */
export const BLOCK_UNITS = 0x4000;
