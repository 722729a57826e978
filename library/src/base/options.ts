import { indexHint, describeType } from "./arguments.ts";
import { quote } from "./excerpt.ts";
import { hasOwn } from "./own.ts";

/** The names of all options of a type; the compiler reports a missing and an extra name. */
export type OptionNames<T> = { readonly [Name in keyof T]-?: true };

/** Options as {@link readOptions} returns them: an absent option is undefined. A literal of this type has to list every option. */
export type ReadOptions<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined };

/** Creates objects that inherit from an empty, frozen object. Engines store an object without a prototype as a slower dictionary. */
function Options(): void {}
const EMPTY = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null) as object);
Options.prototype = EMPTY;

/**
 * Reads an options object: the own enumerable properties of a plain object. Throws a TypeError for any other value, and for an unknown name.
 * A property of `Object.prototype` is never read.
 *
 * @param kind the word for a property in the message
 * @returns a copy that inherits nothing: each getter runs once, and a property that is added later is not read
 */
export function readOptions<T extends object>(
  options: T | undefined,
  names: OptionNames<T>,
  owner: string,
  kind = "option",
): ReadOptions<T> {
  if (options === undefined) return EMPTY as ReadOptions<T>;
  if (!isPlainObject(options)) {
    const given = describeType(options);
    const what = given === "an Object" ? "one that inherits" : given;
    throw new TypeError(`the ${kind}s of ${owner} must be a plain object, not ${what}${indexHint(options, owner)}`);
  }
  const own = Object.assign(new (Options as unknown as new () => object)(), options);
  for (const name in own) {
    if (!hasOwn(names, name)) throw unknownName(`${owner} has no ${kind} named`, name, Object.keys(names));
  }
  return own;
}

/** Whether a value is an object whose prototype is null, or has null for its own prototype, such as `Object.prototype` of any realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The most names that a message lists. */
const MAX_LISTED = 12;

/** Returns the TypeError for an unknown name; it suggests a known name if one is likely, else a short list. */
export function unknownName(
  message: string,
  name: string,
  known: readonly string[],
  likely: string | undefined = findNearest(name, known),
): TypeError {
  const list = known.length > MAX_LISTED ? "" : `; known: ${known.join(", ")}`;
  return new TypeError(`${message} ${quote(name)}${likely === undefined ? list : `; did you mean "${likely}"?`}`);
}

/** Does the same for a name that may be a part of a known one. No known name has 99 units. */
export function unknownPart(message: string, name: string, known: readonly string[]): TypeError {
  const fold = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");
  const start = name.slice(0, 99);
  const whole = known.find((each) => fold(start) !== "" && fold(each).includes(fold(start)));
  return unknownName(message, start, known, findNearest(start, known) ?? whole);
}

/** The most edits of a misspelt name that is recognized. Each further edit multiplies the work by four. */
const MAX_EDITS = 3;

/** Returns the known name with the fewest edits, ignoring case: at most a third of its letters, rounded, and {@link MAX_EDITS}. */
export function findNearest(name: string, known: readonly string[], edits: number = 0): string | undefined {
  // If all letters differ, the names have nothing in common.
  const isNear = (each: string): boolean =>
    edits * 3 <= each.length + 1 && isWithin(edits, name.toLowerCase(), each.toLowerCase());
  return known.find(isNear) ?? (edits < MAX_EDITS ? findNearest(name, known, edits + 1) : undefined);
}

/** Whether this many insertions, deletions, substitutions and transpositions turn a word into another (optimal string alignment). */
function isWithin(edits: number, from: string, to: string): boolean {
  if (from === to || edits === 0) return from === to;
  let i = 0;
  while (from[i] === to[i]) i++;
  const next = (skippedFrom: number, skippedTo: number): boolean =>
    isWithin(edits - 1, from.slice(i + skippedFrom), to.slice(i + skippedTo));
  const areSwapped = from[i] === to[i + 1] && from[i + 1] === to[i];
  return next(1, 1) || next(1, 0) || next(0, 1) || (areSwapped && next(2, 2));
}
