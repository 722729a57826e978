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

/** An expression, and how to find its expansion in a URI. */
interface ExpressionMatcher {
  readonly expression: Expression;
  /** Matches a run of the characters that the expansion can contain. */
  readonly run: RegExp;
  /** How many leading characters of the following literal the run also matches. */
  readonly overlap: number;
}

type Values = Record<string, DecodedText | DecodedText[]>;

const OPERATION = "match the template";

const RESERVED = ":/?#[\\]@!$&'()*+,;=";

/** What an expansion may contain besides unreserved characters and escapes, as a part of a character class, by its first character. */
const DELIMITERS: Readonly<Record<string, string>> = {
  ".": "",
  "/": "/",
  ";": ";=",
  "?": "?&=",
  "&": "&=",
  "#": RESERVED,
};

/**
 * Finds the values that expand a URI template to a URI; refuses a template if the values may not be unique
 * (https://www.rfc-editor.org/rfc/rfc6570#section-1.4).
 *
 * A URI matches if `expandTemplate` could have written it, with escapes in either letter case and escaped unreserved
 * characters allowed. So variables occur in the order of the template, and reserved characters are encoded in values. A
 * template is accepted if:
 * - each expression is followed by the end, or by something that cannot continue its expansion. After `{a}` that is a
 *   reserved character or an operator, not `{b}`, `-{b}` or `{.b}`. A literal that could continue it may come before that, as
 *   in `{name}.json{?q}`. `{+a}` and `{#a}` can contain every character, so only a literal and the end may follow;
 * - no variable occurs twice or has a prefix;
 * - an exploded variable is a list, never an associative array. It must be the last one in `{a,b*}` and `{/a,b*}`; with `;`,
 *   `?` and `&` it may be any. The operators `+`, `#` and `.` allow only one variable, not exploded.
 *
 * If the operator writes no names, values are assigned from the first variable on, and `a` in `{a,b}` always has one. With `+` and `#`
 * only the escapes that expansion writes are decoded (`%20`, not `%2F`).
 *
 * @param template the template; if it is a literal, the type of the result lists its variables
 * @param uri the whole URI reference
 * @returns an object without prototype: decoded text for each variable that is defined, lists for exploded ones. Undefined
 *   if the URI does not match, also because of a malformed escape or invalid UTF-8
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
  for (const part of prepare(template)) {
    if (typeof part === "string") {
      if (!uri.startsWith(part, at)) return undefined;
      at += part.length;
    } else {
      const end = findRunEnd(part.run, uri, at) - part.overlap;
      if (end < at || !readExpansion(part.expression, uri.slice(at, end), values)) return undefined;
      at = end;
    }
  }
  return at === uri.length ? (values as TemplateMatch<Template>) : undefined;
}

/** Refuses templates that cannot be inverted. In the others each run has one possible end, so matching never backtracks. */
const prepare = /* @__PURE__ */ cacheByTemplate((template): readonly (string | ExpressionMatcher)[] => {
  const parts = parseTemplate(template, OPERATION);
  const names = new Set<string>();
  return parts.map((part, k) => {
    if (typeof part === "string") return part;
    const run = toRunPattern(part);
    const next = parts[k + 1];
    const literal = typeof next === "string" ? next : "";
    const overlap = findRunEnd(run, literal, 0);
    const delimited = overlap < literal.length || isDelimited(run, parts, literal === "" ? k + 1 : k + 2);
    const repeats = part.variables.some(({ name }) => names.size === names.add(name).size);
    if (!delimited || repeats || !isInvertible(part)) throw templateError(template, part.index, part.length, OPERATION);
    return { expression: part, run, overlap };
  });
});

/** Whether no text of the parts from `from` on can continue a run; an expression with an operator may expand to nothing. */
function isDelimited(run: RegExp, parts: readonly TemplatePart[], from: number): boolean {
  for (let k = from; k < parts.length; k++) {
    const part = parts[k]!;
    const first = typeof part === "string" ? part[0]! : part.operator.first;
    if (first === "" || findRunEnd(run, first, 0) > 0) return false;
    if (typeof part === "string") break;
  }
  return true;
}

function isInvertible({ operator, variables }: Expression): boolean {
  if (variables.some(({ prefix }) => prefix !== undefined)) return false;
  const exploded = variables.findIndex(({ explode }) => explode);
  if (!isSplittable(operator)) return variables.length === 1 && exploded === -1;
  return operator.named || exploded === -1 || exploded === variables.length - 1;
}

/** Whether an expansion can be split at its separator, because no encoded value contains it. */
function isSplittable({ separator, reserved }: Operator): boolean {
  return !reserved && separator !== ".";
}

function toRunPattern({ operator, variables }: Expression): RegExp {
  const simple = variables.length > 1 || variables[0]!.explode ? "," : "";
  const delimiters = operator.reserved ? RESERVED : operator.first === "" ? simple : DELIMITERS[operator.first]!;
  return new RegExp(`[A-Za-z0-9._~%${delimiters}-]*`, "y");
}

function findRunEnd(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  // A run always matches, even if it is empty; `lastIndex` is then its end.
  run.test(text);
  return run.lastIndex;
}

/** Adds the values of an expansion to `values`; returns false if the expression cannot expand to it. */
function readExpansion({ operator, variables }: Expression, expansion: string, values: Values): boolean {
  const { first, separator, reserved } = operator;
  if (first !== "" && expansion === "") return true;
  if (!expansion.startsWith(first)) return false;
  const rest = expansion.slice(first.length);
  const parts = isSplittable(operator) ? rest.split(separator) : [rest];
  let read = 0;
  for (const { name, explode } of variables) {
    const found: DecodedText[] = [];
    while (read < parts.length && (explode || found.length === 0)) {
      const text = operator.named ? readNamedValue(name, parts[read]!, operator.ifEmpty) : parts[read]!;
      if (text === undefined) break;
      const value = reserved ? decodeReservedValue(text) : decodeValue(text);
      if (value === undefined) return false;
      found.push(value);
      read++;
    }
    if (found.length > 0) values[name] = explode ? found : found[0]!;
  }
  return read === parts.length;
}

/** Returns the value of `name=value`, or undefined if the part has another name. */
function readNamedValue(name: string, part: string, ifEmpty: string): string | undefined {
  if (!part.startsWith(name)) return undefined;
  const rest = part.slice(name.length);
  if (rest === ifEmpty) return "";
  return rest.length > 1 && rest.startsWith("=") ? rest.slice(1) : undefined;
}

function decodeValue(text: string): DecodedText | undefined {
  return /^[A-Za-z0-9._~%-]*$/.test(text) ? decodeWellFormed(text) : undefined;
}

/** Decodes the escapes that expansion with `+` or `#` writes: those of characters not allowed in a URI, and `%25` for a raw `%`. */
function decodeReservedValue(text: string): DecodedText | undefined {
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
