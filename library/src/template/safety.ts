import type { FaultReason } from "../base/errors.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { findInLayers } from "../codec/repeated-decoding.ts";
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
 * Whether some programs find a host after another number of slashes than RFC 3986: browsers in `https:evil.example` and
 * `https:///evil.example`, and Windows in `file:////evil.example` (https://www.rfc-editor.org/rfc/rfc8089#appendix-E.3.2).
 */
function findsOtherHost(scheme: string, slashes: number): boolean {
  if (scheme === "") return slashes > 2;
  return NEEDS_HOST.test(scheme) ? slashes !== 2 : /^file:$/i.test(scheme) && slashes > 3;
}

const RUNS_SCRIPT = /^(?:javascript|vbscript|data):$/i;

/** An expanded template: its parts, and the end of the expansion of each of them in the URI. */
export class Expansion {
  readonly #parts: readonly TemplatePart[];
  readonly #ends: readonly number[];
  readonly #uri: string;
  /** The scheme with its colon, or nothing. */
  readonly #scheme: string;
  /** What a segment may contain although it is unsafe. */
  readonly #allow: readonly AllowedInSegment[];

  constructor(
    parts: readonly TemplatePart[],
    ends: readonly number[],
    uri: string,
    allow: readonly AllowedInSegment[],
  ) {
    this.#parts = parts;
    this.#ends = ends;
    this.#uri = uri;
    this.#scheme = /^[a-z][a-z0-9+.-]*:/i.exec(uri)?.[0] ?? "";
    this.#allow = allow;
  }

  /**
   * Finds the first place that the template does not write: a scheme, an authority, a query, a fragment, or an unsafe segment of the path.
   *
   * The template writes a delimiter that is in a literal, or that is the operator `?` or `#`. It writes a segment that is in one literal
   * from slash to slash. The template may take a scheme and an authority from its first expression, if that has the operator `+`.
   */
  findUnsafePlace(): UnsafePlace | undefined {
    const uri = this.#uri;
    const query = uri.search(/[?#]|$/);
    const fragment = uri.indexOf("#", query);
    const origin = hasFixedOrigin(this.#parts) ? undefined : this.#findUnsafeOrigin();
    if (origin !== undefined) return origin;
    for (const at of [query, fragment]) {
      if (at < 0 || at === uri.length || this.#writesDelimiter(at)) continue;
      return this.#toPlace(at, at + 1, uri[at] === "?" ? "a query" : "a fragment");
    }
    return this.#findUnsafeSegment(query);
  }

  #toPlace(from: number, to: number, added: string): UnsafePlace {
    const isTouched = (part: TemplatePart, k: number): part is Expression =>
      typeof part !== "string" && this.#endOf(k) >= from;
    return { expression: this.#parts.find(isTouched)!, from, to, added, fault: undefined };
  }

  #startOf(k: number): number {
    return this.#ends[k - 1] ?? 0;
  }

  #endOf(k: number): number {
    return this.#ends[k] ?? 0;
  }

  /** Returns the part that the character at an index belongs to. */
  #partAt(index: number): number {
    return this.#ends.findIndex((end) => end > index);
  }

  /** Whether a value is between two indexes. */
  #hasValue(from: number, to: number): boolean {
    return this.#parts.some(
      (part, k) => typeof part !== "string" && Math.max(from, this.#startOf(k)) < Math.min(to, this.#endOf(k)),
    );
  }

  /** Finds a scheme or an authority that the template does not write. */
  #findUnsafeOrigin(): UnsafePlace | undefined {
    const [uri, parts, scheme] = [this.#uri, this.#parts, this.#scheme];
    const owner = scheme === "" ? 0 : this.#partAt(scheme.length - 1);
    const hasBase = owner === 0 && isReserved(parts[0]) && this.#isBase();
    if (scheme !== "" && !hasBase && !this.#writesScheme(owner)) return this.#toPlace(0, scheme.length, "a scheme");
    const slashes = uri.slice(scheme.length).search(/[^/]|$/);
    const start = scheme.length + slashes;
    const end = start + uri.slice(start).search(/[/?#]|$/);
    if (findsOtherHost(scheme, slashes) && this.#hasValue(scheme.length, end)) {
      return this.#toPlace(scheme.length, end, "an authority");
    }
    if (slashes < 2) return undefined;
    const from = scheme.length + 2;
    const to = slashes === 2 ? end : from;
    const isWritten = (hasBase || typeof parts[owner] === "string") && this.#endOf(owner) >= from;
    const needsHost = scheme === "" || NEEDS_HOST.test(scheme);
    const isMissing = from === to && needsHost && this.#endOf(owner) === from && owner < parts.length - 1;
    const change = !isWritten || isMissing || this.#findAuthorityChange(owner, from, to);
    if (change === undefined) return undefined;
    const place = this.#toPlace(scheme.length, to, "an authority");
    return change === true ? place : { ...place, expression: change, added: "labels to the host" };
  }

  /** Whether a value may set the scheme: an authority follows it, and it runs no script. */
  #isBase(): boolean {
    const scheme = this.#scheme;
    return this.#uri.startsWith("//", scheme.length) && scheme !== "" && !RUNS_SCRIPT.test(scheme);
  }

  /**
   * Whether the template writes the scheme: a literal contains it, or the `://` after it, as in `{scheme}://e.com`. In `{a}:{b}` a value
   * would become a scheme.
   */
  #writesScheme(owner: number): boolean {
    const literal = this.#parts[owner];
    if (typeof literal !== "string") return false;
    if (owner === 0) return true;
    const before = this.#parts.slice(0, owner);
    const isPlain = before.every((part) => typeof part === "string" || part.operator.first === "");
    return isPlain && literal.includes("://") && this.#isBase();
  }

  /**
   * Finds what values add to an authority that the template writes. A value of `+` must begin with the authority and end in it, and makes
   * no userinfo and no port of what follows. A value must not extend the host of a base. A value after text of the host must not append a
   * label, as `.evil.example` does in `https://good.example{x}:80`: only `{.x}` and a value after a dot are labels of their own.
   *
   * @param owner the part that writes the start of the authority
   * @returns the first expression after the text of the host, or true for another change
   */
  #findAuthorityChange(owner: number, from: number, to: number): Expression | true | undefined {
    const uri = this.#uri;
    const isAfterBase = typeof this.#parts[owner] !== "string";
    const host = uri.lastIndexOf("@", to) + 1;
    let isAfterText = false;
    let first: Expression | undefined;
    for (let k = owner, start = from, end; start < to; start = end, k++) {
      const part = this.#parts[k]!;
      end = this.#endOf(k);
      const text = uri.slice(Math.max(start, host), Math.min(end, to));
      if (typeof part === "string") {
        // No value closes a bracket.
        if (text !== "") isAfterText = !/(?:\.|\[[^[\]]*)$/.test(text);
        first = undefined;
      } else if (start < end) {
        if (k > owner && (isAfterBase || (isReserved(part) && (start !== from || end > to)))) return true;
        // Some programs end the userinfo at the first `@`, and the host at the first colon.
        const rest = isReserved(part) ? uri.slice(end, to) : "";
        if (rest !== "" && (/@[^]*@/.test(uri.slice(start, to)) || (rest[0] !== ":" && /[:[\]]/.test(text))))
          return true;
        first ??= part;
        if (part.operator.first === ".") isAfterText = false;
        if (isAfterText && /[^\w-]/.test(text) && hasDot(text)) return first;
      }
    }
    return undefined;
  }

  /** Whether a `?` or `#` is in a literal, or is the operator of an expression. */
  #writesDelimiter(at: number): boolean {
    const k = this.#partAt(at);
    const part = this.#parts[k];
    return typeof part !== "object" || (this.#startOf(k) === at && part.operator.first === this.#uri[at]);
  }

  /** Finds a segment of the path that has an unsafe name, and that is not a literal of the template; a value may be empty. */
  #findUnsafeSegment(pathEnd: number): UnsafePlace | undefined {
    const path = this.#uri.slice(this.#scheme.length, pathEnd);
    if (!mayHaveUnsafeName(path)) return undefined;
    let k = 0;
    let to = this.#scheme.length - 1;
    for (const segment of path.split("/")) {
      const from = to + 1;
      to = from + segment.length;
      if (!mayHaveUnsafeName(segment)) continue;
      while (k < this.#ends.length && this.#endOf(k) <= from) k++;
      // `findUnsafeReserved` judges the segments inside a value of `+`.
      const isInReserved = isReserved(this.#parts[k]) && this.#startOf(k) <= from && to <= this.#endOf(k);
      if (isInReserved || this.#writesSegment(k, from, to)) continue;
      const unsafe = judge(this.#allow, (names) =>
        findSegmentFault(decodeKeeping(segment), [...names, "slash", "empty"]),
      );
      if (unsafe !== undefined) return { ...this.#toPlace(from, to, ""), ...unsafe };
    }
    return undefined;
  }

  /** Whether a segment is in the literal `k` from slash to slash, or to an expression that begins with `/`, `?` or `#`. */
  #writesSegment(k: number, from: number, to: number): boolean {
    if (typeof this.#parts[k] !== "string" || this.#endOf(k) < to || (k > 0 && this.#startOf(k) >= from)) return false;
    for (let next = k + 1; this.#endOf(next - 1) === to && next < this.#parts.length; next++) {
      const part = this.#parts[next];
      if (typeof part !== "object") break;
      if (!/[/?#]/.test(part.operator.first)) return false;
    }
    return true;
  }
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
  const reason: FaultReason =
    fault === undefined
      ? { detail: `${added}; the option unsafe: "allow" accepts it`, option: { unsafe: "allow" } }
      : explainSegmentFault(fault, allow);
  return { ...reason, detail: `the values add ${reason.detail}` };
}

/** Whether every value of a template leaves scheme and authority as they are: its first literal ends after them. */
export function hasFixedOrigin([first]: readonly TemplatePart[]): boolean {
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

function isReserved(part: TemplatePart | undefined): boolean {
  return typeof part === "object" && part.operator.reserved && part.operator.first === "";
}

/** A dot of hosts (https://www.unicode.org/reports/tr46/#Notation), in form NFKC. */
const DOT = /[.\u3002]/;

/** Whether a text has a dot in a host: browsers decode and normalize hosts, and some programs decode more than once. */
function hasDot(text: string): true | undefined {
  return findInLayers(text, (layer) => DOT.test(layer.normalize("NFKC")) || undefined, true, decodeKeeping);
}
