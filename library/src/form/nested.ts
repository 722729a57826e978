import { describeType, requireChoice } from "../base/arguments.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { quote, toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { addPair, flattenEntries, type FormEntries, type Nulls } from "./entry-list.ts";
import { emptyObject } from "./pair-list.ts";

/**
 * How nested values are written. `"deep"` is the style deepObject of OpenAPI, with the index of an item as its name (`a[b]=1`, `a[0]=2`).
 * The other styles write objects as `"deep"` does, and arrays without indices: `"brackets"` as `a[]=1` for each item, as axios and Rails
 * do, `"repeat"` as `a=1` for each item, `"comma"` as `a=1,2`.
 */
export type FormStyle = "deep" | "brackets" | "repeat" | "comma";

export const FORM_STYLES: readonly FormStyle[] = ["deep", "brackets", "repeat", "comma"];

const MAX_NESTING = 100;

/** The name of a pair whose value belongs to the array of the pair before. No other pair has it: names with brackets are refused. */
const NEXT_ITEM = "]";
export const NEXT_ITEM_ENCODED = "%5D=";

/** Returns a function that adds the pairs of a value, which may be nested; for one form. */
export function nestedAdder(style: FormStyle): typeof addPair {
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
    const itemName = style === "brackets" ? `${name}[]` : name;
    const start = flat.length;
    for (const [key, item] of isArray ? value.entries() : Object.entries(value as object)) {
      const end = flat.length;
      if (!isArray || style === "deep") add(flat, `${name}[${requirePlain(String(key))}]`, item, nulls, isArray);
      else add(flat, itemName, item, nulls, true);
      if (isArray && style === "comma" && end > start && flat.length > end) flat[end] = NEXT_ITEM;
    }
    open.pop();
  };
  return (flat, name, value, nulls) => {
    if (name !== "") requirePlain(name);
    add(flat, name, value, nulls);
  };
}

/** Returns a name; throws a TypeError if it is empty or would look like several names. */
function requirePlain(name: string): string {
  if (name !== "" && !/[[\]]/.test(name)) return name;
  throw new TypeError(`a style cannot write the name ${quote(name)}, which is empty or contains a bracket`);
}

/** A value of a nested object. Objects inherit no properties, as those of `FormPairs.toObject`. */
export type NestedValue = string | NestedValue[] | { readonly [name: string]: NestedValue };

/** How names are read. */
export interface NestedObjectOptions {
  /** The style of the names, as for `serializeForm`: `"deep"` (the default), or `"repeat"`; each reads `"brackets"` too. */
  readonly style?: "deep" | "repeat" | undefined;
}

const NESTED_OPTIONS: OptionNames<NestedObjectOptions> = { style: true };

/** The value, the values, or the inner names of a name. */
type Node = string | Values | Map<string, Node>;

interface Values {
  readonly values: string[];
  /** Whether the names of the values end with empty brackets. */
  readonly isArray: boolean;
}

/**
 * Returns the nested object that `serializeForm` has written with a style.
 *
 * `a[b][c]` is the name `c` in `b` in `a`, and each `a[]` is an item of the array `a`. With `"deep"`, the names 0, 1 and so on, in this order
 * and without others, make an array too; with `"repeat"` a repeated name does. A name whose brackets do not match, or that has empty ones
 * before its end, is a plain name: PHP and qs read `a[][b]` differently.
 *
 * Three things are not restored: types other than text, empty arrays and objects, and what looks like another value: an object with the
 * names 0, 1 and so on (`"deep"`), and an array of one value (`"repeat"`).
 *
 * @param pairs pairs, FormPairs, or URLSearchParams
 * @param options the style
 * @returns an object without inherited properties, in which `__proto__` is a name like any other
 * @throws PercentEncodingError `duplicate-name` for a name that has two values, or two of these: a value, items `a[]`, and names in it; the
 *   error names both pairs. `limit-exceeded` for more than 100 levels. The index counts pairs
 * @throws TypeError for wrong arguments
 * @example
 * import { parseForm, toNestedObject } from "percodec/form";
 * toNestedObject(parseForm("a[b]=1&a[c][0]=x&a[c][1]=y")) // → { a: { b: "1", c: ["x", "y"] } }
 * toNestedObject(parseForm("a[]=1&b[c][]=2&b[c][]=3")) // → { a: ["1"], b: { c: ["2", "3"] } }
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
    if (path.outer.length + Number(path.isItem) > MAX_NESTING)
      throw pairError("limit-exceeded", k / 2, name, `a name has at most ${MAX_NESTING} levels`);
    if (addValue(root, path, flat[k + 1]!, !deep)) continue;
    // The first pair that conflicts with this one.
    const first = flat.findIndex((other, j) => {
      const alone = new Map<string, Node>();
      return j % 2 === 0 && addValue(alone, splitName(other), "", !deep) && !addValue(alone, path, "", !deep);
    });
    throw pairError("duplicate-name", k / 2, name, `it conflicts with ${quote(flat[first]!)} at ${first / 2}`);
  }
  return toObject(root, deep);
}

/** Adds a value; returns false if it conflicts with what is in its place. */
function addValue(root: Map<string, Node>, { outer, name, isItem }: Path, value: string, repeats: boolean): boolean {
  let names = root;
  for (const one of outer) {
    let node = names.get(one);
    if (node === undefined) names.set(one, (node = new Map<string, Node>()));
    if (!(node instanceof Map)) return false;
    names = node;
  }
  const known = names.get(name);
  if (known === undefined) names.set(name, isItem ? { values: [value], isArray: true } : value);
  else if (typeof known === "string") {
    if (isItem || !repeats) return false;
    names.set(name, { values: [known, value], isArray: false });
  } else {
    if (known instanceof Map || known.isArray !== isItem) return false;
    known.values.push(value);
  }
  return true;
}

interface Path {
  readonly outer: readonly string[];
  readonly name: string;
  /** Whether empty brackets follow the name. */
  readonly isItem: boolean;
}

/** Splits `a[b][c]` or `a[b][c][]` into `a` and `b`, which are the outer names, and `c`. */
function splitName(name: string): Path {
  const plain = { outer: [], name, isItem: false };
  const bracket = name.indexOf("[");
  if (bracket < 0 || !name.endsWith("]")) return plain;
  const names = name.slice(bracket + 1, -1).split("][");
  const isItem = names.at(-1) === "";
  if (isItem) names.pop();
  const first = name.slice(0, bracket);
  if (first.includes("]") || names.some((inner) => /^$|[[\]]/.test(inner))) return plain;
  names.unshift(first);
  return { name: names.pop()!, outer: names, isItem };
}

/** The depth of nesting is bounded. */
function toObject(names: Map<string, Node>, deep: boolean): { readonly [name: string]: NestedValue } {
  const object = emptyObject(names.size) as { [name: string]: NestedValue };
  for (const [name, node] of names) object[name] = toValue(node, deep);
  return object;
}

function toValue(node: Node, deep: boolean): NestedValue {
  if (typeof node === "string") return node;
  if (!(node instanceof Map)) return node.values;
  const isArray = deep && [...node.keys()].every((name, k) => name === String(k));
  return isArray ? Array.from(node.values(), (item) => toValue(item, deep)) : toObject(node, deep);
}

function pairError(code: PercentEncodingErrorCode, index: number, name: string, detail: string): PercentEncodingError {
  const fault = { code, index, length: 1, unit: "pair", excerpt: toExcerpt(name), detail } as const;
  return new PercentEncodingError({ operation: "return a nested object", ...fault });
}
