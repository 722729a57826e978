import { findRunStart, UNRESERVED } from "./match-plan.ts";

/**
 * Finds the places of literals in a run, from first to last; undefined unless there is only one way.
 *
 * After the first literal only unreserved characters follow. Any choice of places lies between the first ones and the last ones.
 */
export function findOnlyCuts(
  uri: string,
  from: number,
  to: number,
  literals: readonly string[],
): readonly number[] | undefined {
  const [first = ""] = literals;
  const cuts: number[] = [];
  let at = Math.max(from, findRunStart(uri, from, to, UNRESERVED) - first.length);
  for (const literal of literals) {
    const cut = findLiteral(uri, literal, at, to);
    if (cut < 0) return undefined;
    cuts.push(cut);
    at = cut + literal.length;
  }
  let end = to;
  for (let k = literals.length - 1; k >= 0; k--) {
    const cut = findLastLiteral(uri, literals[k]!, cuts[k]!, end);
    if (cut !== cuts[k]) return undefined;
    end = cut;
  }
  return cuts;
}

/** Returns the index of the first literal from `from` to `to` that does not begin inside an escape, or -1. */
function findLiteral(uri: string, literal: string, from: number, to: number): number {
  for (let at = from; at + literal.length <= to; at++) {
    if (uri.startsWith(literal, at) && !isInEscape(uri, at)) return at;
  }
  return -1;
}

/** Returns the index of the last literal from `from` to `to` that does not begin inside an escape, or -1. */
function findLastLiteral(uri: string, literal: string, from: number, to: number): number {
  for (let at = to - literal.length; at >= from; at--) {
    if (uri.startsWith(literal, at) && !isInEscape(uri, at)) return at;
  }
  return -1;
}

function isInEscape(uri: string, at: number): boolean {
  return uri[at - 1] === "%" || uri[at - 2] === "%";
}
