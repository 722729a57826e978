import { decodeKeeping } from "../codec/decode-native.ts";
import { upperHex } from "../base/escape.ts";
import { ANY_CLASS, decodeStrictly, findRunEnd } from "./match-text.ts";
import type { TemplatePart, Varspec } from "./parse.ts";

export interface QueryPlan {
  readonly names: ReadonlySet<string>;
  /** The places of each literal pair, and of each name before a value, in the order of the template. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The exploded variables by their names, with escapes in upper case like the places. */
  readonly lists: ReadonlyMap<string, Varspec>;
}

/** Reads the pairs that a template has in its query. Undefined if a value can contain several pairs, so that their order matters. */
export function planQuery(parts: readonly TemplatePart[]): QueryPlan | undefined {
  const names = new Set<string>();
  const places = new Map<string, number[]>();
  const lists = new Map<string, Varspec>();
  let next = 0;
  /** The delimiter that begins the component: an empty string in the path. */
  let place = "";
  const add = (name: string, spelling: string): void => {
    names.add(decodeKeeping(name));
    const key = upperHex(spelling);
    const found = places.get(key) ?? [];
    found.push(next++);
    places.set(key, found);
  };
  for (const [k, part] of parts.entries()) {
    if (typeof part === "string") {
      const after = parts[k + 1];
      const start = place === "?" ? 0 : place === "" ? part.search(/[?#]/) : part.length;
      const text = start < 0 ? "" : part.slice(start).replace(/#[^]*/, "");
      if (text !== "") place = "?";
      if (part.includes("#")) place = "#";
      const isContinued = place === "?" && typeof after === "object" && !/[?&#]/.test(after.operator.first);
      for (const { 0: pair, 1: name = "", index } of text.matchAll(/[?&]([^=&]*)[^&]*/g)) {
        add(name, isContinued && index + pair.length === text.length ? name : pair.slice(1));
      }
      continue;
    }
    const { first, reserved } = part.operator;
    if (first === "#" || (first === "?" && place === "")) place = first;
    if (place !== "?") continue;
    if (reserved) return undefined;
    if (!/[?&]/.test(first)) continue;
    for (const variable of part.variables) {
      add(variable.name, variable.name);
      if (variable.explode) lists.set(upperHex(variable.name), variable);
    }
  }
  return { names, places, lists };
}

/** A URI whose pairs are in the order of a template. */
export interface SortedUri {
  readonly uri: string;
  /** How many UTF-16 units are left out before the fragment. */
  readonly omitted: number;
  /** The exploded variable that takes the pairs that the template does not name, and their number. */
  readonly list: Varspec | undefined;
  readonly count: number;
}

/**
 * Moves the pairs of a query to their places in a template. Those that it does not name are left out, or moved to the place of the only
 * exploded variable without a pair. Undefined for a URI without a query, or with a pair that has no place.
 */
export function sortQuery(uri: string, { names, places, lists }: QueryPlan, ignores: boolean): SortedUri | undefined {
  const [, before, query, after = ""] = /^([^?#]*)\?([^#]*)([^]*)$/.exec(uri) ?? [];
  if (before === undefined || query === undefined) return undefined;
  const taken = new Map<string, number>();
  const take = (key: string): number | undefined => {
    const k = taken.get(key) ?? 0;
    taken.set(key, k + 1);
    return places.get(key)?.[k];
  };
  const rest: string[] = [];
  const sorted: { readonly pair: string; readonly place: number }[] = [];
  for (const pair of query.split("&")) {
    // A query may have a million pairs, and most of them no escape.
    const hasEscapes = pair.includes("%");
    const upper = hasEscapes ? upperHex(pair) : pair;
    const end = upper.indexOf("=");
    const name = end < 0 ? upper : upper.slice(0, end);
    const literal = end < 0 ? undefined : take(upper);
    let place = literal ?? take(name);
    // A list takes all pairs of its name.
    if (literal === undefined && lists.has(name)) [place] = places.get(name)!;
    if (place !== undefined) sorted.push({ pair, place });
    else if ((lists.size === 0 && !ignores) || names.has(hasEscapes ? decodeKeeping(name) : name)) return undefined;
    else rest.push(pair);
  }
  const absent = Array.from(lists).filter(([name]) => !taken.has(name));
  const [[key, list] = ["", undefined]] = absent;
  if (rest.length > 0 && !ignores) {
    if (list === undefined || absent.length > 1) return undefined;
    const place = places.get(key)![0]!;
    for (const pair of rest) sorted.push({ pair, place });
  } else if (!rest.every(isWritten)) return undefined;
  sorted.sort((one, other) => one.place - other.place);
  const text = sorted.map(({ pair }) => pair).join("&");
  const written = before + (sorted.length > 0 ? `?${text}` : "") + after;
  return { uri: written, omitted: uri.length - written.length, list, count: ignores ? 0 : rest.length };
}

/** Whether a pair consists of characters of a URI and of escapes that can be decoded. */
function isWritten(pair: string): boolean {
  return findRunEnd(pair, 0, pair.length, ANY_CLASS) === pair.length && decodeStrictly(pair) !== undefined;
}
