import { requireText } from "../base/arguments.ts";
import { splitReference } from "../uri/reference.ts";
import { encodePlain, toSegmentRules } from "../uri/segment.ts";
import { HOLE } from "../uri/uri-error.ts";
import { checkExpandArguments, expandParts, type ExpandTemplateOptions, listNames, readOwn } from "./expand.ts";
import { createMatcher } from "./match.ts";
import type { MatchTemplateOptions } from "./match-plan.ts";
import { parseParts, type TemplatePart, type Varspec } from "./parse.ts";
import type { TemplateMatch, TemplateValues } from "./types.ts";

/** A template that was parsed once. */
export interface CompiledTemplate<Template extends string = string> {
  /** Expands the template, as `expandTemplate` does. */
  readonly expand: (values: TemplateValues<Template>, options?: ExpandTemplateOptions) => string;
  /** Matches a URI, as `matchTemplate` does. */
  readonly match: (uri: string, options?: MatchTemplateOptions) => TemplateMatch<Template> | undefined;
  /** The names of the variables in the order of the template, each once. */
  readonly variables: readonly string[];
}

/**
 * Parses a URI template once, to expand it or match it many times (https://www.rfc-editor.org/rfc/rfc6570#section-2).
 *
 * Nothing is kept between calls of `expandTemplate` and `matchTemplate`, so a program that uses a template again should keep the
 * compiled one.
 *
 * @param template the template; if it is a literal, the types of values and results list its variables
 * @returns a frozen object with the two functions, which need no `this`, and the names of the variables
 * @throws PercentEncodingError `invalid-template`, with the index in UTF-16 units of the template; a template that cannot be matched
 *   throws it when `match` is called
 * @throws TypeError for anything but a string
 * @example
 * import { compileTemplate } from "percodec/template";
 * const user = compileTemplate("/users/{id}{?tag*}");
 * user.expand({ id: 7, tag: ["x", "y"] }) // → "/users/7?tag=x&tag=y"
 * user.match("/users/7?tag=x") // → { id: "7", tag: ["x"] }
 * user.variables // → ["id", "tag"]
 */
export function compileTemplate<const Template extends string>(template: Template): CompiledTemplate<Template> {
  requireText(template, "compileTemplate");
  const parts = parseParts(template, "compile the template");
  const match = createMatcher(template, parts);
  const rules = toPlainRules(parts);
  return Object.freeze({
    expand: (values: TemplateValues<Template>, options?: ExpandTemplateOptions) => {
      const allow = checkExpandArguments(values, options, "expand");
      return (options === undefined && rules && expandPlain(parts, rules, values)) || expandParts(parts, values, allow);
    },
    match: (uri: string, options?: MatchTemplateOptions) => match(uri, options) as TemplateMatch<Template> | undefined,
    variables: Object.freeze(Array.from(new Set(parts.flatMap(listNames)))),
  });
}

/**
 * Returns the patterns of the variables in the path of a template that `expandPlain` can expand, or undefined. It has at most one variable
 * in each segment, between unreserved characters, and after the path only expressions of the query.
 */
function toPlainRules(parts: readonly TemplatePart[]): readonly RegExp[] | undefined {
  const count = parts.findIndex((part) => typeof part !== "string" && part.operator.first !== "");
  const path = count < 0 ? parts : parts.slice(0, count);
  const query = count < 0 ? [] : parts.slice(count);
  const isQuery = (part: TemplatePart, k: number) =>
    typeof part !== "string" && part.operator.first === (k === 0 ? "?" : "&") && part.variables.every(isSimple);
  return query.every(isQuery) ? toPathRules(path) : undefined;
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

const isSimple = ({ explode, prefix }: Varspec): boolean => !explode && prefix === undefined;

/** Expands a template as `expandParts` does by default; returns undefined for values that need its checks. */
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
