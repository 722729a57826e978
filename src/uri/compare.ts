import { requireString, requireText } from "../base/arguments.ts";
import { isHighSurrogate, isLowSurrogate } from "../base/utf8.ts";
import { normalizeReference, recompose, COMPARISON_STEPS, browserAgrees } from "./normalize.ts";
import { splitUri, toReference, type UriParts } from "./reference.ts";
import { parseUrl } from "./whatwg.ts";

/**
 * The first rule of https://www.rfc-editor.org/rfc/rfc3986#section-6.2 that makes two URIs equal. `hex-case` includes the letter case
 * of scheme and host; `whatwg` means that they are equal after a browser has parsed them.
 */
export type UriEquality =
  "identical" | "hex-case" | "unreserved-escapes" | "dot-segments" | "scheme-rules" | "whatwg" | "different";

/** A component that differs between two URIs, and the differing span in each. */
export interface UriDifference {
  readonly component: keyof UriParts;
  /** The span in the first URI, in UTF-16 units. */
  readonly a: { readonly index: number; readonly length: number };
  /** The span in the second URI. */
  readonly b: { readonly index: number; readonly length: number };
}

/** The result of comparing two URIs. */
export interface UriComparison {
  readonly equality: UriEquality;
  /** Where the two texts differ, in order; empty if they are identical. */
  readonly differences: readonly UriDifference[];
}

/** The result if two URIs are equal after each rung of `COMPARISON_STEPS`. */
const EQUALITIES: readonly UriEquality[] = ["hex-case", "unreserved-escapes", "dot-segments", "scheme-rules"];

/**
 * Compares two URIs and reports which rule of RFC 3986 makes them equal; each rule includes those before it
 * (https://www.rfc-editor.org/rfc/rfc3986#section-6.2).
 *
 * @param a a URI reference
 * @param b another URI reference
 * @returns the rule that makes them equal, or `"different"`, and the spans that differ
 * @throws TypeError for anything but strings
 * @example
 * import { compareUris } from "percodec/uri";
 * compareUris("http://e.com/%7Eu", "HTTP://e.com/~u").equality // → "unreserved-escapes"
 * compareUris("http://e.com/a", "http://e.com/b").differences // → [{ component: "path", a: { index: 13, length: 1 }, b: { index: 13, length: 1 } }]
 */
export function compareUris(a: string, b: string): UriComparison {
  requireText(a, "compareUris");
  requireString(b, "the second argument of compareUris");
  if (a === b) return { equality: "identical", differences: [] };
  const [left, right] = [splitUri(a), splitUri(b)];
  return { equality: findEquality(a, left, b, right), differences: findDifferences(left, right) };
}

function findEquality(a: string, leftParts: UriParts, b: string, rightParts: UriParts): UriEquality {
  let left = toReference(leftParts);
  let right = toReference(rightParts);
  const [agreesOnLeft, agreesOnRight] = [browserAgrees(a, left), browserAgrees(b, right)];
  for (const [k, rung] of COMPARISON_STEPS.entries()) {
    left = rung(left, agreesOnLeft);
    right = rung(right, agreesOnRight);
    if (recompose(left, agreesOnLeft) === recompose(right, agreesOnRight)) return EQUALITIES[k]!;
  }
  const leftForm = toBrowserForm(a) ?? recompose(left, agreesOnLeft);
  const rightForm = toBrowserForm(b) ?? recompose(right, agreesOnRight);
  if (leftForm === rightForm) return "whatwg";
  // Normalization may turn an opaque path into segments, in which a browser encodes more: parse the result again.
  const reparse = (form: string, text: string) => (form === text ? form : (toBrowserForm(form) ?? form));
  return reparse(leftForm, a) === reparse(rightForm, b) ? "whatwg" : "different";
}

/**
 * Returns the URL that a browser parses, or undefined if it fails. The URL is normalized, so that two URIs that an earlier rule makes
 * equal stay equal.
 */
function toBrowserForm(text: string): string | undefined {
  const url = parseUrl(text);
  // A browser and RFC 3986 agree on a URL that a browser has serialized.
  return url && normalizeReference(url, true);
}

const COMPONENTS = ["scheme", "authority", "path", "query", "fragment"] as const;

function findDifferences(left: UriParts, right: UriParts): UriDifference[] {
  return COMPONENTS.flatMap((component) => {
    const [one, other] = [left[component], right[component]];
    if (one === other) return [];
    // If one URI lacks the component, its delimiters in the other are part of the difference.
    if (one === undefined || other === undefined) {
      return [{ component, a: toWholeSpan(left, component), b: toWholeSpan(right, component) }];
    }
    // A span never splits a surrogate pair.
    let start = countCommonStart(one, other);
    if (isHighSurrogate(one.charCodeAt(start - 1))) start--;
    let end = countCommonEnd(one, other, start);
    if (isLowSurrogate(one.charCodeAt(one.length - end))) end--;
    const span = (parts: UriParts, text: string) => ({
      index: locateComponent(parts, component) + start,
      length: text.length - start - end,
    });
    return [{ component, a: span(left, one), b: span(right, other) }];
  });
}

/** Returns the span of a component with its delimiters, or an empty span where the component would be. */
function toWholeSpan(parts: UriParts, component: keyof UriParts): { index: number; length: number } {
  const text = parts[component];
  const index = locateComponent(parts, component);
  if (text === undefined) return { index, length: 0 };
  const before = DELIMITER_LENGTHS[component];
  return { index: index - before, length: before + text.length + (component === "scheme" ? 1 : 0) };
}

/** The length of the delimiter before each component. */
const DELIMITER_LENGTHS = { scheme: 0, authority: 2, path: 0, query: 1, fragment: 1 };

/** Returns the index at which a component begins, or would begin. */
function locateComponent(parts: UriParts, component: keyof UriParts): number {
  let index = 0;
  for (const name of COMPONENTS) {
    const text = parts[name];
    const before = DELIMITER_LENGTHS[name];
    if (name === component) return index + (text === undefined ? 0 : before);
    if (text !== undefined) index += before + text.length + (name === "scheme" ? 1 : 0);
  }
  return index;
}

function countCommonStart(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

function countCommonEnd(a: string, b: string, from: number): number {
  const max = Math.min(a.length, b.length) - from;
  let count = 0;
  while (count < max && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
  return count;
}
