import { requireChoice, requireText } from "../base/arguments.ts";
import { type Hole, holeError, uriError } from "./uri-error.ts";
import type { PercentEncodingErrorCode } from "../base/errors.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { explainHostFault } from "./host-ambiguity.ts";
import { locateParts, splitReference, type UriReference } from "./reference.ts";
import { findSegmentFault } from "./segment.ts";

/** The components for which `encoded` accepts text; `"uri"` is a whole URI, the base of others. */
export type EncodedComponent = "uri" | "userinfo" | "segment" | "path" | "query" | "fragment";

declare const byEncoded: unique symbol;

/** Text that is already encoded for one component; only `encoded` creates it. */
export interface EncodedPart {
  readonly [byEncoded]: true;
  readonly text: string;
  readonly component: EncodedComponent;
}

const encodedParts: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/**
 * Marks a text as already encoded for a component, so that the `uri` tag inserts it unchanged.
 *
 * A text for `"uri"` is a base for the first hole: it has a scheme, a host or a path that begins with a slash, and neither query nor
 * fragment.
 *
 * @param text text that the component's grammar allows
 * @param component the component in which it may be used
 * @returns a frozen object, to be passed to the tag
 * @throws PercentEncodingError `invalid-uri` if the text breaks the grammar; for a base also `unsafe-segment` at a dot segment and
 *   `host-ambiguous`; with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoded, uri } from "percodec/uri";
 * uri`/files/${encoded("a%2Fb", "segment")}` // → "/files/a%2Fb"
 * uri`${encoded("https://e.com/api/", "uri")}/users/${7}` // → "https://e.com/api/users/7"
 */
export function encoded(text: string, component: EncodedComponent): EncodedPart {
  requireText(text, "encoded");
  if ((component as unknown) === undefined)
    throw new TypeError("encoded needs the component that the text is encoded for");
  requireChoice(component, ["uri", "userinfo", "segment", "path", "query", "fragment"], "component");
  const operation = `accept this as an encoded ${component}`;
  if (component === "uri") checkBase(text, operation);
  else {
    const fault = findFault(text, component);
    if (fault >= 0) throw uriError(operation, "invalid-uri", text, fault, text.length - fault);
  }
  const part = Object.freeze({ text, component }) as EncodedPart;
  encodedParts.add(part);
  return part;
}

export function isEncoded(value: unknown): value is EncodedPart {
  return typeof value === "object" && encodedParts.has(value as object);
}

/** Throws for a part of a parameter that has an `&`. */
export function checkSingle({ text }: EncodedPart, hole: Hole): void {
  const second = text.indexOf("&");
  if (second >= 0) throw holeError(hole, "invalid-uri", text, second);
}

/** Splits a base; throws unless it is a URI with a host or a path that begins with a slash, and without dot segments, query and fragment. */
export function checkBase(text: string, operation: string): UriReference {
  const base = splitReference(text);
  const fail = (code: PercentEncodingErrorCode, index: number, detail?: string) => {
    throw uriError(operation, code, text, index, Math.max(1, text.length - index), detail);
  };
  const { scheme, userinfo = "", host = "", port = "", path } = base;
  const places = locateParts(base);
  const end = text.search(/[?#]/);
  if (end >= 0) fail("invalid-uri", end, "write the query and the fragment of a base in the template");
  if (scheme === undefined) fail("invalid-uri", 0, 'a base begins with a scheme; encoded(text, "path") accepts a path');
  if (base.host === undefined && !path.startsWith("/")) fail("invalid-uri", places.path, "its path has no segments");
  const checkPart = (part: string, at: number, component: CheckedComponent) => {
    const fault = findFault(part, component);
    if (fault >= 0) fail("invalid-uri", at + fault);
  };
  checkPart(userinfo, places.userinfo, "userinfo");
  checkPart(isBracketed(host) ? "" : host, places.host, "regName");
  if (!/^\d*$/.test(port) || Number(port) > 65_535) fail("invalid-uri", places.port);
  checkPart(path, places.path, "path");
  const hostFault = explainHostFault(base);
  if (hostFault !== undefined) fail("host-ambiguous", base.host === undefined ? places.path : places.host, hostFault);
  let at = places.path;
  for (const segment of path.split("/")) {
    const fault = findSegmentFault(decodeKeeping(segment), ["slash", "empty"]);
    if (fault !== undefined) fail("unsafe-segment", at, "normalizeUri removes dot segments");
    at += segment.length + 1;
  }
  return base;
}

export type CheckedComponent = "userinfo" | "regName" | "segment" | "path" | "query" | "fragment";

/** What https://www.rfc-editor.org/rfc/rfc3986#appendix-A does not allow in a component; the sets of percodec/sets keep the same characters. */
const FAULTS: Readonly<Record<CheckedComponent, RegExp>> = {
  userinfo: /[^\w!$&'()*+,;=:.~%-]|%(?![\dA-Fa-f]{2})/,
  regName: /[^\w!$&'()*+,;=.~%-]|%(?![\dA-Fa-f]{2})/,
  segment: /[^\w!$&'()*+,;=:@.~%-]|%(?![\dA-Fa-f]{2})/,
  path: /[^\w!$&'()*+,;=:@/.~%-]|%(?![\dA-Fa-f]{2})/,
  query: /[^\w!$&'()*+,;=:@/?.~%-]|%(?![\dA-Fa-f]{2})/,
  fragment: /[^\w!$&'()*+,;=:@/?.~%-]|%(?![\dA-Fa-f]{2})/,
};

/** Returns the index of the first character that the grammar of a component does not allow, or -1. */
export function findFault(text: string, component: CheckedComponent): number {
  return text.search(FAULTS[component]);
}

/** Whether a host is an IP literal as far as its characters show; its address is not parsed. */
export function isBracketed(host: string): boolean {
  return /^\[[0-9A-Fa-f:.]*\]$/.test(host);
}
