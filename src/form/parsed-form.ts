import type { FormBlock } from "../kernel/types.ts";

/** A form that was parsed: a class, so that FormPairs knows it from the objects of callers. */
export class ParsedForm {
  /** Names and values in turn; undefined if they are cut out of the blocks when they are first wanted. */
  readonly flat: string[] | undefined;
  readonly blocks: readonly FormBlock[] | undefined;
  readonly size: number;
  /** The form, in which the places of the pairs are found. */
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
