import type { FindingList } from "./finding.ts";

/** A backslash or an escaped slash or backslash, captured so that `split` returns it too. */
const SEPARATOR = /(\\|%2f|%5c)/i;
/** What begins a path parameter. */
const SEMICOLON = /;|%3b/i;
const DOT = /^(?:\.|%2e)$/i;
const DOTS = /^(?:\.|%2e){2}$/i;

/** A dot after a slash, a backslash or nothing: without one nothing is found in a path. */
const HAS_DOT_SEGMENT = /(?:^|[/\\]|%(?:2f|5c))(?:\.|%2e)/i;

/** Two dots between separators of a path, or between one and a delimiter or an end of a query. */
const DOTS_IN_QUERY =
  /(?<=[/\\]|%2f|%5c)(?:\.|%2e){2}(?=[/\\]|%2f|%5c|[&=;]|$)|(?<=^|[&=;])(?:\.|%2e){2}(?=[/\\]|%2f|%5c)/gi;

/**
 * Finds the dot segments of a path, and those that appear if a server decodes before it splits. A segment ends at a raw slash; a
 * piece ends at any slash or backslash, raw or escaped.
 */
export function findInPath(text: string, from: number, to: number, found: FindingList): void {
  const isAbsolute = text[from] === "/";
  let start = isAbsolute ? from + 1 : from;
  const path = text.slice(start, to);
  if (!HAS_DOT_SEGMENT.test(path)) return;
  let depth = 0;
  for (const segment of path.split("/")) {
    const hasName = findInPieces(segment, start, found);
    const isParent = DOTS.test(segment);
    if (isParent || DOT.test(segment)) {
      const code = segment.includes("%") ? "encoded-dot-segment" : "dot-segment";
      found.add(code, "path", start, segment.length);
    }
    if (isParent && isAbsolute && depth === 0) found.add("traversal", "path", start, segment.length);
    if (isParent) depth = Math.max(0, depth - 1);
    else if (hasName) depth++;
    start += segment.length + 1;
  }
}

/**
 * Finds each `..` that a server sees in a segment after it has decoded and removed path parameters. Returns whether the segment has a name: file
 * systems skip one without a name, and so do servers that decode it first.
 */
function findInPieces(segment: string, start: number, found: FindingList): boolean {
  // Most segments are one piece without a parameter.
  if (!/[;%\\]/.test(segment)) return segment !== "" && segment !== "." && segment !== "..";
  let hasName = false;
  let at = start;
  for (const piece of segment.split(SEPARATOR)) {
    const end = piece.search(SEMICOLON);
    const name = end < 0 ? piece : piece.slice(0, end);
    const isParent = DOTS.test(name);
    if (isParent && name !== segment) found.add("traversal", "path", at, name.length);
    hasName ||= name !== "" && !isParent && !DOT.test(name) && !SEPARATOR.test(name);
    at += piece.length;
  }
  return hasName;
}

/** Finds each `..` that leaves the folder if a server uses a value of the query as a file name. */
export function findInQuery(text: string, from: number, to: number, found: FindingList): void {
  for (const { index, 0: dots } of text.slice(from, to).matchAll(DOTS_IN_QUERY))
    found.add("traversal", "query", from + index, dots.length);
}
