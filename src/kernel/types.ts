import { HEX_VALUE, writeEscape } from "../base/escape.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";
import type { Instance } from "./wasm-memory.ts";
import { validUtf8Until } from "../base/utf8.ts";

/** How far a kernel got: input bytes used, output bytes written. */
export interface Progress {
  readonly read: number;
  readonly written: number;
}

/** How one piece is handed over: the part of the source that counts, and whether more follows. */
export interface PieceOptions {
  /** Where in the source to begin (default 0). */
  readonly from?: number;
  /** Where in the source to end (default its length). */
  readonly to?: number;
  /** False where more bytes follow, so that an incomplete escape or character waits (default true). */
  readonly last?: boolean;
}

/**
 * What does the long clean stretches. A kernel decides nothing: it stops before the first byte that it does not know,
 * and it may stop earlier for its own reasons (a block size, a tail). The scalar code in encode.ts and decoder.ts then
 * takes one step by policy, with the position, and comes back.
 */
export interface Kernel {
  /**
   * Copies bytes with each valid escape decoded once, up to the first `%` that starts none.
   *
   * `output` has room for `to - from` bytes at `at`; it may be `input` where `at` is at most `from`.
   */
  decode(input: Uint8Array, from: number, to: number, output: Uint8Array, at: number, plusAsSpace: boolean): Progress;
  /**
   * Copies bytes, those whose table entry is 1 as `%XX`, up to the first whose entry is 2; one at least, where the first is not such.
   *
   * `output` has room for 3 bytes an input byte at `at`.
   */
  encode(
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
    table: Uint8Array,
    spaceAsPlus: boolean,
  ): Progress;
  /** Gives the index of the first byte that does not belong to a complete, well-formed character, or `to`. */
  validUtf8Until(bytes: Uint8Array, from: number, to: number): number;
  /** What the kernel does for text, if the host lends it a way to get text in and out. */
  readonly text?: TextKernel;
  /** The compiled kernel itself, if it is one, for the passes over forms. */
  readonly instance?: Instance;
}

/** How far a kernel got in a text, and what that gives. */
export interface TextProgress {
  readonly read: number;
  readonly value: string;
}

/** What a kernel does for text: whole blocks that are clean. */
export interface TextKernel {
  /** Encodes at most {@link BLOCK_UNITS}, or gives undefined where the scalar code has to decide. */
  encode(text: string, table: ByteTable): string | undefined;
  /**
   * Decodes at most {@link BLOCK_UNITS}, or gives undefined where the scalar code has to decide.
   *
   * @param keep whether malformed escapes stay as they are, and nobody is told
   */
  decode(text: string, plusAsSpace: boolean, keep: boolean): string | undefined;
  /** Encodes block by block, up to the first that is not clean. */
  encodeSome(text: string, from: number, to: number, table: ByteTable): TextProgress;
  /** Decodes block by block, up to the first that is not clean. */
  decodeSome(text: string, from: number, to: number, plusAsSpace: boolean, keep: boolean): TextProgress;
}

/** How much text is coded at a time, in UTF-16 units: the memory for it stays bounded whatever the input. */
export const BLOCK_UNITS = 0x4000;

/** The kernel in plain code: every host has it. */
export const scalarKernel: Kernel = {
  decode(input, from, to, output, at, plusAsSpace) {
    let i = from;
    let o = at;
    while (i < to) {
      const byte = input[i]!;
      if (byte === 0x25) {
        if (i + 2 >= to) break;
        const value = (HEX_VALUE[input[i + 1]!]! << 4) | HEX_VALUE[input[i + 2]!]!;
        if (value < 0) break;
        output[o++] = value;
        i += 3;
      } else {
        output[o++] = byte === 0x2b && plusAsSpace ? 0x20 : byte;
        i++;
      }
    }
    return { read: i - from, written: o - at };
  },
  encode(input, from, to, output, at, table, spaceAsPlus) {
    let i = from;
    let o = at;
    for (; i < to; i++) {
      const byte = input[i]!;
      const verdict = table[byte]!;
      if (verdict === 0) {
        output[o++] = byte;
      } else if (verdict === 2) {
        break;
      } else if (byte === 0x20 && spaceAsPlus) {
        output[o++] = 0x2b;
      } else {
        o = writeEscape(byte, output, o);
      }
    }
    return { read: i - from, written: o - at };
  },
  validUtf8Until,
};
