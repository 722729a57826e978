import { excerptOf } from "../base/excerpt.ts";
import { PercentEncodingError } from "../codec/errors.ts";
import type { EncodedText } from "../codec/flavours.ts";
import { type Block, cutInto } from "./blocks.ts";
import { type FormSource, namesAndValues } from "./entry-list.ts";
import { serializeFlat, type SerializeOptions } from "./serialize.ts";

/** Which of several values of one name counts: the `"error"` is `duplicate-name`. */
export type Duplicates = "error" | "first" | "last" | "all";

const DUPLICATES: readonly Duplicates[] = ["error", "first", "last", "all"];

/** Where a pair stands in what was parsed. */
interface PairPlace {
  readonly index: number;
  /** How long its name is as it is written. */
  readonly length: number;
}

/** What a parser hands over. */
export interface Parsed {
  /** Names and values in turn, or... */
  readonly flat: string[] | undefined;
  /** ...what they are cut out of when they are first wanted. */
  readonly blocks: readonly Block[] | undefined;
  readonly size: number;
  /** The form, in which it can be found where the pairs stand. */
  readonly places: string | Uint8Array;
  /** Whether `;` separates its pairs too. */
  readonly semicolon?: boolean;
  readonly emptyPieces: number;
}

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
  /** How many empty pieces, as in `a=1&&b=2`, were skipped when this was parsed. */
  readonly emptyPieces: number;
  /** Names and values in turn, undefined where a pair was deleted; none are here yet while there are blocks. */
  #flat: (string | undefined)[];
  #blocks: readonly Block[] | undefined;
  #places: readonly PairPlace[] | string | Uint8Array;
  /** Where in the form the pairs stood among all, once deleted ones are gone from `#flat`. */
  #ordinals: readonly (number | undefined)[] | undefined;
  readonly #semicolon: boolean;
  #size: number;
  /** The place of each name, or all, by the name behind a word that nobody can foresee: so no names can be chosen to collide. */
  #index: Map<string, number | number[]> | undefined;
  /** How many places were looked at before there was an index. */
  #searched = 0;
  #seed = "";

  /**
   * @param source pairs, an object, FormData or URLSearchParams (default none)
   * @throws TypeError for anything else
   */
  constructor(source: FormSource = [], parsed?: Parsed) {
    this.#flat = parsed === undefined ? namesAndValues(source) : (parsed.flat ?? []);
    this.#blocks = parsed?.blocks;
    this.#places = parsed === undefined ? [] : parsed.places;
    this.#semicolon = parsed?.semicolon ?? false;
    this.emptyPieces = parsed === undefined ? 0 : parsed.emptyPieces;
    this.#size = parsed === undefined ? this.#flat.length / 2 : parsed.size;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** Gives each pair that there is when the iteration begins, as an array of its own, in order. */
  [Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    return this.#size > MANY ? pairsIn(this.#all().slice()) : this.toJSON()[Symbol.iterator]();
  }

  /** Whether there is a pair of this name. */
  has(name: string): boolean {
    return this.#placesOf(name, 1).length > 0;
  }

  /** Gives the first value of a name, or undefined. */
  get(name: string): string | undefined {
    const [first] = this.#placesOf(name, 1);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Gives all values of a name, in order. */
  getAll(name: string): string[] {
    return this.#placesOf(name).map((place) => this.#all()[place * 2 + 1]!);
  }

  /**
   * Gives the value of a name that may occur once.
   *
   * @returns the value, or undefined where there is none
   * @throws PercentEncodingError `duplicate-name` at the second name in the text or bytes that were parsed; where the
   *   pair was not parsed, the index counts pairs
   */
  single(name: string): string | undefined {
    const [first, second] = this.#placesOf(name, 2);
    if (second !== undefined) throw this.#duplicate(second);
    return first === undefined ? undefined : this.#all()[first * 2 + 1];
  }

  /** Puts a value in place of the first of this name and removes the others, or appends it. */
  set(name: string, value: string): this {
    const [text, content] = namesAndValues([[name, value]]) as [string, string];
    const [first, ...others] = this.#placesOf(text);
    if (first === undefined) return this.append(text, content);
    this.#all()[first * 2 + 1] = content;
    this.#remove(text, others, [first]);
    return this;
  }

  /** Adds a pair at the end. */
  append(name: string, value: string): this {
    const [text, content] = namesAndValues([[name, value]]) as [string, string];
    const flat = this.#all();
    if (this.#index !== undefined) this.#record(this.#index, text, flat.length / 2);
    flat.push(text, content);
    this.#size++;
    return this;
  }

  /** Removes all pairs of this name, and says whether there were any. */
  delete(name: string): boolean {
    const places = this.#placesOf(name);
    this.#remove(name, places, []);
    return places.length > 0;
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
   * @param options what counts where a name occurs twice: `"error"` (the default), `"first"`, `"last"`, or `"all"` for
   *   arrays of all values
   * @throws PercentEncodingError `duplicate-name`, as for `single`
   */
  toObject(options: { readonly duplicates: "all" }): Record<string, string[]>;
  toObject(options?: { readonly duplicates?: Exclude<Duplicates, "all"> }): Record<string, string>;
  toObject(options: { readonly duplicates: Duplicates }): Record<string, string | string[]>;
  toObject({ duplicates = "error" }: { readonly duplicates?: Duplicates } = {}): Record<string, string | string[]> {
    if (!DUPLICATES.includes(duplicates)) {
      throw new TypeError(`duplicates must be one of ${DUPLICATES.join(", ")}`);
    }
    const object = emptyObject(this.#size);
    if (duplicates !== "all" && this.#fill(object, duplicates)) return object;
    const all = emptyObject(this.#size);
    for (const [name, values] of this.toMap()) {
      if (duplicates === "error" && values.length > 1) throw this.#duplicate(this.#placesOf(name)[1]!);
      all[name] = values;
    }
    return all;
  }

  /** Puts one value of each name into an object, and says whether no name had an error. */
  #fill(object: Record<string, string | string[]>, duplicates: Duplicates): boolean {
    const first = duplicates !== "last";
    const known = this.#size <= MOST_KNOWN;
    if (this.#blocks !== undefined) {
      for (const { text, cuts } of this.#blocks) {
        for (let k = 0; k < cuts.length; k += 3) {
          const equals = cuts[k + 1]!;
          const to = cuts[k + 2]!;
          const cut = text.slice(cuts[k], equals);
          const name = known ? knownName(cut) : cut;
          if (!first || object[name] === undefined) object[name] = equals < to ? text.slice(equals + 1, to) : "";
          else if (duplicates === "error") return false;
        }
      }
      return true;
    }
    const flat = this.#flat;
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name === undefined) continue;
      if (!first || object[name] === undefined) object[name] = flat[k + 1]!;
      else if (duplicates === "error") return false;
    }
    return true;
  }

  /** Serializes the pairs, as `serializeForm` does. */
  toString(options?: SerializeOptions): EncodedText {
    const flat = this.#all();
    const whole = flat.length === this.#size * 2;
    return serializeFlat(whole ? (flat as string[]) : flat.filter((text) => text !== undefined), options);
  }

  /** Gives the pairs, which is what `JSON.stringify` writes. */
  toJSON(): [name: string, value: string][] {
    const flat = this.#all();
    const pairs: [name: string, value: string][] = [];
    for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) pairs.push([flat[k]!, flat[k + 1]!]);
    return pairs;
  }

  /** @param most how many places are needed */
  #placesOf(name: string, most = Infinity): readonly number[] {
    const flat = this.#all();
    if (this.#index === undefined && (this.#size <= SOME_KEYS || this.#searched < SEARCHES * flat.length)) {
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
    if (this.#size * 4 < flat.length) this.#compact();
  }

  #compact(): void {
    const flat = this.#all();
    const ordinals = this.#ordinals;
    const alive: number[] = [];
    for (let place = 0; place * 2 < flat.length; place++) if (flat[place * 2] !== undefined) alive.push(place);
    this.#ordinals = ordinals === undefined ? alive : alive.map((place) => ordinals[place]);
    this.#flat = alive.flatMap((place) => [flat[place * 2]!, flat[place * 2 + 1]!]);
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
    return new PercentEncodingError("take one value", "duplicate-name", index, length, excerptOf(name));
  }
}

/** With more pairs than these the array for each is made when it is its turn: half a million then take 25 ms, and not 90. */
const MANY = 0x400;

function* pairsIn(flat: readonly (string | undefined)[]): IterableIterator<[name: string, value: string]> {
  for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) yield [flat[k]!, flat[k + 1]!];
}

/** After so many searches through all pairs the index by name is made: a pair costs 10 ns in a search and 150 or more in the index. */
const SEARCHES = 16;

/** With more keys than these an index is worth its making, and an engine makes a dictionary of an object anyway. */
const SOME_KEYS = 12;

/** Names that were keys before, by a few of their units: an engine takes 40 ns longer for a key that it does not know yet. */
const KNOWN: string[] = [];
const MOST_KNOWN = 0x400;
const LONGEST_KNOWN = 32;

/** Gives the same name, and the one that was a key before if it is there. */
function knownName(name: string): string {
  const { length } = name;
  if (length === 0 || length > LONGEST_KNOWN) return name;
  const ends = name.charCodeAt(0) * 7 + name.charCodeAt(length - 1);
  const slot =
    (ends + length * 31 + name.charCodeAt(length >> 1) * 11 + name.charCodeAt((length * 3) >> 2) * 101) % MOST_KNOWN;
  const known = KNOWN[slot];
  if (known === name) return known;
  KNOWN[slot] = name;
  return name;
}

/** Makes objects that inherit from an empty object, which nobody can change; its name is what `console.log` shows. */
function FormObject(): void {}
const PROTOTYPE: object = Object.freeze(Object.create(null));
FormObject.prototype = PROTOTYPE;

/** An object that inherits nothing. One made without a prototype is a dictionary to engines, which only many keys fill faster. */
function emptyObject(size: number): Record<string, string | string[]> {
  if (size <= SOME_KEYS) return new (FormObject as unknown as new () => Record<string, string>)();
  return Object.setPrototypeOf(Object.create(null), PROTOTYPE) as Record<string, string>;
}

/** Where the pairs of a form stand. */
function placesIn(form: string | Uint8Array, semicolon: boolean): PairPlace[] {
  const places: PairPlace[] = [];
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= form.length; i++) {
    const unit = i === form.length ? 0x26 : typeof form === "string" ? form.charCodeAt(i) : form[i]!;
    if (unit === 0x3d && equals < 0) equals = i;
    if (unit !== 0x26 && !(semicolon && unit === 0x3b)) continue;
    if (i > start) places.push({ index: start, length: (equals < 0 ? i : equals) - start });
    start = i + 1;
    equals = -1;
  }
  return places;
}
