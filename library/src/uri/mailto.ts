import { toText } from "../base/arguments.ts";
import { isInvisible } from "../base/invisible.ts";
import { codePointAt } from "../base/utf8.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import { toCrlf } from "../form/entry-list.ts";
import { WrittenHost } from "../host/host.ts";
import { findMapping, isDisallowed } from "../host/idna-table.ts";
import { checkSingle, type EncodedPart } from "./encoded-part.ts";
import type { PairSyntax } from "./pair-editor.ts";
import { describeHole, HOLE, type Hole, holeError, type Take, uriError } from "./uri-error.ts";
import { cut } from "./reference.ts";
import { decodeLatin1 } from "./scheme-table.ts";

/** An address keeps what RFC 6068 section 2 leaves bare: not `%`, `/ ? # [ ]`, `& ; =`, nor the comma that separates addresses. */
const NOT_ADDRESS = /[^\w!$'()*+:@.~-]+/g;
/** The value of a header field also keeps `@`, as in the examples of the RFC. */
const NOT_FIELD = /[^\w@.~-]+/g;

export function isAddressField(name: string): boolean {
  return /^(?:to|cc|bcc)$/i.test(name);
}

/** What dot-atom-text cannot contain; characters beyond ASCII are those of https://www.rfc-editor.org/rfc/rfc6532#section-3.1 without controls. */
const NOT_ATOM = /[^\w!#$%&'*+\-/=?^`{|}~.\u00a0-\uffff]/;
/** A quoted pair, and what a quoted string without comments and folding cannot contain beside pairs. */
const QUOTED_PAIR = /\\[\x20-\x7e]/g;
const NOT_QUOTED = /["\\\0-\x1f\x7f-\x9f]/;
/** What a domain cannot contain in ASCII: all but letters, digits, hyphens, dots, and `_`. */
const NOT_DOMAIN = /[\0-,/:-@[-^`{-\x7f]/;
/** What no character of a domain contains after mapping and decomposition, such as the space of U+00B4 and the `=` of U+2260. */
const NOT_IN_LABEL = /[^\w\-\x80-\uffff]/;
/** All but ASCII and frequent letters, which every domain may contain: one search takes a quarter of the time of the loop. */
const NOT_FREQUENT =
  /[^\0-\x7f\u00c0-\u024f\u0391-\u03a1\u03a3-\u03ce\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]/;
const ADDRESS_LITERAL = /^\[[A-Za-z\d:.-]+\]$/;

const ADDRESS_RULE = "write one address, local-part@domain, in each hole";

/**
 * Fills the recipients of a `mailto:` URI: a hole is one addr-spec, or a part of one whose `@` the template has
 * (https://www.rfc-editor.org/rfc/rfc6068#section-2). A comma needs a quoted local part (`"a,b"@e.com`): without quotes it would separate
 * two addresses for a program that decodes first.
 */
export function fillAddresses(text: string, take: Take): string {
  return text.split(",").map((address) => fillAddress(address, take)).join(","); // prettier-ignore
}

function fillAddress(text: string, take: Take): string {
  if (text === HOLE) {
    const [hole, value] = take();
    return encodeAddress(toText(value, "an address"), hole);
  }
  if (!text.includes(HOLE)) return text;
  const at = text.lastIndexOf("@");
  if (at < 0) throw new TypeError("the address needs an @");
  const local = fillPart(text.slice(0, at), (value) => value.search(NOT_ATOM), take);
  return `${local}@${fillPart(text.slice(at + 1), findCharacterFault, take, isDomain)}`;
}

/** Fills one side of an address, which must not have an empty part between two dots, and which `isValid` accepts. */
function fillPart(
  text: string,
  findFault: (value: string) => number,
  take: Take,
  isValid = (_filled: string): boolean => true,
): string {
  let first: readonly [hole: Hole, value: string] | undefined;
  const filled = text.split(HOLE).reduce((before, after) => {
    const [hole, given] = take();
    const value = toText(given, "a part of an address");
    const index = findFault(value);
    if (index >= 0) throw holeError(hole, "invalid-uri", value, index, ADDRESS_RULE);
    first ??= [hole, value];
    return before + encodeRuns(value, NOT_ADDRESS) + after;
  });
  if (first !== undefined && (hasEmptyAtom(filled) || !isValid(filled)))
    throw holeError(first[0], "invalid-uri", first[1], 0, ADDRESS_RULE);
  return filled;
}

/**
 * Returns the index of the first character that no domain has, or -1. It is invisible, or ToASCII refuses or removes it
 * (https://www.unicode.org/reports/tr46/#ToASCII), or some normalization makes a delimiter or a dot of it.
 */
function findCharacterFault(domain: string): number {
  const ascii = domain.search(NOT_DOMAIN);
  if (ascii >= 0) return ascii;
  let at = domain.search(NOT_FREQUENT);
  if (at < 0) return -1;
  for (const character of domain.slice(at)) {
    if (character > "\x7f" && !isInLabel(character)) return at;
    at += character.length;
  }
  return -1;
}

function isInLabel(character: string): boolean {
  const code = codePointAt(character, 0);
  const mapped = findMapping(code) ?? character;
  return mapped !== "" && !isDisallowed(code) && !isInvisible(code) && !NOT_IN_LABEL.test(mapped.normalize("NFKD"));
}

/** Whether ToASCII accepts a domain of allowed characters as a whole; those beyond ASCII are raw or escaped. */
function isDomain(domain: string): boolean {
  return !/[%\x80-\uffff]/.test(domain) || typeof new WrittenHost(domain).domain === "string";
}

/** Whether a dot-atom begins or ends with a dot, has two in a row, or is empty (https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3). */
export function hasEmptyAtom(text: string): boolean {
  return /^\.|\.\.|\.$|^$/.test(text);
}

/** Encodes one addr-spec (https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1, without comments and folding). */
export function encodeAddress(value: string, hole: Hole): string {
  const at = value.lastIndexOf("@");
  const index = at < 0 ? 0 : findAddressFault(value, at);
  if (index >= 0) throw holeError(hole, "invalid-uri", value, index, ADDRESS_RULE);
  const encoded = encodeRuns(value, NOT_ADDRESS);
  const separator = encoded.lastIndexOf("@");
  return encoded.slice(0, separator).replace(/@/g, "%40") + encoded.slice(separator);
}

function findAddressFault(value: string, at: number): number {
  const localFault = findLocalPartFault(value.slice(0, at));
  const domain = value.slice(at + 1);
  if (localFault >= 0 || ADDRESS_LITERAL.test(domain)) return localFault;
  const domainFault = hasEmptyAtom(domain) ? 0 : findCharacterFault(domain);
  if (domainFault >= 0) return at + 1 + domainFault;
  return isDomain(domain) ? -1 : at + 1;
}

export function findLocalPartFault(local: string): number {
  if (local.startsWith('"')) return findQuotedFault(local);
  return hasEmptyAtom(local) ? 0 : local.search(NOT_ATOM);
}

/** Returns the index of the first character that makes a text no quoted string, or its length if its last quote is missing; -1 if there is none. */
function findQuotedFault(text: string): number {
  const end = text.replace(QUOTED_PAIR, "aa").slice(1).search(NOT_QUOTED) + 1;
  if (end === 0) return text.length;
  return end === text.length - 1 && text.endsWith('"') ? -1 : end;
}

/** How header fields are written (https://www.rfc-editor.org/rfc/rfc6068#section-2); commas separate addresses. */
export const MAIL_SYNTAX: PairSyntax = {
  separator: "&",
  toKey: (name) => name,
  encode(text, operation, name) {
    if (name !== undefined)
      return encodeRuns(convertLineEnds(name, text, operation), isAddressField(name) ? /[^\w@,.~-]+/g : NOT_FIELD);
    // https://www.rfc-editor.org/rfc/rfc5322#section-3.6.8, ftext
    const index = text === "" ? 0 : text.search(/[^!-9;-~]/);
    const detail = "a header field has a name of printable ASCII without a colon";
    if (index >= 0) throw uriError(operation, "invalid-uri", text, index, Math.max(1, text.length - index), detail);
    return encodeRuns(text, NOT_FIELD);
  },
};

/** Encodes a value of a header field; a newline would begin another field, and is allowed in `body` (https://www.rfc-editor.org/rfc/rfc6068#section-5). */
export function encodeField(name: string, value: string | EncodedPart, hole: Hole): string {
  if (typeof value === "string")
    return isAddressField(name) ? encodeAddress(value, hole) : MAIL_SYNTAX.encode(value, describeHole(hole), name);
  checkField(name, value.text, 0, value, hole);
  checkSingle(value, hole);
  return value.text;
}

/** Writes line ends in `body` as CR LF; throws for a line end or NUL in another field. */
function convertLineEnds(name: string, value: string, operation: string): string {
  if (BODY.test(name)) return toCrlf(value);
  const index = value.search(/[\0\n\r]/);
  if (index < 0) return value;
  throw uriError(operation, "invalid-uri", value, index, value.length - index, NEWLINE_RULE);
}

export function checkFields(part: EncodedPart, hole: Hole): void {
  let at = 0;
  for (const field of part.text.split("&")) {
    checkField(decodeLatin1(cut(field, "=")[0]), field, at, part, hole);
    at += field.length + 1;
  }
}

/** Throws if an encoded field that is not `body` contains CR or LF; `at` is the index of the field in its part. */
function checkField(name: string, field: string, at: number, part: EncodedPart, hole: Hole): void {
  const index = BODY.test(name) ? -1 : field.search(/%0[0ad]/i);
  if (index >= 0) throw holeError(hole, "invalid-uri", part.text, at + index, NEWLINE_RULE);
}

const BODY = /^body$/i;
const NEWLINE_RULE = "only a body has newlines";
