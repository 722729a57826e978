import { requireString, requireText } from "../base/arguments.ts";
import { percentDecode, percentDecodeReport } from "../codec/decode.ts";
import type { DecodedText } from "../base/branded-text.ts";
import {
  type Expression,
  type Operator,
  parseTemplate,
  cacheByTemplate,
  templateError,
  type TemplatePart,
} from "./expand.ts";
import type { TemplateMatch } from "./types.ts";

export type { TemplateMatch } from "./types.ts";

/** An expression, and how its expansion is found in a URI. */
interface Hole {
  readonly expression: Expression;
  /** Matches a run of the characters that the expansion can hold. */
  readonly run: RegExp;
  /** How many characters of the literal behind it look as if they were of the expansion. */
  readonly overlap: number;
}

type Values = Record<string, DecodedText | DecodedText[]>;

const OPERATION = "match the template";

const RESERVED = ":/?#[\\]@!$&'()*+,;=";

/** What an expansion can hold beside unreserved characters and escapes, by what stands first in it, for a character class. */
const DELIMITERS: Readonly<Record<string, string>> = {
  ".": "",
  "/": "/",
  ";": ";=",
  "?": "?&=",
  "&": "&=",
  "#": RESERVED,
};

/**
 * Finds the values that expand a URI template to a URI, where there is one answer
 * (https://www.rfc-editor.org/rfc/rfc6570#section-1.4).
 *
 * A URI matches if `expandTemplate` could have written it, but for the case of escapes and for escapes of unreserved
 * characters: variables stand in the order of the template, reserved characters are encoded in values. These templates
 * are matched, all others are refused:
 * - after an expression stands the end, or what cannot go on its expansion. Behind `{a}` that is a reserved character or
 *   an operator, not `{b}`, `-{b}` or `{.b}`. A literal that looks like a part of the expansion may stand between, as in
 *   `{name}.json{?q}`; `{+a}` and `{#a}` hold every character, so only a literal and the end may follow;
 * - no variable stands twice or has a prefix;
 * - an exploded variable is a list, never an associative array. In `{a*}` and `{/a*}` it is the last one, in `;`, `?` and
 *   `&` it may be any, in `+`, `#` and `.` it is refused, as are several variables there.
 *
 * Where names are not written, the defined variables are the first ones, and of `{a,b}` at least one. Of `+` and `#`
 * only those escapes are decoded that expanding would write again (`%20`, not `%2F`).
 *
 * @param template the template; of a literal one the names are known to the type of the result
 * @param uri the whole URI reference
 * @returns an object without prototype: decoded text for each variable that is defined, lists for exploded ones; or
 *   undefined where the URI does not match, as where an escape is malformed or no UTF-8
 * @throws PercentEncodingError `invalid-template`, with the index in UTF-16 units of the fault, or of the expression
 *   that cannot be matched
 * @throws TypeError for wrong arguments
 * @example
 * import { matchTemplate } from "percodec/template";
 * matchTemplate("/users/{id}{?q,tag*}", "/users/a%2Fb?tag=x&tag=y") // → { id: "a/b", tag: ["x", "y"] }
 * matchTemplate("/files{/path*}", "/files/a/b%20c") // → { path: ["a", "b c"] }
 * matchTemplate("/users/{id}", "/users/1/posts") // → undefined
 */
export function matchTemplate<const Template extends string>(
  template: Template,
  uri: string,
): TemplateMatch<Template> | undefined {
  requireText(template, "matchTemplate");
  requireString(uri, "the second argument of matchTemplate");
  const values = Object.create(null) as Values;
  let at = 0;
  for (const step of prepare(template)) {
    if (typeof step === "string") {
      if (!uri.startsWith(step, at)) return undefined;
      at += step.length;
    } else {
      const end = runEnd(step.run, uri, at) - step.overlap;
      if (end < at || !readExpansion(step.expression, uri.slice(at, end), values)) return undefined;
      at = end;
    }
  }
  return at === uri.length ? (values as TemplateMatch<Template>) : undefined;
}

/** Refuses what cannot be inverted; each run then ends in one place, so that nothing is tried twice. */
const prepare = /* @__PURE__ */ cacheByTemplate((template): readonly (string | Hole)[] => {
  const parts = parseTemplate(template, OPERATION);
  const names = new Set<string>();
  return parts.map((part, k) => {
    if (typeof part === "string") return part;
    const run = toRunPattern(part);
    const next = parts[k + 1];
    const literal = typeof next === "string" ? next : "";
    const overlap = runEnd(run, literal, 0);
    const delimited = overlap < literal.length || isDelimited(run, parts, literal === "" ? k + 1 : k + 2);
    const repeats = part.variables.some(({ name }) => names.size === names.add(name).size);
    if (!delimited || repeats || !isInvertible(part)) throw templateError(template, part.index, part.length, OPERATION);
    return { expression: part, run, overlap };
  });
});

/** Whether nothing that may follow from a part on goes on a run; an expression may be empty, unless it has no operator. */
function isDelimited(run: RegExp, parts: readonly TemplatePart[], from: number): boolean {
  for (let k = from; k < parts.length; k++) {
    const part = parts[k]!;
    const first = typeof part === "string" ? part[0]! : part.operator.first;
    if (first === "" || runEnd(run, first, 0) > 0) return false;
    if (typeof part === "string") break;
  }
  return true;
}

function isInvertible({ operator, variables }: Expression): boolean {
  if (variables.some(({ prefix }) => prefix !== undefined)) return false;
  const exploded = variables.findIndex(({ explode }) => explode);
  if (!isSplit(operator)) return variables.length === 1 && exploded === -1;
  return operator.named || exploded === -1 || exploded === variables.length - 1;
}

/** Whether the separator cannot stand in a value. */
function isSplit({ separator, reserved }: Operator): boolean {
  return !reserved && separator !== ".";
}

function toRunPattern({ operator, variables }: Expression): RegExp {
  const simple = variables.length > 1 || variables[0]!.explode ? "," : "";
  const delimiters = operator.reserved ? RESERVED : operator.first === "" ? simple : DELIMITERS[operator.first]!;
  return new RegExp(`[A-Za-z0-9._~%${delimiters}-]*`, "y");
}

function runEnd(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  // It matches everywhere, if only nothing, and then stands behind what it matched.
  run.test(text);
  return run.lastIndex;
}

/** Reads what an expression expanded to into the values, and says whether that can be. */
function readExpansion({ operator, variables }: Expression, expansion: string, values: Values): boolean {
  const { first, separator, reserved } = operator;
  if (first !== "" && expansion === "") return true;
  if (!expansion.startsWith(first)) return false;
  const rest = expansion.slice(first.length);
  const parts = isSplit(operator) ? rest.split(separator) : [rest];
  let read = 0;
  for (const { name, explode } of variables) {
    const own: DecodedText[] = [];
    while (read < parts.length && (explode || own.length === 0)) {
      const text = operator.named ? valueBehind(name, parts[read]!, operator.ifEmpty) : parts[read]!;
      if (text === undefined) break;
      const value = reserved ? decodeKeepingReserved(text) : decodeUnreserved(text);
      if (value === undefined) return false;
      own.push(value);
      read++;
    }
    if (own.length > 0) values[name] = explode ? own : own[0]!;
  }
  return read === parts.length;
}

/** The value of `name=value`, or undefined where another name stands. */
function valueBehind(name: string, part: string, ifEmpty: string): string | undefined {
  if (!part.startsWith(name)) return undefined;
  const rest = part.slice(name.length);
  if (rest === ifEmpty) return "";
  return rest.length > 1 && rest.startsWith("=") ? rest.slice(1) : undefined;
}

function decodeUnreserved(text: string): DecodedText | undefined {
  return /^[A-Za-z0-9._~%-]*$/.test(text) ? decodeWellFormed(text) : undefined;
}

/** Decodes the escapes of characters that may not stand in a URI, and those of `%` that a value `%` makes. */
function decodeKeepingReserved(text: string): DecodedText | undefined {
  if (decodeWellFormed(text) === undefined) return undefined;
  return text.replace(ENCODED_IN_RESERVED, (escapes) => percentDecode(escapes));
}

const ENCODED_IN_RESERVED =
  /%25(?![0-9A-F]{2})|%(?:[01][0-9A-F]|2[02]|[35][CE]|60|7[BCDF])|%[C-F][0-9A-F](?:%[89AB][0-9A-F]){1,3}/gi;

function decodeWellFormed(text: string): DecodedText | undefined {
  if (!text.includes("%")) return text;
  const { value, issueCount } = percentDecodeReport(text);
  return issueCount === 0 ? value : undefined;
}
