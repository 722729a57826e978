import { hasOwn } from "../base/own.ts";
import { splitReference } from "../uri/reference.ts";
import { encodePlain, toSegmentRules } from "../uri/segment.ts";
import { HOLE } from "../uri/uri-error.ts";
import type { Expression, TemplatePart } from "./parse.ts";

/**
 * Returns a function that expands a template as `expandParts` does by default, and returns undefined for values that need its checks. The
 * template has at most one variable in each segment, between unreserved characters, and after the path only expressions of the query.
 *
 * @returns undefined for another template
 */
export function createPlainExpander(
  parts: readonly TemplatePart[],
): ((values: object) => string | undefined) | undefined {
  const count = parts.findIndex((part) => typeof part !== "string" && part.operator.first !== "");
  const path = count < 0 ? parts : parts.slice(0, count);
  const query = count < 0 ? [] : parts.slice(count);
  const rules = toPathRules(path);
  const isQuery = (part: TemplatePart, k: number) =>
    typeof part !== "string" && part.operator.first === (k === 0 ? "?" : "&") && part.variables.every(isSimple);
  if (rules === undefined || !query.every(isQuery)) return undefined;
  return (values) => expandPlain(parts, rules, values);
}

/** Returns the patterns of the variables in a path; undefined if one is elsewhere, or if the path has other expressions than `{name}`. */
function toPathRules(path: readonly TemplatePart[]): readonly RegExp[] | undefined {
  const isPlain = (part: TemplatePart) =>
    typeof part === "string" ||
    (part.variables.length === 1 && !part.operator.reserved && isSimple(part.variables[0]!));
  const text = path.map((part) => (typeof part === "string" ? part : HOLE)).join("");
  const { scheme, host, path: segments, query, fragment } = splitReference(text);
  const begins = text.startsWith("/") || (scheme !== undefined && host !== undefined && !host.includes(HOLE));
  if (!begins || !path.every(isPlain) || query !== undefined || fragment !== undefined) return undefined;
  return text.slice(0, text.length - segments.length).includes(HOLE) ? undefined : toSegmentRules(segments.split("/"));
}

const isSimple = ({ explode, prefix }: Expression["variables"][number]): boolean => !explode && prefix === undefined;

/** @param rules the patterns of the values in the path */
function expandPlain(parts: readonly TemplatePart[], rules: readonly RegExp[], values: object): string | undefined {
  let rule = 0;
  let uri = "";
  let isFilled = false;
  for (const part of parts) {
    if (typeof part === "string") {
      uri += part;
    } else if (part.operator.first === "") {
      const written = encodePlain(readOwn(values, part.variables[0]!.name), rules[rule++]);
      if (written === undefined) return undefined;
      uri += written;
      isFilled = true;
    } else {
      let { first: separator } = part.operator;
      for (const { name } of part.variables) {
        const value = readOwn(values, name);
        if (value === undefined || value === null) continue;
        const written = encodePlain(value);
        // Without a `?`, `{&name}` adds to the path.
        if (written === undefined || (separator === "&" && !uri.includes("?"))) return undefined;
        uri += `${separator}${name}=${written}`;
        separator = "&";
        isFilled = true;
      }
    }
  }
  return isFilled ? uri : undefined;
}

function readOwn(values: object, name: string): unknown {
  return hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
}
