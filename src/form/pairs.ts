import { requireChoice, requireFunction, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { type IndexUnit, PercentEncodingError } from "../base/errors.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { cutInto } from "../kernel/form.ts";
import type { FormBlock } from "../kernel/types.ts";
import { type FormValue, flattenEntries, toText } from "./entry-list.ts";
import { emptyObject, INDEX_MIN_KEYS } from "./form-object.ts";
import { digest, addInspection } from "./inspection.ts";
import { strictFormOptions } from "./options.ts";
import { type PairPlace, placesIn } from "./pair-places.ts";
import { parseWhole } from "./parse-whole.ts";
import { ParsedForm } from "./parsed-form.ts";
import { readSerializeOptions, serializeFlat, type SerializeOptions } from "./serialize.ts";

/** Which of several values of one name counts: the `"throw"` is `duplicate-name`. */
export type Duplicates = "throw" | "first" | "last" | "all";

/** All policies, the default first. */
export const DUPLICATES: readonly Duplicates[] = ["throw", "first", "last", "all"];

/** How an object is made of pairs. */
interface ObjectOptions {
  readonly duplicates?: Duplicates;
}

const OBJECT_OPTIONS: OptionNames<ObjectOptions> = { duplicates: true };

/**
 * The pairs of a form, in order; a name may occur any number of times
 * (https://url.spec.whatwg.org/#concept-urlencoded).
 *
 * Names are plain data: `__proto__` is one like any other. An index by name is made once searching for names has taken as long.
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
  /** How many empty pairs, as in `a=1&&b=2`, were skipped when this was parsed. */
  readonly emptyPairs: number;
  /** Names and values in turn, undefined where a pair was deleted; none are here yet while there are blocks. */
  #flat: (string | undefined)[];
  #blocks: readonly FormBlock[] | undefined;
  #places: readonly PairPlace[] | string | Uint8Array;
  /** What the places count. */
  readonly #unit: IndexUnit;
  /** Where in the form the pairs stood among all, once deleted ones are gone from `#flat`. */
  #ordinals: readonly (number | undefined)[] | undefined;
  readonly #semicolon: boolean;
  #size: number;
  /** The place of each name, or all, by the name behind a word that nobody can foresee: so no names can be chosen to collide. */
  #index: Map<string, number | number[]> | undefined;
  /** How many places were looked at before there was an index. */
  #searched = 0;
  #seed = "";

  static {
    addInspection(this.prototype);
  }

  /**
   * @param source pairs, an object as for `serializeForm`, FormData or URLSearchParams (default none); or a text, which is read as
   *   `parseForm` reads it, strictly, but without a `?` at its beginning, as by URLSearchParams
   * @throws PercentEncodingError as `parseForm`, for a text
   * @throws TypeError for anything else
   */
  constructor(source: string | object = []) {
    if (source instanceof ParsedForm || typeof source === "string") {
      const parsed = typeof source === "string" ? readText(source) : source;
      this.#flat = parsed.flat ?? [];
      this.#blocks = parsed.blocks;
      this.#places = parsed.places;
      this.#unit = typeof parsed.places === "string" ? "utf-16" : "byte";
      this.#semicolon = parsed.semicolon;
      this.emptyPairs = parsed.emptyPairs;
      this.#size = parsed.size;
    } else {
      this.#flat = flattenEntries(source);
      this.#places = [];
      this.#unit = "pair";
      this.#semicolon = false;
      this.emptyPairs = 0;
      this.#size = this.#flat.length / 2;
    }
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** Gives each pair that there is when the iteration begins, as an array of its own, in order. */
  [Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    return this.#size > MAX_EAGER_PAIRS ? pairsIn(this.#all().slice()) : this.toJSON()[Symbol.iterator]();
  }

  /** Returns an iterator over the pairs that there are when it is made. */
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

  /** Calls a function with the value, the name and this for each pair that there is at the call, in order. */
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

  /** Gives the first value of a name, or undefined. */
  get(name: string): string | undefined {
    requireText(name, "FormPairs.get");
    const [first] = this.#findPlaces(name, 1);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Gives all values of a name, in order. */
  getAll(name: string): string[] {
    requireText(name, "FormPairs.getAll");
    return this.#findPlaces(name).map((place) => this.#all()[place * 2 + 1]!);
  }

  /**
   * Gives the value of a name that may occur once.
   *
   * @returns the value, or undefined where there is none
   * @throws PercentEncodingError `duplicate-name` at the second name in the text or bytes that were parsed; where the
   *   pair was not parsed, the index counts pairs
   */
  single(name: string): string | undefined {
    requireText(name, "FormPairs.single");
    const [first, second] = this.#findPlaces(name, 2);
    if (second !== undefined) throw this.#duplicate(second);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Puts a value in place of the first of this name and removes the others, or appends it. */
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
    if (this.#index !== undefined) this.#record(this.#index, name, flat.length / 2);
    flat.push(name, content);
    this.#size++;
    return this;
  }

  /** Removes all pairs of this name, or of this name and value, and says whether there were any. */
  delete(name: string, value?: FormValue): boolean {
    requireText(name, "FormPairs.delete");
    const content = value === undefined ? undefined : toText(value, name);
    const flat = this.#all();
    const goes = (place: number): boolean => content === undefined || flat[place * 2 + 1] === content;
    const places = this.#findPlaces(name);
    const removed = places.filter(goes);
    const remaining = places.filter((place) => !goes(place));
    this.#remove(name, removed, remaining);
    return removed.length > 0;
  }

  /** Sorts the pairs by the UTF-16 units of their names; pairs of one name keep their order. */
  sort(): this {
    const flat = this.#all();
    const name = (place: number): string => flat[place * 2]!;
    this.#arrange(this.#alive().sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0)));
    return this;
  }

  /** Gives a Map from each name to all its values, names in the order in which they first occur. */
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
   * Gives an object that inherits nothing, so that `__proto__` is a name like any other: its prototype is an empty, frozen object
   * that has none. Names like `1` come first in it, as in every object.
   *
   * @param options what counts where a name occurs twice: `"throw"` (the default), `"first"`, `"last"`, or `"all"` for
   *   arrays of all values
   * @throws PercentEncodingError `duplicate-name`, as for `single`
   */
  toObject(options: { readonly duplicates: "all" }): Record<string, string[]>;
  toObject(options?: { readonly duplicates?: Exclude<Duplicates, "all"> }): Record<string, string>;
  toObject(options: { readonly duplicates: Duplicates }): Record<string, string | string[]>;
  toObject(options?: ObjectOptions): Record<string, string | string[]> {
    const given = readOptions(options, OBJECT_OPTIONS, "FormPairs.toObject");
    const duplicates = requireChoice(given.duplicates, DUPLICATES, "duplicates");
    const object = emptyObject(this.#size);
    if (duplicates !== "all" && this.#fill(object, duplicates)) return object;
    const all = emptyObject(this.#size);
    for (const [name, values] of this.toMap()) {
      if (duplicates === "throw" && values.length > 1) throw this.#duplicate(this.#findPlaces(name)[1]!);
      all[name] = values;
    }
    return all;
  }

  /** Puts one value of each name into an object, and says whether no name had an error. */
  #fill(object: Record<string, string | string[]>, duplicates: Duplicates): boolean {
    const first = duplicates !== "last";
    if (this.#blocks !== undefined) {
      for (const { text, cuts } of this.#blocks) {
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
  toString(options?: SerializeOptions): EncodedText {
    const flat = this.#all();
    const whole = flat.length === this.#size * 2;
    const remaining = whole ? (flat as string[]) : flat.filter((text) => text !== undefined);
    return serializeFlat(remaining, readSerializeOptions(options, "FormPairs.toString"));
  }

  /** Gives the pairs, which is what `JSON.stringify` writes. */
  toJSON(): [name: string, value: string][] {
    const flat = this.#all();
    const pairs: [name: string, value: string][] = [];
    for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) pairs.push([flat[k]!, flat[k + 1]!]);
    return pairs;
  }

  /**
   * Names the class and a digest of the pairs.
   *
   * `node:assert` and other comparisons see the prototype, the tag and the own properties of an object: without the digest
   * any two forms would be equal. An own accessor would take 0.2 µs a form, which is more than a short one takes to parse.
   */
  get [Symbol.toStringTag](): string {
    return `FormPairs ${digest(this.toJSON().flat())}`;
  }

  /** @param most how many places are needed */
  #findPlaces(name: string, most = Infinity): readonly number[] {
    const flat = this.#all();
    if (this.#index === undefined && (this.#size <= INDEX_MIN_KEYS || this.#searched < MAX_SEARCHES * flat.length)) {
      const places: number[] = [];
      let k = 0;
      for (; k < flat.length && places.length < most; k += 2) if (flat[k] === name) places.push(k / 2);
      this.#searched += k;
      return places;
    }
    if (this.#index === undefined) {
      this.#index = new Map();
      this.#seed = Math.random().toString(36);
      for (let k = 0; k < flat.length; k += 2) {
        const found = flat[k];
        if (found !== undefined) this.#record(this.#index, found, k / 2);
      }
    }
    const places = this.#index.get(this.#seed + name) ?? [];
    return typeof places === "number" ? [places] : places;
  }

  #record(index: Map<string, number | number[]>, name: string, place: number): void {
    const key = this.#seed + name;
    const places = index.get(key);
    if (places === undefined) index.set(key, place);
    else if (typeof places === "number") index.set(key, [places, place]);
    else places.push(place);
  }

  #remove(name: string, places: readonly number[], remaining: number[]): void {
    const flat = this.#all();
    for (const place of places) flat[place * 2] = flat[place * 2 + 1] = undefined;
    this.#size -= places.length;
    if (remaining.length > 0) this.#index?.set(this.#seed + name, remaining);
    else this.#index?.delete(this.#seed + name);
    // Each compaction is paid for by as many removals as it has to look at.
    if (this.#size * 4 < flat.length) this.#arrange(this.#alive());
  }

  /** The places of the pairs that are not deleted. */
  #alive(): number[] {
    const flat = this.#all();
    const alive: number[] = [];
    for (let place = 0; place * 2 < flat.length; place++) if (flat[place * 2] !== undefined) alive.push(place);
    return alive;
  }

  /** Puts the pairs of these places one after the other; all others have been deleted. */
  #arrange(places: readonly number[]): void {
    const flat = this.#all();
    const ordinals = this.#ordinals;
    this.#ordinals = ordinals === undefined ? places : places.map((place) => ordinals[place]);
    this.#flat = places.flatMap((place) => [flat[place * 2]!, flat[place * 2 + 1]!]);
    this.#index = undefined;
  }

  /** Names and values in turn. */
  #all(): (string | undefined)[] {
    if (this.#blocks !== undefined) {
      for (const block of this.#blocks) cutInto(this.#flat, block);
      this.#blocks = undefined;
    }
    return this.#flat;
  }

  #placesInForm(): readonly PairPlace[] {
    const places = this.#places;
    if (typeof places !== "string" && !ArrayBuffer.isView(places)) return places;
    return (this.#places = placesIn(places, this.#semicolon));
  }

  #duplicate(place: number): PercentEncodingError {
    const name = this.#all()[place * 2]!;
    const ordinal = this.#ordinals === undefined ? place : this.#ordinals[place];
    const found = ordinal === undefined ? undefined : this.#placesInForm()[ordinal];
    const { index, length } = found ?? { index: place, length: 1 };
    return new PercentEncodingError({
      operation: "take one value",
      code: "duplicate-name",
      index,
      length,
      unit: found === undefined ? "pair" : this.#unit,
      excerpt: toExcerpt(name),
      detail: undefined,
    });
  }
}

/**
 * Reads a text as URLSearchParams does, without a `?` at its beginning, but strictly.
 *
 * An `&` in place of the `?` keeps every index, and makes one empty pair more.
 */
function readText(text: string): ParsedForm {
  if (!text.startsWith("?")) return parseWhole(text, strictFormOptions());
  if (text === "?") return parseWhole("", strictFormOptions());
  const { flat, blocks, size, places, emptyPairs } = parseWhole(`&${text.slice(1)}`, strictFormOptions());
  return new ParsedForm(flat, blocks, size, places, emptyPairs - 1);
}

/** With more pairs than these the array for each is made when it is its turn: half a million then take 25 ms, and not 90. */
const MAX_EAGER_PAIRS = 0x400;

function* pairsIn(flat: readonly (string | undefined)[]): IterableIterator<[name: string, value: string]> {
  for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) yield [flat[k]!, flat[k + 1]!];
}

/** After so many searches through all pairs the index by name is made: a pair costs 10 ns in a search and 150 or more in the index. */
const MAX_SEARCHES = 16;
