import { requireString, requireText } from "../base/arguments.ts";
import {
  MATCH_OPERATION,
  type MatchPlan,
  type MatchTemplateOptions,
  planMatch,
  readSettings,
  type Settings,
} from "./match-plan.ts";
import { planQuery, sortQuery } from "./match-query.ts";
import { CLASS_OF, startsWithPart, UNRESERVED } from "./match-text.ts";
import { PERCENT } from "../base/escape.ts";
import { parseParts, type TemplatePart } from "./parse.ts";
import type { TemplateMatch } from "./types.ts";
import { createValues, UriReader, type Value } from "./uri-reader.ts";

/**
 * Finds the values that expand a URI template to a URI; refuses a template if the values may not be unique
 * (https://www.rfc-editor.org/rfc/rfc6570#section-1.4).
 *
 * A URI matches if `expandTemplate` could have written it, with escapes in either letter case and escaped unreserved
 * characters allowed. So reserved characters are encoded in values, and variables occur in the order of the template; only the pairs of a
 * query may be in any order, unless it contains `{+x}`. A template is accepted if:
 * - each expression is followed by the end, or by something that cannot continue its expansion: after `{a}` a reserved character or
 *   an operator, not `{b}` or `{.b}`. In the path `{+a}` contains no `?` and no `#`, so that a query may follow;
 * - or a literal of at most 128 characters and a simple `{b}` follow, as in `{a}-{b}`, `{name}.{ext}` and `{+path}/{id}`. A URI
 *   matches only if the literal can be found in one place: `a-b`, not `a-b-c`;
 * - an exploded variable is a list. If it is the only one in a query without a pair of its own, it takes the pairs that the template does not
 *   name, as an object, unless `trailingQuery` ignores them. It must be the last one in `{a,b*}` and `{/a,b*}`; with `;`,
 *   `?` and `&` it may be any. The operators `+`, `#` and `.` allow only one variable, not exploded.
 *
 * If the operator writes no names, values are assigned from the first variable on, and `a` in `{a,b}` always has one. With `+` and `#`
 * only the escapes that expansion writes are decoded (`%20`, not `%2F`). With `;`, `?` and `&` a value with commas is a list. The value
 * of `{a:3}` has at most 3 characters; a variable that occurs twice needs the same value in both places, as in `{/id:2,id}`.
 *
 * By default a value in the path throws if `decodePath` refuses it as a segment: if it contains a slash, a backslash or a control
 * character, or is a dot segment, now or after further decoding. An empty segment before another one throws too. A value of `{+a}` may
 * contain slashes. In a host a value throws if it adds labels to the template's own text. Values that add a scheme, an authority, a query or
 * a fragment throw too.
 *
 * @param template the template; if it is a literal, the type of the result lists its variables
 * @param uri the whole URI reference
 * @param options whether unsafe values throw, what is allowed in a segment, and what happens to more parameters
 * @returns an object without prototype: decoded text for each variable that is defined, lists for exploded ones. Undefined
 *   if the URI does not match, also because of a malformed escape or invalid UTF-8
 * @throws PercentEncodingError `invalid-template`, with the index in UTF-16 units of the fault, or of the expression that cannot be
 *   matched, and the reason; `unsafe-segment`, with the index in UTF-16 units of the URI
 * @throws TypeError for wrong arguments
 * @example
 * import { matchTemplate } from "percodec/template";
 * matchTemplate("/users/{id}{?q,tag*}", "/users/7?tag=x&tag=y") // → { id: "7", tag: ["x", "y"] }
 * matchTemplate("/files{/path*}", "/files/a/b%20c") // → { path: ["a", "b c"] }
 * matchTemplate("/files/{name}.{ext}{?size}", "/files/cat.png?size=2") // → { name: "cat", ext: "png", size: "2" }
 * matchTemplate("/users/{id}", "/users/1/posts") // → undefined
 * let code;
 * try { matchTemplate("file:///d/{name}", "file:///d/..%2Fetc"); } catch (error) { code = error.code; }
 * code // → "unsafe-segment"
 */
export function matchTemplate<const Template extends string>(
  template: Template,
  uri: string,
  options?: MatchTemplateOptions,
): TemplateMatch<Template> | undefined {
  requireText(template, "matchTemplate");
  requireString(uri, "the URI of matchTemplate");
  const settings = readSettings(options, "matchTemplate");
  const plan = planMatch(template, parseParts(template, MATCH_OPERATION), settings.isSafe);
  return matchPlan(uri, plan, settings) as TemplateMatch<Template> | undefined;
}

/** Returns the function that matches a parsed template. It prepares the template at its first call with each choice of `unsafe`. */
export function createMatcher(template: string, parts: readonly TemplatePart[]) {
  let safePlan: MatchPlan | undefined;
  let plainPlan: MatchPlan | undefined;
  return (uri: string, options?: MatchTemplateOptions): Record<string, Value> | undefined => {
    requireString(uri, "the URI of match");
    const settings = readSettings(options, "match");
    const plan = settings.isSafe
      ? (safePlan ??= planMatch(template, parts, true))
      : (plainPlan ??= planMatch(template, parts, false));
    return matchPlan(uri, plan, settings);
  };
}

function matchPlan(uri: string, plan: MatchPlan, settings: Settings): Record<string, Value> | undefined {
  const values = matchInOrder(uri, plan, settings);
  if (values !== undefined || !uri.includes("?")) return values;
  plan.query ??= planQuery(plan.parts);
  const sorted = plan.query && sortQuery(uri, plan.query, settings.ignoresQuery);
  return sorted && new UriReader(sorted.uri, plan, settings, createValues(), sorted).read();
}

function matchInOrder(uri: string, plan: MatchPlan, settings: Settings): Record<string, Value> | undefined {
  const values = createValues();
  const end = settings.isSafe && plan.needsCheck ? NOT_PLAIN : readPlainSteps(uri, plan, values);
  if (end === NO_MATCH) return undefined;
  if (plan.plainCount === plan.steps.length && end === uri.length) return values;
  if (end === NOT_PLAIN) return new UriReader(uri, plan, settings, createValues()).read();
  return new UriReader(uri, plan, settings, values).read(plan.plainCount, end);
}

/** Results of `readPlainSteps` instead of an end: the URI does not match, or a value has to be decoded or judged. */
const NO_MATCH = -1;
const NOT_PLAIN = -2;

const DOT = 0x2e;

/**
 * Reads the plain steps at the start of a plan if their values are plain: not empty, without escapes, and not beginning with a dot. Such a
 * value is its own text, and safe. Most values are plain, and a compiled match with this loop takes half the time. Returns the end.
 */
function readPlainSteps(uri: string, { steps, plainCount }: MatchPlan, values: Record<string, Value>): number {
  const { length } = uri;
  let at = 0;
  for (let k = 0; k < plainCount; k++) {
    const step = steps[k]!;
    const from = at;
    if (typeof step === "string") {
      if (!startsWithPart(uri, step, from)) return NO_MATCH;
      at += step.length;
      continue;
    }
    if (uri.charCodeAt(from) === DOT) return NOT_PLAIN;
    for (let code; at < length && (code = uri.charCodeAt(at)) < 128 && CLASS_OF[code] === UNRESERVED; at++) {
      if (code === PERCENT) return NOT_PLAIN;
    }
    at -= step.overlap;
    if (at <= from) return at < from ? NO_MATCH : NOT_PLAIN;
    values[step.simpleName] = uri.slice(from, at);
  }
  return at;
}
