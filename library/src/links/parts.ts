import { codePointAt } from "../base/utf8.ts";
import { CLOSE, findOpening, findTerm, HARD, INCLUDE, OPEN, SOFT, isEmailCharacter } from "./link-table.ts";
import { encodeNative, tryDecode } from "../kernel/native.ts";
import { findLocalPartFault, hasEmptyAtom } from "../uri/mailto.ts";
import { findEnd, findStart } from "./host.ts";

// The parts of a URL after its host, in their order.
const NO_PART = 0;
const PATH = 1;
const QUERY = 2;
const FRAGMENT = 3;

const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;
const AT = 0x40;
const BACKSLASH = 0x5c;
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
   * Takes the next character, which is at an index of a text, and returns what it means: with `INCLUDE` the link reaches to here, with `SOFT` it
   * does if a later character is included, with `HARD` it ends before. A character that ends the link changes nothing.
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

/** Returns the start of the local part before `at`, or `at` if it has none or a misplaced dot (https://www.unicode.org/reports/tr58/#email). */
export function findLocalPart(text: string, at: number, least: number): number {
  const start = findStart(text, at, least, isEmailCharacter);
  return hasEmptyAtom(text.slice(start, at)) ? at : start;
}

/** Returns the end of the characters from `start` on that may be in a local part and do not begin the path, query or fragment of a URL. */
export function findLocalPartEnd(text: string, start: number): number {
  return findEnd(text, start, (code) => isEmailCharacter(code) && findPart(code) === NO_PART);
}

/** A run without delimiters or white space, which a browser reads as one authority. */
export interface Authority {
  readonly start: number;
  readonly end: number;
  /** Whether a scheme and `//` are before it. */
  readonly isAbsolute: boolean;
  /** The index of the last `@`, or -1. */
  readonly at: number;
  /** The end without soft punctuation. */
  readonly included: number;
}

export function readAuthority(text: string, index: number, least: number): Authority {
  let start = index;
  while (start > least && !endsAuthority(text.charCodeAt(start - 1))) start--;
  let [end, at, included] = [index, -1, index];
  while (end < text.length && !endsAuthority(text.charCodeAt(end))) {
    const code = codePointAt(text, end);
    const term = findTerm(code);
    if (term === CLOSE) break;
    if (code === AT) at = end;
    end += code > 0xffff ? 2 : 1;
    if (term !== SOFT) included = end;
  }
  return { start, end, isAbsolute: text.slice(Math.max(0, start - 3), start) === "://", at, included };
}

/** Whether a UTF-16 unit cannot be in an authority; browsers read a backslash as a slash. */
function endsAuthority(unit: number): boolean {
  const isSurrogate = (unit & 0xf800) === 0xd800;
  return findPart(unit) !== NO_PART || unit === BACKSLASH || (!isSurrogate && findTerm(unit) === HARD);
}

/** A `%` without two hex digits after it, and the other characters that an address in a URI has only as escapes. */
const ESCAPED = /%(?![\dA-Fa-f]{2})|[^\w!$'()*+:@.~%-]+/g;

/** Escapes what an address in a `mailto` URI must not contain raw (https://www.rfc-editor.org/rfc/rfc6068#section-2). Escapes stay. */
export function escapeAddress(address: string): string {
  return address.replace(ESCAPED, (run) => encodeNative(run));
}

/** Whether a local part is one dot-atom or quoted string (https://www.rfc-editor.org/rfc/rfc6068#section-2); a raw `?` or `#` would end it. */
export function isLocalPart(written: string): boolean {
  const decoded = /[?#]/.test(written) ? undefined : tryDecode(escapeAddress(written));
  return decoded !== undefined && findLocalPartFault(decoded) < 0;
}
