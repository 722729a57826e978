import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { appendPairs } from "../kernel/form.ts";
import type { FormBlock } from "../kernel/types.ts";
import { NO_LIMITS, PairScanner } from "./scan.ts";

/** With more keys than this an index pays off, and an engine turns an object into a hash table anyway. */
const MAX_UNINDEXED_KEYS = 12;

/** After this many searches through all pairs the index by name is built: a pair costs 10 ns in a search and 150 or more in the index. */
const MAX_SEARCHES = 16;

/**
 * The pairs of a form, found by name. The place of a pair changes only by sorting or compacting. Parsers leave the pairs in blocks, which
 * are cut into names and values when these are first needed.
 */
export class PairList {
  size: number;
  readonly emptyPairs: number;
  /** How many units precede the source in the text that was parsed. */
  offset = 0;
  /** The form before decoding; undefined if the pairs were not parsed. */
  private readonly source: string | Uint8Array | undefined;
  private readonly semicolon: boolean;
  /** Names and values alternately, undefined for a deleted pair; without the pairs that are still in the blocks. */
  private items: (string | undefined)[];
  private blocks: readonly FormBlock[] | undefined;
  /** The start of each pair in the source and the length of its name there, once an error has needed one. */
  private positions: (readonly [index: number, length: number])[] | undefined;
  /** The original place of each pair in the source, once the list has been arranged. */
  private ordinals: readonly (number | undefined)[] | undefined;
  /** The places of the pairs of each name. A random prefix of the keys prevents hash flooding. */
  private index: Map<string, number[]> | undefined;
  private prefix = "";
  /** How many items of `items` the searches without an index have passed. */
  private searched = 0;

  constructor(
    flat: string[],
    source?: string | Uint8Array,
    emptyPairs: number = 0,
    semicolon: boolean = false,
    blocks?: readonly FormBlock[],
    size: number = flat.length / 2,
  ) {
    this.items = flat;
    // A copy: the caller may change the bytes.
    this.source = typeof source === "object" ? new Uint8Array(source) : source;
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

  each(use: (name: string, value: string, place: number) => void): void {
    const { flat } = this;
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name !== undefined) use(name, flat[k + 1]!, k / 2);
    }
  }

  valueAt(place: number): string {
    return this.flat[place * 2 + 1]!;
  }

  /** Returns the places of the pairs of a name, in order; at least as many as the caller needs. */
  find(name: string, most: number = Infinity): readonly number[] {
    const { flat } = this;
    const isSearched = this.size <= MAX_UNINDEXED_KEYS || this.searched < MAX_SEARCHES * flat.length;
    if (this.index === undefined && !isSearched) {
      const index = new Map<string, number[]>();
      this.prefix = Math.random().toString(36);
      this.each((each, _value, place) => this.#addTo(index, each, place));
      this.index = index;
    }
    if (this.index !== undefined) return this.index.get(this.prefix + name) ?? [];
    const places: number[] = [];
    let k = 0;
    for (; k < flat.length && places.length < most; k += 2) if (flat[k] === name) places.push(k / 2);
    this.searched += k;
    return places;
  }

  #addTo(index: Map<string, number[]>, name: string, place: number): void {
    const key = this.prefix + name;
    const places = index.get(key);
    if (places === undefined) index.set(key, [place]);
    else places.push(place);
  }

  /** Returns the first value of a name; for a short list it does not split the other pairs. */
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
    const { flat, index } = this;
    if (index !== undefined) this.#addTo(index, name, flat.length / 2);
    flat.push(name, value);
    this.size++;
  }

  replaceValue(place: number, value: string): void {
    this.flat[place * 2 + 1] = value;
  }

  /** Removes the pairs of a name at the places that a function accepts; returns whether there were any. */
  remove(name: string, isRemoved: (place: number) => boolean): boolean {
    const { flat } = this;
    const places = this.find(name);
    const remaining: number[] = [];
    for (const place of places) {
      if (isRemoved(place)) flat[place * 2] = flat[place * 2 + 1] = undefined;
      else remaining.push(place);
    }
    if (remaining.length === places.length) return false;
    this.size -= places.length - remaining.length;
    this.index?.set(this.prefix + name, remaining);
    // Compact only if more than half of the items are deleted, so that each removal costs constant time on average.
    if (this.size * 4 < flat.length) this.#arrange(this.#places());
    return true;
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
    const { flat, ordinals } = this;
    this.ordinals = ordinals === undefined ? places : places.map((place) => ordinals[place]);
    this.items = places.flatMap((place) => [flat[place * 2], flat[place * 2 + 1]]);
    this.index = undefined;
  }

  /** Adds the first or the last value of each name to an object; returns false if it should stop at the second pair of a name. */
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
    let isFull = true;
    this.each((name, value) => {
      if (!first || object[name] === undefined) object[name] = value;
      else isFull &&= !stops;
    });
    return isFull;
  }

  /** Creates the error for the second pair of a name; without a position in the source its index counts pairs. */
  duplicateError(name: string, place: number): PercentEncodingError {
    const { source, semicolon, ordinals } = this;
    const ordinal = ordinals === undefined ? place : ordinals[place];
    if (this.positions === undefined) {
      const positions: [index: number, length: number][] = (this.positions = []);
      const scanner = new PairScanner({ limits: NO_LIMITS, semicolon });
      const onPair = (from: number, equals: number) => positions.push([this.offset + from, equals - from]);
      if (source !== undefined) scanner.scan(source, 0, source.length, 0, true, onPair);
    }
    const found = ordinal === undefined ? undefined : this.positions[ordinal];
    const [index, length] = found ?? [place, 1];
    const unit = found === undefined ? "pair" : typeof source === "string" ? "utf-16" : "byte";
    const span = { index, length, unit, excerpt: toExcerpt(name) } as const;
    const detail = "getAll returns all values, and toObject has the option duplicates";
    return new PercentEncodingError({ operation: "return one value", code: "duplicate-name", ...span, detail });
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
