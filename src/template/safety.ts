import { decodeKeeping } from "../codec/repeated-decoding.ts";
import { findSegmentFault, hasUnsafeName, mayHaveUnsafeName } from "../uri/segment.ts";
import type { Expression, TemplatePart } from "./parse.ts";

/** A place in an expanded template that the values made unsafe. */
export interface UnsafePlace {
  /** The first expression that touches it. */
  readonly expression: Expression;
  readonly from: number;
  readonly to: number;
  /** What the values added, for the message. */
  readonly added: string;
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
  return parts.some((part, k) => {
    const start = Math.max(from, ends[k - 1] ?? 0);
    return typeof part !== "string" && start < Math.min(to, ends[k]!);
  });
}

/**
 * Finds the first place of an expanded template that the template did not spell: a scheme, an authority, a query, a fragment, or an
 * unsafe segment of the path.
 *
 * The template spells a delimiter that is in a literal, or that is the operator `?` or `#`. It spells a segment that is in one
 * literal from slash to slash. The template may take a scheme and an authority from its first expression, if that has the operator `+`.
 *
 * @param ends for each part of the template the end of its expansion in the URI
 */
export function findUnsafePlace(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  uri: string,
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
  const value = findUnsafeReserved(parts, ends, uri, query);
  if (value !== undefined) return { ...value, added: addedPath(uri, value.from) };
  const segment = findUnsafeSegment(parts, ends, uri, scheme.length, query);
  return segment && toPlace(parts, ends, segment.from, segment.to, "an unsafe path segment");
}

function toPlace(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  from: number,
  to: number,
  added: string,
): UnsafePlace {
  const expression = parts.find((part, k): part is Expression => typeof part !== "string" && ends[k]! >= from)!;
  return { expression, from, to, added };
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
  const isUnsafe = !isSpelled || isMissing || changesAuthority(parts, ends, owner, uri, from, to);
  return isUnsafe ? toPlace(parts, ends, scheme.length, to, "an authority") : undefined;
}

/** Says what an unsafe value in a path adds. */
export function addedPath(uri: string, from: number): string {
  return /^\/(?:\/|%2f)/i.test(uri.slice(from - 1, from + 3)) ? "an absolute path" : "an unsafe path segment";
}

/**
 * Whether a value of `+` is unsafe in a path: it has an unsafe segment, or it is behind a slash and begins with one. Such a value is an
 * absolute path for a program that joins it to a folder.
 */
export function isUnsafeReserved(decoded: string, isAfterSlash: boolean): boolean {
  return (isAfterSlash && decoded.startsWith("/")) || decoded.split("/").some(isUnsafeSegment);
}

/** Whether a value without its slashes is unsafe; it may be empty. */
export function isUnsafeSegment(decoded: string): boolean {
  return findSegmentFault(decoded, ["empty"]) !== undefined;
}

/** Finds the first value of `+` in the path that is unsafe; `matchTemplate` would refuse it. */
function findUnsafeReserved(parts: readonly TemplatePart[], ends: readonly number[], uri: string, pathEnd: number) {
  for (const [k, expression] of parts.entries()) {
    const from = ends[k - 1] ?? 0;
    const to = Math.min(ends[k]!, pathEnd);
    if (typeof expression === "string" || !isReserved(expression) || from >= to) continue;
    const value = uri.slice(from, to);
    const isAfterSlash = uri[from - 1] === "/";
    if (!mayHaveUnsafeName(value) && !(isAfterSlash && /^(?:\/|%2f)/i.test(value))) continue;
    if (isUnsafeReserved(decodeKeeping(value), isAfterSlash)) return { expression, from, to };
  }
  return undefined;
}

/** Returns the detail of an error. */
export function describeUnsafe(added: string): string {
  return `the values add ${added}; the option unsafe: "allow" accepts it`;
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

/** Whether a URI begins with a scheme of which values may decide: one that an authority follows, and that runs no script. */
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

/**
 * Whether values change an authority that is spelled. A value of `+` has to begin with the authority and to end in it. No value may
 * continue the host of a base, or add labels behind a host, as `.evil.example` does in `https://good.example{x}`.
 */
function changesAuthority(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  owner: number,
  uri: string,
  from: number,
  to: number,
): boolean {
  let literalEnd = ends[owner]!;
  let afterLiteral: Expression | undefined;
  for (let k = owner + 1, start; k < parts.length && (start = ends[k - 1]!) < to; k++) {
    const part = parts[k]!;
    if (typeof part === "string") {
      literalEnd = ends[k]!;
      afterLiteral = undefined;
    } else if (start < ends[k]!) {
      if (typeof parts[owner] !== "string" || (isReserved(part) && (start !== from || ends[k]! > to))) return true;
      afterLiteral ??= part;
    }
  }
  const isInLabel = literalEnd > from && /[a-z0-9]/i.test(uri[literalEnd - 1]!) && afterLiteral?.operator.first !== ".";
  return isInLabel && uri.slice(literalEnd, to).includes(".");
}

/** Whether a `?` or `#` is in a literal, or is the operator of an expression. */
function isSpelledDelimiter(parts: readonly TemplatePart[], ends: readonly number[], uri: string, at: number): boolean {
  const k = findPart(ends, at);
  const part = parts[k]!;
  return typeof part === "string" || ((ends[k - 1] ?? 0) === at && part.operator.first === uri[at]);
}

/** Finds a segment of the path that `decodePath` would refuse, except for its slashes, and that is not a literal of the template. */
function findUnsafeSegment(
  parts: readonly TemplatePart[],
  ends: readonly number[],
  uri: string,
  start: number,
  pathEnd: number,
) {
  if (!mayHaveUnsafeName(uri.slice(start, pathEnd))) return undefined;
  let k = 0;
  for (let from = start, to; from <= pathEnd; from = to + 1) {
    to = indexFrom(uri, "/", from, pathEnd);
    const segment = uri.slice(from, to);
    if (!mayHaveUnsafeName(segment)) continue;
    while (ends[k]! <= from) k++;
    // `findUnsafeReserved` has judged the segments inside a value of `+`.
    const isInReserved = isReserved(parts[k]) && (ends[k - 1] ?? 0) <= from && to <= ends[k]!;
    if (!isInReserved && !isSpelledSegment(parts, ends, k, from, to) && hasUnsafeName(segment)) return { from, to };
  }
  return undefined;
}

/** Returns the index of a character from `from` on, or `end` if there is none before it. */
function indexFrom(text: string, character: string, from: number, end: number): number {
  const index = text.indexOf(character, from);
  return index < 0 || index > end ? end : index;
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
