import type { FormBlock } from "../kernel/types.ts";
import type { PairPosition } from "./pair-positions.ts";

/** A parsed form. It is a class, so that FormPairs can tell it from objects that callers pass. */
export class ParsedForm {
  /** Names and values alternately; undefined if FormPairs cuts them out of the blocks later. */
  flat: string[] | undefined;
  blocks: readonly FormBlock[] | undefined;
  readonly size: number;
  /** The form before decoding. */
  readonly source: string | Uint8Array;
  readonly emptyPairs: number;
  /** Whether `;` separates its pairs too. */
  readonly semicolon: boolean;
  /** The positions of the pairs in the source, once an error has needed one. */
  positions: readonly PairPosition[] | undefined;

  constructor(
    flat: string[] | undefined,
    blocks: readonly FormBlock[] | undefined,
    size: number,
    source: string | Uint8Array,
    emptyPairs: number,
    semicolon = false,
  ) {
    this.flat = flat;
    this.blocks = blocks;
    this.size = size;
    this.source = source;
    this.emptyPairs = emptyPairs;
    this.semicolon = semicolon;
    this.positions = undefined;
  }
}
