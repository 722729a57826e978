import { readEscape, toHex } from "../base/escape.ts";
import { readEscapedCharacter } from "../base/escaped-sequence.ts";
import { isInvisible } from "../base/invisible.ts";
import { memoize } from "../base/memoize.ts";
import { codePointAt, sequenceLength } from "../base/utf8.ts";
import { looksLikeDelimiter } from "../host/look-alikes.ts";
import { completesEscape } from "../uri/normalize.ts";

/** A character of a part of a URI. */
export interface PartCharacter {
  /** Undefined for an escape that is not valid UTF-8. */
  readonly character: string | undefined;
  /** The character or its escapes, as in the URI. */
  readonly written: string;
  readonly index: number;
}

/** Calls a function with each character of a part, decoded or raw. A `%` that does not begin an escape is a raw character. */
export function visitCharacters(part: string, visit: (one: PartCharacter) => void): void {
  for (let index = 0; index < part.length;) {
    const lead = part[index] === "%" ? readEscape(part, index) : -1;
    const character =
      lead < 0 ? String.fromCodePoint(codePointAt(part, index)) : readEscapedCharacter(part, index, lead);
    const length = lead < 0 ? character!.length : 3 * (character === undefined ? 1 : sequenceLength(lead));
    visit({ character, written: part.slice(index, index + length), index });
    index += length;
  }
}

/** Returns the UTF-8 escapes of a character that is not half of a surrogate pair. */
export function escapeCharacter(character: string): string {
  const code = codePointAt(character, 0);
  return code < 0x80 ? `%${toHex(code, 2)}` : encodeURIComponent(character);
}

/** ASCII characters that mean the same whether they are escaped or not: unreserved ones, and those that cleaning escapes. */
const PLAIN = /[\w.~"<>^`{|}-]/;
/** Raw characters that are part of the syntax, or an incomplete escape (https://www.rfc-editor.org/rfc/rfc3986#section-2.2). */
const SYNTAX = /[:/?#[\]@!$&'()*+,;=%]/;
const BASE = /[\p{L}\p{N}\p{M}]/u;
const MARK = /\p{M}/u;

/** What is known of a character at every position. */
interface Judgement {
  readonly isShown: boolean;
  readonly isMark: boolean;
  /** Whether a combining mark may follow it. */
  readonly isBase: boolean;
}

function judge(character: string): Judgement {
  const code = codePointAt(character, 0);
  // U+FFFD also replaces undecodable bytes, so its original would be unclear.
  const isClear =
    code > 0x7f ? code !== 0xfffd && !isInvisible(code) && !looksLikeDelimiter(code) : PLAIN.test(character);
  return { isShown: isClear, isMark: MARK.test(character), isBase: BASE.test(character) };
}

/** Decides for the characters of a part, in order, which are shown. */
export class CharacterFilter {
  readonly #judge = memoize(judge);
  #followsBase = false;

  /**
   * Returns the character if it may be shown at its position, or undefined if its escapes stay, or a raw one has to be escaped.
   *
   * Escapes of reserved characters stay, because they are data there, and of everything that is invisible or misleads.
   */
  show(part: string, { character, written, index }: PartCharacter): string | undefined {
    const shown = character !== undefined && this.#isShown(part, character, written, index) ? character : undefined;
    this.#followsBase = shown !== undefined && this.#judge(shown).isBase;
    return shown;
  }

  #isShown(part: string, character: string, written: string, index: number): boolean {
    if (written === character && SYNTAX.test(character)) return true;
    const { isShown, isMark } = this.#judge(character);
    // A combining mark would change a delimiter or an escape before it.
    if (!isShown || (isMark && !this.#followsBase)) return false;
    return written === character || !completesEscape(part, index, character.charCodeAt(0));
  }
}
