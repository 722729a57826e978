import { type FaultReason, PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { findInLayers } from "../codec/repeated-decoding.ts";
import {
  type AllowList,
  explainSegmentFault,
  findSegmentFault,
  MAY_BE_UNSAFE,
  type SegmentFault,
} from "../uri/segment.ts";
import type { Expression, TemplatePart } from "./parse.ts";

/** A literal or an expression of a template, and the place of its expansion in the URI. */
export interface Piece {
  readonly part: TemplatePart;
  readonly from: number;
  readonly to: number;
}

/** A place in a URI that values make unsafe. */
export interface Unsafe {
  readonly from: number;
  readonly to: number;
  /** What the values add, for a message. */
  readonly added: string;
  /** Why a segment is unsafe, if the option `allow` accepts it. */
  readonly fault: SegmentFault | undefined;
  /** The expression that makes it unsafe, if it is not the first one that touches it. */
  readonly expression: Expression | undefined;
}

function createUnsafe(from: number, to: number, added: string, expression?: Expression): Unsafe {
  return { from, to, added, fault: undefined, expression };
}

/** Schemes whose URLs have a host: a browser skips slashes until it finds one (https://url.spec.whatwg.org/#special-scheme). */
const NEEDS_HOST = /^(?:https?|wss?|ftp):$/i;

/** Whether browsers (in `https:e` and `https:///e`) or Windows (https://www.rfc-editor.org/rfc/rfc8089#appendix-E.3.2) find another host. */
function findsOtherHost(scheme: string, slashes: number): boolean {
  if (scheme === "") return slashes > 2;
  return NEEDS_HOST.test(scheme) ? slashes !== 2 : /^file:$/i.test(scheme) && slashes > 3;
}

const RUNS_SCRIPT = /^(?:javascript|vbscript|data):$/i;

/**
 * Finds the first place that the template does not write: a scheme, an authority, a query, a fragment, or an unsafe segment of the path.
 * The template writes a delimiter that is in a literal, or that is the operator `?` or `#`. It writes a segment that is in one literal
 * from slash to slash. The template may take a scheme and an authority from its first expression, if that has the operator `+`.
 */
export function findUnsafePlace(pieces: readonly Piece[], uri: string, allow: AllowList): Unsafe | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(uri)?.[0] ?? "";
  const query = uri.search(/[?#]|$/);
  const origin = hasFixedOrigin(pieces[0]?.part) ? undefined : findUnsafeOrigin(pieces, uri, scheme);
  if (origin !== undefined) return origin;
  for (const at of [query, uri.indexOf("#", query)]) {
    const piece = pieces.find(({ to }) => to > at);
    if (at < 0 || typeof piece?.part !== "object") continue;
    if (piece.from === at && piece.part.operator.first === uri[at]) continue;
    return createUnsafe(at, at + 1, uri[at] === "?" ? "a query" : "a fragment");
  }
  return findUnsafeSegment(pieces, uri.slice(scheme.length, query), scheme.length, allow);
}

const NO_PIECE: Piece = { part: "", from: 0, to: 0 };

function findUnsafeOrigin(pieces: readonly Piece[], uri: string, scheme: string): Unsafe | undefined {
  const from = scheme.length;
  const owner = pieces.findIndex(({ to }) => to >= from);
  const { part, to: written } = pieces[owner] ?? NO_PIECE;
  // A value may set a scheme if an authority follows it, and if it runs no script.
  const mayBeBase = scheme !== "" && uri.startsWith("//", from) && !RUNS_SCRIPT.test(scheme);
  const hasBase = owner === 0 && isReserved(part) && mayBeBase;
  // A literal writes the scheme if it contains it, or the `://` after it, as in `{scheme}://e.com`. In `{a}:{b}` a value would become a scheme.
  const writesScheme =
    typeof part === "string" &&
    (owner === 0 || (mayBeBase && part.includes("://") && pieces.slice(0, owner).every(hasNoOperator)));
  if (scheme !== "" && !hasBase && !writesScheme) return createUnsafe(0, from, "a scheme");
  const slashes = uri.slice(from).search(/[^/]|$/);
  const start = from + slashes;
  const end = start + uri.slice(start).search(/[/?#]|$/);
  const hasValue = () =>
    pieces.some((one) => typeof one.part !== "string" && Math.max(from, one.from) < Math.min(end, one.to));
  if (findsOtherHost(scheme, slashes) && hasValue()) return createUnsafe(from, end, "an authority");
  if (slashes < 2) return undefined;
  const host = from + 2;
  const to = slashes === 2 ? end : host;
  const isWritten = (hasBase || typeof part === "string") && written >= host;
  const needsHost = scheme === "" || NEEDS_HOST.test(scheme);
  const isMissing = host === to && needsHost && written === host && owner < pieces.length - 1;
  const change = !isWritten || isMissing || findAuthorityChange(pieces.slice(owner), uri, host, to);
  if (change === undefined) return undefined;
  return change === true
    ? createUnsafe(from, to, "an authority")
    : createUnsafe(from, to, "labels to the host", change);
}

/**
 * Finds what values add to an authority that the template writes. A value of `+` must begin with the authority and end in it, and makes
 * no userinfo and no port of what follows. A value must not extend the host of a base. A value after text of the host must not append a
 * label, as `.evil.example` does in `https://good.example{x}:80`: only `{.x}` and a value after a dot are labels of their own.
 * The first piece writes the start of the authority. Returns the first expression after the text of the host, or true for another change.
 */
function findAuthorityChange(
  pieces: readonly Piece[],
  uri: string,
  from: number,
  to: number,
): Expression | true | undefined {
  const isAfterBase = typeof pieces[0]?.part !== "string";
  const host = uri.lastIndexOf("@", to) + 1;
  let isAfterText = false;
  let first: Expression | undefined;
  for (const [k, { part, from: begin, to: end }] of pieces.entries()) {
    const start = Math.max(from, begin);
    if (start >= to) break;
    const text = uri.slice(Math.max(start, host), Math.min(end, to));
    if (typeof part === "string") {
      // No value closes a bracket.
      if (text !== "") isAfterText = !/(?:\.|\[[^[\]]*)$/.test(text);
      first = undefined;
    } else if (start < end) {
      if (k > 0 && (isAfterBase || (isReserved(part) && (start !== from || end > to)))) return true;
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

/** Finds a segment of the path that has an unsafe name, and that is not a literal of the template; a value may be empty. */
function findUnsafeSegment(
  pieces: readonly Piece[],
  path: string,
  start: number,
  allow: AllowList,
): Unsafe | undefined {
  if (!MAY_BE_UNSAFE.test(path)) return undefined;
  let k = 0;
  let to = start - 1;
  for (const segment of path.split("/")) {
    const from = to + 1;
    to = from + segment.length;
    if (!MAY_BE_UNSAFE.test(segment)) continue;
    while ((pieces[k]?.to ?? Infinity) <= from) k++;
    const piece = pieces[k] ?? NO_PIECE;
    // `findUnsafeReserved` judges the segments inside a value of `+`.
    const isInReserved = isReserved(piece.part) && piece.from <= from && to <= piece.to;
    if (isInReserved || writesSegment(pieces, k, from, to)) continue;
    const unsafe = judge(from, to, allow, (names) =>
      findSegmentFault(decodeKeeping(segment), [...names, "slash", "empty"]),
    );
    if (unsafe !== undefined) return unsafe;
  }
  return undefined;
}

/** Whether a segment is in the literal `k` from slash to slash, or to an expression that begins with `/`, `?` or `#`. */
function writesSegment(pieces: readonly Piece[], k: number, from: number, to: number): boolean {
  const piece = pieces[k];
  if (typeof piece?.part !== "string" || piece.to < to || (k > 0 && piece.from >= from)) return false;
  for (let next = k + 1; pieces[next]?.from === to; next++) {
    const { part } = pieces[next]!;
    if (typeof part === "string") break;
    if (!/[/?#]/.test(part.operator.first)) return false;
  }
  return true;
}

/**
 * Returns a value of `+` or `#` if it is unsafe, or undefined; it may be anything in a query. In a fragment only its names are judged. In a
 * path it has no separators but slashes, and after a slash it does not begin with one: it would be an absolute path for a program that joins
 * it to a folder.
 */
export function findUnsafeReserved(uri: string, from: number, to: number, allow: AllowList): Unsafe | undefined {
  const value = uri.slice(from, to);
  const before = uri.slice(0, from);
  const isInPath = !/[?#]/.test(before);
  if (!isInPath && !before.includes("#")) return undefined;
  if (isInPath && before.endsWith("/") && /^(?:\/|%2f)/i.test(value)) {
    return createUnsafe(from, to, "an absolute path");
  }
  if (!MAY_BE_UNSAFE.test(value)) return undefined;
  const others: AllowList = isInPath ? ["empty"] : ["empty", "slash"];
  for (const segment of decodeKeeping(value).split("/")) {
    const unsafe = judge(from, to, allow, (names) =>
      findSegmentFault(segment, [...others, ...names.filter((name) => !isInPath || name !== "slash")]),
    );
    if (unsafe !== undefined) return unsafe;
  }
  return undefined;
}

/** Returns a place with an unsafe segment, or undefined; `find` returns the fault of the segment with a list of what is allowed. */
export function judge(
  from: number,
  to: number,
  allow: AllowList,
  find: (allow: AllowList) => SegmentFault | undefined,
): Unsafe | undefined {
  const fault = find(allow);
  if (fault === undefined) return undefined;
  const isEnough = find([...allow, fault] as AllowList) === undefined;
  return { from, to, added: "an unsafe segment", fault: isEnough ? fault : undefined, expression: undefined };
}

/** Creates the error for an unsafe place of a URI, with the option that accepts it. The index is that of the caller's text. */
export function unsafeError(
  operation: string,
  index: number,
  length: number,
  uri: string,
  { from, to, added, fault }: Unsafe,
  allow: AllowList = [],
): PercentEncodingError {
  const reason: FaultReason =
    fault === undefined
      ? { detail: `${added}; the option unsafe: "allow" accepts it`, option: { unsafe: "allow" } }
      : explainSegmentFault(fault, allow);
  const place = { index, length, unit: "utf-16", excerpt: toExcerpt(uri.slice(from, to)) } as const;
  const detail = `the values add ${reason.detail}`;
  return new PercentEncodingError({ ...reason, operation, code: "unsafe-segment", ...place, detail });
}

/** Whether every value of a template leaves scheme and authority as they are: its first literal ends after them. */
export function hasFixedOrigin(first: TemplatePart | undefined): boolean {
  return (
    typeof first === "string" &&
    /^(?:[?#]|\/[^/]|file:\/\/\/[^/]|[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]|[^:/?#]+\/)/i.test(first)
  );
}

/** Whether values can make a dot segment with the literals and operators next to them, as in `{a}.` and `/{.b}`. */
export function mayMakeDotSegment(parts: readonly TemplatePart[]): boolean {
  return parts.some((part, k) => {
    if (typeof part !== "string") return part.operator.first === ".";
    const names = part.split("/");
    return (k > 0 && isDots(names[0]!)) || (k < parts.length - 1 && isDots(names[names.length - 1]!));
  });
}

/** Whether a part of a segment consists of dots, escapes and what may complete an escape in a value, at least to a semicolon. */
function isDots(name: string): boolean {
  return /^[.0-9a-fu%]+(?:;|$)/i.test(name);
}

function hasNoOperator({ part }: Piece): boolean {
  return typeof part === "string" || part.operator.first === "";
}

function isReserved(part: TemplatePart | undefined): boolean {
  return typeof part === "object" && part.operator.reserved && part.operator.first === "";
}

/** A dot of hosts (https://www.unicode.org/reports/tr46/#Notation), in form NFKC. */
const DOT = /[.\u3002]/;

/** Whether a text has a dot in a host: browsers decode and normalize hosts, and some programs decode more than once. */
function hasDot(text: string): true | undefined {
  return findInLayers(text, (layer) => DOT.test(layer.normalize("NFKC")) || undefined, true, decodeKeeping);
}
