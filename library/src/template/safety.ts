import type { FaultReason } from "../base/errors.ts";
import { decodeKeeping, findInLayers } from "../codec/repeated-decoding.ts";
import {
  type AllowedInSegment,
  explainSegmentFault,
  findSegmentFault,
  mayHaveUnsafeName,
  type SegmentFault,
} from "../uri/segment.ts";
import type { Expression, TemplatePart } from "./parse.ts";

/** What the values add, for a message, and why a segment is unsafe, if the option `allow` accepts it. */
export interface Unsafe {
  readonly added: string;
  readonly fault: SegmentFault | undefined;
}

/** A value that is unsafe where it stands. */
export interface UnsafeValue extends Unsafe {
  readonly from: number;
  readonly to: number;
}

/** A place in an expanded template that the values made unsafe. */
export interface UnsafePlace extends UnsafeValue {
  /** The first expression that touches it. */
  readonly expression: Expression;
}

/** Schemes whose URLs have a host: a browser skips slashes until it finds one (https://url.spec.whatwg.org/#special-scheme). */
const NEEDS_HOST = /^(?:https?|wss?|ftp):$/i;

/**
 * Whether some programs find a host behind another number of slashes than RFC 3986: browsers in `https:evil.example` and
 * `https:///evil.example`, and Windows in `file:////evil.example` (https://www.rfc-editor.org/rfc/rfc8089#appendix-E.3.2).
 */
function findsOtherHost(scheme: string, slashes: number): boolean {
  if (scheme === "") return slashes > 2;
  return NEEDS_HOST.test(scheme) ? slashes !== 2 : /^file:$/i.test(scheme) && slashes > 3;
}

/** Whether a value is between two indexes. */
function hasValue(parts: readonly TemplatePart[], ends: readonly number[], from: number, to: number): boolean {
  return parts.some((part, k) => typeof part !== "string" && Math.max(from, ends[k - 1] ?? 0) < Math.min(to, ends[k]!));
}

/**
 * Finds the first place of an expanded template that the template did not spell: a scheme, an authority, a query, a fragment, or an
 * unsafe segment of the path.
 *
 * The template spells a delimiter that is in a literal, or that is the operator `?` or `#`. It spells a segment that is in one
 * literal from slash to slash. The template may take a scheme and an authority from its first expression, if that has the operator `+`.
 *
 * @param ends for each part of the template the end of its expansion in the URI
 * @param allow what a segment may contain although it is unsafe
 */
export function findUnsafePlace(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  uri: string,
  allow: readonly AllowedInSegment[],
): UnsafePlace | undefined {
  const query = uri.search(/[?#]|$/);
  const fragment = uri.indexOf("#", query);
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:/i.exec(uri) ?? [];
  const origin = hasFixedOrigin(parts) ? undefined : findUnsafeOrigin(parts, ends, uri, scheme);
  if (origin !== undefined) return origin;
  for (const at of [query, fragment]) {
    if (at < 0 || at === uri.length || isSpelledDelimiter(parts, ends, uri, at)) continue;
    return toPlace(parts, ends, at, at + 1, uri[at] === "?" ? "a query" : "a fragment");
  }
  return findUnsafeSegment(parts, ends, uri, scheme.length, query, allow);
}

function toPlace(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  from: number,
  to: number,
  added: string,
): UnsafePlace {
  const expression = parts.find((part, k): part is Expression => typeof part !== "string" && ends[k]! >= from)!;
  return { expression, from, to, added, fault: undefined };
}

/** Finds a scheme or an authority that the template did not spell. */
function findUnsafeOrigin(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  uri: string,
  scheme: string,
): UnsafePlace | undefined {
  const owner = scheme === "" ? 0 : findPart(ends, scheme.length - 1);
  const hasBase = owner === 0 && isReserved(parts[0]) && isBase(uri, scheme);
  if (scheme !== "" && !hasBase && !isSpelledScheme(parts, owner, uri, scheme)) {
    return toPlace(parts, ends, 0, scheme.length, "a scheme");
  }
  const slashes = uri.slice(scheme.length).search(/[^/]|$/);
  const start = scheme.length + slashes;
  const end = start + uri.slice(start).search(/[/?#]|$/);
  if (findsOtherHost(scheme, slashes) && hasValue(parts, ends, scheme.length, end)) {
    return toPlace(parts, ends, scheme.length, end, "an authority");
  }
  if (slashes < 2) return undefined;
  const from = scheme.length + 2;
  const to = slashes === 2 ? end : from;
  const isSpelled = (hasBase || typeof parts[owner] === "string") && ends[owner]! >= from;
  const isMissing =
    from === to && (scheme === "" || NEEDS_HOST.test(scheme)) && ends[owner] === from && owner < parts.length - 1;
  const change = !isSpelled || isMissing || findAuthorityChange(parts, ends, owner, uri, from, to);
  if (change === undefined) return undefined;
  const place = toPlace(parts, ends, scheme.length, to, "an authority");
  return change === true ? place : { ...place, expression: change, added: "labels to the host" };
}

/**
 * Returns a value of `+` or `#` if it is unsafe, or undefined; it may be anything in a query. In a fragment only its names are judged. In a
 * path it has no separators but slashes, and after a slash it does not begin with one: it would be an absolute path for a program that joins
 * it to a folder.
 *
 * @param from where the value begins in the URI
 * @param to where it ends
 */
export function findUnsafeReserved(
  uri: string,
  from: number,
  to: number,
  allow: readonly AllowedInSegment[],
): UnsafeValue | undefined {
  const value = uri.slice(from, to);
  const before = uri.slice(0, from);
  const isInPath = !/[?#]/.test(before);
  if (!isInPath && !before.includes("#")) return undefined;
  if (isInPath && before.endsWith("/") && /^(?:\/|%2f)/i.test(value)) {
    return { from, to, added: "an absolute path", fault: undefined };
  }
  if (!mayHaveUnsafeName(value)) return undefined;
  for (const segment of decodeKeeping(value).split("/")) {
    const unsafe = judge(allow, (names) =>
      findSegmentFault(
        segment,
        isInPath ? ["empty", ...names.filter((name) => name !== "slash")] : ["empty", "slash", ...names],
      ),
    );
    if (unsafe !== undefined) return { from, to, ...unsafe };
  }
  return undefined;
}

/**
 * Returns what an unsafe segment adds, or undefined for a safe one.
 *
 * @param find returns the fault of the segment with a list of what is allowed
 */
export function judge(
  allow: readonly AllowedInSegment[],
  find: (allow: readonly AllowedInSegment[]) => SegmentFault | undefined,
): Unsafe | undefined {
  const fault = find(allow);
  if (fault === undefined) return undefined;
  const isEnough = find([...allow, fault as AllowedInSegment]) === undefined;
  return { added: "an unsafe segment", fault: isEnough ? fault : undefined };
}

/** Returns the reason of an error, and the option that accepts the values. */
export function describeUnsafe({ added, fault }: Unsafe, allow: readonly AllowedInSegment[]): FaultReason {
  if (fault === undefined)
    return { detail: `the values add ${added}; the option unsafe: "allow" accepts it`, option: { unsafe: "allow" } };
  const reason = explainSegmentFault(fault, allow);
  return { ...reason, detail: `the values add ${reason.detail}` };
}

/** Whether every value of a template leaves scheme and authority as they are: its first literal ends after them. */
export function hasFixedOrigin([first]: readonly TemplatePart[]): boolean {
  return (
    typeof first === "string" &&
    /^(?:[?#]|\/[^/]|file:\/\/\/[^/]|[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]|[^:/?#]+\/)/i.test(first)
  );
}

/** Whether values can make a dot segment with the literals and operators beside them, as in `{a}.` and `/{.b}`. */
export function mayMakeDotSegment(parts: readonly TemplatePart[]): boolean {
  return parts.some((part, k) => {
    if (typeof part !== "string") return part.operator.first === ".";
    const names = part.split("/");
    return (k > 0 && isDots(names[0]!)) || (k < parts.length - 1 && isDots(names[names.length - 1]!));
  });
}

/** Whether a part of a segment consists of dots, escapes and what may complete an escape in a value, at least to a semicolon. */
function isDots(name: string): boolean {
  return /^(?:[.0-9a-fu]|%..)+(?:;|$)/i.test(name);
}

/** Returns the part that the character at an index belongs to. */
function findPart(ends: readonly number[], index: number): number {
  return ends.findIndex((end) => end > index);
}

function isReserved(part: TemplatePart | undefined): boolean {
  return typeof part === "object" && part.operator.reserved && part.operator.first === "";
}

/** Whether a value may set the scheme: an authority follows it, and it runs no script. */
function isBase(uri: string, scheme: string): boolean {
  return uri.startsWith("//", scheme.length) && scheme !== "" && !RUNS_SCRIPT.test(scheme);
}

const RUNS_SCRIPT = /^(?:javascript|vbscript|data):$/i;

/**
 * Whether the template spells a scheme: a literal contains it, or the `://` after it, as in `{scheme}://e.com`. In `{a}:{b}` a value would
 * become a scheme.
 */
function isSpelledScheme(parts: readonly TemplatePart[], owner: number, uri: string, scheme: string): boolean {
  const literal = parts[owner];
  if (typeof literal !== "string") return false;
  if (owner === 0) return true;
  const before = parts.slice(0, owner);
  return (
    before.every((part) => typeof part === "string" || part.operator.first === "") &&
    literal.includes("://") &&
    isBase(uri, scheme)
  );
}

/** A dot of hosts (https://www.unicode.org/reports/tr46/#Notation), in form NFKC. */
const DOT = /[.\u3002]/;

/** Whether a text has a dot in a host: browsers decode and normalize hosts, and some programs decode more than once. */
function hasDot(text: string): true | undefined {
  return findInLayers(text, (layer) => DOT.test(layer.normalize("NFKC")) || undefined, true, decodeKeeping);
}

/**
 * Finds what values add to an authority that is spelled. A value of `+` has to begin with the authority and to end in it, and makes no
 * userinfo and no port of what follows. No value continues the host of a base. A value after text of the host adds no label, as
 * `.evil.example` does in `https://good.example{x}:80`: only `{.x}` and a value after a dot are labels of their own.
 *
 * @returns the first expression after the text of the host, or true for another change
 */
function findAuthorityChange(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  owner: number,
  uri: string,
  from: number,
  to: number,
): Expression | true | undefined {
  const isAfterBase = typeof parts[owner] !== "string";
  const host = uri.lastIndexOf("@", to) + 1;
  let isAfterText = false;
  let first: Expression | undefined;
  for (let k = owner, start = from, end; start < to; start = end, k++) {
    const part = parts[k]!;
    end = ends[k]!;
    const text = uri.slice(Math.max(start, host), Math.min(end, to));
    if (typeof part === "string") {
      // No value closes a bracket.
      if (text !== "") isAfterText = !/(?:\.|\[[^[\]]*)$/.test(text);
      first = undefined;
    } else if (start < end) {
      if (k > owner && (isAfterBase || (isReserved(part) && (start !== from || end > to)))) return true;
      // Some programs end the userinfo at the first `@`, and the host at the first colon.
      const rest = isReserved(part) ? uri.slice(end, to) : "";
      if (rest !== "" && (/@[^]*@/.test(uri.slice(start, to)) || (rest[0] !== ":" && /[:[\]]/.test(text)))) return true;
      first ??= part;
      if (part.operator.first === ".") isAfterText = false;
      if (isAfterText && /[^\w-]/.test(text) && hasDot(text)) return first;
    }
  }
  return undefined;
}

/** Whether a `?` or `#` is in a literal, or is the operator of an expression. */
function isSpelledDelimiter(parts: readonly TemplatePart[], ends: readonly number[], uri: string, at: number): boolean {
  const k = findPart(ends, at);
  const part = parts[k]!;
  return typeof part === "string" || ((ends[k - 1] ?? 0) === at && part.operator.first === uri[at]);
}

/** Finds a segment of the path that has an unsafe name, and that is not a literal of the template; a value may be empty. */
function findUnsafeSegment(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  uri: string,
  start: number,
  pathEnd: number,
  allow: readonly AllowedInSegment[],
): UnsafePlace | undefined {
  const path = uri.slice(start, pathEnd);
  if (!mayHaveUnsafeName(path)) return undefined;
  let k = 0;
  let to = start - 1;
  for (const segment of path.split("/")) {
    const from = to + 1;
    to = from + segment.length;
    if (!mayHaveUnsafeName(segment)) continue;
    while (ends[k]! <= from) k++;
    // `findUnsafeReserved` judges the segments inside a value of `+`.
    const isInReserved = isReserved(parts[k]) && (ends[k - 1] ?? 0) <= from && to <= ends[k]!;
    if (isInReserved || isSpelledSegment(parts, ends, k, from, to)) continue;
    const unsafe = judge(allow, (names) => findSegmentFault(decodeKeeping(segment), [...names, "slash", "empty"]));
    if (unsafe !== undefined) return { ...toPlace(parts, ends, from, to, ""), ...unsafe };
  }
  return undefined;
}

/** Whether a segment is in the literal `k` from slash to slash, or to an expression that begins with `/`, `?` or `#`. */
function isSpelledSegment(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  k: number,
  from: number,
  to: number,
): boolean {
  if (typeof parts[k] !== "string" || ends[k]! < to || (k > 0 && ends[k - 1]! >= from)) return false;
  for (let next = k + 1; ends[next - 1] === to && next < parts.length; next++) {
    const part = parts[next]!;
    if (typeof part === "string") break;
    if (!/[/?#]/.test(part.operator.first)) return false;
  }
  return true;
}
