import type { FormBlock } from "../kernel/types.ts";
import type { PairPlace } from "./pair-places.ts";

/** A parsed form. It is a class, so that FormPairs can tell it from objects that callers pass. */
export class ParsedForm {
  /** Names and values alternately; undefined if they are cut out of the blocks at the first access. */
  flat: string[] | undefined;
  blocks: readonly FormBlock[] | undefined;
  readonly size: number;
  /** The form before decoding. */
  readonly source: string | Uint8Array;
  readonly emptyPairs: number;
  /** Whether `;` separates its pairs too. */
  readonly semicolon: boolean;
  /** The positions of the pairs in the source, once an error has needed one. */
  places: readonly PairPlace[] | undefined;

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
    this.places = undefined;
  }
}
