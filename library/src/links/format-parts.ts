import { ESCAPED_CHARACTER, toHex } from "../base/escape.ts";
import { isInvisible } from "../base/invisible.ts";
import { memoize } from "../base/memoize.ts";
import { codePointAt, UnitWriter } from "../base/utf8.ts";
import { decodeNative, encodeNative } from "../kernel/native.ts";
import { looksLikeDelimiter } from "../host/confusables.ts";
import { completesEscape } from "../uri/normalize.ts";
import { isPartOfDotSegment, type UriReference } from "../uri/reference.ts";
import { HARD, SOFT } from "./link-table.ts";
import { PartScanner } from "./parts.ts";

interface PartCharacter {
  /** Undefined for escapes that are not valid UTF-8. */
  readonly character: string | undefined;
  /** The character or its escapes, as in the URI. */
  readonly written: string;
  readonly index: number;
}

/** Yields the characters of a part, decoded or raw. A `%` that does not begin an escape is a raw character. */
export function* readCharacters(part: string): Generator<PartCharacter, void> {
  for (const { 0: written, index } of part.matchAll(CHARACTER)) {
    const isInvalid = written.length === 3 && written >= "%8";
    yield { character: isInvalid ? undefined : written.length < 3 ? written : decodeNative(written), written, index };
  }
}

const CHARACTER = /* @__PURE__ */ (() => new RegExp(`${ESCAPED_CHARACTER}|%[0-9a-f]{2}|[^]`, "giu"))();

/** Returns the UTF-8 escapes of a character that is not half of a surrogate pair. */
export function escapeCharacter(character: string): string {
  const code = codePointAt(character, 0);
  return code < 0x80 ? `%${toHex(code, 2)}` : encodeNative(character);
}

/** ASCII characters that mean the same whether they are escaped or not: unreserved ones, and those that cleaning escapes. */
const PLAIN = /[\w.~"<>^`{|}-]/;
/** Raw characters that are part of the syntax, or an incomplete escape (https://www.rfc-editor.org/rfc/rfc3986#section-2.2). */
const SYNTAX = /[:/?#[\]@!$&'()*+,;=%]/;
const BASE = /[\p{L}\p{N}\p{M}]/u;
const MARK = /\p{M}/u;

/** Returns whether a character may be shown, is a combining mark, and may be followed by one, wherever it is. */
function judge(character: string) {
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
   * Returns the character if it may be shown at its position, or undefined if its escapes stay, or a raw one has to be escaped. Escapes of
   * reserved characters stay, because they are data there, and of everything that is invisible or misleads.
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

/** Whether a decoded character, whose escape is from `from` to `to`, would be a delimiter at its position. */
type IsDelimiter = (part: string, from: number, to: number) => boolean;

/** Formats the path, query and fragment of a URL (https://www.unicode.org/reports/tr58/#minimal-escaping). */
export function formatParts({ path, query, fragment }: UriReference): string {
  const formatter = new PartFormatter();
  formatter.add("", path, ".", isPartOfDotSegment);
  if (query !== undefined) formatter.add("?", query);
  if (fragment !== undefined) formatter.add("#", fragment, "~", isInDirective);
  return formatter.end();
}

/** Whether a decoded `~` would complete `:~:`, which begins a directive for the browser. */
const isInDirective: IsDelimiter = (fragment, from, to) => fragment[from - 1] === ":" && fragment[to] === ":";

class PartFormatter {
  readonly #scanner = new PartScanner();
  readonly #writer = new UnitWriter();
  /** The last character if it is soft: it is escaped if the link ends with it. */
  #soft = "";

  /** Adds a part after its delimiter; a path begins with its slash. `special` stays escaped where it would be a delimiter. */
  add(delimiter: string, part: string, special = "", isDelimiter: IsDelimiter = () => false): void {
    const filter = new CharacterFilter();
    if (delimiter !== "") this.#show(delimiter, delimiter, 0);
    for (const one of readCharacters(part)) {
      const shown = filter.show(part, one);
      const end = one.index + one.written.length;
      const stays = shown === special && one.written !== shown && isDelimiter(part, one.index, end);
      if (shown === undefined || stays) this.#escape(one);
      else this.#show(shown, part, one.index);
    }
  }

  end(): string {
    if (this.#soft !== "") this.#writer.append(escapeCharacter(this.#soft));
    return this.#writer.text();
  }

  /** Writes a character, or its escapes if the link would end before it. */
  #show(character: string, part: string, index: number): void {
    const term = this.#scanner.take(codePointAt(character, 0), part, index);
    if (term === HARD) return this.#writeAfterSoft(escapeCharacter(character));
    this.#writeAfterSoft(term === SOFT ? "" : character);
    if (term === SOFT) this.#soft = character;
  }

  #escape({ character, written }: PartCharacter): void {
    this.#writeAfterSoft(written === character ? escapeCharacter(character) : written);
  }

  #writeAfterSoft(text: string): void {
    this.#writer.append(this.#soft);
    this.#soft = "";
    this.#writer.append(text);
  }
}
