import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { ALLOWED_IN_READING, type AllowedInSegment, readAllow } from "../uri/segment.ts";
import { uriError } from "../uri/uri-error.ts";
import { ANY_CLASS, findClasses, findRunEnd, UNRESERVED } from "./match-text.ts";
import type { QueryPlan } from "./match-query.ts";
import type { Expression, TemplatePart } from "./parse.ts";
import { hasFixedOrigin, mayMakeDotSegment } from "./safety.ts";

/** How a URI is matched. */
export interface MatchTemplateOptions {
  /** What happens if the values make the URI unsafe: `"throw"` (the default) throws, `"allow"` returns them, whatever `allow` is. */
  readonly unsafe?: "throw" | "allow" | undefined;
  /**
   * What a value of the path may contain although it is unsafe (default nothing). `"slash"` is a slash that was encoded once, except at the
   * start; `"empty"` also accepts an empty value before another segment or such a slash. `{+x}` and `{#x}` accept slashes and empty segments;
   * only after a slash, a value must not begin with one.
   */
  readonly allow?: readonly AllowedInSegment[] | undefined;
  /** What happens to parameters that the template does not name: `"mismatch"` (the default) does not match, `"ignore"` matches without them. */
  readonly trailingQuery?: "mismatch" | "ignore" | undefined;
}

const OPTIONS: OptionNames<MatchTemplateOptions> = { unsafe: true, allow: true, trailingQuery: true };

export interface Settings {
  readonly isSafe: boolean;
  readonly allow: readonly AllowedInSegment[];
  readonly ignoresQuery: boolean;
}

const DEFAULTS: Settings = { isSafe: true, allow: ALLOWED_IN_READING, ignoresQuery: false };

export function readSettings(options: MatchTemplateOptions | undefined, owner: string): Settings {
  if (options === undefined) return DEFAULTS;
  const given = readOptions(options, OPTIONS, owner);
  return {
    isSafe: requireChoice(given.unsafe, ["throw", "allow"], "unsafe") === "throw",
    allow: readAllow(given.allow, ALLOWED_IN_READING),
    ignoresQuery: requireChoice(given.trailingQuery, ["mismatch", "ignore"], "trailingQuery") === "ignore",
  };
}

export const MATCH_OPERATION = "match the template";

/** A literal to find at the current place, or a run of characters to read. */
export type MatchStep = string | MatchRun;

/** An expression, and the expressions that share its run of characters. */
export interface MatchRun {
  readonly expression: Expression;
  /** The name of the variable, if the run is one `{name}` whose value need not agree with another, as most are; else empty. */
  readonly simpleName: string;
  readonly classes: number;
  /** How many leading characters of the following literal the run also contains. */
  readonly overlap: number;
  /** Literals and expressions in turn, which follow the expression in its run; empty for most. */
  readonly literals: readonly string[];
  readonly others: readonly Expression[];
}

export interface MatchPlan {
  readonly parts: readonly TemplatePart[];
  readonly steps: readonly MatchStep[];
  /** How many steps at the start are literals or have a simple name. */
  readonly plainCount: number;
  /** The plan of the query, made when the first URI with a `?` does not match in order; undefined if the order matters. */
  query: QueryPlan | undefined;
  /** Whether safe values together can make something unsafe. */
  readonly needsCheck: boolean;
  /** Whether a variable occurs twice or has a prefix, so that its values have to agree. */
  readonly hasPrefixes: boolean;
}

/** The longest literal in UTF-16 units between two expressions that can contain its characters; so the search takes linear time. */
const MAX_LITERAL = 128;

/**
 * Prepares a template for matching, or throws if its values may not be unique. A run of characters ends where one follows that its expression
 * cannot contain, so matching never backtracks. If `isSafe`, a value of `{+x}` may not begin a query or a fragment.
 */
export function planMatch(template: string, parts: readonly TemplatePart[], isSafe: boolean): MatchPlan {
  const refuse = ({ index, length }: Expression, reason: string) =>
    uriError(MATCH_OPERATION, "invalid-template", template, index, length, reason);
  const expressions = parts.filter((part) => typeof part !== "string");
  const hasPrefixes = checkNames(expressions, refuse);
  const steps: MatchStep[] = [];
  // What the literals before an expression began: the path, the query or the fragment.
  let allowed = isSafe ? ANY_CLASS & ~findClasses("?#") : ANY_CLASS;
  for (let k = 0; k < parts.length; k++) {
    const part = parts[k]!;
    if (typeof part === "string") {
      steps.push(part);
      if (part.includes("#")) allowed = ANY_CLASS;
      else if (part.includes("?")) allowed |= findClasses("?");
      continue;
    }
    const reason = explainUnsplittable(part);
    if (reason !== undefined) throw refuse(part, reason);
    const run = planRun(parts, k, allowed, hasPrefixes);
    if (run === undefined) throw refuse(part, NO_END);
    steps.push(run);
    k += run.others.length * 2;
    if (part.operator.first === "#") allowed = ANY_CLASS;
  }
  const other = steps.findIndex((step) => typeof step !== "string" && step.simpleName === "");
  return {
    parts,
    steps,
    plainCount: other < 0 ? steps.length : other,
    query: undefined,
    needsCheck: !hasFixedOrigin(parts[0]) || mayMakeDotSegment(parts),
    hasPrefixes,
  };
}

const NO_END = "what follows the expression can continue its values, so their end is unknown";

/** Says why an expansion cannot be split into its values; undefined if it can. */
function explainUnsplittable({ operator, variables }: Expression): string | undefined {
  const exploded = variables.findIndex(({ explode }) => explode);
  if (operator.reserved || operator.separator === ".") {
    const isSingle = variables.length === 1 && exploded === -1;
    return isSingle ? undefined : "its values can contain what separates them";
  }
  if (operator.named || exploded === -1 || exploded === variables.length - 1) return undefined;
  return "the list has no end before the next variable";
}

/** Plans an expression with those that follow in its run; undefined if the end of the run is unknown. */
function planRun(
  parts: readonly TemplatePart[],
  k: number,
  allowed: number,
  hasPrefixes: boolean,
): MatchRun | undefined {
  const expression = parts[k] as Expression;
  const classes = toClasses(expression, allowed);
  const isSimple = classes === UNRESERVED && expression.operator.first === "" && !hasPrefixes;
  const literals: string[] = [];
  const others: Expression[] = [];
  for (let last = k; ; last += 2) {
    const after = parts[last + 1];
    const literal = typeof after === "string" ? after : "";
    const overlap = findRunEnd(literal, 0, literal.length, classes);
    if (overlap < literal.length || isDelimited(classes, parts, literal === "" ? last + 1 : last + 2)) {
      const simpleName = isSimple && others.length === 0 ? expression.variables[0]!.name : "";
      return { expression, simpleName, classes, overlap, literals, others };
    }
    const next = parts[last + 2];
    const isShort = literal !== "" && literal.length <= MAX_LITERAL;
    // After the first one, all expressions and literals have to be of the same characters.
    const isEven = last === k || findRunEnd(literal, 0, literal.length, UNRESERVED) === literal.length;
    if (!isShort || !isEven || typeof next !== "object" || toClasses(next, 0) !== UNRESERVED) return undefined;
    if (next.operator.first !== "") return undefined;
    literals.push(literal);
    others.push(next);
  }
}

/** Whether no text of the parts from `from` on can continue a run; an expression with an operator may expand to nothing. */
function isDelimited(classes: number, parts: readonly TemplatePart[], from: number): boolean {
  for (let k = from; k < parts.length; k++) {
    const part = parts[k]!;
    const first = typeof part === "string" ? part.charAt(0) : part.operator.first;
    if (first === "" || findRunEnd(first, 0, 1, classes) > 0) return false;
    if (typeof part === "string") break;
  }
  return true;
}

function toClasses({ operator, variables }: Expression, allowed: number): number {
  if (operator.reserved) return operator.first === "#" ? ANY_CLASS : allowed;
  const { first, named } = operator;
  const isList = first === "" && (variables.length > 1 || variables[0]?.explode === true);
  const delimiters = first === "?" ? "?&" : first === "." ? "" : first;
  return UNRESERVED | findClasses(delimiters + (named ? "=," : isList ? "," : ""));
}

/** Returns whether values have to agree; throws if a variable is a list in one place and a text in another. */
function checkNames(
  expressions: readonly Expression[],
  refuse: (expression: Expression, reason: string) => Error,
): boolean {
  const exploded = new Map<string, boolean>();
  let mustAgree = false;
  for (const expression of expressions) {
    for (const { name, explode, prefix } of expression.variables) {
      const before = exploded.get(name);
      mustAgree ||= before !== undefined || prefix !== undefined;
      if (before !== undefined && before !== explode)
        throw refuse(expression, "a variable is a list only in one place");
      exploded.set(name, explode);
    }
  }
  return mustAgree;
}
