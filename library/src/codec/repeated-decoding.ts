import { readEscape } from "../base/escape.ts";
import { ESCAPED_CHARACTER } from "../base/escaped-character.ts";

/** The maximum number of decodings. */
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

/**
 * Returns what is found in a decoded text or in what further decodings make of it; `exceeded` for a text that has escapes after the last
 * decoding that the budget allows.
 *
 * @param decode decodes a layer, and keeps what is malformed
 */
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

/** The escapes of at most 1,024 characters, so that the engine's stack stays small. */
const ESCAPES = /* @__PURE__ */ (() => new RegExp(`(?:${ESCAPED_CHARACTER}){1,1024}`, "iy"))();

/**
 * Decodes escapes, also `%uXXXX`, and keeps those that are malformed or not UTF-8.
 *
 * The bundles of `expandTemplate` and `uri` contain no decoder: with `percentDecode` they would be 2 kB larger. For alternating letters
 * and escapes a `replace` with a function takes seven times as long.
 */
export function decodeKeeping(text: string): string {
  let decoded = "";
  let from = 0;
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at)) {
    const byte = readEscape(text, at);
    let length = 3;
    let characters = "";
    if (byte >= 0x80) {
      ESCAPES.lastIndex = at;
      const escapes = ESCAPES.exec(text)?.[0] ?? "";
      characters = decodeURIComponent(escapes);
      length = escapes.length;
    } else if (byte >= 0) {
      characters = String.fromCharCode(byte);
    } else {
      const unit = readWideEscape(text, at);
      length = unit < 0 ? 0 : 6;
      characters = String.fromCharCode(unit);
    }
    if (length > 0) {
      decoded += text.slice(from, at) + characters;
      from = at + length;
    }
    at = Math.max(from, at + 1);
  }
  return from === 0 ? text : decoded + text.slice(from);
}

/** Returns the unit of the `%uXXXX` at an index, or a negative number. */
function readWideEscape(text: string, at: number): number {
  // The two digits that `readEscape` reads begin one unit after its index.
  return /[uU]/.test(text.charAt(at + 1)) ? (readEscape(text, at + 1) << 8) | readEscape(text, at + 3) : -1;
}
