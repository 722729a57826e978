import { decodeKeeping } from "../codec/decode-native.ts";
import type { TemplatePart } from "./parse.ts";

/** Returns the names of the parameters that a template has, decoded. */
export function readQueryNames(parts: readonly TemplatePart[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string") {
      for (const [, name = ""] of part.matchAll(/[?&]([^=&#]*)/g)) names.add(decodeKeeping(name));
    } else if (/[?&]/.test(part.operator.first)) {
      for (const { name } of part.variables) names.add(decodeKeeping(name));
    }
  }
  return names;
}

/** Whether a query has a parameter with one of these names. */
export function hasParameter(query: string, names: ReadonlySet<string>): boolean {
  // Unlike `split`, this loop keeps no part.
  for (let from = 0, to; from <= query.length; from = to + 1) {
    to = query.indexOf("&", from);
    if (to < 0) to = query.length;
    const parameter = query.slice(from, to);
    const equals = parameter.indexOf("=");
    if (names.has(decodeKeeping(equals < 0 ? parameter : parameter.slice(0, equals)))) return true;
  }
  return false;
}
