import { describeType, readTypeTag, requireString, toText } from "../base/arguments.ts";
import { PERCENT, PLUS } from "../base/escape.ts";
import { quote } from "../base/excerpt.ts";
import { loneSurrogateIn } from "../base/utf8.ts";
import { decodeOrFault, type DecodePolicies, escapeError, type EscapeFault } from "../codec/decode-native.ts";
import { cut } from "./reference.ts";
import { uriError } from "./uri-error.ts";

/** A value that an editor writes; numbers and booleans are converted with `String`. */
export type EditValue = string | number | bigint | boolean;

export interface PairSettings extends DecodePolicies {
  readonly plusAsSpace: boolean;
  readonly syntax: PairSyntax;
}

/** How pairs are written in a query, in `mailto:` or in `tel:`. */
export interface PairSyntax {
  readonly separator: "&" | ";";
  /** Returns what a name in lower case is sorted by; undefined if names have case. */
  readonly toKey: ((name: string) => string) | undefined;
  readonly encode: (text: string, operation: string, name?: string) => string;
}

const EDIT = "edit the URI";

/** Returns the pairs of an editor without the delimiter before them, or undefined for absent ones. */
export let readQuery: (editor: PairEditor) => string | undefined;

/**
 * Edits the pairs of a query without loss: every pair that is not edited stays as it is written, and so do empty pairs.
 *
 * Names are decoded before comparison, by the options of `editUri`; a name that cannot be decoded is equal to no name. A pair without
 * `=` has an empty value; `set` and `append` without a value write such a pair, and a list repeats the name. `editUri` creates an editor.
 *
 * In a `mailto:` URI the pairs are header fields: names have no case, `+` is a plus, and a line end in `body` is written as `%0D%0A`
 * (https://www.rfc-editor.org/rfc/rfc6068#section-5). In a `tel:` URI they are the parameters after the number
 * (https://www.rfc-editor.org/rfc/rfc3966#section-3).
 *
 * @throws PercentEncodingError `lone-surrogate` from the methods that write, with its index in the name or value; `invalid-uri` for what a
 *   header field or a parameter of `tel:` cannot have, with its index in the name or value
 * @throws TypeError for a name that is not a string, and for a value that is `undefined`, null or an object
 * @example
 * import { editUri } from "percodec/uri";
 * editUri("?a=1&b&a=2").getAll("a") // → ["1", "2"]
 * editUri("?a=1&b&a=2").set("a", 3).append("c").toString() // → "?a=3&b&c"
 * editUri("?a=1&b").set("a", ["x", "y"]).toString() // → "?a=x&a=y&b"
 */
export abstract class PairEditor {
  /** The texts between separators, not decoded; empty without a query. */
  #pairs: string[];
  readonly #settings: PairSettings;

  static {
    readQuery = (editor) =>
      editor.#pairs.length === 0 ? undefined : editor.#pairs.join(editor.#settings.syntax.separator);
  }

  /** @param query a query without its `?`, or undefined if there is none */
  protected constructor(query: string | undefined, settings: PairSettings) {
    this.#settings = settings;
    this.#pairs = query === undefined ? [] : splitPairs(query, settings.syntax.separator);
  }

  /**
   * Returns the first value of a name, decoded, or undefined.
   *
   * @throws PercentEncodingError the codes of `percentDecode` and `lone-surrogate` for this value, with the index in UTF-16 units of the URI
   */
  get(name: string): string | undefined {
    const place = this.#pairs.findIndex(this.#named(name));
    return place < 0 ? undefined : this.#readValue(place);
  }

  /** Returns all values of a name, decoded, in order; throws as `get`. */
  getAll(name: string): string[] {
    return this.#places(name).map((place) => this.#readValue(place));
  }

  /** Whether there is a pair of this name. */
  has(name: string): boolean {
    return this.#pairs.some(this.#named(name));
  }

  /**
   * Replaces the first value of this name and removes the others, or appends a pair; an equal value keeps its spelling. Without a
   * value the pair has no `=`, as in `?flag`. A list replaces the values one by one; an empty one removes the parameter.
   */
  set(name: string, ...given: readonly [] | readonly [value: EditValue | readonly EditValue[]]): this {
    const places = this.#places(name);
    const values = readGiven(name, given);
    this.#checkCount(name, values.length);
    const [first] = places;
    if (first === undefined) return this.#add(name, values);
    const written = values.map((value, k) => this.#overwrite(places[k], name, value));
    if (written.length === 0) return this.delete(name);
    let passed = 0;
    if (places.length === 1 && written.length === 1) this.#pairs[first] = written[0]!;
    else this.#pairs = this.#pairs.flatMap((pair, k) => (k !== places[passed] ? pair : passed++ === 0 ? written : []));
    return this;
  }

  /** Adds a pair at the end, for a list one for each value; without a value a pair that has no `=`. */
  append(name: string, ...given: readonly [] | readonly [value: EditValue | readonly EditValue[]]): this {
    const values = readGiven(name, given);
    this.#checkCount(name, this.#places(name).length + values.length);
    return this.#add(name, values);
  }

  /** Removes all pairs of this name, each with one `&`. */
  delete(name: string): this {
    return this.#remove(this.#named(name));
  }

  /**
   * Removes all pairs whose decoded name a pattern matches, each with one `&`.
   *
   * @param pattern a glob, which matches whole names and in which `*` is any run of characters and `\*` the star; or a RegExp
   */
  deleteMatching(pattern: string | RegExp): this {
    const matches = toMatcher(pattern, this.#settings.syntax.toKey ? toLowerCase : String);
    return this.#remove((pair) => {
      const name = pair === "" ? undefined : this.#readName(pair);
      return name !== undefined && matches(name);
    });
  }

  /** Renames all pairs of this name; their values stay as they are written. */
  rename(name: string, to: string): this {
    const isNamed = this.#named(name);
    requireString(to, "the new name of a parameter");
    const written = this.#settings.syntax.encode(to, EDIT);
    // An empty name with an empty value needs its `=`: without it the pair would disappear.
    const renamed = this.#pairs.map((pair, k) => {
      if (!isNamed(pair)) return pair;
      // A line end may be in the body of `mailto:` only.
      if (this.#settings.syntax.toKey && pair.includes("=")) this.#settings.syntax.encode(this.#readValue(k), EDIT, to);
      return written + pair.slice(cut(pair, "=")[0].length) || "=";
    });
    this.#checkCount(to, renamed.filter(this.#named(to)).length);
    this.#pairs = renamed;
    return this;
  }

  /**
   * Sorts the pairs by the UTF-16 units of their names; pairs of the same name keep their order, empty pairs their places. A name that
   * cannot be decoded is sorted as it is written.
   */
  sort(): this {
    const sorted = this.#pairs
      .filter((pair) => pair !== "")
      .map((pair) => ({ pair, name: this.#toKey(this.#readName(pair) ?? cut(pair, "=")[0]) }));
    sorted.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    let next = 0;
    this.#pairs = this.#pairs.map((pair) => (pair === "" ? pair : sorted[next++]!.pair));
    return this;
  }

  abstract toString(): string;

  #readName(pair: string): string | undefined {
    const name = this.#decode(cut(pair, "=")[0]);
    return typeof name === "string" ? name : undefined;
  }

  /** Returns the test whether a pair has this name; an empty pair has none. */
  #named(name: string): (pair: string) => boolean {
    requireString(name, "the name of a parameter");
    // Most pairs are judged by their first character: decoding changes only `%` and `+`. The pair of an empty name begins with `=`.
    const first = (name || "=").charCodeAt(0);
    const key = this.#toKey(name);
    return (pair) => {
      const unit = pair.charCodeAt(0);
      const mayBe = unit === first || unit === PERCENT || unit === PLUS || (this.#settings.syntax.toKey && pair !== "");
      const read = mayBe ? this.#readName(pair) : undefined;
      return read !== undefined && this.#toKey(read) === key;
    };
  }

  #places(name: string): number[] {
    const isNamed = this.#named(name);
    // A loop: `flatMap` takes four times as long.
    const places: number[] = [];
    for (let k = 0; k < this.#pairs.length; k++) if (isNamed(this.#pairs[k]!)) places.push(k);
    return places;
  }

  #readValue(place: number): string {
    const pair = this.#pairs[place]!;
    const start = cut(pair, "=")[0].length + 1;
    const value = this.#decode(pair.slice(start));
    if (typeof value === "string") return value;
    const before = this.#pairs.slice(0, place).reduce((length, { length: more }) => length + more + 1, start + 1);
    const opening = this.toString().indexOf(this.#settings.syntax.separator === ";" ? ";" : "?");
    throw escapeError(pair.slice(start), value, "percent-decode", opening + before);
  }

  /** Decodes a name or value; returns its first fault if a policy throws it. */
  #decode(written: string): string | EscapeFault {
    if (!/[%+\ud800-\udfff]/.test(written)) return written;
    const text = this.#settings.plusAsSpace ? written.replace(/\+/g, " ") : written;
    const decoded = decodeOrFault(text, this.#settings);
    const lone = loneSurrogateIn(written);
    const isFirst = lone >= 0 && (typeof decoded === "string" || lone < decoded.index);
    return isFirst ? { code: "lone-surrogate", index: lone, length: 1 } : decoded;
  }

  /** Returns what a name is compared and sorted by. */
  #toKey(name: string): string {
    return this.#settings.syntax.toKey?.(toLowerCase(name)) ?? name;
  }

  /** Throws for a parameter of `tel:` that would occur more than once. */
  #checkCount(name: string, count: number): void {
    if (this.#settings.syntax.separator === "&" || count < 2) return;
    throw uriError(EDIT, "invalid-uri", name, 0, name.length, "a parameter of tel: occurs once; set replaces it");
  }

  /** Returns the pair of a name and a value, which may take the place of another pair of that name. */
  #overwrite(place: number | undefined, name: string, value: string | undefined): string {
    const content = value === undefined ? "" : `=${this.#settings.syntax.encode(value, EDIT, name)}`;
    if (place === undefined) return this.#settings.syntax.encode(name, EDIT) + content || "=";
    const pair = this.#pairs[place]!;
    const written = cut(pair, "=")[0];
    const isEqual = value === undefined ? written === pair : this.#decode(pair.slice(written.length + 1)) === value;
    return isEqual ? pair : written + content || "=";
  }

  #add(name: string, values: readonly (string | undefined)[]): this {
    const added = values.map((value) => this.#overwrite(undefined, name, value));
    if (this.#pairs.length === 1 && this.#pairs[0] === "" && added.length > 0) this.#pairs = added;
    else for (const pair of added) this.#pairs.push(pair);
    return this.#settings.syntax.separator === ";" ? this.sort() : this;
  }

  #remove(isRemoved: (pair: string) => boolean): this {
    const kept = this.#pairs.filter((pair) => !isRemoved(pair));
    const isEmptied = kept.length < this.#pairs.length && kept.every((pair) => pair === "");
    // Without the query its empty pairs would be part of the path.
    this.#pairs = isEmptied ? [] : kept;
    return this;
  }
}

/** Reads the optional argument of `set` and `append` as a list; an argument that is `undefined` is not an absent one. */
function readGiven(name: string, given: readonly unknown[]): readonly (string | undefined)[] {
  requireString(name, "the name of a parameter");
  if (given.length === 0) return [undefined];
  const values: readonly unknown[] = Array.isArray(given[0]) ? Array.from(given[0]) : [given[0]];
  return values.map((value) => {
    // Most values are text or numbers, and the message of an error takes longer than everything else.
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return value;
    const isAbsent = value === undefined || value === null;
    const remedy = isAbsent ? "; delete removes the parameter, a call without a value writes no =" : undefined;
    return toText(value, `the value of ${quote(name)}`, remedy);
  });
}

function toMatcher(pattern: string | RegExp, fold: (text: string) => string): (name: string) => boolean {
  if (typeof pattern === "string") {
    const matches = toGlobMatcher(fold(pattern));
    return (name) => matches(fold(name));
  }
  if (readTypeTag(pattern) !== "RegExp") {
    const given = describeType(pattern);
    throw new TypeError(`deleteMatching takes a glob or a RegExp, not ${given}; delete takes an exact name`);
  }
  // `search` ignores and restores lastIndex, which `test` changes with the flags g and y.
  return (name) => name.search(pattern) >= 0;
}

function toLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Splits a query at each separator; for the few pairs of most queries it takes half the time of `split`. */
function splitPairs(query: string, separator: string): string[] {
  const pairs: string[] = [];
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = query.indexOf(separator, from);
    pairs.push(query.slice(from, to < 0 ? query.length : to));
  }
  return pairs;
}

/** Matches whole names: `*` is any run of characters, `\*` a star, `\\` a backslash. A regular expression would backtrack. */
function toGlobMatcher(glob: string): (name: string) => boolean {
  const [first, ...others] = splitGlob(glob) as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return (name) => name === first;
  return (name) => {
    let at = first.length;
    const isNext = (literal: string): boolean => {
      const found = name.indexOf(literal, at);
      at = found + literal.length;
      return found >= 0;
    };
    return name.startsWith(first) && name.endsWith(last) && others.every(isNext) && at <= name.length - last.length;
  };
}

function splitGlob(glob: string): string[] {
  const literals = [""];
  for (const [token, escaped] of glob.matchAll(/\\([\\*])|[^\\*]+|[\\*]/g)) {
    if (token === "*") literals.push("");
    else literals[literals.length - 1] += escaped ?? token;
  }
  return literals;
}
