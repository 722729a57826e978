import { readEscape } from "../base/escape.ts";
import type { FindingList } from "./finding-list.ts";

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const DOT = 0x2e;
const SEMICOLON = 0x3b;

/** A piece of a component, by what it spells when it is decoded once: dots alone, how many, and whether one is escaped. */
class Piece {
  start = 0;
  /** How many dots, or -1 where there is anything else. */
  #dots = 0;
  escaped = false;
  /** Whether what follows is a parameter and does not count; where it began then. */
  #end = -1;

  begin(at: number): void {
    this.start = at;
    this.#dots = 0;
    this.escaped = false;
    this.#end = -1;
  }

  take(unit: number, escaped: boolean): void {
    if (this.#end >= 0) return;
    if (unit !== DOT) this.#dots = -1;
    else if (this.#dots >= 0) this.#dots++;
    this.escaped ||= escaped;
  }

  /** What comes up to the next separator is a parameter. */
  cut(at: number): void {
    if (this.#end < 0) this.#end = at;
  }

  isDots(count: number): boolean {
    return this.#dots === count;
  }

  /** Where it ends, if the separator behind it stands at `at`. */
  endBefore(at: number): number {
    return this.#end < 0 ? at : this.#end;
  }
}

/** Finds the dot segments of a path, and those that appear when a server decodes before it splits. */
export function findInPath(text: string, from: number, to: number, found: FindingList): void {
  const absolute = text.charCodeAt(from) === SLASH;
  const start = absolute ? from + 1 : from;
  if (start >= to) return;
  const segment = new Piece();
  const piece = new Piece();
  segment.begin(start);
  piece.begin(start);
  let depth = 0;
  const endPiece = (at: number): void => {
    const end = piece.endBefore(at);
    const whole = piece.start === segment.start && end === at && (at === to || isRawSlash(text, at));
    if (piece.isDots(2) && !whole) found.add("traversal", "path", piece.start, end - piece.start);
  };
  const endSegment = (at: number): void => {
    const up = segment.isDots(2);
    const length = at - segment.start;
    if (up || segment.isDots(1)) {
      found.add(segment.escaped ? "encoded-dot-segment" : "dot-segment", "path", segment.start, length);
      if (up && absolute && depth === 0) found.add("traversal", "path", segment.start, length);
    }
    if (up) depth = Math.max(0, depth - 1);
    else if (!segment.isDots(1)) depth++;
  };
  eachUnit(text, start, to, (unit, escaped, at, next) => {
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
    if (unit === SEMICOLON) piece.cut(at);
    segment.take(unit, escaped);
    piece.take(unit, escaped);
  });
  endPiece(to);
  endSegment(to);
}

/** Finds what would lead a server out of its folder if a value of the query were a file name. */
export function findInQuery(text: string, from: number, to: number, found: FindingList): void {
  const piece = new Piece();
  piece.begin(from);
  let afterSlash = false;
  const endPiece = (at: number, beforeSlash: boolean): void => {
    if (piece.isDots(2) && (afterSlash || beforeSlash)) found.add("traversal", "query", piece.start, at - piece.start);
    afterSlash = beforeSlash;
  };
  eachUnit(text, from, to, (unit, escaped, at, next) => {
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

function isRawSlash(text: string, at: number): boolean {
  return text.charCodeAt(at) === SLASH;
}

/** Gives each unit, an escape as the byte that it stands for. */
function eachUnit(
  text: string,
  from: number,
  to: number,
  take: (unit: number, escaped: boolean, at: number, next: number) => void,
): void {
  for (let i = from; i < to;) {
    const unit = text.charCodeAt(i);
    const value = unit === 0x25 && i + 2 < to ? readEscape(text, i) : -1;
    const next = i + (value < 0 ? 1 : 3);
    take(value < 0 ? unit : value, value >= 0, i, next);
    i = next;
  }
}
