import { requireChoice, requireFunction, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { PercentEncodingError } from "../base/errors.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { appendPairs } from "../kernel/form.ts";
import { type FormValue, flattenEntries, toText } from "./entry-list.ts";
import { emptyObject, MAX_UNINDEXED_KEYS } from "./form-object.ts";
import { NameIndex } from "./name-index.ts";
import { hashTexts, addInspection } from "./inspection.ts";
import { strictFormOptions } from "./options.ts";
import { type PairPosition, findPairPositions } from "./pair-positions.ts";
import { parseWhole } from "./parse-whole.ts";
import { ParsedForm } from "./parsed-form.ts";
import { readPairsOptions, serializeFlat, type SerializePairsOptions } from "./serialize.ts";

/** Which value is used if a name occurs twice; `"throw"` throws `duplicate-name`. */
export type Duplicates = "throw" | "first" | "last" | "array";

/** All policies, starting with the default. */
export const DUPLICATES: readonly Duplicates[] = ["throw", "first", "last", "array"];

/** How pairs are converted to an object. */
interface ObjectOptions {
  readonly duplicates?: Duplicates;
}

const OBJECT_OPTIONS: OptionNames<ObjectOptions> = { duplicates: true };

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
  /** Names and values alternately, undefined for a deleted pair; empty until the blocks are cut into it. */
  #flat: (string | undefined)[];
  /** The form that the pairs were parsed from. */
  readonly #form: ParsedForm | undefined;
  /** The original ordinal of each pair in the form; set when pairs are moved in `#flat`. */
  #ordinals: readonly (number | undefined)[] | undefined;
  #size: number;
  #index: NameIndex | undefined;
  /** How many items of `#flat` the searches without an index have passed. */
  #searched = 0;

  static {
    addInspection(this.prototype);
  }

  /**
   * @param source pairs, an object as for `serializeForm`, FormData or URLSearchParams (default none); or a text, parsed as by
   *   `parseForm` without options; a leading `?` is removed, as by URLSearchParams
   * @throws PercentEncodingError as `parseForm`, for a text
   * @throws TypeError for anything else
   */
  constructor(source: string | object = []) {
    if (source instanceof ParsedForm || typeof source === "string") {
      const parsed = typeof source === "string" ? readText(source) : source;
      this.#flat = parsed.flat ?? [];
      this.#form = parsed;
      this.emptyPairs = parsed.emptyPairs;
      this.#size = parsed.size;
    } else {
      this.#flat = flattenEntries(source);
      this.emptyPairs = 0;
      this.#size = this.#flat.length / 2;
    }
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** Returns an iterator over the pairs, in order, each as a new array; changes during the iteration do not affect it. */
  [Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    return this.#size > MAX_EAGER_PAIRS ? pairsIn(this.#all().slice()) : this.toJSON()[Symbol.iterator]();
  }

  /** Returns an iterator over the pairs, like `[Symbol.iterator]`. */
  entries(): IterableIterator<[name: string, value: string]> {
    return this[Symbol.iterator]();
  }

  /** Returns an iterator over the names of the pairs, in order, each as often as it occurs. */
  keys(): IterableIterator<string> {
    return this.toJSON()
      .map(([name]) => name)
      .values();
  }

  /** Returns an iterator over the values of the pairs, in order. */
  values(): IterableIterator<string> {
    return this.toJSON()
      .map(([, value]) => value)
      .values();
  }

  /** Calls a function with value, name and this object for each pair, in order; changes by the function do not affect the iteration. */
  forEach(callback: (value: string, name: string, pairs: this) => void, thisArg?: unknown): void {
    requireFunction(callback, "the callback of FormPairs.forEach");
    for (const [name, value] of this) callback.call(thisArg, value, name, this);
  }

  /** Whether there is a pair of this name, or of this name and value. */
  has(name: string, value?: FormValue): boolean {
    requireText(name, "FormPairs.has");
    if (value === undefined) return this.#findPlaces(name, 1).length > 0;
    const content = toText(value, name);
    const flat = this.#all();
    return this.#findPlaces(name).some((place) => flat[place * 2 + 1] === content);
  }

  /** Returns the first value of a name, or undefined. */
  get(name: string): string | undefined {
    requireText(name, "FormPairs.get");
    const [first] = this.#findPlaces(name, 1);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Returns all values of a name, in order. */
  getAll(name: string): string[] {
    requireText(name, "FormPairs.getAll");
    return this.#findPlaces(name).map((place) => this.#all()[place * 2 + 1]!);
  }

  /**
   * Returns the value of a name that may occur only once.
   *
   * @returns the value, or undefined if there is none
   * @throws PercentEncodingError `duplicate-name` with the index of the second occurrence in the parsed text or bytes; if that
   *   pair was not parsed, the index counts pairs
   */
  single(name: string): string | undefined {
    requireText(name, "FormPairs.single");
    const [first, second] = this.#findPlaces(name, 2);
    if (second !== undefined) throw this.#duplicate(second);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Replaces the first value of this name and removes the others, or appends a pair. */
  set(name: string, value: FormValue): this {
    requireText(name, "FormPairs.set");
    const content = toText(value, name);
    const [first, ...others] = this.#findPlaces(name);
    if (first === undefined) return this.append(name, content);
    this.#all()[first * 2 + 1] = content;
    this.#remove(name, others, [first]);
    return this;
  }

  /** Adds a pair at the end. */
  append(name: string, value: FormValue): this {
    requireText(name, "FormPairs.append");
    const content = toText(value, name);
    const flat = this.#all();
    this.#index?.add(name, flat.length / 2);
    flat.push(name, content);
    this.#size++;
    return this;
  }

  /** Removes all pairs of this name, or of this name and value; returns whether there were any. */
  delete(name: string, value?: FormValue): boolean {
    requireText(name, "FormPairs.delete");
    const content = value === undefined ? undefined : toText(value, name);
    const flat = this.#all();
    const isRemoved = (place: number): boolean => content === undefined || flat[place * 2 + 1] === content;
    const places = this.#findPlaces(name);
    const removed = places.filter(isRemoved);
    const remaining = places.filter((place) => !isRemoved(place));
    this.#remove(name, removed, remaining);
    return removed.length > 0;
  }

  /** Sorts the pairs by the UTF-16 units of their names; pairs of the same name keep their order. */
  sort(): this {
    const flat = this.#all();
    const name = (place: number): string => flat[place * 2]!;
    this.#arrange(this.#remainingPlaces().sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0)));
    return this;
  }

  /** Returns a Map from each name to all its values; names are in the order of their first occurrence. */
  toMap(): Map<string, string[]> {
    const map = new Map<string, string[]>();
    const flat = this.#all();
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name === undefined) continue;
      const values = map.get(name);
      if (values === undefined) map.set(name, [flat[k + 1]!]);
      else values.push(flat[k + 1]!);
    }
    return map;
  }

  /**
   * Returns an object from names to values. It inherits no properties, so `__proto__` is a name like any other: its prototype
   * is an empty, frozen object without a prototype. Names like `1` come first in it, as in every object.
   *
   * @param options which value is used if a name occurs twice: `"throw"` (the default), `"first"`, `"last"`, or `"array"` for
   *   an array of the values of each name
   * @throws PercentEncodingError `duplicate-name`, as for `single`
   */
  toObject(options: { readonly duplicates: "array" }): Record<string, string[]>;
  toObject(options?: { readonly duplicates?: Exclude<Duplicates, "array"> }): Record<string, string>;
  toObject(options: { readonly duplicates: Duplicates }): Record<string, string | string[]>;
  toObject(options?: ObjectOptions): Record<string, string | string[]> {
    const given = readOptions(options, OBJECT_OPTIONS, "FormPairs.toObject");
    const duplicates = requireChoice(given.duplicates, DUPLICATES, "duplicates");
    const object = emptyObject(this.#size);
    if (duplicates !== "array" && this.#fill(object, duplicates)) return object;
    for (const [name, values] of this.toMap()) {
      // What was filled before a duplicate is not returned.
      if (duplicates === "throw" && values.length > 1) throw this.#duplicate(this.#findPlaces(name)[1]!);
      object[name] = values;
    }
    return object;
  }

  /** Adds one value of each name to an object; returns false at a duplicate name that must throw. */
  #fill(object: Record<string, string | string[]>, duplicates: Duplicates): boolean {
    const first = duplicates !== "last";
    if (this.#form?.blocks !== undefined) {
      for (const { text, cuts } of this.#form.blocks) {
        for (let k = 0; k < cuts.length; k += 3) {
          const equals = cuts[k + 1]!;
          const to = cuts[k + 2]!;
          const name = text.slice(cuts[k], equals);
          if (!first || object[name] === undefined) object[name] = equals < to ? text.slice(equals + 1, to) : "";
          else if (duplicates === "throw") return false;
        }
      }
      return true;
    }
    const flat = this.#flat;
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name === undefined) continue;
      if (!first || object[name] === undefined) object[name] = flat[k + 1]!;
      else if (duplicates === "throw") return false;
    }
    return true;
  }

  /** Serializes the pairs, as `serializeForm` does. */
  toString(options?: SerializePairsOptions): EncodedText {
    const flat = this.#all();
    const isComplete = flat.length === this.#size * 2;
    const remaining = isComplete ? (flat as string[]) : flat.filter((text) => text !== undefined);
    return serializeFlat(remaining, readPairsOptions(options));
  }

  /** Returns the pairs as arrays, which `JSON.stringify` writes. */
  toJSON(): [name: string, value: string][] {
    const flat = this.#all();
    const pairs: [name: string, value: string][] = [];
    for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) pairs.push([flat[k]!, flat[k + 1]!]);
    return pairs;
  }

  /**
   * Returns the name of the class and a hash of the pairs.
   *
   * `node:assert` and similar functions compare the prototype, the tag and the own properties of an object: without the hash
   * any two forms would be equal. An own accessor would cost 0.2 µs for each form, more than parsing a short one.
   */
  get [Symbol.toStringTag](): string {
    return `FormPairs ${hashTexts(this.toJSON().flat())}`;
  }

  /** @param most how many places the caller needs */
  #findPlaces(name: string, most = Infinity): readonly number[] {
    const flat = this.#all();
    if (
      this.#index === undefined &&
      (this.#size <= MAX_UNINDEXED_KEYS || this.#searched < MAX_SEARCHES * flat.length)
    ) {
      const places: number[] = [];
      let k = 0;
      for (; k < flat.length && places.length < most; k += 2) if (flat[k] === name) places.push(k / 2);
      this.#searched += k;
      return places;
    }
    this.#index ??= new NameIndex(flat);
    return this.#index.find(name);
  }

  #remove(name: string, places: readonly number[], remaining: number[]): void {
    const flat = this.#all();
    for (const place of places) flat[place * 2] = flat[place * 2 + 1] = undefined;
    this.#size -= places.length;
    this.#index?.replace(name, remaining);
    // Compact only if more than half of the items are deleted, so that each removal costs constant time on average.
    if (this.#size * 4 < flat.length) this.#arrange(this.#remainingPlaces());
  }

  /** The places of the pairs that are not deleted. */
  #remainingPlaces(): number[] {
    const flat = this.#all();
    const places: number[] = [];
    for (let place = 0; place * 2 < flat.length; place++) if (flat[place * 2] !== undefined) places.push(place);
    return places;
  }

  /** Keeps the pairs at these places, in this order; all others have been deleted. */
  #arrange(places: readonly number[]): void {
    const flat = this.#all();
    const ordinals = this.#ordinals;
    this.#ordinals = ordinals === undefined ? places : places.map((place) => ordinals[place]);
    this.#flat = places.flatMap((place) => [flat[place * 2]!, flat[place * 2 + 1]!]);
    this.#index = undefined;
    // Lets the garbage collector free the deleted pairs.
    if (this.#form !== undefined) this.#form.flat = undefined;
  }

  /** Returns `#flat` after the blocks have been cut into it. */
  #all(): (string | undefined)[] {
    const form = this.#form;
    if (form?.blocks !== undefined) {
      for (const block of form.blocks) appendPairs(this.#flat, block);
      form.blocks = undefined;
    }
    return this.#flat;
  }

  #duplicate(place: number): PercentEncodingError {
    const name = this.#all()[place * 2]!;
    const ordinal = this.#ordinals === undefined ? place : this.#ordinals[place];
    const form = this.#form;
    const found = form === undefined || ordinal === undefined ? undefined : findPosition(form, ordinal);
    const { index, length } = found ?? { index: place, length: 1 };
    return new PercentEncodingError({
      operation: "return one value",
      code: "duplicate-name",
      index,
      length,
      unit: form === undefined || found === undefined ? "pair" : typeof form.source === "string" ? "utf-16" : "byte",
      excerpt: toExcerpt(name),
      detail: undefined,
    });
  }
}

/** Returns the position of a pair in the form that it was parsed from. */
function findPosition(form: ParsedForm, ordinal: number): PairPosition | undefined {
  form.positions ??= findPairPositions(form.source, form.semicolon);
  return form.positions[ordinal];
}

/**
 * Parses a text with the default options, without a leading `?`.
 *
 * The `?` is replaced by `&`, which keeps every index and adds one empty pair.
 */
function readText(text: string): ParsedForm {
  if (!text.startsWith("?")) return parseWhole(text, strictFormOptions());
  if (text === "?") return parseWhole("", strictFormOptions());
  const { flat, blocks, size, source, emptyPairs } = parseWhole(`&${text.slice(1)}`, strictFormOptions());
  return new ParsedForm(flat, blocks, size, source, emptyPairs - 1);
}

/** With more pairs than this the iterator creates each array on demand: half a million pairs then take 25 ms instead of 90. */
const MAX_EAGER_PAIRS = 0x400;

function* pairsIn(flat: readonly (string | undefined)[]): IterableIterator<[name: string, value: string]> {
  for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) yield [flat[k]!, flat[k + 1]!];
}

/** After this many searches through all pairs the index by name is built: a pair costs 10 ns in a search and 150 or more in the index. */
const MAX_SEARCHES = 16;
