import type { Span } from "../../host/labels.ts";
import { endOfText, isTabOrNewline, withoutTabs } from "../whatwg.ts";

/** The input of the URL parser: a text without the characters that the parser removes. */
export interface UrlInput {
  readonly text: string;
  /** The removed characters as spans of the given text: at the start, inside, and at the end. */
  readonly removed: readonly Span[];
  /** Returns the span in the given text for a span of the input. */
  readonly locate: (from: number, to: number) => Span;
}

/**
 * Removes what the URL parser removes (https://url.spec.whatwg.org/#concept-basic-url-parser, the first steps): C0 controls and spaces
 * at both ends, and each TAB, LF and CR.
 *
 * @param given a text without lone surrogates
 */
export function readUrlInput(given: string): UrlInput {
  const end = endOfText(given);
  const start = Math.min(end, given.search(/[^\0-\x20]|$/));
  const inside = given.slice(start, end);
  const removed: Span[] = [];
  if (start > 0) removed.push({ from: 0, to: start });
  for (const { 0: run, index } of inside.matchAll(/[\t\n\r]+/g)) {
    removed.push({ from: start + index, to: start + index + run.length });
  }
  if (end < given.length) removed.push({ from: end, to: given.length });
  const text = withoutTabs(inside);
  const places = text === inside ? undefined : findPlaces(given, start, text.length);
  const place = (index: number): number => (index < text.length ? (places?.[index] ?? start + index) : end);
  return {
    text,
    removed,
    locate: (from, to) => ({ from: place(from), to: to > from ? place(to - 1) + 1 : place(from) }),
  };
}

/** Returns the index in the given text of each unit of the input. */
function findPlaces(given: string, start: number, length: number): Uint32Array {
  const places = new Uint32Array(length);
  for (let at = start, count = 0; count < length; at++) {
    if (!isTabOrNewline(given.charCodeAt(at))) places[count++] = at;
  }
  return places;
}
