import { isIpv6 } from "../host/ip-address.ts";
import { uriError } from "./uri-error.ts";
import { readTypeTag, requireString, requireText } from "../base/arguments.ts";

/** The components of a URI reference; an absent component is undefined, an empty one is an empty text. */
export interface UriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** The parts of an authority. */
export interface AuthorityParts {
  readonly userinfo: string | undefined;
  readonly host: string;
  readonly port: string | undefined;
}

/** A URI reference whose authority is split too; without an authority its host is undefined. */
export interface UriReference extends Omit<UriParts, "authority"> {
  readonly userinfo: string | undefined;
  readonly host: string | undefined;
  readonly port: string | undefined;
}

const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;

/** https://www.rfc-editor.org/rfc/rfc3986#section-3.1, as in the URL Standard. A regular expression takes three times as long. */
export function findScheme(text: string): string | undefined {
  if (!isLetter(text.charCodeAt(0))) return undefined;
  let end = 1;
  while (isInScheme(text.charCodeAt(end))) end++;
  return text.charCodeAt(end) === COLON ? text.slice(0, end) : undefined;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isInScheme(unit: number): boolean {
  return isLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2b || unit === 0x2d || unit === 0x2e;
}

/**
 * Splits a URI reference into its components, none of which is decoded or checked
 * (https://www.rfc-editor.org/rfc/rfc3986#appendix-B).
 *
 * The regular expression of the appendix accepts any text before the first colon as the scheme. Here the scheme follows section 3.1, so
 * that `1http://e.com/` is a path, as in a browser.
 *
 * @param uri any text, or a URL object
 * @returns the components, undefined for an absent one
 * @throws TypeError for anything else
 * @example
 * import { splitUri } from "percodec/uri";
 * splitUri("http://e.com/a%2Fb?q#") // → { scheme: "http", authority: "e.com", path: "/a%2Fb", query: "q", fragment: "" }
 */
export function splitUri(uri: string | UrlObject): UriParts {
  return splitParts(readUri(uri, "splitUri"));
}

export function splitParts(text: string): UriParts {
  const { scheme, rest, query, fragment } = splitAtDelimiters(text);
  if (!rest.startsWith("//")) return { scheme, authority: undefined, path: rest, query, fragment };
  const slash = rest.indexOf("/", 2);
  const end = slash < 0 ? rest.length : slash;
  return { scheme, authority: rest.slice(2, end), path: rest.slice(end), query, fragment };
}

/** Cuts at the delimiters that RFC 3986 and the URL Standard share. The regular expression of appendix B would backtrack to find the colon. */
export function splitAtDelimiters(
  text: string,
): Pick<UriParts, "scheme" | "query" | "fragment"> & { readonly rest: string } {
  const hash = text.indexOf("#");
  const end = hash < 0 ? text.length : hash;
  const mark = text.indexOf("?");
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const scheme = findScheme(text);
  return {
    scheme,
    rest: text.slice(scheme === undefined ? 0 : scheme.length + 1, pathEnd),
    query: pathEnd < end ? text.slice(pathEnd + 1, end) : undefined,
    fragment: end < text.length ? text.slice(end + 1) : undefined,
  };
}

export function splitReference(text: string): UriReference {
  return toReference(splitParts(text));
}

export function toReference({ scheme, authority, path, query, fragment }: UriParts): UriReference {
  const split = authority === undefined ? undefined : cutAuthority(authority);
  return { scheme, userinfo: split?.userinfo, host: split?.host, port: split?.port, path, query, fragment };
}

export function cut(text: string, delimiter: string): [before: string, after?: string] {
  const at = text.indexOf(delimiter);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

export function joinParts({ scheme, authority, path, query, fragment }: UriParts): string {
  return (
    (scheme === undefined ? "" : `${scheme}:`) +
    (authority === undefined ? "" : `//${authority}`) +
    path +
    (query === undefined ? "" : `?${query}`) +
    (fragment === undefined ? "" : `#${fragment}`)
  );
}

/** What is not in userinfo; a character above U+007F stands for its escapes (https://www.rfc-editor.org/rfc/rfc3987#section-3.1). */
const NOT_USERINFO = /[^\w.~!$&'()*+,;=:\x80-\uffff%-]|%(?![\dA-Fa-f]{2})/;

/** Whether RFC 3986 allows an authority (https://www.rfc-editor.org/rfc/rfc3986#section-3.2); an absent one is allowed. */
export function isAuthority(authority: string = ""): boolean {
  const { userinfo = "", host, port = "" } = cutAuthority(authority);
  return !/\D/.test(port) && !NOT_USERINFO.test(`${userinfo}:${isIpLiteral(host) ? "" : host}`);
}

/** Whether a host is an IPv6 or IPvFuture address in brackets (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
export function isIpLiteral(host: string): boolean {
  return isIpv6(host) || /^\[v[\dA-F]+\.[\w.~!$&'()*+,;=:-]+\]$/i.test(host);
}

/** Splits an authority at its last `@` and its port, whether it is allowed or not. */
export function cutAuthority(authority: string): AuthorityParts {
  const at = authority.lastIndexOf("@");
  const start = at + 1;
  const literalEnd = authority.charCodeAt(start) === LEFT_BRACKET ? authority.indexOf("]", start) + 1 : 0;
  const colon = authority.indexOf(":", Math.max(start, literalEnd));
  // Only a port may follow an IP literal.
  const isHost = literalEnd === 0 || (colon < 0 ? authority.length : colon) === literalEnd;
  const hostEnd = isHost && colon >= 0 ? colon : authority.length;
  return {
    userinfo: at >= 0 ? authority.slice(0, at) : undefined,
    host: authority.slice(start, hostEnd),
    port: hostEnd < authority.length ? authority.slice(hostEnd + 1) : undefined,
  };
}

export function joinAuthority({ userinfo, host, port }: UriReference): string | undefined {
  if (host === undefined) return undefined;
  return `${userinfo === undefined ? "" : `${userinfo}@`}${host}${port === undefined ? "" : `:${port}`}`;
}

export function toParts(reference: UriReference): UriParts {
  const { scheme, path, query, fragment } = reference;
  return { scheme, authority: joinAuthority(reference), path, query, fragment };
}

/** The index in UTF-16 units at which each part of a reference begins, or would begin. */
export type PartPlaces = Readonly<Record<Exclude<keyof UriReference, "scheme">, number>>;

export function locateParts(reference: UriReference): PartPlaces {
  const { scheme, userinfo, host, port, path, query } = reference;
  const start = scheme === undefined ? 0 : scheme.length + 1;
  const hostAt = start + 2 + (userinfo === undefined ? 0 : userinfo.length + 1);
  const portAt = hostAt + (host ?? "").length + 1;
  const pathAt = host === undefined ? start : port === undefined ? portAt - 1 : portAt + port.length;
  const queryAt = pathAt + path.length + 1;
  const fragmentAt = queryAt + (query === undefined ? 0 : query.length + 1);
  return { userinfo: start + 2, host: hostAt, port: portAt, path: pathAt, query: queryAt, fragment: fragmentAt };
}

/** Applies a function to every part of a reference except the scheme. */
export function mapReference(
  { scheme, userinfo, host, port, path, query, fragment }: UriReference,
  map: (text: string, part: keyof PartPlaces) => string,
): UriReference {
  const mapOptional = (text: string | undefined, part: keyof PartPlaces) => text === undefined ? undefined : map(text, part); // prettier-ignore
  return {
    scheme,
    userinfo: mapOptional(userinfo, "userinfo"),
    host: mapOptional(host, "host"),
    port: mapOptional(port, "port"),
    path: map(path, "path"),
    query: mapOptional(query, "query"),
    fragment: mapOptional(fragment, "fragment"),
  };
}

/**
 * Resolves a reference against a base, strictly (https://www.rfc-editor.org/rfc/rfc3986#section-5.2).
 *
 * @param reference any reference
 * @param base an absolute URI
 * @returns the target
 * @throws PercentEncodingError `invalid-uri` for a base without a scheme
 * @throws TypeError for anything but strings and URL objects
 * @example
 * import { resolveUri } from "percodec/uri";
 * resolveUri("../g?y", "http://a/b/c/d;p?q") // → "http://a/b/g?y"
 */
export function resolveUri(reference: string | UrlObject, base: string | UrlObject): string {
  const r = splitParts(readUri(reference, "resolveUri"));
  const baseText = readHref(base) ?? base;
  requireString(baseText, "the base of resolveUri");
  const b = splitParts(baseText);
  if (b.scheme === undefined) {
    const detail = "a base has a scheme; it is the second argument";
    throw uriError("resolve the reference", "invalid-uri", baseText, 0, baseText.length, detail);
  }
  const { fragment } = r;
  const scheme = r.scheme ?? (r.authority === undefined ? undefined : b.scheme);
  if (scheme !== undefined) return joinPartsReversibly({ ...r, scheme, path: removeDotSegments(r.path) });
  if (r.path === "") return joinParts({ ...b, query: r.query ?? b.query, fragment });
  const path = removeDotSegments(r.path.startsWith("/") ? r.path : merge(b, r.path));
  return joinPartsReversibly({ ...b, path, query: r.query, fragment });
}

/** https://www.rfc-editor.org/rfc/rfc3986#section-5.2.3 */
function merge(base: UriParts, path: string): string {
  if (base.authority !== undefined && base.path === "") return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

/**
 * Joins components whose path has changed. It adds `/.` before a path that would be read as an authority, and `./` before a first
 * segment with a colon, which a relative path cannot begin with (https://www.rfc-editor.org/rfc/rfc3986#section-4.2, and 3.3).
 */
export function joinPartsReversibly(parts: UriParts): string {
  const { scheme, authority, path } = parts;
  if (authority !== undefined) return joinParts(parts);
  if (path.startsWith("//")) return joinParts({ ...parts, path: `/.${path}` });
  const hasColon = scheme === undefined && /^[^/]*:/.test(path);
  return joinParts(hasColon ? { ...parts, path: `./${path}` } : parts);
}

/** https://url.spec.whatwg.org/#windows-drive-letter, with the slash before it if there is one. */
export const DRIVE: RegExp = /^\/?[A-Za-z][:|]$/;

/**
 * Removes the segments `.` and `..` of a path, in linear time (https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4). With `keepsDrive`,
 * `..` does not remove a drive letter at the start, as in a file URL (https://url.spec.whatwg.org/#shorten-a-urls-path).
 */
export function removeDotSegments(path: string, keepsDrive: boolean = false): string {
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(path)) return path;
  // Steps A and D: dot segments at the start of a relative path.
  const all = path.split("/");
  const from = all.findIndex((segment) => segment !== "." && segment !== "..");
  const segments = from < 0 ? [] : all.slice(from);
  const [first = ""] = segments;
  const output = first === "" ? [] : [first];
  for (let k = 1; k < segments.length; k++) {
    const segment = segments[k]!;
    if (segment === ".." && !(keepsDrive && output.length === 1 && DRIVE.test(output[0]!))) output.pop();
    // Steps B and C leave a slash at the end of the path; step E moves a segment with its slash.
    if (segment !== "." && segment !== "..") output.push(`/${segment}`);
    else if (k === segments.length - 1) output.push("/");
  }
  return output.join("");
}

/** A `URL` object, of any realm or implementation. */
export interface UrlObject {
  readonly href: string;
  readonly protocol: string;
  readonly pathname: string;
}

/** Returns the href of a URL object, by the getter of its class: never `Object.prototype`, so that no data and no added property counts. */
export function readHref(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || readTypeTag(value) !== "URL") return undefined;
  let holder: unknown = Object.getPrototypeOf(value);
  // The prototype of a plain object, such as `Object.prototype` of any realm, has no prototype.
  for (let next: unknown; holder !== null && (next = Object.getPrototypeOf(holder)) !== null; holder = next) {
    const property = Object.getOwnPropertyDescriptor(holder, "href");
    if (property?.get !== undefined) return String(property.get.call(value));
  }
  return undefined;
}

/** Returns the text of a URI, which may be a URL object; throws a TypeError that names the caller's function for anything else. */
export function readUri(uri: string | UrlObject, owner: string): string {
  const text: unknown = typeof uri === "string" ? uri : (readHref(uri) ?? uri);
  requireText(text, owner);
  return text;
}

/** Whether the text from `from` to `to` is part of a segment `.` or `..`, which is at most six units long. */
export function isPartOfDotSegment(path: string, from: number, to: number): boolean {
  const before = path.slice(Math.max(0, from - 6), from);
  const slash = before.lastIndexOf("/");
  if (slash < 0 && from > 6) return false;
  const [after] = cut(path.slice(to, to + 6), "/");
  return /^(?:\.|%2e){1,2}$/i.test(before.slice(slash + 1) + path.slice(from, to) + after);
}
