/** The most decodings of a value. */
const MAX_LAYERS = 16;
/** For a value of more than 4096 units, all decodings together read at most four times its length. */
const MAX_WORK_PER_UNIT = 4;
const UNLIMITED_WORK_LENGTH = 4096;

/** Limits the number of decodings, so that the time for a value is proportional to its length. */
export class LayerBudget {
  taken = 0;
  readonly #length: number;
  #work = 0;

  /** @param length the length of the value before decoding */
  constructor(length: number) {
    this.#length = length;
  }

  /** Returns whether a string of `length` units may be decoded again, and counts the decoding. */
  take(length: number): boolean {
    this.#work += length;
    if (this.taken >= MAX_LAYERS) return false;
    if (this.#length > UNLIMITED_WORK_LENGTH && this.#work > MAX_WORK_PER_UNIT * this.#length) return false;
    this.taken++;
    return true;
  }
}
