import { isAuthority, splitParts, type UriParts, readUri, type UrlObject } from "../reference.ts";

/**
 * Whether a text is a URI: it has a scheme, and follows the grammar (https://www.rfc-editor.org/rfc/rfc3986#section-3).
 *
 * The grammar does not include the rules of a scheme: `http:` without a host is a URI. `checkUri` returns the faults and their places.
 *
 * @param text any text
 * @returns whether it is a URI; a relative reference is not
 * @throws TypeError for anything but a string or a URL object
 * @example
 * import { isUri } from "percodec/uri";
 * isUri("http://e.com/a%20b") // → true
 * isUri("http://e.com/a b") // → false
 */
export function isUri(text: string | UrlObject): boolean {
  text = readUri(text, "isUri");
  const parts = splitParts(text);
  return parts.scheme !== undefined && followsGrammar(text, parts);
}

/**
 * Whether a text is a URI or a relative reference (https://www.rfc-editor.org/rfc/rfc3986#section-4.1).
 *
 * @param text any text; the empty one is a relative reference
 * @returns whether it follows the grammar
 * @throws TypeError for anything but a string or a URL object
 * @example
 * import { isUriReference } from "percodec/uri";
 * isUriReference("../a?b#c") // → true
 * isUriReference("1a:b") // → false
 */
export function isUriReference(text: string | UrlObject): boolean {
  text = readUri(text, "isUriReference");
  return followsGrammar(text, splitParts(text));
}

const NOT_IN_PARTS = /[^\w.~!$&'()*+,;=:@/?%-]|%(?![\dA-Fa-f]{2})/;

/** Whether `checkUri` finds no fault by RFC 3986. */
function followsGrammar(text: string, { scheme, authority, path, query = "", fragment = "" }: UriParts): boolean {
  if (/[^!-~]/.test(text) || !isAuthority(authority) || NOT_IN_PARTS.test(`${path}?${query}?${fragment}`)) return false;
  return scheme !== undefined || authority !== undefined || !/^[^/]*:/.test(path);
}
