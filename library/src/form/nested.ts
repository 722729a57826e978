import { describeType, requireChoice } from "../base/arguments.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { quote, toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { addPair, flattenEntries, type FormEntries, type Nulls } from "./entry-list.ts";
import { emptyObject } from "./pair-list.ts";

/**
 * How nested values are written. `"deep"` is the style deepObject of OpenAPI, with the index of an item as its name (`a[b]=1`, `a[0]=2`);
 * `"repeat"` repeats the name for each item of an array, `"comma"` separates the items by commas; both write objects as `"deep"` does.
 */
export type FormStyle = "deep" | "repeat" | "comma";

export const FORM_STYLES: readonly FormStyle[] = ["deep", "repeat", "comma"];

/** The most levels of objects and arrays. */
const MAX_NESTING = 100;

/**
 * The name of a pair whose value belongs to the array of the pair before. It occurs in no other pair, because names with brackets are
 * refused.
 */
const NEXT_ITEM = "]";
export const NEXT_ITEM_ENCODED = "%5D=";

/** Returns a function that adds the pairs of a value, which may be nested; for one form. */
export function nestedAdder(style: FormStyle): typeof addPair {
  /** The objects and arrays that contain the value. */
  const open: object[] = [];
  const add = (flat: string[], name: string, value: unknown, nulls: Nulls, isItem = false): void => {
    const isArray = Array.isArray(value);
    if (!isArray && describeType(value) !== "an Object") return addPair(flat, name, value, nulls);
    const fail = (fault: string): never => {
      throw new TypeError(`the value of ${quote(name)} ${fault}`);
    };
    if (isItem && style !== "deep")
      fail(`is an array of arrays or objects, which the style ${quote(style)} does not keep apart: use "deep"`);
    if (open.includes(value as object)) fail("contains itself");
    if (open.length === MAX_NESTING) fail(`is nested more than ${MAX_NESTING} levels deep`);
    open.push(value as object);
    const start = flat.length;
    for (const [key, item] of isArray ? value.entries() : Object.entries(value as object)) {
      const end = flat.length;
      if (!isArray || style === "deep") add(flat, `${name}[${requirePlain(String(key))}]`, item, nulls, isArray);
      else add(flat, name, item, nulls, true);
      if (isArray && style === "comma" && end > start && flat.length > end) flat[end] = NEXT_ITEM;
    }
    open.pop();
  };
  return (flat, name, value, nulls) => {
    if (name !== "") requirePlain(name);
    add(flat, name, value, nulls);
  };
}

/** Returns a name; throws a TypeError if it would look like several names. */
function requirePlain(name: string): string {
  if (name !== "" && !/[[\]]/.test(name)) return name;
  throw new TypeError(`a style cannot write the name ${quote(name)}, which is empty or contains a bracket`);
}

/** A value of a nested object. Objects inherit no properties, as those of `FormPairs.toObject`. */
export type NestedValue = string | NestedValue[] | { readonly [name: string]: NestedValue };

/** How names are read. */
export interface NestedObjectOptions {
  /** The style of the names: `"deep"` (the default) or `"repeat"`, as for `serializeForm`. */
  readonly style?: "deep" | "repeat" | undefined;
}

const NESTED_OPTIONS: OptionNames<NestedObjectOptions> = { style: true };

/** The value or values of a name, or the nodes of the names in it. */
type Node = string | string[] | Map<string, Node>;

/**
 * Returns the nested object that `serializeForm` has written with a style.
 *
 * `a[b][c]` is the name `c` in `b` in `a`. With `"deep"`, the names 0, 1 and so on, in this order and without others, make an array; with
 * `"repeat"` a repeated name does. A name whose brackets do not match, or that has empty ones, is a plain name.
 *
 * Three things are not restored: types other than text, empty arrays and objects, and what looks like another value: an object with the
 * names 0, 1 and so on (`"deep"`), and an array of one value (`"repeat"`).
 *
 * @param pairs pairs, FormPairs, or URLSearchParams
 * @param options the style
 * @returns an object without inherited properties, in which `__proto__` is a name like any other
 * @throws PercentEncodingError `duplicate-name` for a name that has two values, or a value and names in it; `limit-exceeded` for more than
 *   100 levels; the index counts pairs
 * @throws TypeError for wrong arguments
 * @example
 * import { parseForm, toNestedObject } from "percodec/form";
 * toNestedObject(parseForm("a[b]=1&a[c][0]=x&a[c][1]=y")) // → { a: { b: "1", c: ["x", "y"] } }
 */
export function toNestedObject(
  pairs: FormEntries,
  options?: NestedObjectOptions,
): { readonly [name: string]: NestedValue } {
  const given = readOptions(options, NESTED_OPTIONS, "toNestedObject");
  const deep = requireChoice(given.style, ["deep", "repeat"], "style") === "deep";
  const root = new Map<string, Node>();
  const flat = flattenEntries(pairs);
  for (let k = 0; k < flat.length; k += 2) {
    const name = flat[k]!;
    const path = splitName(name);
    if (path.outer.length >= MAX_NESTING)
      throw pairError("limit-exceeded", k / 2, name, `a name has at most ${MAX_NESTING} levels`);
    if (!addValue(root, path, flat[k + 1]!, !deep)) throw pairError("duplicate-name", k / 2, name, undefined);
  }
  return toObject(root, deep);
}

/** Adds a value; returns false if its place has another one. */
function addValue(root: Map<string, Node>, { outer, name }: Path, value: string, repeats: boolean): boolean {
  let names = root;
  for (const one of outer) {
    let node = names.get(one);
    if (node === undefined) names.set(one, (node = new Map<string, Node>()));
    if (!(node instanceof Map)) return false;
    names = node;
  }
  const known = names.get(name);
  if (known === undefined) names.set(name, value);
  else if (!repeats || known instanceof Map) return false;
  else if (typeof known === "string") names.set(name, [known, value]);
  else known.push(value);
  return true;
}

interface Path {
  readonly outer: readonly string[];
  readonly name: string;
}

/** Splits `a[b][c]` into `a` and `b`, which are the outer names, and `c`. */
function splitName(name: string): Path {
  const bracket = name.indexOf("[");
  if (bracket < 0 || !name.endsWith("]")) return { outer: [], name };
  const first = name.slice(0, bracket);
  const names = name.slice(bracket + 1, -1).split("][");
  if (first.includes("]") || names.some((inner) => /^$|[[\]]/.test(inner))) return { outer: [], name };
  const last = names.pop() ?? "";
  return { outer: [first, ...names], name: last };
}

/** The depth of nesting is bounded. */
function toObject(names: Map<string, Node>, deep: boolean): { readonly [name: string]: NestedValue } {
  const object = emptyObject(names.size) as { [name: string]: NestedValue };
  for (const [name, node] of names) object[name] = toValue(node, deep);
  return object;
}

function toValue(node: Node, deep: boolean): NestedValue {
  if (!(node instanceof Map)) return node;
  const isArray = deep && [...node.keys()].every((name, k) => name === String(k));
  return isArray ? Array.from(node.values(), (item) => toValue(item, deep)) : toObject(node, deep);
}

function pairError(
  code: PercentEncodingErrorCode,
  index: number,
  name: string,
  detail: string | undefined,
): PercentEncodingError {
  const fault = { code, index, length: 1, unit: "pair", excerpt: toExcerpt(name), detail } as const;
  return new PercentEncodingError({ operation: "return a nested object", ...fault });
}
