import { requireBytes, requireChoice, readTypeTag, requireFunction, requireText } from "../base/arguments.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { flattenEntries, type FormValue, requireNulls, toText } from "./entry-list.ts";
import { type FormOptions, readFormOptions, strictFormOptions } from "./options.ts";
import { emptyObject, PairList } from "./pair-list.ts";
import { parseQueryText, parseWhole } from "./parse.ts";
import { PAIRS_OPTIONS, serializeFlat, type SerializePairsOptions } from "./serialize.ts";

/** Which value is used if a name occurs twice; `"throw"` throws `duplicate-name`. */
export type Duplicates = "throw" | "first" | "last" | "array" | "combine";

export const DUPLICATES: readonly Duplicates[] = ["throw", "first", "last", "array", "combine"];

const OBJECT_OPTIONS: OptionNames<{ readonly duplicates?: Duplicates }> = { duplicates: true };

/** With more pairs than this the iterator creates each array on demand: half a million pairs then take 25 ms instead of 90. */
const MAX_EAGER_PAIRS = 0x400;

/**
 * Parses application/x-www-form-urlencoded (https://url.spec.whatwg.org/#concept-urlencoded-parser); a fault throws unless the
 * option `rules: "whatwg"` selects the standard's leniency.
 *
 * It splits before it decodes, so an escaped `&` or `=` is data. It returns every pair that is not empty and counts the
 * empty ones. A byte order mark stays.
 *
 * @param input a string, or the bytes of a body; `parseQuery` of `percodec/uri` reads a URI or a query with its `?`
 * @param options the rules, the policies, the limits, and the encoding
 * @returns the pairs in order
 * @throws PercentEncodingError the codes of `percentDecode`; `limit-exceeded` at the first unit beyond the limit;
 *   `undecodable` and `charset-refused` if encodings are passed; `invalid-uri` under strict rules for a string that begins with `?`, or
 *   with a scheme and `//`. Indexes count UTF-16 units of a string, or bytes
 * @throws TypeError for wrong arguments
 * @example
 * import { parseForm } from "percodec/form";
 * [...parseForm("q=caf%C3%A9+noir&x=1%262&x=3")] // → [["q", "café noir"], ["x", "1&2"], ["x", "3"]]
 * const issues = [];
 * const onIssue = (issue) => issues.push(issue);
 * [...parseForm("a=100%&b=1", { malformed: "keep", onIssue })] // → [["a", "100%"], ["b", "1"]]
 * issues // → [{ code: "truncated-escape", index: 5, length: 1 }]
 * [...parseForm("a=100%&b=%FF", { rules: "whatwg" })] // → [["a", "100%"], ["b", "\uFFFD"]]
 */
export function parseForm(input: string | Uint8Array, options?: FormOptions): FormPairs {
  const resolved = options === undefined ? strictFormOptions() : readFormOptions(options, "parseForm");
  if (typeof input === "string") {
    const start = resolved.isStrict ? URI_START.exec(input)?.[0] : undefined;
    if (start !== undefined) {
      const place = { index: 0, length: start.length, unit: "utf-16", excerpt: toExcerpt(start) } as const;
      const detail = "parseQuery of percodec/uri reads a URI or a ?query";
      throw new PercentEncodingError({ operation: "parse the form", code: "invalid-uri", ...place, detail });
    }
  } else if (readTypeTag(input) === "URL")
    throw new TypeError("parseForm takes a string or a Uint8Array; parseQuery takes a URL");
  else requireBytes(input, "parseForm takes a string or");
  return new FormPairs(parseWhole(input, resolved));
}

const URI_START = /^(?:\?|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;

/**
 * The pairs of a form, in order; a name may occur any number of times
 * (https://url.spec.whatwg.org/#concept-urlencoded).
 *
 * `__proto__` is a name like any other. Repeated lookups build an index by name.
 *
 * @example
 * import { FormPairs } from "percodec/form";
 * const pairs = new FormPairs([["a", "1"], ["b", "x y"], ["a", "2"]]);
 * pairs.getAll("a") // → ["1", "2"]
 * pairs.single("b") // → "x y"
 * [...pairs.set("a", "3")] // → [["a", "3"], ["b", "x y"]]
 * pairs.toString() // → "a=3&b=x+y"
 */
export class FormPairs implements Iterable<[name: string, value: string]> {
  /** How many empty pairs the parser skipped, as in `a=1&&b=2`. */
  readonly emptyPairs: number;
  readonly #list: PairList;

  // The methods that `console.log` calls in Node and Bun (https://nodejs.org/api/util.html#utilinspectcustom), and in Deno
  // (https://docs.deno.com/api/deno/~/Deno.customInspect). The symbols are registered, so nothing of the runtime is imported.
  static {
    Object.defineProperties(this.prototype, {
      [Symbol.for("nodejs.util.inspect.custom")]: {
        value(this: FormPairs, depth: number, options: object, inspect: Inspect) {
          return depth < 0 ? "[FormPairs]" : inspectPairs(this, options, inspect);
        },
      },
      [Symbol.for("Deno.customInspect")]: {
        value(this: FormPairs, inspect: Inspect, options: object) {
          return inspectPairs(this, options, inspect);
        },
      },
    });
  }

  /**
   * @param source pairs, an object as for `serializeForm`, FormData or URLSearchParams (default none); or a string, parsed as by
   *   `parseQuery` without options
   * @throws PercentEncodingError as `parseQuery`, for a string
   * @throws TypeError for anything else
   */
  constructor(source: string | object = []) {
    if (source instanceof PairList) this.#list = source;
    else
      this.#list =
        typeof source === "string" ? parseQueryText(source, strictFormOptions()) : new PairList(flattenEntries(source));
    this.emptyPairs = this.#list.emptyPairs;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#list.size;
  }

  /** Returns an iterator over the pairs, in order, each as a new array; changes during the iteration do not affect it. */
  [Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    return this.size > MAX_EAGER_PAIRS ? pairsIn(this.#list.flat.slice()) : this.toJSON()[Symbol.iterator]();
  }

  /** Returns an iterator over the pairs, like `[Symbol.iterator]`. */
  entries(): IterableIterator<[name: string, value: string]> {
    return this[Symbol.iterator]();
  }

  /** Returns an iterator over the names of the pairs, in order, each as often as it occurs. */
  keys(): IterableIterator<string> {
    const names = this.toJSON().map(([name]) => name);
    return names.values();
  }

  /** Returns an iterator over the values of the pairs, in order. */
  values(): IterableIterator<string> {
    const values = this.toJSON().map(([, value]) => value);
    return values.values();
  }

  /** Calls a function with value, name and this object for each pair, in order; changes by the function do not affect the iteration. */
  forEach(callback: (value: string, name: string, pairs: this) => void, thisArg?: unknown): void {
    requireFunction(callback, "the callback of FormPairs.forEach");
    for (const [name, value] of this) callback.call(thisArg, value, name, this);
  }

  /** Whether there is a pair of this name, or of this name and value. */
  has(name: string, value?: FormValue): boolean {
    requireText(name, "FormPairs.has");
    if (value === undefined) return this.#list.first(name) !== undefined;
    const content = toText(value, name);
    return this.#list.find(name).some((place) => this.#list.valueAt(place) === content);
  }

  /** Returns the first value of a name, or undefined. */
  get(name: string): string | undefined {
    requireText(name, "FormPairs.get");
    return this.#list.first(name);
  }

  /** Returns all values of a name, in order. */
  getAll(name: string): string[] {
    requireText(name, "FormPairs.getAll");
    return this.#list.find(name).map((place) => this.#list.valueAt(place));
  }

  /**
   * Returns the value of a name that may occur only once.
   *
   * @returns the value, or undefined if there is none
   * @throws PercentEncodingError `duplicate-name` with the index of the second occurrence in the parsed string or bytes; if that pair was
   * not parsed, the index counts pairs, also deleted ones
   */
  single(name: string): string | undefined {
    requireText(name, "FormPairs.single");
    const [first, second] = this.#list.find(name, 2);
    if (second !== undefined) throw this.#list.duplicateError(name, second);
    return first === undefined ? undefined : this.#list.valueAt(first);
  }

  /** Replaces the first value of this name and removes the others, or appends a pair. */
  set(name: string, value: FormValue): this {
    requireText(name, "FormPairs.set");
    const content = toText(value, name);
    const [first] = this.#list.find(name, 1);
    if (first === undefined) return this.append(name, content);
    this.#list.replaceValue(first, content);
    this.#list.remove(name, (place) => place !== first);
    return this;
  }

  /** Adds a pair at the end. */
  append(name: string, value: FormValue): this {
    requireText(name, "FormPairs.append");
    this.#list.append(name, toText(value, name));
    return this;
  }

  /** Removes all pairs of this name, or of this name and value; returns whether there were any. */
  delete(name: string, value?: FormValue): boolean {
    requireText(name, "FormPairs.delete");
    const content = value === undefined ? undefined : toText(value, name);
    return this.#list.remove(name, (place) => content === undefined || this.#list.valueAt(place) === content);
  }

  /** Sorts the pairs by the UTF-16 units of their names; pairs of the same name keep their order. */
  sort(): this {
    this.#list.sort();
    return this;
  }

  /** Returns a Map from each name to all its values; names are in the order of their first occurrence. */
  toMap(): Map<string, string[]> {
    const map = new Map<string, string[]>();
    this.#list.each((name, value) => {
      const values = map.get(name);
      if (values === undefined) map.set(name, [value]);
      else values.push(value);
    });
    return map;
  }

  /**
   * Returns an object from names to values. It inherits no properties, so `__proto__` is a name like any other: its prototype
   * is an empty, frozen object without a prototype. Names like `1` come first in it, as in every object.
   *
   * @param options which value is used if a name occurs twice: `"throw"` (the default), `"first"`, `"last"`, `"array"` for an array of
   *   the values of each name, or `"combine"` for the value of a name that occurs once and an array of all values of any other
   * @throws PercentEncodingError `duplicate-name`, as for `single`
   */
  toObject(options: { readonly duplicates: "array" }): Record<string, string[]>;
  toObject(options?: { readonly duplicates?: Exclude<Duplicates, "array" | "combine"> }): Record<string, string>;
  toObject(options: { readonly duplicates: Duplicates }): Record<string, string | string[]>;
  toObject(options?: { readonly duplicates?: Duplicates }): Record<string, string | string[]> {
    const given = readOptions(options, OBJECT_OPTIONS, "FormPairs.toObject");
    const duplicates = requireChoice(given.duplicates, DUPLICATES, "duplicates");
    const object = emptyObject(this.size);
    const stops = duplicates === "throw" || duplicates === "combine";
    if (duplicates !== "array" && this.#list.fill(object, duplicates !== "last", stops)) return object;
    for (const [name, values] of this.toMap()) {
      // What was filled before a duplicate is not returned.
      if (duplicates === "throw" && values.length > 1)
        throw this.#list.duplicateError(name, this.#list.find(name, 2)[1]!);
      object[name] = duplicates === "combine" && values.length === 1 ? values[0]! : values;
    }
    return object;
  }

  /** Serializes the pairs, as `serializeForm` does. */
  toString(options?: SerializePairsOptions): EncodedText {
    const { flat, size } = this.#list;
    const remaining = flat.length === size * 2 ? (flat as string[]) : flat.filter((text) => text !== undefined);
    const given = readOptions(options, PAIRS_OPTIONS, "FormPairs.toString");
    requireNulls(given.nulls);
    return serializeFlat(remaining, given);
  }

  /** Returns the pairs as arrays, which `JSON.stringify` writes. */
  toJSON(): [name: string, value: string][] {
    const pairs: [name: string, value: string][] = [];
    this.#list.each((name, value) => pairs.push([name, value]));
    return pairs;
  }

  /**
   * Returns the name of the class and a hash of the pairs.
   *
   * `node:assert` and similar functions compare the prototype, the tag and the own properties of an object: without the hash
   * any two forms would be equal. An own accessor would cost 0.2 µs for each form, more than parsing a short one.
   */
  get [Symbol.toStringTag](): string {
    return `FormPairs ${hashText(JSON.stringify(this))}`;
  }
}

function* pairsIn(flat: readonly (string | undefined)[]): IterableIterator<[name: string, value: string]> {
  for (let k = 0; k < flat.length; k += 2) {
    const name = flat[k];
    if (name !== undefined) yield [name, flat[k + 1]!];
  }
}

/** The runtime's own inspect function, which it passes to the method. */
type Inspect = (value: unknown, options: object) => string;

function inspectPairs(pairs: FormPairs, options: object, inspect: Inspect): string {
  const { size, emptyPairs } = pairs;
  const shown = inspect(pairs.toJSON(), { ...options, depth: 1 });
  return `FormPairs(${size}) ${shown}${emptyPairs === 0 ? "" : ` with emptyPairs: ${emptyPairs}`}`;
}

function hashText(text: string): string {
  const hash = (factor: number): string => {
    let value = 0;
    for (let i = 0; i < text.length; i++) value = (value * factor + text.charCodeAt(i)) % 0xfffffffb;
    return value.toString(16).padStart(8, "0");
  };
  return hash(0x1003f) + hash(0x10dcd);
}
