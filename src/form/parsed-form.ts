import type { FormBlock } from "../kernel/types.ts";

/** A parsed form. It is a class, so that FormPairs can tell it from objects that callers pass. */
export class ParsedForm {
  /** Names and values alternately; undefined if they are cut out of the blocks at the first access. */
  readonly flat: string[] | undefined;
  readonly blocks: readonly FormBlock[] | undefined;
  readonly size: number;
  /** The form before decoding, to find the positions of pairs for errors. */
  readonly places: string | Uint8Array;
  readonly emptyPairs: number;
  /** Whether `;` separates its pairs too. */
  readonly semicolon: boolean;

  constructor(
    flat: string[] | undefined,
    blocks: readonly FormBlock[] | undefined,
    size: number,
    places: string | Uint8Array,
    emptyPairs: number,
    semicolon = false,
  ) {
    this.flat = flat;
    this.blocks = blocks;
    this.size = size;
    this.places = places;
    this.emptyPairs = emptyPairs;
    this.semicolon = semicolon;
  }
}
