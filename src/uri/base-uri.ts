import { toExcerpt } from "../base/excerpt.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { findFault, isBracketed, isDotSegment } from "./component-fault.ts";
import { explainHostFault } from "./host-fault.ts";
import { locateParts, splitReference, type UriReference } from "./reference.ts";

/** A reason why a text is not a base. */
interface BaseFault {
  readonly code: PercentEncodingErrorCode;
  readonly index: number;
  readonly detail: string | undefined;
}

/**
 * Splits a base: a URI with a host or with a path that begins with a slash, and without query and fragment.
 *
 * @param operation the operation for the message
 * @throws PercentEncodingError `invalid-uri`, `unsafe-segment` at a dot segment, `host-ambiguous`
 */
export function checkBase(text: string, operation: string): UriReference {
  const base = splitReference(text);
  const fault = findDelimiter(text) ?? findShapeFault(base) ?? findGrammarFault(base) ?? findMeaningFault(base);
  if (fault === undefined) return base;
  const { code, index, detail } = fault;
  const length = Math.max(1, text.length - index);
  const excerpt = toExcerpt(text.slice(index));
  throw new PercentEncodingError({ operation, code, index, length, unit: "utf-16", excerpt, detail });
}

function findDelimiter(text: string): BaseFault | undefined {
  const index = text.search(/[?#]/);
  const detail = "a base has no query and no fragment: remove them, and write them in the template";
  return index < 0 ? undefined : { code: "invalid-uri", index, detail };
}

function findShapeFault({ scheme, host, path }: UriReference): BaseFault | undefined {
  if (scheme === undefined) {
    return {
      code: "invalid-uri",
      index: 0,
      detail: 'a base begins with a scheme; encoded(text, "path") accepts a path',
    };
  }
  if (host !== undefined || path.startsWith("/")) return undefined;
  const detail = `the path after ${toExcerpt(scheme)}: has no segments: write the scheme in the template`;
  return { code: "invalid-uri", index: scheme.length + 1, detail };
}

function findGrammarFault(base: UriReference): BaseFault | undefined {
  const places = locateParts(base);
  const { userinfo = "", host = "", port = "", path } = base;
  const faults = [
    places.userinfo + toOffset(findFault(userinfo, "userinfo")),
    places.host + toOffset(isBracketed(host) ? -1 : findFault(host, "regName")),
    places.port + toOffset(port.search(/\D/)),
    places.path + toOffset(findFault(path, "path")),
  ];
  const index = Math.min(...faults);
  return index === Infinity ? undefined : { code: "invalid-uri", index, detail: undefined };
}

const toOffset = (index: number): number => (index < 0 ? Infinity : index);

function findMeaningFault(base: UriReference): BaseFault | undefined {
  const places = locateParts(base);
  if (Number(base.port ?? 0) > 65_535) return { code: "invalid-uri", index: places.port, detail: undefined };
  const detail = explainHostFault(base);
  if (detail !== undefined) return { code: "host-ambiguous", index: places.host, detail };
  let index = places.path;
  for (const segment of base.path.split("/")) {
    if (isDotSegment(segment)) return { code: "unsafe-segment", index, detail: "normalizeUri removes dot segments" };
    index += segment.length + 1;
  }
  return undefined;
}

/** Joins the path of a base and a path that begins with a slash, by exactly one slash. */
export function joinPaths(base: string, path: string): string {
  let end = base.length;
  while (base[end - 1] === "/") end--;
  return base.slice(0, end) + path;
}
