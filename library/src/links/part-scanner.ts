import { codePointAt } from "../base/utf8.ts";
import { CLOSE, findOpening, findTerm, HARD, INCLUDE, OPEN, SOFT } from "./link-table.ts";

// The parts of a URL behind its host, in their order.
export const NO_PART = 0;
const PATH = 1;
const QUERY = 2;
const FRAGMENT = 3;

const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;
/** The delimiter in fragments (https://wicg.github.io/scroll-to-text-fragment/#fragment-directive-delimiter). */
const DIRECTIVE = ":~:";

/** Returns the part that a character begins, or `NO_PART`. */
export function findPart(code: number): number {
  if (code === SLASH) return PATH;
  if (code === 0x3f) return QUERY;
  return code === 0x23 ? FRAGMENT : NO_PART;
}

/** Decides character by character how far a path, query and fragment reach (https://www.unicode.org/reports/tr58/#termination). */
export class PartScanner {
  #part = NO_PART;
  /** The opening brackets of this part that are not closed. */
  #opened: number[] = [];

  /**
   * Takes the next character and returns what it means: with `INCLUDE` the link reaches to here, with `SOFT` it does if a later
   * character is included, with `HARD` it ends before. A character that ends the link changes nothing.
   *
   * @param text the text that contains the character, for the delimiter `:~:` of fragments
   */
  take(code: number, text: string, index: number): number {
    const next = findPart(code);
    if (next > this.#part) {
      this.#part = next;
      this.#opened = [];
      return INCLUDE;
    }
    if (this.#part === NO_PART) return HARD;
    if (this.#isInnerDelimiter(code, text, index)) this.#opened = [];
    const term = findTerm(code);
    if (term === OPEN) this.#opened.push(code);
    else if (term === CLOSE) return this.#close(code);
    return term === SOFT || term === HARD ? term : INCLUDE;
  }

  /** Whether a character empties the stack of brackets: `/` in a path, `=` and `&` in a query, `:~:` in a fragment. */
  #isInnerDelimiter(code: number, text: string, index: number): boolean {
    if (this.#part === PATH) return code === SLASH;
    if (this.#part === QUERY) return code === EQUALS || code === AMPERSAND;
    return this.#part === FRAGMENT && code === COLON && text.startsWith(DIRECTIVE, index);
  }

  #close(code: number): number {
    if (this.#opened[this.#opened.length - 1] !== findOpening(code)) return HARD;
    this.#opened.pop();
    return INCLUDE;
  }
}

/** Returns the end of the path, query and fragment that begin at `from`, or `from`. */
export function findPartsEnd(text: string, from: number): number {
  const scanner = new PartScanner();
  let end = from;
  for (let i = from; i < text.length;) {
    const code = codePointAt(text, i);
    const term = scanner.take(code, text, i);
    if (term === HARD) break;
    i += code > 0xffff ? 2 : 1;
    if (term === INCLUDE) end = i;
  }
  return end;
}
