import type { Block } from "./blocks.ts";

/** The facts that a parser notes beside the pairs. */
interface FormFacts {
  readonly size: number;
  /** The form, in which the places of the pairs are found. */
  readonly places: string | Uint8Array;
  readonly emptyPieces: number;
  /** Whether `;` separates its pairs too. */
  readonly semicolon: boolean;
}

/** A form that was parsed: a class, so that FormPairs knows it from the objects of callers. */
export class ParsedForm {
  /** Names and values in turn; or undefined, and they are cut out of the blocks when they are first wanted. */
  readonly flat: string[] | undefined;
  readonly blocks: readonly Block[] | undefined;
  readonly facts: FormFacts;

  constructor(flat: string[] | undefined, blocks: readonly Block[] | undefined, facts: FormFacts) {
    this.flat = flat;
    this.blocks = blocks;
    this.facts = facts;
  }
}
