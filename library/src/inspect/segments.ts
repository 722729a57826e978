import { readEscape } from "../base/escape.ts";
import type { FindingList } from "./finding.ts";

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const DOT = 0x2e;
const SEMICOLON = 0x3b;

/** A dot after a slash, a backslash or nothing, and two dots, all raw or escaped: without them nothing is found in a path and in a query. */
const HAS_DOT_SEGMENT = /(?:^|[/\\]|%(?:2[Ff]|5[Cc]))(?:\.|%2[Ee])/;
const HAS_TWO_DOTS = /(?:\.|%2[Ee]){2}/;

/** Scans a part of a component after one decoding: whether it is only dots, how many, and whether one is escaped. */
class DotScanner {
  start = 0;
  /** The number of dots, or -1 if there is any other character. */
  #dots = 0;
  escaped = false;
  /** The index where an ignored path parameter begins, or -1. */
  #parameterStart = -1;

  begin(at: number): void {
    this.start = at;
    this.#dots = 0;
    this.escaped = false;
    this.#parameterStart = -1;
  }

  take(unit: number, escaped: boolean): void {
    if (this.#parameterStart >= 0) return;
    if (unit !== DOT) this.#dots = -1;
    else if (this.#dots >= 0) this.#dots++;
    this.escaped ||= escaped;
  }

  /** Begins a path parameter, which ends at the next separator. */
  beginParameter(at: number): void {
    if (this.#parameterStart < 0) this.#parameterStart = at;
  }

  isDots(count: number): boolean {
    return this.#dots === count;
  }

  /** Whether a file system finds a name here: not an empty one, `.` or `..`. */
  isName(end: number): boolean {
    return end > this.start && !this.isDots(1) && !this.isDots(2);
  }

  /** Returns the end of the piece without its parameter; `at` is the index of the next separator. */
  endBefore(at: number): number {
    return this.#parameterStart < 0 ? at : this.#parameterStart;
  }
}

/**
 * Finds the dot segments of a path, and those that appear if a server decodes before it splits. A segment ends at a raw slash; a
 * piece ends at any slash or backslash, raw or escaped.
 */
export function findInPath(text: string, from: number, to: number, found: FindingList): void {
  const absolute = text.charCodeAt(from) === SLASH;
  const start = absolute ? from + 1 : from;
  if (!HAS_DOT_SEGMENT.test(text.slice(start, to))) return;
  const segment = new DotScanner();
  const piece = new DotScanner();
  segment.begin(start);
  piece.begin(start);
  let depth = 0;
  // File systems skip a segment without a name, and so do servers that decode it first.
  let hasName = false;
  const endPiece = (at: number): void => {
    const end = piece.endBefore(at);
    hasName ||= piece.isName(end);
    const isSegment = piece.start === segment.start && end === at && (at === to || text.charCodeAt(at) === SLASH);
    if (piece.isDots(2) && !isSegment) found.add("traversal", "path", piece.start, end - piece.start);
  };
  const endSegment = (at: number): void => {
    const isParent = segment.isDots(2);
    const length = at - segment.start;
    if (isParent || segment.isDots(1)) {
      found.add(segment.escaped ? "encoded-dot-segment" : "dot-segment", "path", segment.start, length);
      if (isParent && absolute && depth === 0) found.add("traversal", "path", segment.start, length);
    }
    if (isParent) depth = Math.max(0, depth - 1);
    else if (hasName) depth++;
    hasName = false;
  };
  forEachUnit(text, start, to, (unit, escaped, at, next) => {
    if (unit === SLASH || unit === BACKSLASH) {
      endPiece(at);
      piece.begin(next);
      if (unit === SLASH && !escaped) {
        endSegment(at);
        segment.begin(next);
      } else {
        segment.take(unit, escaped);
      }
      return;
    }
    if (unit === SEMICOLON) piece.beginParameter(at);
    segment.take(unit, escaped);
    piece.take(unit, escaped);
  });
  endPiece(to);
  endSegment(to);
}

/** Finds each `..` that leaves the folder if a server uses a value of the query as a file name. */
export function findInQuery(text: string, from: number, to: number, found: FindingList): void {
  if (!HAS_TWO_DOTS.test(text.slice(from, to))) return;
  const piece = new DotScanner();
  piece.begin(from);
  let afterSlash = false;
  const endPiece = (at: number, beforeSlash: boolean): void => {
    if (piece.isDots(2) && (afterSlash || beforeSlash)) found.add("traversal", "query", piece.start, at - piece.start);
    afterSlash = beforeSlash;
  };
  forEachUnit(text, from, to, (unit, escaped, at, next) => {
    const slash = unit === SLASH || unit === BACKSLASH;
    if (slash || (!escaped && (unit === 0x26 || unit === 0x3d || unit === SEMICOLON))) {
      endPiece(at, slash);
      piece.begin(next);
    } else {
      piece.take(unit, escaped);
    }
  });
  endPiece(to, false);
}

/** Calls `take` for each unit; an escape counts as the byte that it encodes. */
function forEachUnit(
  text: string,
  from: number,
  to: number,
  take: (unit: number, escaped: boolean, at: number, next: number) => void,
): void {
  for (let i = from; i < to;) {
    const unit = text.charCodeAt(i);
    const value = readEscape(text, i);
    const next = i + (value < 0 ? 1 : 3);
    take(value < 0 ? unit : value, value >= 0, i, next);
    i = next;
  }
}
