import { requireText } from "../../base/arguments.ts";
import { codePointAt } from "../../base/utf8.ts";
import { isIpv6Address, parseIpv6 } from "../../host/ip-address.ts";
import {
  type AuthorityParts,
  cut,
  cutAuthority,
  isAuthority,
  isIpLiteral,
  locateParts,
  toReference,
  type UriParts,
} from "../reference.ts";
import { uriError } from "../uri-error.ts";
import type { CheckedComponent, GrammarFault, UriIssue } from "./issue.ts";

/** Matches each `%` that does not start an escape, with the hex digit after it, if any (https://www.rfc-editor.org/rfc/rfc3986#section-2.1). */
const NO_ESCAPE = "%(?![\\dA-Fa-f]{2})[\\dA-Fa-f]?";

/** The most characters in one match: the stack of a regular expression may have an entry for each. {@link listFaults} joins the parts of a run. */
const MAX_RUN = 1024;

export const LONE_SURROGATES: RegExp = /* @__PURE__ */ (() => new RegExp(`(\\p{Cs}{1,${MAX_RUN}})`, "gu"))();

/** Matches the faults of a component: a `%` without hex digits, a run of lone surrogates (group 1), and a run of others (group 2). */
export function createFaultPattern(allowed: string): RegExp {
  // With the flag u, \p{Cs} matches lone surrogates only.
  return new RegExp(`${NO_ESCAPE}|${LONE_SURROGATES.source}|([^${allowed}%\\p{Cs}]{1,${MAX_RUN}})`, "gu");
}

/** A part of a text that a fault pattern matches; `start` is the beginning of a run, or all of another part. */
type UnitFault = Pick<UriIssue, "index" | "length"> & { readonly start: string };

/** Lists what a pattern of {@link createFaultPattern} matches in a text, each run as one. */
export function* listFaults(text: string, pattern: RegExp): Generator<UnitFault, void> {
  let last: { start: string; index: number; length: number; run: "surrogates" | "others" | undefined } | undefined;
  for (const { 0: start, 1: surrogates, 2: others, index } of text.matchAll(pattern)) {
    const run = surrogates !== undefined ? "surrogates" : others !== undefined ? "others" : undefined;
    if (run !== undefined && run === last?.run && index === last.index + last.length) {
      last.length += start.length;
      continue;
    }
    if (last !== undefined) yield last;
    last = { start, index, length: start.length, run };
  }
  if (last !== undefined) yield last;
}

/** Returns planes of Unicode without their last two code points, which are not characters, as a part of a character class. */
export function listPlanes(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const plane = (first + k).toString(16);
    return `\\u{${plane}0000}-\\u{${plane}fffd}`;
  }).join("");
}

export type Grammar = Readonly<Record<CheckedComponent, RegExp>>;

/** Receives each fault: its code, its place in UTF-16 units, and for an illegal character the component. */
export type FaultHandler = (code: GrammarFault, index: number, length: number, component?: CheckedComponent) => void;

/** https://www.rfc-editor.org/rfc/rfc3986#appendix-A */
export const RFC_3986: Grammar = /* @__PURE__ */ createGrammar("", "");

/** https://www.rfc-editor.org/rfc/rfc3987#section-2.2 */
export const RFC_3987: Grammar = /* @__PURE__ */ createIriGrammar();

/** Adds `ucschar`, whose plane 14 begins at U+E1000, and in queries `iprivate`. */
function createIriGrammar(): Grammar {
  const ucschar = `\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef${listPlanes(1, 13)}\\u{e1000}-\\u{efffd}`;
  return createGrammar(ucschar, `\\ue000-\\uf8ff${listPlanes(15, 16)}`);
}

/** @param more the characters above U+007F, and those allowed only in a query, as parts of a character class */
function createGrammar(more: string, moreInQuery: string): Grammar {
  const name = `\\w.~!$&'()*+,;=${more}\\-`;
  const fragment = `${name}:@/?`;
  return {
    userinfo: createFaultPattern(`${name}:`),
    host: createFaultPattern(name),
    path: createFaultPattern(`${name}:@/`),
    query: createFaultPattern(fragment + moreInQuery),
    fragment: createFaultPattern(fragment),
  };
}

/** Visits the faults of each component (https://www.rfc-editor.org/rfc/rfc3986#section-4.1); only the colons of a relative path are out of order. */
export function visitFaults(text: string, parts: UriParts, grammar: Grammar, report: FaultHandler): void {
  const reference = toReference(parts);
  const { scheme, host, port, path } = reference;
  const places = locateParts(reference);
  const visit = (component: CheckedComponent): void => {
    const at = places[component];
    for (const { start: fault, index, length } of listFaults(reference[component] ?? "", grammar[component])) {
      report(classify(fault, at + index + length === text.length), at + index, length, component);
    }
  };
  visit("userinfo");
  if (host?.startsWith("[")) visitLiteral(parts.authority!.slice(places.host - places.userinfo), places.host, report);
  else {
    visit("host");
    if (port !== undefined) visitPort(port, places.port, report);
  }
  // https://www.rfc-editor.org/rfc/rfc3986#section-4.2
  const segment = scheme === undefined && host === undefined ? cut(path, "/")[0] : "";
  for (const { 0: colons, index } of segment.matchAll(/:+/g)) report("colon-in-first-segment", index, colons.length);
  visit("path");
  visit("query");
  visit("fragment");
}

function classify(fault: string, isLast: boolean): GrammarFault {
  if (fault.startsWith("%")) return isLast ? "truncated-escape" : "malformed-escape";
  const code = codePointAt(fault, 0);
  return code >= 0xd800 && code <= 0xdfff ? "lone-surrogate" : "illegal-character";
}

/**
 * Splits an authority into user information, host and port (https://www.rfc-editor.org/rfc/rfc3986#section-3.2); a character above
 * U+007F stands for its escapes.
 *
 * @param authority an authority as `splitUri` returns it
 * @returns the parts, undefined for an absent one; the brackets of an IP literal belong to the host
 * @throws PercentEncodingError `invalid-uri` for any other text, with the place of its first fault in UTF-16 units
 * @throws TypeError for anything but a string
 * @example
 * import { splitAuthority } from "percodec/uri";
 * splitAuthority("me@[::1]:80") // → { userinfo: "me", host: "[::1]", port: "80" }
 */
export function splitAuthority(authority: string): AuthorityParts {
  requireText(authority, "splitAuthority");
  if (isAuthority(authority)) return cutAuthority(authority);
  const faults: [index: number, length: number][] = [];
  const parts = { scheme: undefined, authority, path: "", query: undefined, fragment: undefined };
  visitFaults(authority, parts, RFC_3987, (_, index, length) => faults.push([index - "//".length, length]));
  const [index, length] = faults[0]!;
  const detail = "checkUri explains each fault of a URI";
  throw uriError("split the authority", "invalid-uri", authority, index, length, detail);
}

/** Checks an address in brackets and its port (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
function visitLiteral(text: string, at: number, report: FaultHandler): void {
  const end = text.indexOf("]");
  if (end < 0) return report("invalid-ip-literal", at + text.length, 0);
  const address = text.slice(1, end);
  const parsed = isIpLiteral(`[${address}]`) ? [] : parseIpv6(address);
  if (!isIpv6Address(parsed)) {
    report("invalid-ip-literal", at + 1 + parsed.index, characterLength(address, parsed.index));
  }
  const rest = text.slice(end + 1);
  if (rest.startsWith(":")) visitPort(rest.slice(1), at + end + 2, report);
  else if (rest !== "") report("invalid-ip-literal", at + end + 1, rest.length);
}

/** Returns the length of the character at an index in UTF-16 units, or 0 at the end of the text. */
export function characterLength(text: string, index: number): number {
  return index < text.length ? String.fromCodePoint(codePointAt(text, index)).length : 0;
}

function visitPort(port: string, at: number, report: FaultHandler): void {
  for (const { 0: fault, index } of port.matchAll(/\D+/g)) report("invalid-port", at + index, fault.length);
}
