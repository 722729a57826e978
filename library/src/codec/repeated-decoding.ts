const MAX_LAYERS = 16;
/** For a text of more than 4096 units, all decodings together read at most four times its length. */
const MAX_WORK_PER_UNIT = 4;
const UNLIMITED_WORK_LENGTH = 4096;

const ESCAPE = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;

/** Overlong UTF-8, which some decoders accept. */
export const OVERLONG_ESCAPE: RegExp = /%(?:c[01]|e0%[89]|f0%8)/i;

/** Limits the number of decodings, so that the time for a text is proportional to its length. */
export class LayerBudget {
  taken = 0;
  readonly #length: number;
  #work = 0;

  /** @param length the length of the text before decoding */
  constructor(length: number) {
    this.#length = length;
  }

  /** Returns whether a text of `length` units may be decoded again, and counts the decoding. */
  take(length: number): boolean {
    this.#work += length;
    if (this.taken >= MAX_LAYERS) return false;
    if (this.#length > UNLIMITED_WORK_LENGTH && this.#work > MAX_WORK_PER_UNIT * this.#length) return false;
    this.taken++;
    return true;
  }
}

/** Returns what is found in a decoded text or its further decodings; `exceeded` if escapes are left after the last one in the budget. */
export function findInLayers<T>(
  decoded: string,
  find: (layer: string) => T | undefined,
  exceeded: T,
  decode: (layer: string) => string,
): T | undefined {
  const budget = new LayerBudget(decoded.length);
  // The first layer is decoded already.
  budget.take(0);
  for (let text = decoded, before = ""; text !== before;) {
    const found = find(text);
    if (found !== undefined || !text.includes("%")) return found;
    if (!budget.take(text.length)) return ESCAPE.test(text) ? exceeded : undefined;
    before = text;
    text = decode(text);
  }
  return undefined;
}
