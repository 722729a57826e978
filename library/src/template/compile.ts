import { requireText } from "../base/arguments.ts";
import { checkExpandArguments, expandParts, type ExpandTemplateOptions } from "./expand.ts";
import { createMatcher } from "./match.ts";
import type { MatchTemplateOptions } from "./match-plan.ts";
import { parseParts } from "./parse.ts";
import { createPlainExpander } from "./plain.ts";
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
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : part.variables.map(({ name }) => name)));
  const match = createMatcher(template, parts);
  const expandPlain = createPlainExpander(parts);
  return Object.freeze({
    expand: (values: TemplateValues<Template>, options?: ExpandTemplateOptions) => {
      const allow = checkExpandArguments(values, options, "expand");
      return (options === undefined ? expandPlain?.(values) : undefined) ?? expandParts(parts, values, allow);
    },
    match: (uri: string, options?: MatchTemplateOptions) => match(uri, options) as TemplateMatch<Template> | undefined,
    variables: Object.freeze(Array.from(new Set(names))),
  });
}
