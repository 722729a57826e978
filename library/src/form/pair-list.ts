import { appendPairs } from "../kernel/form.ts";
import type { FormBlock } from "../kernel/types.ts";
import { NO_LIMITS, PairScanner } from "./scan.ts";

/** With more keys than this an index pays off, and an engine turns an object into a hash table anyway. */
const MAX_UNINDEXED_KEYS = 12;

/** After this many searches through all pairs the index by name is built: a pair costs 10 ns in a search and 150 or more in the index. */
const MAX_SEARCHES = 16;

/** The position of a pair in the form before decoding, and the length of its name there. */
interface PairPosition {
  readonly index: number;
  readonly length: number;
}

/**
 * The pairs of a form, found by name. The place of a pair changes only by sorting or compacting.
 *
 * Parsers leave the pairs in blocks, which are cut into names and values when these are first needed.
 */
export class PairList {
  size: number;
  /** How many empty pairs the parser skipped. */
  emptyPairs: number;
  /** How many units precede the source in the text that was parsed. */
  offset = 0;
  /** The form before decoding; undefined if the pairs were not parsed. */
  readonly source: string | Uint8Array | undefined;
  private readonly semicolon: boolean;
  /** Names and values alternately, undefined for a deleted pair; without the pairs that are still in the blocks. */
  private items: (string | undefined)[];
  private blocks: readonly FormBlock[] | undefined;
  /** The positions of the pairs in the source, once an error has needed one. */
  private positions: readonly PairPosition[] | undefined;
  /** The original place of each pair in the source, once the list has been arranged. */
  private ordinals: readonly (number | undefined)[] | undefined;
  private index: NameIndex | undefined;
  /** How many items of `items` the searches without an index have passed. */
  private searched = 0;

  /** @param semicolon whether `;` separates the pairs of the source too */
  constructor(
    flat: string[],
    source?: string | Uint8Array,
    emptyPairs: number = 0,
    semicolon: boolean = false,
    blocks?: readonly FormBlock[],
    size: number = flat.length / 2,
  ) {
    this.items = flat;
    this.source = source;
    this.emptyPairs = emptyPairs;
    this.semicolon = semicolon;
    this.blocks = blocks;
    this.size = size;
  }

  /** Names and values alternately, undefined for a deleted pair. */
  get flat(): (string | undefined)[] {
    if (this.blocks !== undefined) {
      for (const block of this.blocks) appendPairs(this.items, block);
      this.blocks = undefined;
    }
    return this.items;
  }

  /** Calls a function with each pair and its place, in order. */
  each(use: (name: string, value: string, place: number) => void): void {
    const { flat } = this;
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name !== undefined) use(name, flat[k + 1]!, k / 2);
    }
  }

  /** Returns the pairs, each as a new array. */
  toPairs(): [name: string, value: string][] {
    const { flat } = this;
    const pairs: [name: string, value: string][] = [];
    for (let k = 0; k < flat.length; k += 2) if (flat[k] !== undefined) pairs.push([flat[k]!, flat[k + 1]!]);
    return pairs;
  }

  valueAt(place: number): string {
    return this.flat[place * 2 + 1]!;
  }

  /**
   * Returns the places of the pairs of a name, in order.
   *
   * @param most how many places the caller needs
   */
  find(name: string, most: number = Infinity): readonly number[] {
    const { flat } = this;
    const isSearched = this.size <= MAX_UNINDEXED_KEYS || this.searched < MAX_SEARCHES * flat.length;
    if (this.index !== undefined || !isSearched) return (this.index ??= new NameIndex(this)).find(name);
    const places: number[] = [];
    let k = 0;
    for (; k < flat.length && places.length < most; k += 2) if (flat[k] === name) places.push(k / 2);
    this.searched += k;
    return places;
  }

  /** Returns the first value of a name; from the block of a short list it cuts no other pair. */
  first(name: string): string | undefined {
    const { blocks, size } = this;
    if (blocks?.length !== 1 || size > MAX_UNINDEXED_KEYS) return this.flat[this.find(name, 1)[0]! * 2 + 1];
    const { text, cuts } = blocks[0]!;
    for (let k = 0; k < cuts.length; k += 3) {
      const [from, equals] = [cuts[k]!, cuts[k + 1]!];
      if (equals - from === name.length && text.startsWith(name, from)) return text.slice(equals + 1, cuts[k + 2]);
    }
    return undefined;
  }

  append(name: string, value: string): void {
    const { flat } = this;
    this.index?.add(name, flat.length / 2);
    flat.push(name, value);
    this.size++;
  }

  replaceValue(place: number, value: string): void {
    this.flat[place * 2 + 1] = value;
  }

  /** Removes pairs of a name; `remaining` are the places of its other pairs. */
  remove(name: string, places: readonly number[], remaining: number[]): void {
    const { flat } = this;
    for (const place of places) flat[place * 2] = flat[place * 2 + 1] = undefined;
    this.size -= places.length;
    this.index?.replace(name, remaining);
    // Compact only if more than half of the items are deleted, so that each removal costs constant time on average.
    if (this.size * 4 < flat.length) this.#arrange(this.#places());
  }

  /** Sorts the pairs by the UTF-16 units of their names; pairs of the same name keep their order. */
  sort(): void {
    const { flat } = this;
    const name = (place: number): string => flat[place * 2]!;
    this.#arrange(this.#places().sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0)));
  }

  #places(): number[] {
    const places: number[] = [];
    this.each((_name, _value, place) => places.push(place));
    return places;
  }

  /** Keeps the pairs at these places, in this order; all others have been deleted. */
  #arrange(places: readonly number[]): void {
    const { flat } = this;
    const ordinals = this.ordinals;
    this.ordinals = ordinals === undefined ? places : places.map((place) => ordinals[place]);
    this.items = places.flatMap((place) => [flat[place * 2], flat[place * 2 + 1]]);
    this.index = undefined;
  }

  /**
   * Adds the first or the last value of each name to an object.
   *
   * @param stops whether a name must not occur twice
   * @returns false at the second pair of such a name
   */
  fill(object: Record<string, string | string[]>, first: boolean, stops: boolean): boolean {
    if (this.blocks === undefined) return this.#fillCut(object, first, stops);
    for (const { text, cuts } of this.blocks) {
      for (let k = 0; k < cuts.length; k += 3) {
        const equals = cuts[k + 1]!;
        const to = cuts[k + 2]!;
        const name = text.slice(cuts[k], equals);
        if (!first || object[name] === undefined) object[name] = equals < to ? text.slice(equals + 1, to) : "";
        else if (stops) return false;
      }
    }
    return true;
  }

  /** Does the same after the blocks have been cut. */
  #fillCut(object: Record<string, string | string[]>, first: boolean, stops: boolean): boolean {
    const flat = this.items;
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name === undefined) continue;
      if (!first || object[name] === undefined) object[name] = flat[k + 1]!;
      else if (stops) return false;
    }
    return true;
  }

  /** Returns the position of a pair in the source, or undefined if it was not parsed. */
  findPosition(place: number): PairPosition | undefined {
    const ordinal = this.ordinals === undefined ? place : this.ordinals[place];
    const { source } = this;
    if (source === undefined || ordinal === undefined) return undefined;
    if (this.positions === undefined) {
      const positions: PairPosition[] = [];
      const scanner = new PairScanner({ limits: NO_LIMITS, semicolon: this.semicolon });
      const onPair = (index: number, equals: number) =>
        positions.push({ index: this.offset + index, length: equals - index });
      scanner.scan(source, 0, source.length, 0, true, onPair);
      this.positions = positions;
    }
    return this.positions[ordinal];
  }
}

/** The places of the pairs of each name. A random prefix of the keys prevents hash flooding. */
class NameIndex {
  readonly #prefix = Math.random().toString(36);
  /** A place, or an array of them if the name occurs more than once. */
  readonly #places = new Map<string, number | number[]>();

  constructor(list: PairList) {
    list.each((name, _value, place) => this.add(name, place));
  }

  find(name: string): readonly number[] {
    const places = this.#places.get(this.#prefix + name) ?? [];
    return typeof places === "number" ? [places] : places;
  }

  /** Adds a place after the others of its name. */
  add(name: string, place: number): void {
    const key = this.#prefix + name;
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, place);
    else if (typeof places === "number") this.#places.set(key, [places, place]);
    else places.push(place);
  }

  replace(name: string, places: number[]): void {
    if (places.length > 0) this.#places.set(this.#prefix + name, places);
    else this.#places.delete(this.#prefix + name);
  }
}

/** The frozen empty object that objects of FormObject inherit from; `console.log` shows that name. */
const PROTOTYPE = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null) as object);
const FormObject =
  // oxlint-disable-next-line no-shadow -- console.log shows the name
  /* @__PURE__ */ (() => Object.assign(function FormObject(): void {}, { prototype: PROTOTYPE }))();

/** Returns an object without inherited properties. Engines store `Object.create(null)` as a hash table, faster only with many keys. */
export function emptyObject(size: number): Record<string, string | string[]> {
  if (size <= MAX_UNINDEXED_KEYS) return new (FormObject as unknown as new () => Record<string, string>)();
  return Object.setPrototypeOf(Object.create(null), PROTOTYPE) as Record<string, string>;
}
