import { requireString, requireText } from "../base/arguments.ts";
import { isHighSurrogate, isLowSurrogate } from "../base/utf8.ts";
import {
  dotSegments,
  lowerCase,
  normalizeUri,
  type Rung,
  schemeRules,
  splitsAlike,
  unreservedEscapes,
} from "./normalize.ts";
import { joinParts, recomposeGuarded, splitUri, type UriParts } from "./reference.ts";
import { parseUrl, serializeUrl } from "./whatwg.ts";

/**
 * The first rung of https://www.rfc-editor.org/rfc/rfc3986#section-6.2 at which two URIs are equal; `hex-case` is the case of
 * scheme and host too, and `whatwg` equality after a browser has parsed them.
 */
export type UriEquality =
  "identical" | "hex-case" | "unreserved-escapes" | "dot-segments" | "scheme-rules" | "whatwg" | "different";

/** A component that two URIs do not share, and the part of each that differs. */
export interface UriDifference {
  readonly component: keyof UriParts;
  /** Its place in the first URI, in UTF-16 units. */
  readonly a: { readonly index: number; readonly length: number };
  /** Its place in the second. */
  readonly b: { readonly index: number; readonly length: number };
}

/** How two URIs compare. */
export interface UriComparison {
  readonly equality: UriEquality;
  /** Where they differ as they are written, in order; empty where they are identical. */
  readonly differences: readonly UriDifference[];
}

const RUNGS: readonly (readonly [UriEquality, Rung])[] = [
  ["hex-case", lowerCase],
  ["unreserved-escapes", unreservedEscapes],
  ["dot-segments", dotSegments],
  ["scheme-rules", schemeRules],
];

/**
 * Compares two URIs by the rungs of RFC 3986, each of which keeps what the one before found equal
 * (https://www.rfc-editor.org/rfc/rfc3986#section-6.2).
 *
 * @param a a URI reference
 * @param b another
 * @returns the rung at which they are equal, or `"different"`, and the spans that differ
 * @throws TypeError for anything but strings
 * @example
 * import { compareUris } from "percodec/uri";
 * compareUris("http://e.com/%7Eu", "HTTP://e.com/~u").equality // → "unreserved-escapes"
 * compareUris("http://e.com/a", "http://e.com/b").differences // → [{ component: "path", a: { index: 13, length: 1 }, b: { index: 13, length: 1 } }]
 */
export function compareUris(a: string, b: string): UriComparison {
  requireText(a, "compareUris");
  requireString(b, "the second argument of compareUris");
  return { equality: equalityOf(a, b), differences: differencesOf(a, b) };
}

function equalityOf(a: string, b: string): UriEquality {
  if (a === b) return "identical";
  let left = splitUri(a);
  let right = splitUri(b);
  const [isLeftAlike, isRightAlike] = [splitsAlike(a, left), splitsAlike(b, right)];
  const textOf = (parts: UriParts, isAlike: boolean) => (isAlike ? recomposeGuarded : joinParts)(parts);
  for (const [equality, rung] of RUNGS) {
    left = rung(left, isLeftAlike);
    right = rung(right, isRightAlike);
    if (textOf(left, isLeftAlike) === textOf(right, isRightAlike)) return equality;
  }
  const leftForm = browserForm(a, textOf(left, isLeftAlike));
  return leftForm === browserForm(b, textOf(right, isRightAlike)) ? "whatwg" : "different";
}

/**
 * What a browser makes of a text, normalized, so that this rung keeps what is equal at the others. Normalizing may turn an opaque path
 * into segments, in which a browser encodes more: the second round does that.
 *
 * @param normal the normal form, for a text that is no URL to a browser
 */
function browserForm(text: string, normal: string): string {
  const form = normalizedUrl(text) ?? normal;
  return form === text ? form : (normalizedUrl(form) ?? form);
}

function normalizedUrl(text: string): string | undefined {
  const record = parseUrl(text);
  return record === undefined ? undefined : normalizeUri(serializeUrl(record));
}

const COMPONENTS = ["scheme", "authority", "path", "query", "fragment"] as const;

function differencesOf(a: string, b: string): UriDifference[] {
  const [left, right] = [splitUri(a), splitUri(b)];
  return COMPONENTS.flatMap((component) => {
    const [one, other] = [left[component], right[component]];
    if (one === other) return [];
    // Where one has no such component, the other's delimiters are part of what differs.
    if (one === undefined || other === undefined) {
      return [{ component, a: wholeSpan(left, component), b: wholeSpan(right, component) }];
    }
    // Neither end of what differs is between the halves of a pair.
    let start = commonStart(one, other);
    if (isHighSurrogate(one.charCodeAt(start - 1))) start--;
    let end = commonEnd(one, other, start);
    if (isLowSurrogate(one.charCodeAt(one.length - end))) end--;
    const span = (parts: UriParts, text: string) => ({
      index: indexOf(parts, component) + start,
      length: text.length - start - end,
    });
    return [{ component, a: span(left, one), b: span(right, other) }];
  });
}

/** A component with the delimiters that make it one, or the empty place where it would be. */
function wholeSpan(parts: UriParts, component: keyof UriParts): { index: number; length: number } {
  const text = parts[component];
  const index = indexOf(parts, component);
  if (text === undefined) return { index, length: 0 };
  const before = DELIMITERS[component];
  return { index: index - before, length: before + text.length + (component === "scheme" ? 1 : 0) };
}

/** How long the delimiter before each component is. */
const DELIMITERS = { scheme: 0, authority: 2, path: 0, query: 1, fragment: 1 };

/** Where a component begins, or would begin. */
function indexOf(parts: UriParts, component: keyof UriParts): number {
  let index = 0;
  for (const name of COMPONENTS) {
    const text = parts[name];
    const before = DELIMITERS[name];
    if (name === component) return index + (text === undefined ? 0 : before);
    if (text !== undefined) index += before + text.length + (name === "scheme" ? 1 : 0);
  }
  return index;
}

function commonStart(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

function commonEnd(a: string, b: string, from: number): number {
  const most = Math.min(a.length, b.length) - from;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
  return count;
}
