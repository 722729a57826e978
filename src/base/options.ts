import { indexHint, describeType } from "./arguments.ts";
import { quote } from "./excerpt.ts";
import { hasOwn } from "./own.ts";

/** The names that an options object may have: the compiler finds a missing one and one too many. */
export type OptionNames<T> = { readonly [Name in keyof T]-?: true };

/** Options as {@link readOptions} returns them: an absent one is undefined. A literal of this type states every option. */
export type Read<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined };

/** Makes objects that inherit from an empty, frozen object; engines make a dictionary of an object without a prototype, which takes longer. */
function Options(): void {}
const NOTHING = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null) as object);
Options.prototype = NOTHING;

/**
 * Reads an options object: own properties of a plain object, all of known names.
 *
 * A property of `Object.prototype` is never read, and a misspelt option is never ignored. A plain object has the prototype
 * null, or a prototype whose own prototype is null, which every realm's `Object.prototype` is. As in a spread, only
 * enumerable properties count.
 *
 * @param options the argument as the caller passed it; undefined means no options
 * @param names the known names
 * @param owner the function that takes the options, for the message
 * @param kind what the properties are, for the message
 * @returns a copy that inherits nothing
 * @throws TypeError for a value that is not a plain object, and for an unknown name
 */
export function readOptions<T extends object>(
  options: T | undefined,
  names: OptionNames<T>,
  owner: string,
  kind = "option",
): Read<T> {
  if (options === undefined) return NOTHING as Read<T>;
  if (!isPlainObject(options)) {
    const given = describeType(options);
    const what = given === "an Object" ? "one that inherits" : given;
    throw new TypeError(`the ${kind}s of ${owner} must be a plain object, not ${what}${indexHint(options, owner)}`);
  }
  // Copied first: a getter is asked once, and a property that appears later is not read.
  const own = Object.assign(new (Options as unknown as new () => object)(), options);
  for (const name of Object.keys(own)) {
    if (!hasOwn(names, name)) throw unknownName(`${owner} has no ${kind} named`, name, Object.keys(names));
  }
  return own;
}

/** Whether a value is an object whose prototype is null, or has null for its own prototype. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The first comparisons are enough for most.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The TypeError for a name that is not known, with the nearest known one if there is one near. */
export function unknownName(message: string, name: string, known: readonly string[]): TypeError {
  const nearest = findNearest(name, known);
  return new TypeError(`${message} ${quote(name)}${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`);
}

/** Returns the known name with the fewest edits, at most a third of its letters and never all; letter case does not count. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    // As many edits as the candidate has letters would leave nothing in common.
    const most = Math.min(candidate.length - 1, Math.max(1, Math.floor(candidate.length / 3)));
    // A name that is much longer or shorter needs as many edits; this also bounds the work on a long name.
    if (Math.abs(candidate.length - name.length) > most) continue;
    const edits = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= most && edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/** Counts the insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      next.push(edits);
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
