import { describeType } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { addPair, type Nulls } from "./entry-list.ts";

/**
 * How nested values are written. `"deep"` is the style deepObject of OpenAPI, with the index of an item as its name (`a[b]=1`, `a[0]=2`);
 * `"repeat"` repeats the name for each item of an array, `"comma"` separates the items by commas; both write objects as `"deep"` does.
 */
export type FormStyle = "deep" | "repeat" | "comma";

export const FORM_STYLES: readonly FormStyle[] = ["deep", "repeat", "comma"];

/** The most levels of objects and arrays. */
export const MAX_NESTING = 100;

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
