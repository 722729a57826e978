import { codePointAt, UnitWriter } from "../base/utf8.ts";
import { isPartOfDotSegment, type UriReference } from "../uri/reference.ts";
import { CharacterFilter, escapeCharacter, type PartCharacter, visitCharacters } from "./characters.ts";
import { HARD, SOFT } from "./link-table.ts";
import { PartScanner } from "./part-scanner.ts";

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

  /**
   * Adds a part.
   *
   * @param delimiter what begins the part; a path begins with its slash
   * @param special the character that stays escaped if it would be a delimiter at its position
   */
  add(delimiter: string, part: string, special = "", isDelimiter: IsDelimiter = () => false): void {
    const filter = new CharacterFilter();
    if (delimiter !== "") this.#show(delimiter, delimiter, 0);
    visitCharacters(part, (one) => {
      const shown = filter.show(part, one);
      const end = one.index + one.written.length;
      const stays = shown === special && one.written !== shown && isDelimiter(part, one.index, end);
      if (shown === undefined || stays) this.#escape(one);
      else this.#show(shown, part, one.index);
    });
  }

  end(): string {
    if (this.#soft !== "") this.#write(escapeCharacter(this.#soft));
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
    this.#write(this.#soft);
    this.#soft = "";
    this.#write(text);
  }

  #write(text: string): void {
    this.#writer.append(text, 0, text.length);
  }
}
