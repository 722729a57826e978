import type { ByteTable } from "../sets/percent-encode-set.ts";

/** How far a kernel got: input bytes used, output bytes written. */
export interface Progress {
  readonly read: number;
  readonly written: number;
}

/** How one chunk is handed over: the part of the source that counts, and whether more follows. */
export interface ChunkOptions {
  /** Where in the source to begin (default 0). */
  readonly from?: number | undefined;
  /** Where in the source to end (default its length). */
  readonly to?: number | undefined;
  /** False where more bytes follow, so that an incomplete escape or character waits (default true). */
  readonly final?: boolean | undefined;
}

/**
 * Processes the long clean stretches. A kernel decides nothing: it stops before the first byte that it does not know,
 * and it may stop earlier for its own reasons (a block size, a tail). The scalar code in encode.ts and decoder.ts then
 * takes one step by policy, with the position, and calls the kernel again.
 */
export interface Kernel {
  /**
   * Copies bytes with each valid escape decoded once, up to the first `%` that starts none.
   *
   * `output` has room for `to - from` bytes at `at`; it may be `input` where `at` is at most `from`.
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
   * Copies bytes, those whose table entry is 1 as `%XX`, up to the first whose entry is 2; one at least, where the first is not such.
   *
   * `output` has room for 3 bytes an input byte at `at`.
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
  /** Gives the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
  readonly validUtf8Until: (bytes: Uint8Array, from: number, to: number) => number;
  /** The operations on text, if the host can copy text into the memory of the kernel and out of it. */
  readonly text: TextKernel | undefined;
  /** The operations on forms, under the same condition. */
  readonly form: FormKernel | undefined;
}

/** The operations of a kernel on a block of text, of at most {@link BLOCK_UNITS}; `undefined` if the scalar code has to decide. */
export interface TextKernel {
  /** A text of fewer UTF-16 units is first given to the platform's own function, which is faster for it. */
  readonly platformUnits: number;
  encode(text: string, table: ByteTable): string | undefined;
  /** @param keep whether malformed escapes stay and are not reported */
  decode(text: string, plusAsSpace: boolean, keep: boolean): string | undefined;
}

/** The operations of a kernel on blocks of forms; `undefined` if the scalar code has to decide. */
export interface FormKernel {
  /** Decodes a part that begins behind an `&` and ends before one. */
  cut(
    source: string | Uint8Array,
    from: number,
    to: number,
    longestName: number,
    longestValue: number,
  ): FormBlock | undefined;
  /** Encodes as many pairs as fit; names and values stand in turn. `next` is the index of the first pair that did not fit. */
  join(flat: readonly string[], from: number, separator: number, table: ByteTable): string | undefined;
  next: number;
}

/** A decoded block of a form. */
export interface FormBlock {
  /** All of it, with a character between each two names and values. */
  readonly text: string;
  /** Three numbers for each pair: the start of its name, the end of the name, and the end of the value. */
  readonly cuts: ArrayLike<number>;
  readonly emptyPairs: number;
}

/** The most UTF-16 units that are coded at a time: the memory stays bounded for every input. */
export const BLOCK_UNITS = 0x4000;
