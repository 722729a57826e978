import { hasUnsafeName } from "../guard/unsafe-segment.ts";
import type { Expression, TemplatePart } from "./parse.ts";

/** A part of an expanded template that the values made unsafe. */
export interface UnsafePlace {
  /** The expression that made it. */
  readonly expression: Expression;
  readonly from: number;
  readonly to: number;
  /** What the values added, for the message. */
  readonly added: string;
}

/** Schemes whose URLs have a host: a browser skips slashes until it finds one (https://url.spec.whatwg.org/#special-scheme). */
const NEEDS_HOST = /^(?:https?|wss?|ftp)$/i;

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
  const expanded = new ExpandedTemplate(parts, ends, uri);
  return expanded.findScheme() ?? expanded.findQuery() ?? expanded.findSegment();
}

/** Whether every value of a template leaves scheme and authority as they are: its first literal ends after them. */
export function hasFixedOrigin([first]: readonly TemplatePart[]): boolean {
  return typeof first === "string" && /^(?:[?#]|\/[^/]|[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]|[^:/?#]+\/)/i.test(first);
}

/** An expanded template, with the part that each character belongs to. */
class ExpandedTemplate {
  readonly #parts: readonly TemplatePart[];
  readonly #ends: readonly number[];
  readonly #uri: string;
  readonly #pathEnd: number;

  constructor(parts: readonly TemplatePart[], ends: readonly number[], uri: string) {
    this.#parts = parts;
    this.#ends = ends;
    this.#uri = uri;
    const end = uri.search(/[?#]/);
    this.#pathEnd = end < 0 ? uri.length : end;
  }

  /** Finds a scheme or an authority that the template did not spell. */
  findScheme(): UnsafePlace | undefined {
    const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(this.#uri)?.[0];
    const slashes = scheme === undefined ? 0 : scheme.length + 1;
    const owner = scheme === undefined ? 0 : this.#partAt(scheme.length);
    const isBase = owner === 0 && isReserved(this.#parts[0]) && this.#uri[slashes] === "/";
    if (scheme !== undefined && !isBase && !this.#isSpelledScheme(owner)) return this.#place(0, slashes, "a scheme");
    if (!this.#uri.startsWith("//", slashes)) return undefined;
    const isSpelled =
      this.#partAt(slashes) === owner &&
      this.#partAt(slashes + 1) === owner &&
      (typeof this.#parts[owner] === "string" || (isBase && scheme !== undefined));
    const length = this.#uri.slice(slashes + 2).search(/[/?#]|$/);
    const from = slashes + 2;
    const isChanged = !isSpelled || this.#changesAuthority(owner, from, from + length, NEEDS_HOST.test(scheme ?? "http"));
    return isChanged ? this.#place(slashes, from + length, "an authority") : undefined;
  }

  /** Whether the colon of a scheme is in a literal, and nothing before it can become a slash, a query or a fragment. */
  #isSpelledScheme(owner: number): boolean {
    const before = this.#parts.slice(0, owner);
    return (
      typeof this.#parts[owner] === "string" &&
      before.every((part) => typeof part === "string" || part.operator.first === "")
    );
  }

  /**
   * Whether values change an authority that is spelled: an empty host, after which a browser reads the first segment as the host, a
   * value of `+` that does not begin with the authority and end in it, or a value that continues the host of a base.
   */
  #changesAuthority(owner: number, from: number, to: number, needsHost: boolean): boolean {
    const isBase = typeof this.#parts[owner] !== "string";
    const isLast = owner === this.#parts.length - 1;
    if (from === to && needsHost && (isBase || (this.#ends[owner] === from && !isLast))) return true;
    for (let k = owner + 1; k < this.#parts.length && this.#start(k) < to; k++) {
      const part = this.#parts[k]!;
      if (typeof part === "string" || this.#start(k) === this.#ends[k]) continue;
      if (isBase || (isReserved(part) && (this.#start(k) !== from || this.#ends[k]! > to))) return true;
    }
    return false;
  }

  /** Finds a query or a fragment that the template did not spell. */
  findQuery(): UnsafePlace | undefined {
    const query = this.#uri[this.#pathEnd] === "?" ? this.#pathEnd : -1;
    const fragment = this.#uri.indexOf("#", this.#pathEnd);
    if (query >= 0 && !this.#isSpelled(query)) return this.#place(query, query + 1, "a query");
    if (fragment >= 0 && !this.#isSpelled(fragment)) return this.#place(fragment, fragment + 1, "a fragment");
    return undefined;
  }

  #isSpelled(index: number): boolean {
    const k = this.#partAt(index);
    const part = this.#parts[k]!;
    return typeof part === "string" || (this.#start(k) === index && part.operator.first === this.#uri[index]);
  }

  /** Finds a dot segment or a control character in a segment of the path that is not a literal of the template. */
  findSegment(): UnsafePlace | undefined {
    let k = 0;
    let escape = 0;
    for (let from = 0, to; from <= this.#pathEnd; from = to + 1) {
      to = indexFrom(this.#uri, "/", from, this.#pathEnd);
      if (escape < from || from === 0) escape = indexFrom(this.#uri, "%", from, this.#pathEnd);
      const isPlain = this.#uri[from] !== "." && escape >= to;
      if (isPlain || !hasUnsafeName(this.#uri.slice(from, to))) continue;
      while (this.#ends[k]! <= from) k++;
      if (!this.#isSpelledSegment(k, from, to)) return this.#place(from, to, "a dot segment or a control character");
    }
    return undefined;
  }

  /** Whether a segment is in the literal `k` from slash to slash, or to an expression that begins with `/`, `?` or `#`. */
  #isSpelledSegment(k: number, from: number, to: number): boolean {
    if (typeof this.#parts[k] !== "string" || this.#ends[k]! < to) return false;
    if (from === 0 ? k !== 0 : this.#start(k) >= from) return false;
    let next = k + 1;
    for (; this.#ends[k] === to && next < this.#parts.length; next++) {
      const part = this.#parts[next]!;
      if (typeof part === "string") break;
      if (!/^[/?#]/.test(part.operator.first)) return false;
      if (this.#ends[next]! > to) break;
    }
    return true;
  }

  #start(k: number): number {
    return k === 0 ? 0 : this.#ends[k - 1]!;
  }

  /** Returns the part that the character at an index belongs to. */
  #partAt(index: number): number {
    return this.#ends.findIndex((end) => end > index);
  }

  /** Returns an unsafe place with the first expression that touches it. */
  #place(from: number, to: number, added: string): UnsafePlace {
    const expression = this.#parts.find(
      (part, k): part is Expression => typeof part !== "string" && this.#ends[k]! >= from,
    )!;
    return { expression, from, to, added };
  }
}

function isReserved(part: TemplatePart | undefined): boolean {
  return typeof part === "object" && part.operator.reserved && part.operator.first === "";
}

/** Returns the index of a character from `from` on, or `end` if there is none before it. */
function indexFrom(text: string, character: string, from: number, end: number): number {
  const index = text.indexOf(character, from);
  return index < 0 || index > end ? end : index;
}
