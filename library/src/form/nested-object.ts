import { requireChoice } from "../base/arguments.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { flattenEntries, type FormEntries } from "./entry-list.ts";
import { emptyObject } from "./form-object.ts";
import { MAX_NESTING } from "./nested.ts";

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
  const flat = flattenEntries(pairs);
  const root = new Map<string, Node>();
  for (let k = 0; k < flat.length; k += 2) {
    const name = flat[k]!;
    const path = splitName(name);
    if (path.length > MAX_NESTING)
      throw pairError("limit-exceeded", k / 2, name, `a name has at most ${MAX_NESTING} levels`);
    if (!addValue(root, path, flat[k + 1]!, !deep)) throw pairError("duplicate-name", k / 2, name, undefined);
  }
  return toObject(root, deep);
}

/** Adds a value; returns false if its place has another one. */
function addValue(root: Map<string, Node>, path: readonly string[], value: string, repeats: boolean): boolean {
  const last = path.length - 1;
  let names = root;
  for (const name of path.slice(0, last)) {
    let node = names.get(name);
    if (node === undefined) names.set(name, (node = new Map<string, Node>()));
    if (!(node instanceof Map)) return false;
    names = node;
  }
  const name = path[last]!;
  const known = names.get(name);
  if (known === undefined) names.set(name, value);
  else if (!repeats || known instanceof Map) return false;
  else if (typeof known === "string") names.set(name, [known, value]);
  else known.push(value);
  return true;
}

/** Splits `a[b][c]` into `a`, `b` and `c`. */
function splitName(name: string): string[] {
  const bracket = name.indexOf("[");
  if (bracket < 0 || !name.endsWith("]")) return [name];
  const first = name.slice(0, bracket);
  const names = name.slice(bracket + 1, -1).split("][");
  return first.includes("]") || names.some((inner) => /^$|[[\]]/.test(inner)) ? [name] : [first, ...names];
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
  const operation = "return a nested object";
  return new PercentEncodingError({
    operation,
    code,
    index,
    length: 1,
    unit: "pair",
    excerpt: toExcerpt(name),
    detail,
  });
}
