import { describeType, readTypeTag, requireString } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { decodeReplacing } from "../codec/decode-native.ts";
import { encodeComponent } from "../codec/encode-runs.ts";

/** A value that an editor writes; numbers and booleans are converted with `String`. */
export type EditValue = string | number | bigint | boolean;

const PERCENT = 0x25;
const PLUS = 0x2b;

/** Returns the query of an editor without its `?`, or undefined for an absent one. */
export let readQuery: (editor: PairEditor) => string | undefined;

/**
 * Edits the pairs of a query without loss: every pair that is not edited stays as it is written, and so do empty pairs.
 *
 * Names are decoded leniently before comparison, `+` as a space. A pair without `=` has an empty value; `set` and `append` without a
 * value write such a pair. `editUri` creates an editor.
 *
 * @throws PercentEncodingError `lone-surrogate` from the methods that write, with its index in the name or value
 * @throws TypeError for a name that is not a string, and for a value that is `undefined`, null or an object
 * @example
 * import { editUri } from "percodec/uri";
 * editUri("?a=1&b&a=2").getAll("a") // → ["1", "2"]
 * editUri("?a=1&b&a=2").set("a", 3).append("c").toString() // → "?a=3&b&c"
 * editUri("?b=1&a=%7e&b2").deleteMatching("b*").has("b") // → false
 */
export abstract class PairEditor {
  /** The texts between `&`, not decoded; empty without a query. */
  #pairs: string[];

  static {
    readQuery = (editor) => (editor.#pairs.length === 0 ? undefined : editor.#pairs.join("&"));
  }

  /** @param query a query without its `?`, or undefined if there is none */
  protected constructor(query: string | undefined) {
    this.#pairs = query?.split("&") ?? [];
  }

  /** Returns the first value of a name, decoded, or undefined. */
  get(name: string): string | undefined {
    const pair = this.#pairs.find(named(name));
    return pair === undefined ? undefined : readValue(pair);
  }

  /** Returns all values of a name, decoded, in order. */
  getAll(name: string): string[] {
    return this.#pairs.filter(named(name)).map(readValue);
  }

  /** Whether there is a pair of this name. */
  has(name: string): boolean {
    return this.#pairs.some(named(name));
  }

  /**
   * Replaces the first value of this name and removes the others, or appends a pair; an equal value keeps its spelling. Without a
   * value the pair has no `=`, as in `?flag`.
   */
  set(name: string): this;
  set(name: string, value: EditValue): this;
  set(name: string, ...given: readonly [value?: EditValue]): this {
    const isNamed = named(name);
    const value = readGiven(name, given);
    const content = encodeContent(value);
    const pairs = this.#pairs;
    const first = pairs.findIndex(isNamed);
    if (first < 0) return this.#add(name, content);
    const before = pairs[first]!;
    const isEqual = value === undefined ? !before.includes("=") : readValue(before) === value;
    if (!isEqual) pairs[first] = cutName(before) + content || "=";
    if (pairs.some((other, k) => k > first && isNamed(other))) {
      this.#pairs = pairs.filter((other, k) => k <= first || !isNamed(other));
    }
    return this;
  }

  /** Adds a pair at the end; without a value a pair that has no `=`. */
  append(name: string): this;
  append(name: string, value: EditValue): this;
  append(name: string, ...given: readonly [value?: EditValue]): this {
    requireString(name, "the name of a parameter");
    return this.#add(name, encodeContent(readGiven(name, given)));
  }

  /** Removes all pairs of this name, each with one `&`. */
  delete(name: string): this {
    return this.#remove(named(name));
  }

  /**
   * Removes all pairs whose decoded name a pattern matches, each with one `&`.
   *
   * @param pattern a glob, which matches whole names and in which `*` is any run of characters and `\*` the star; or a RegExp
   */
  deleteMatching(pattern: string | RegExp): this {
    const matches = toMatcher(pattern);
    return this.#remove((pair) => pair !== "" && matches(readName(pair)));
  }

  /** Renames all pairs of this name; their values stay as they are written. */
  rename(name: string, to: string): this {
    const isNamed = named(name);
    requireString(to, "the new name of a parameter");
    const written = encodeComponent(to);
    // An empty name with an empty value needs its `=`: without it the pair would disappear.
    this.#pairs = this.#pairs.map((pair) => (isNamed(pair) ? written + pair.slice(cutName(pair).length) || "=" : pair));
    return this;
  }

  /** Sorts the pairs by the UTF-16 units of their names; pairs of the same name keep their order, empty pairs their places. */
  sort(): this {
    const sorted = this.#pairs.filter((pair) => pair !== "").map((pair) => ({ pair, name: readName(pair) }));
    sorted.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    let next = 0;
    this.#pairs = this.#pairs.map((pair) => (pair === "" ? pair : sorted[next++]!.pair));
    return this;
  }

  abstract toString(): string;

  #add(name: string, content: string): this {
    const pair = encodeComponent(name) + content || "=";
    if (this.#pairs.length === 1 && this.#pairs[0] === "") this.#pairs = [pair];
    else this.#pairs.push(pair);
    return this;
  }

  #remove(isRemoved: (pair: string) => boolean): this {
    const kept = this.#pairs.filter((pair) => !isRemoved(pair));
    const isEmptied = kept.length < this.#pairs.length && kept.every((pair) => pair === "");
    // Without the query its empty pairs would be part of the path.
    this.#pairs = isEmptied ? [] : kept;
    return this;
  }
}

/** Returns the text after the name of a pair. */
function encodeContent(value: string | undefined): string {
  return value === undefined ? "" : `=${encodeComponent(value)}`;
}

/** Converts a value to text; throws a TypeError with the remedy for any other type. */
export function toEditText(value: unknown, what: string, remedy: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw new TypeError(`${what} must be text, a number or a boolean, not ${describeType(value)}${remedy}`);
}

/** Reads the optional argument of `set` and `append`; an argument that is `undefined` is not an absent one. */
function readGiven(name: string, given: readonly unknown[]): string | undefined {
  if (given.length === 0) return undefined;
  const value = given[0];
  // Most values are text, and the message of an error takes longer than everything else.
  if (typeof value === "string") return value;
  const isAbsent = value === undefined || value === null;
  const remedy = isAbsent ? "; delete removes the parameter, a call without a value writes no =" : "";
  return toEditText(value, `the value of ${quote(name)}`, remedy);
}

function toMatcher(pattern: string | RegExp): (name: string) => boolean {
  if (typeof pattern === "string") return toGlobMatcher(pattern);
  if (readTypeTag(pattern) !== "RegExp") {
    const given = describeType(pattern);
    throw new TypeError(`deleteMatching takes a glob or a RegExp, not ${given}; delete takes an exact name`);
  }
  // `search` ignores and restores lastIndex, which `test` changes with the flags g and y.
  return (name) => name.search(pattern) >= 0;
}

/** Returns the test whether a pair has this name; an empty pair has none. */
function named(name: string): (pair: string) => boolean {
  requireString(name, "the name of a parameter");
  // Most pairs are judged by their first character: decoding changes only `%` and `+`. The pair of an empty name begins with `=`.
  const first = (name || "=").charCodeAt(0);
  return (pair) => {
    const unit = pair.charCodeAt(0);
    return (unit === first || unit === PERCENT || unit === PLUS) && readName(pair) === name;
  };
}

function readName(pair: string): string {
  return decode(cutName(pair));
}

function readValue(pair: string): string {
  return decode(pair.slice(cutName(pair).length + 1));
}

/** Returns the name of a pair as it is written. */
function cutName(pair: string): string {
  const equals = pair.indexOf("=");
  return equals < 0 ? pair : pair.slice(0, equals);
}

/** Decodes a name or value as the URL Standard does (https://url.spec.whatwg.org/#concept-urlencoded-parser). */
function decode(written: string): string {
  if (!/[%+]/.test(written)) return written;
  return decodeReplacing(written.replace(/\+/g, " "));
}

/**
 * Returns a function that compares whole names with a glob: `*` is any run of characters, `\*` a star, `\\` a backslash; all other
 * characters stand for themselves.
 *
 * The literal texts between the stars are searched from left to right, each once, so a name is never read twice as with the
 * backtracking of a regular expression.
 */
export function toGlobMatcher(glob: string): (name: string) => boolean {
  const literals = splitGlob(glob);
  const [first, ...others] = literals as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return (name) => name === first;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let at = first.length;
    for (const literal of others) {
      const found = name.indexOf(literal, at);
      if (found < 0) return false;
      at = found + literal.length;
    }
    return at <= end;
  };
}

/** Splits a glob at its stars; returns the literal texts between them. */
function splitGlob(glob: string): string[] {
  const literals = [""];
  for (const [token, escaped] of glob.matchAll(/\\([\\*])|[^\\*]+|[\\*]/g)) {
    if (token === "*") literals.push("");
    else literals[literals.length - 1] += escaped ?? token;
  }
  return literals;
}
