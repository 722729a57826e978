import { codePointAt } from "../base/utf8.ts";
import { previousIndex } from "./host.ts";
import { findTerm, HARD, isEmailCharacter } from "./link-table.ts";

/** A dot at the start or the end, or two in a row (https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3, dot-atom). */
const MISPLACED_DOT = /^\.|\.$|\.\./;

/**
 * Returns the start of the local part of an address, or `at` if there is none or a dot is misplaced in it
 * (https://www.unicode.org/reports/tr58/#email).
 *
 * @param at the index of the `@`
 * @param least the least start
 */
export function findLocalPart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least) {
    const before = previousIndex(text, start);
    if (before < least || !isEmailCharacter(codePointAt(text, before))) break;
    start = before;
  }
  return MISPLACED_DOT.test(text.slice(start, at)) ? at : start;
}

/** Returns the end of the characters from `start` on that may be in a local part and do not begin the path, query or fragment of a URL. */
export function findLocalPartEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = codePointAt(text, end);
    if (!isEmailCharacter(code) || isPartDelimiter(code)) break;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
}

/** Whether a character begins a path, query or fragment. */
function isPartDelimiter(code: number): boolean {
  return code === 0x2f || code === 0x3f || code === 0x23;
}

/**
 * Whether the text before an `@` is the userinfo of a URL: it follows a scheme and `//`.
 *
 * @param at the index of the `@`
 * @param least where the URL may begin
 */
export function isUserinfo(text: string, at: number, least: number): boolean {
  let start = at;
  while (start > least && !endsAuthority(text.charCodeAt(start - 1))) start--;
  return start - 3 >= least && text.slice(start - 3, start) === "://";
}

/** Whether a UTF-16 unit cannot be in an authority. */
function endsAuthority(unit: number): boolean {
  const isSurrogate = (unit & 0xf800) === 0xd800;
  return isPartDelimiter(unit) || (!isSurrogate && findTerm(unit) === HARD);
}
