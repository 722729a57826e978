import { codePointAt } from "../base/utf8.ts";
import { decodeByPlatform } from "../kernel/native.ts";
import { findLocalPartFault, hasEmptyAtom } from "../uri/mailto.ts";
import { previousIndex } from "./host.ts";
import { findTerm, HARD, isEmailCharacter } from "./link-table.ts";
import { findPart, NO_PART } from "./part-scanner.ts";

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
  return hasEmptyAtom(text.slice(start, at)) ? at : start;
}

/** Returns the end of the characters from `start` on that may be in a local part and do not begin the path, query or fragment of a URL. */
export function findLocalPartEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = codePointAt(text, end);
    if (!isEmailCharacter(code) || findPart(code) !== NO_PART) break;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
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
  return findPart(unit) !== NO_PART || (!isSurrogate && findTerm(unit) === HARD);
}

/** Kept at import: a page may replace this function later. */
const encodeNative = encodeURIComponent;
/** A `%` without two hex digits after it, and the other characters that an address in a URI has only as escapes. */
const ESCAPED = /%(?![\dA-Fa-f]{2})|[^\w!$'()*+:@.~%-]+/g;

/**
 * Escapes what an address in a `mailto` URI must not contain raw (https://www.rfc-editor.org/rfc/rfc6068#section-2). Escapes stay.
 *
 * @param address an address, or a URI of one, without lone surrogates
 */
export function escapeAddress(address: string): string {
  return address.replace(ESCAPED, (run) => encodeNative(run));
}

/**
 * Whether the local part of a `mailto` URI is one dot-atom or quoted string (https://www.rfc-editor.org/rfc/rfc6068#section-2). A raw `?` or
 * `#` would end it.
 */
export function isLocalPart(written: string): boolean {
  const decoded = /[?#]/.test(written) ? undefined : decodeByPlatform(escapeAddress(written), false);
  return decoded !== undefined && findLocalPartFault(decoded) < 0;
}
