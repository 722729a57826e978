import type { PercentEncodingErrorCode } from "../base/errors.ts";
import { type CheckedComponent, findFault, isBracketed } from "./component-fault.ts";
import { explainHostFault } from "./host-fault.ts";
import { splitReference, type UriReference } from "./reference.ts";
import { hasUnsafeName } from "./segment.ts";
import { uriError } from "./uri-error.ts";

/**
 * Splits a base: a URI with a host or with a path that begins with a slash, and without query and fragment.
 *
 * @param operation the operation for the message
 * @throws PercentEncodingError `invalid-uri`, `unsafe-segment` at a dot segment, `host-ambiguous`
 */
export function checkBase(text: string, operation: string): UriReference {
  const base = splitReference(text);
  const fail = (code: PercentEncodingErrorCode, index: number, detail?: string) => {
    throw uriError(operation, code, text, index, Math.max(1, text.length - index), detail);
  };
  const { scheme, userinfo = "", host = "", port = "", path } = base;
  const end = text.search(/[?#]/);
  if (end >= 0) fail("invalid-uri", end, "write the query and the fragment of a base in the template");
  if (scheme === undefined) fail("invalid-uri", 0, 'a base begins with a scheme; encoded(text, "path") accepts a path');
  // A base ends with its path, so the indexes are counted from the end.
  const pathAt = text.length - path.length;
  if (base.host === undefined && !path.startsWith("/")) {
    fail("invalid-uri", pathAt, "its path has no segments");
  }
  const portAt = pathAt - port.length;
  const hostAt = (base.port === undefined ? pathAt : portAt - 1) - host.length;
  const checkPart = (part: string, at: number, component: CheckedComponent) => {
    const fault = findFault(part, component);
    if (fault >= 0) fail("invalid-uri", at + fault);
  };
  checkPart(userinfo, hostAt - 1 - userinfo.length, "userinfo");
  checkPart(isBracketed(host) ? "" : host, hostAt, "regName");
  if (!/^\d*$/.test(port) || Number(port) > 65_535) fail("invalid-uri", portAt);
  checkPart(path, pathAt, "path");
  const hostFault = explainHostFault(base);
  if (hostFault !== undefined) fail("host-ambiguous", hostAt, hostFault);
  let at = pathAt;
  for (const segment of path.split("/")) {
    if (hasUnsafeName(segment)) fail("unsafe-segment", at, "normalizeUri removes dot segments");
    at += segment.length + 1;
  }
  return base;
}

/** Joins the path of a base and a path that begins with a slash, by exactly one slash. */
export function joinPaths(base: string, path: string): string {
  let end = base.length;
  while (base[end - 1] === "/") end--;
  return base.slice(0, end) + path;
}
