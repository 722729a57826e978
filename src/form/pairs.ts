import { excerptOfText, PercentEncodingError } from "../codec/errors.ts";
import type { EncodedText } from "../codec/flavours.ts";
import { entriesOf, type FormSource } from "./entry-list.ts";
import { serializeForm, type SerializeOptions } from "./serialize.ts";

/** Which of several values of one name counts: the `"error"` is `duplicate-name`. */
export type Duplicates = "error" | "first" | "last" | "all";

/** Where a pair stands in what was parsed. */
export interface PairPlace {
  readonly index: number;
  /** How long its name is as it is written. */
  readonly length: number;
}

/** What a parser knows beside the pairs. */
interface Parsed {
  readonly places: readonly PairPlace[];
  readonly emptyPieces: number;
}

/**
 * The pairs of a form, in order; a name may occur any number of times
 * (https://url.spec.whatwg.org/#concept-urlencoded).
 *
 * Names are plain data: `__proto__` is one like any other. The index by name is made when it is first asked for.
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
  /** The pairs; undefined where one was deleted. */
  #pairs: ([name: string, value: string] | undefined)[];
  #places: (PairPlace | undefined)[];
  #size: number;
  /** The places of each name, by the name behind a word that nobody can foresee: so no names can be chosen to collide. */
  #index: Map<string, number[]> | undefined;
  readonly #seed = Math.random().toString(36);

  /**
   * @param source pairs, an object, FormData or URLSearchParams (default none)
   * @throws TypeError for anything else
   */
  constructor(source: FormSource = [], parsed?: Parsed) {
    this.#pairs = entriesOf(source);
    this.#places = [...(parsed?.places ?? [])];
    this.emptyPieces = parsed?.emptyPieces ?? 0;
    this.#size = this.#pairs.length;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** Gives each pair that there is when the iteration begins, as an array of its own, in order. */
  *[Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    for (const pair of this.#pairs.slice()) if (pair !== undefined) yield [pair[0], pair[1]];
  }

  /** Whether there is a pair of this name. */
  has(name: string): boolean {
    return this.#placesOf(name).length > 0;
  }

  /** Gives the first value of a name, or undefined. */
  get(name: string): string | undefined {
    const [first] = this.#placesOf(name);
    return first === undefined ? undefined : this.#pairs[first]![1];
  }

  /** Gives all values of a name, in order. */
  getAll(name: string): string[] {
    return this.#placesOf(name).map((place) => this.#pairs[place]![1]);
  }

  /**
   * Gives the value of a name that may occur once.
   *
   * @returns the value, or undefined where there is none
   * @throws PercentEncodingError `duplicate-name` at the second name in the text or bytes that were parsed; where the
   *   pair was not parsed, the index counts pairs
   */
  single(name: string): string | undefined {
    const [first, second] = this.#placesOf(name);
    if (second !== undefined) throw this.#duplicate(second);
    return first === undefined ? undefined : this.#pairs[first]![1];
  }

  /** Puts a value in place of the first of this name and removes the others, or appends it. */
  set(name: string, value: string): this {
    const [[text, content]] = entriesOf([[name, value]]) as [[string, string]];
    const [first, ...others] = this.#placesOf(text);
    if (first === undefined) return this.append(text, content);
    this.#pairs[first]![1] = content;
    this.#remove(text, others, [first]);
    return this;
  }

  /** Adds a pair at the end. */
  append(name: string, value: string): this {
    const [pair] = entriesOf([[name, value]]) as [[string, string]];
    if (this.#index !== undefined) this.#record(this.#index, pair[0], this.#pairs.length);
    this.#pairs.push(pair);
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
    for (const [name, value] of this) {
      const values = map.get(name);
      if (values === undefined) map.set(name, [value]);
      else values.push(value);
    }
    return map;
  }

  /**
   * Gives an object without a prototype; names like `1` come first in it, as in every object.
   *
   * @param options what counts where a name occurs twice: `"error"` (the default), `"first"`, `"last"`, or `"all"` for
   *   arrays of all values
   * @throws PercentEncodingError `duplicate-name`, as for `single`
   */
  toObject(options: { readonly duplicates: "all" }): Record<string, string[]>;
  toObject(options?: { readonly duplicates?: Exclude<Duplicates, "all"> }): Record<string, string>;
  toObject(options: { readonly duplicates: Duplicates }): Record<string, string | string[]>;
  toObject({ duplicates = "error" }: { readonly duplicates?: Duplicates } = {}): Record<string, string | string[]> {
    if (!["error", "first", "last", "all"].includes(duplicates)) {
      throw new TypeError("duplicates must be one of error, first, last, all");
    }
    const object: Record<string, string | string[]> = Object.create(null);
    for (const [name, values] of this.toMap()) {
      if (duplicates === "error" && values.length > 1) throw this.#duplicate(this.#placesOf(name)[1]!);
      object[name] = duplicates === "all" ? values : values[duplicates === "last" ? values.length - 1 : 0]!;
    }
    return object;
  }

  /** Serializes the pairs, as `serializeForm` does. */
  toString(options?: SerializeOptions): EncodedText {
    return serializeForm(this, options);
  }

  /** Gives the pairs, which is what `JSON.stringify` writes. */
  toJSON(): [name: string, value: string][] {
    return [...this];
  }

  #placesOf(name: string): readonly number[] {
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const [place, pair] of this.#pairs.entries()) {
        if (pair !== undefined) this.#record(this.#index, pair[0], place);
      }
    }
    return this.#index.get(this.#seed + name) ?? [];
  }

  #record(index: Map<string, number[]>, name: string, place: number): void {
    const key = this.#seed + name;
    const places = index.get(key);
    if (places === undefined) index.set(key, [place]);
    else places.push(place);
  }

  #remove(name: string, places: readonly number[], remaining: number[]): void {
    for (const place of places) this.#pairs[place] = undefined;
    this.#size -= places.length;
    if (remaining.length > 0) this.#index?.set(this.#seed + name, remaining);
    else this.#index?.delete(this.#seed + name);
    // Each compaction is paid for by as many removals as it has to look at.
    if (this.#size * 2 < this.#pairs.length) this.#compact();
  }

  #compact(): void {
    const alive = this.#pairs.flatMap((pair, place) => (pair === undefined ? [] : [place]));
    this.#places = alive.map((place) => this.#places[place]);
    this.#pairs = alive.map((place) => this.#pairs[place]);
    this.#index = undefined;
  }

  #duplicate(place: number): PercentEncodingError {
    const name = this.#pairs[place]![0];
    const { index, length } = this.#places[place] ?? { index: place, length: 1 };
    return new PercentEncodingError("take one value", "duplicate-name", index, length, excerptOfText(name));
  }
}
