import { requireFlag } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { isHighSurrogate, isLowSurrogate } from "../base/utf8.ts";
import { parseUrl, PLAIN_URL } from "./whatwg.ts";
import { normalizeReference, recompose, COMPARISON_STEPS, browserAgrees, isUrn } from "./normalize.ts";
import {
  isAuthority,
  joinParts,
  locateParts,
  splitParts,
  toParts,
  toReference,
  type UriParts,
  type UriReference,
  readUri,
  type UrlObject,
} from "./reference.ts";
import { decodeLatin1, findCells, reduceByCells } from "./scheme-table.ts";

/**
 * The first rule of https://www.rfc-editor.org/rfc/rfc3986#section-6.2 that makes two URIs equal. `hex-case` includes the letter case
 * of scheme and host; `scheme-rules` includes those of URNs (https://www.rfc-editor.org/rfc/rfc8141#section-3.1); `whatwg` means that they
 * are equal after a browser has parsed them.
 */
export type UriEquality =
  | "identical"
  | "hex-case"
  | "unreserved-escapes"
  | "dot-segments"
  | "scheme-rules"
  | "reserved-without-purpose"
  | "whatwg"
  | "different";

/** Options of {@link compareUris}. */
export interface CompareOptions {
  /**
   * Whether an escape of a reserved character equals the character where it has no purpose in the scheme
   * (https://www.rfc-editor.org/rfc/rfc3986#section-2.2; docs/uris.md lists where), and `tel:` is compared by RFC 3966. Default: false.
   */
  readonly reservedWithoutPurpose?: boolean | undefined;
}

const COMPARE_OPTIONS: OptionNames<CompareOptions> = { reservedWithoutPurpose: true };

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
  /** The URLs of the clauses that make the URIs equal by `reserved-without-purpose`, or that decide on two URNs. */
  readonly clauses: readonly string[];
  /** A sentence that names the rule, or the first component that makes the URIs different. */
  readonly message: string;
}

/** The result if two URIs are equal after each rung of `COMPARISON_STEPS`, and without the components of a URN that do not count. */
const EQUALITIES: readonly UriEquality[] = ["hex-case", "unreserved-escapes", "dot-segments", "scheme-rules", "scheme-rules"]; // prettier-ignore

/**
 * Compares two URIs and reports which rule of RFC 3986 makes them equal; each rule includes those before it
 * (https://www.rfc-editor.org/rfc/rfc3986#section-6.2).
 *
 * A text whose authority RFC 3986 does not allow (`splitAuthority` throws) is different from every other text.
 *
 * Two URNs are compared by RFC 8141: the name is not decoded, and r-, q- and f-components do not count.
 *
 * @param a a URI reference
 * @param b another URI reference
 * @param options `reservedWithoutPurpose`
 * @returns the rule that makes them equal, or `"different"`, the spans that differ, and a sentence
 * @throws TypeError for wrong arguments
 * @example
 * import { compareUris } from "percodec/uri";
 * compareUris("http://e.com/%7Eu", "HTTP://e.com/~u").equality // → "unreserved-escapes"
 * compareUris("http://e.com:80/", "http://e.com/").message // → "Equal: the default port of http is 80."
 * compareUris("http://e.com/a", "http://e.com/b").differences // → [{ component: "path", a: { index: 13, length: 1 }, b: { index: 13, length: 1 } }]
 * compareUris("?a=b%2Fc", "?a=b/c", { reservedWithoutPurpose: true }).clauses // → ["https://www.rfc-editor.org/rfc/rfc3986#section-3.4"]
 */
export function compareUris(a: string | UrlObject, b: string | UrlObject, options?: CompareOptions): UriComparison {
  a = readUri(a, "compareUris");
  b = readUri(b, "compareUris");
  const { reservedWithoutPurpose } = readOptions(options, COMPARE_OPTIONS, "compareUris");
  const withReserved = requireFlag(reservedWithoutPurpose, "the option reservedWithoutPurpose");
  if (a === b) return { equality: "identical", differences: [], clauses: [], message: MESSAGES.identical };
  const pair: [Side, Side] = [toSide(a), toSide(b)];
  const differences = findDifferences(...pair);
  const refused = pair.find(({ parts }) => !isAuthority(parts.authority));
  if (refused !== undefined) {
    const which = refused === pair[0] ? "first" : "second";
    const message = `Different: RFC 3986 does not allow the authority of the ${which}.`;
    return { equality: "different", differences, clauses: [], message };
  }
  const equality = findEquality(pair, withReserved ? reduceByCells : (uri) => uri);
  return { equality, differences, ...explain(equality, pair, differences) };
}

interface Side {
  readonly text: string;
  readonly parts: UriParts;
  readonly reference: UriReference;
  /** Whether a browser and RFC 3986 find the same authority and path. */
  readonly agrees: boolean;
  /** The reference, and what it is after each rung that was needed so far. */
  readonly rungs: [UriReference, ...UriReference[]];
}

function toSide(text: string): Side {
  const parts = splitParts(text);
  const reference = toReference(parts);
  return { text, parts, reference, agrees: browserAgrees(text, reference), rungs: [reference] };
}

/** @param reduce removes from a URI in normal form what does not count either */
function findEquality(pair: readonly [Side, Side], reduce: (uri: string) => string): UriEquality {
  for (const [k, rung] of [...COMPARISON_STEPS, withoutUrnComponents].entries()) {
    for (const side of pair) side.rungs.push(rung(lastRung(side), side.agrees));
    if (areSame(...pair)) return EQUALITIES[k]!;
  }
  const [left, right] = [reduce(toNormalForm(pair[0])), reduce(toNormalForm(pair[1]))];
  if (left === right) return "reserved-without-purpose";
  // Most pairs need no browser's parser.
  if (pair.every(({ text }) => PLAIN_URL.test(text))) return "different";
  return toBrowserForm(left, reduce) === toBrowserForm(right, reduce) ? "whatwg" : "different";
}

function areSame(left: Side, right: Side): boolean {
  const [one, other] = [lastRung(left), lastRung(right)];
  // With a host, different paths always make different strings.
  if (one.host !== undefined && other.host !== undefined && one.path !== other.path) return false;
  return toNormalForm(left) === toNormalForm(right);
}

function lastRung({ rungs }: Side): UriReference {
  return rungs[rungs.length - 1] ?? rungs[0];
}

function toNormalForm(side: Side): string {
  return recompose(lastRung(side), side.agrees);
}

/** Returns what a browser parses, normalized, so that URIs that an earlier rule makes equal stay equal. */
function toBrowserForm(normal: string, reduce: (uri: string) => string): string {
  const parse = (text: string) => {
    const url = parseUrl(text);
    // A browser and RFC 3986 agree on a URL that a browser has serialized.
    return url === undefined ? text : normalizeReference(url, true);
  };
  // Normalization may turn an opaque path into segments, in which a browser encodes more: parse the result again.
  return reduce(parse(parse(normal)));
}

function withoutUrnComponents(reference: UriReference): UriReference {
  const { query } = reference;
  const areComponents = query === undefined || query.startsWith("+") || query.startsWith("=");
  return areComponents && isUrn(reference) ? { ...reference, query: undefined, fragment: undefined } : reference;
}

/** The components, and the lengths of the delimiters before and after each. */
const COMPONENTS = [["scheme", 0, 1], ["authority", 2, 0], ["path", 0, 0], ["query", 1, 0], ["fragment", 1, 0]] as const; // prettier-ignore

function findDifferences(left: Side, right: Side): UriDifference[] {
  return COMPONENTS.flatMap(([component, before, after]) => {
    const [one, other] = [left.parts[component], right.parts[component]];
    if (one === other) return [];
    // If one URI lacks the component, its delimiters in the other are part of the difference.
    const [start, end] = one === undefined || other === undefined ? [-before, -after] : countCommon(one, other);
    const span = ({ reference }: Side, text: string | undefined) => {
      const { userinfo: authority, path, query, fragment } = locateParts(reference);
      const index = { scheme: 0, authority, path, query, fragment }[component] + start;
      return { index, length: text === undefined ? 0 : text.length - start - end };
    };
    return [{ component, a: span(left, one), b: span(right, other) }];
  });
}

/** Counts the units that are the same at the start and at the end of two texts; a surrogate pair is never split. */
function countCommon(a: string, b: string): readonly [start: number, end: number] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  if (isHighSurrogate(a.charCodeAt(start - 1))) start--;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  if (isLowSurrogate(a.charCodeAt(a.length - end))) end--;
  return [start, end];
}

const MESSAGES = {
  identical: "The texts are identical.",
  "hex-case": "Equal: only the case of the scheme, the host or hex digits differs.",
  "unreserved-escapes": "Equal: the escape of an unreserved character equals the character.",
  "dot-segments": "Equal: the dot segments . and .. are removed.",
  whatwg: "Equal for browsers only: they parse both to the same URL.",
} as const;

const URN_CLAUSE = "https://www.rfc-editor.org/rfc/rfc8141#section-3.1";

function explain(
  equality: UriEquality,
  pair: readonly [Side, Side],
  differences: readonly UriDifference[],
): Pick<UriComparison, "clauses" | "message"> {
  const [one, other] = [lastRung(pair[0]), lastRung(pair[1])];
  if (equality === "reserved-without-purpose") return explainCells(toNormalForm(pair[0]), toNormalForm(pair[1]));
  const byUrn = (verdict: string) => ({ clauses: [URN_CLAUSE], message: `${verdict} (${URN_CLAUSE}).` });
  if (equality === "scheme-rules") {
    const verdict = `Equal: ${listSchemeRules(pair).join(", and ")}`;
    return isUrn(one) ? byUrn(verdict) : { clauses: [], message: `${verdict}.` };
  }
  if (equality !== "different") return { clauses: [], message: MESSAGES[equality] };
  if (isUrn(one) && one.path !== other.path && decodeLatin1(one.path) === decodeLatin1(other.path))
    return byUrn("Different: a URN is compared without decoding");
  return { clauses: [], message: describeDifference(pair, differences) };
}

/** Names the cells without which two URIs in normal form would be different. */
function explainCells(one: string, other: string): Pick<UriComparison, "clauses" | "message"> {
  const cells = findCells(one);
  const needed = cells.filter((cell) => {
    const others = cells.filter((each) => each !== cell);
    return reduceByCells(one, others) !== reduceByCells(other, others);
  });
  const reasons = needed.map(({ rule, clause }) => `${rule} (${clause})`);
  return { clauses: [...new Set(needed.map(({ clause }) => clause))], message: `Equal: ${reasons.join(", and ")}.` };
}

function listSchemeRules([left, right]: readonly [Side, Side]): string[] {
  const [one, other] = [left.rungs[DOT_SEGMENTS + 1]!, right.rungs[DOT_SEGMENTS + 1]!];
  if (isUrn(one)) {
    const rules = one.path === other.path ? [] : ["the case of the namespace of a URN does not count"];
    const parts = "the r-, q- and f-components of a URN do not count";
    return one.query === other.query && one.fragment === other.fragment ? rules : [...rules, parts];
  }
  const port = one.port || other.port;
  const rules = one.port === other.port ? [] : [port ? `the default port of ${one.scheme} is ${port}` : "an empty port is removed"]; // prettier-ignore
  return one.path === other.path ? rules : [...rules, `an empty path of ${one.scheme} is /`];
}

/** The index of the last equality before the rules of schemes; `rungs` has one more item at its start. */
const DOT_SEGMENTS = /* @__PURE__ */ EQUALITIES.indexOf("dot-segments");

function describeDifference([left, right]: readonly [Side, Side], differences: readonly UriDifference[]): string {
  const [one, other] = [toParts(lastRung(left)), toParts(lastRung(right))];
  const { component, a, b } =
    differences.find((difference) => one[difference.component] !== other[difference.component]) ?? differences[0]!;
  const show = ({ text }: Side, { index, length }: UriDifference["a"]): string =>
    length === 0 ? "nothing" : quote(text.slice(index, index + length));
  const sort = (parts: UriParts) => joinParts({ ...parts, query: parts.query?.split("&").sort().join("&") });
  const order = sort(one) === sort(other) ? "; only the order of the parameters differs" : "";
  return `Different in the ${component}: ${show(left, a)} at ${a.index} of the first, ${show(right, b)} at ${b.index} of the second${order}.`;
}
