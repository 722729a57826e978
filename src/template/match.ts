import { requireChoice, requireString, requireText } from "../base/arguments.ts";
import type { DecodedText } from "../base/branded-text.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { percentDecode } from "../codec/decode.ts";
import { decodeKeeping, isUnsafe } from "../guard/unsafe-segment.ts";
import { takePrefix } from "./expand.ts";
import {
  ANY_CLASS,
  type ExpressionStep,
  findRunEnd,
  findRunStart,
  MATCH_OPERATION,
  type MatchPlan,
  planMatch,
  UNRESERVED,
} from "./match-plan.ts";
import { type Expression, type Operator, parseTemplate, type TemplatePart, type Varspec } from "./parse.ts";
import { findUnsafePlace } from "./safety.ts";
import type { TemplateMatch } from "./types.ts";

export type { TemplateMatch } from "./types.ts";

/** How a URI is matched. */
export interface MatchTemplateOptions {
  /**
   * What happens if a value is unsafe in a path, or if the values add a scheme, an authority, a query or a fragment: `"throw"` (the
   * default) throws, `"allow"` returns the values.
   */
  readonly unsafe?: "throw" | "allow" | undefined;
  /**
   * What `%2F` becomes in a value of the path, except for the operator `+`: `"throw"` (the default) throws, because servers differ;
   * `"decode"` puts a slash into the value, but never at its start or beside a dot segment.
   */
  readonly encodedSlash?: "throw" | "decode" | undefined;
  /**
   * What happens to a query, or its last parameters, that the template does not name: `"mismatch"` (the default) does not match,
   * `"ignore"` matches without them. Parameters that the template names may not be among them.
   */
  readonly trailingQuery?: "mismatch" | "ignore" | undefined;
}

const OPTIONS: OptionNames<MatchTemplateOptions> = { unsafe: true, encodedSlash: true, trailingQuery: true };

type Value = DecodedText | DecodedText[];

/**
 * Finds the values that expand a URI template to a URI; refuses a template if the values may not be unique
 * (https://www.rfc-editor.org/rfc/rfc6570#section-1.4).
 *
 * A URI matches if `expandTemplate` could have written it, with escapes in either letter case and escaped unreserved
 * characters allowed. So variables occur in the order of the template, and reserved characters are encoded in values. A
 * template is accepted if:
 * - each expression is followed by the end, or by something that cannot continue its expansion: after `{a}` a reserved character or
 *   an operator, not `{b}` or `{.b}`. In the path `{+a}` contains no `?` and no `#`, so that a query may follow;
 * - or a literal of at most 128 characters and a simple `{b}` follow, as in `{a}-{b}`, `{name}.{ext}` and `{+path}/{id}`. A URI
 *   matches only if the literal can be found in one place: `a-b`, not `a-b-c`;
 * - an exploded variable is a list, never an associative array. It must be the last one in `{a,b*}` and `{/a,b*}`; with `;`,
 *   `?` and `&` it may be any. The operators `+`, `#` and `.` allow only one variable, not exploded.
 *
 * If the operator writes no names, values are assigned from the first variable on, and `a` in `{a,b}` always has one. With `+` and `#`
 * only the escapes that expansion writes are decoded (`%20`, not `%2F`). With `;`, `?` and `&` a value with commas is a list. The value
 * of `{a:3}` has at most 3 characters; a variable that occurs twice needs the same value in both places, as in `{/id:2,id}`.
 *
 * By default a value in the path throws if `decodePath` refuses it as a segment: if it contains a slash, a backslash or a control
 * character, or is a dot segment, now or after further decoding. A value of `{+a}` may contain slashes.
 *
 * @param template the template; if it is a literal, the type of the result lists its variables
 * @param uri the whole URI reference
 * @param options whether unsafe values throw, and what happens to `%2F` and to more parameters
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
  const match = createMatcher(template, parseTemplate(template, MATCH_OPERATION), "matchTemplate");
  return match(uri, options) as TemplateMatch<Template> | undefined;
}

/** Returns the function that matches a parsed template. It prepares the template at its first call with each choice of `unsafe`. */
export function createMatcher(template: string, parts: readonly TemplatePart[], owner: string) {
  const plans = new Map<"throw" | "allow", MatchPlan>();
  return (uri: string, options?: MatchTemplateOptions): Record<string, Value> | undefined => {
    requireString(uri, `the URI of ${owner}`);
    const given = readOptions(options, OPTIONS, owner);
    const unsafe = requireChoice(given.unsafe, ["throw", "allow"], "unsafe");
    const decodesSlash = requireChoice(given.encodedSlash, ["throw", "decode"], "encodedSlash") === "decode";
    const ignoresQuery = requireChoice(given.trailingQuery, ["mismatch", "ignore"], "trailingQuery") === "ignore";
    let plan = plans.get(unsafe);
    if (plan === undefined) plans.set(unsafe, (plan = planMatch(template, parts, unsafe === "throw")));
    const reader = new UriReader(uri, parts, plan, unsafe === "throw", decodesSlash);
    return reader.read(ignoresQuery);
  };
}

/** Reads the values of a template from one URI. */
class UriReader {
  readonly #uri: string;
  readonly #parts: readonly TemplatePart[];
  readonly #plan: MatchPlan;
  readonly #isSafe: boolean;
  readonly #decodesSlash: boolean;
  readonly #values = Object.create(null) as Record<string, Value>;
  /** Every variable with its value, if values have to agree. */
  readonly #readings: [variable: Varspec, value: Value | undefined, operator: Operator][] = [];
  /** The end of each part of the template in the URI. */
  readonly #ends: number[] = [];
  #isInPath = true;
  #unsafeFrom = -1;
  #unsafeTo = -1;

  constructor(
    uri: string,
    parts: readonly TemplatePart[],
    plan: MatchPlan,
    isSafe: boolean,
    decodesSlash: boolean,
  ) {
    this.#uri = uri;
    this.#parts = parts;
    this.#plan = plan;
    this.#isSafe = isSafe;
    this.#decodesSlash = decodesSlash;
  }

  /** Returns the values, or undefined if the URI does not match. */
  read(ignoresQuery: boolean): Record<string, Value> | undefined {
    const { steps } = this.#plan;
    let at = 0;
    for (let k = 0; k < steps.length; k++) {
      const step = steps[k]!;
      if (step.text !== undefined) {
        if (!this.#uri.startsWith(step.text, at)) return undefined;
        at += step.text.length;
        this.#ends.push(at);
        if (step.endsPath) this.#isInPath = false;
      } else {
        at = this.#readRun(step, at, ignoresQuery && k === steps.length - 1);
        if (at < 0) return undefined;
      }
    }
    if (at < this.#uri.length && !(ignoresQuery && this.#isUnnamedQuery(at))) return undefined;
    if (this.#plan.hasPrefixes && !this.#agree()) return undefined;
    if (this.#isSafe) this.#refuseUnsafe(at);
    return this.#values;
  }

  /** Reads the expressions of a run; returns its end, or -1 if the URI does not match. */
  #readRun({ expression, classes, overlap, literals, others }: ExpressionStep, from: number, mayStop: boolean): number {
    const end = findRunEnd(this.#uri, from, this.#uri.length, classes) - overlap;
    if (end < from) return -1;
    if (others.length === 0) return this.#readExpression(expression, from, end, mayStop);
    const cuts = findOnlyCuts(this.#uri, from, end, literals);
    if (cuts === undefined) return -1;
    let at = from;
    for (let k = 0; k <= others.length; k++) {
      const to = cuts[k] ?? end;
      if (this.#readExpression(k === 0 ? expression : others[k - 1]!, at, to, false) < 0) return -1;
      if (k === others.length) break;
      at = to + literals[k]!.length;
      this.#ends.push(at);
    }
    return end;
  }

  /** Reads the expansion of an expression; returns its end, or -1 if the expression cannot expand to it. */
  #readExpression({ operator, variables }: Expression, from: number, to: number, mayStop: boolean): number {
    const { first } = operator;
    const isDefined = first === "" || from < to;
    if (isDefined && first !== "" && this.#uri.charCodeAt(from) !== first.charCodeAt(0)) return -1;
    if (isDefined && (first === "?" || first === "#")) this.#isInPath = false;
    // An undefined expansion has no values: its first item would begin after its end.
    let at = isDefined ? from + first.length : to + 1;
    for (const variable of variables) {
      at = this.#readVariable(variable, operator, at, to);
      if (at < 0) return -1;
    }
    const end = isDefined ? at - 1 : to;
    if (end < to && !mayStop) return -1;
    // If nothing was read, not even the operator is part of the expansion.
    this.#ends.push(end);
    return end;
  }

  /** Reads the items of a variable from `at` on; returns the start of the next item, or -1 for a value that is malformed. */
  #readVariable(variable: Varspec, operator: Operator, at: number, to: number): number {
    const { name, explode } = variable;
    const isWhole = operator.reserved || operator.separator === ".";
    let value: Value | undefined;
    while (at <= to && (explode || value === undefined)) {
      const itemEnd = isWhole ? to : findCharacter(this.#uri, operator.separator.charCodeAt(0), at, to);
      const start = operator.named ? this.#skipName(name, operator, at, itemEnd) : at;
      if (start < 0) break;
      const found = this.#readValue(operator, start, itemEnd, !explode && variable.prefix === undefined);
      if (found === undefined) return -1;
      if (!explode) value = found;
      else if (value === undefined) value = [found as DecodedText];
      else (value as DecodedText[]).push(found as DecodedText);
      at = itemEnd + 1;
    }
    if (this.#plan.hasPrefixes) this.#readings.push([variable, value, operator]);
    else if (value !== undefined) this.#values[name] = value;
    return at;
  }

  /** Returns the start of the value of `name=value`, or -1 if the item has another name. */
  #skipName(name: string, { ifEmpty }: Operator, at: number, to: number): number {
    const end = at + name.length;
    if (end > to || !this.#uri.startsWith(name, at)) return -1;
    if (end === to) return ifEmpty === "" ? end : -1;
    // `;` writes an empty value without `=`, `?` and `&` write it with one.
    const isEmpty = end + 1 === to;
    return this.#uri.charCodeAt(end) === EQUALS_SIGN && (!isEmpty || ifEmpty === "=") ? end + 1 : -1;
  }

  /** Reads a value, or a list if names are written and the value has commas; undefined if it is malformed. */
  #readValue(operator: Operator, from: number, to: number, mayBeList: boolean): Value | undefined {
    if (!operator.named || findRunEnd(this.#uri, from, to, UNRESERVED) === to) {
      return this.#decode(operator, from, to);
    }
    if (!mayBeList) return undefined;
    const list: DecodedText[] = [];
    for (let at = from, end; at <= to; at = end + 1) {
      end = findCharacter(this.#uri, COMMA_SIGN, at, to);
      const member = findRunEnd(this.#uri, at, end, UNRESERVED) < end ? undefined : this.#decode(operator, at, end);
      if (member === undefined) return undefined;
      list.push(member);
    }
    return list;
  }

  #decode({ reserved, first }: Operator, from: number, to: number): DecodedText | undefined {
    const text = this.#uri.slice(from, to);
    const hasEscapes = text.includes("%");
    const decoded = hasEscapes ? decodeStrictly(text) : text;
    if (decoded === undefined) return undefined;
    if (this.#isInPath && this.#isSafe && this.#unsafeFrom < 0 && first !== "&" && (hasEscapes || mayHaveDotSegment(text))) {
      const isBad = reserved ? hasUnsafeSegment(decoded) : isUnsafeValue(decoded, this.#decodesSlash);
      if (isBad) [this.#unsafeFrom, this.#unsafeTo] = [from, to];
    }
    return reserved && hasEscapes ? decodeReserved(text) : decoded;
  }

  /** Whether the rest of the URI is a query, or the end of one, whose names the template does not have. */
  #isUnnamedQuery(at: number): boolean {
    const start = this.#uri.search(/[?#]/);
    if (start < 0 || at < start || this.#uri[start] !== "?" || this.#uri[at] !== (at === start ? "?" : "&")) return false;
    const rest = this.#uri.slice(at + 1);
    const isQuery = !rest.includes("#") && findRunEnd(rest, 0, rest.length, ANY_CLASS) === rest.length;
    if (!isQuery || decodeStrictly(rest) === undefined) return false;
    const names = readQueryNames(this.#parts);
    return rest.split("&").every((parameter) => !names.has(decodeKeeping(parameter.split("=", 1)[0]!)));
  }

  /** Whether the values of each variable agree, as wholes and as prefixes; then they are the result. */
  #agree(): boolean {
    const longest = new Map<string, readonly [value: Value | undefined, isWhole: boolean]>();
    for (const [{ name, prefix }, value] of this.#readings) {
      const before = longest.get(name);
      const isLonger = before !== undefined && !before[1] && String(value).length > String(before[0]).length;
      if (before === undefined || (prefix === undefined && !before[1]) || isLonger) {
        longest.set(name, [value, prefix === undefined]);
      }
    }
    for (const [{ name, prefix }, value, { reserved }] of this.#readings) {
      const whole = longest.get(name)![0];
      const wanted = prefix !== undefined && typeof whole === "string" ? takePrefix(whole, prefix, reserved) : whole;
      if (!isSame(value, wanted)) return false;
      if (whole !== undefined) this.#values[name] = whole;
    }
    return true;
  }

  /** Throws if a value of the path is unsafe, or if the values make something unsafe together. */
  #refuseUnsafe(end: number): void {
    if (this.#unsafeFrom >= 0) {
      throw unsafeUri(this.#uri, this.#unsafeFrom, this.#unsafeTo, "in the path this value is unsafe");
    }
    if (this.#plan.hasFixedOrigin && !mayHaveDotSegment(this.#uri)) return;
    const place = findUnsafePlace(this.#parts, this.#ends, this.#uri.slice(0, end));
    if (place !== undefined) throw unsafeUri(this.#uri, place.from, place.to, `the values add ${place.added}`);
  }
}

const EQUALS_SIGN = 0x3d;
const COMMA_SIGN = 0x2c;

/** Returns the index of a character from `from` on, or `to`. It does not search after `to`, so that all searches take linear time. */
function findCharacter(text: string, code: number, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== code) at++;
  return at;
}

/**
 * Finds the places of literals in a run, from first to last; undefined unless there is only one way.
 *
 * After the first literal only unreserved characters follow. Any choice of places lies between the first ones and the last ones.
 */
function findOnlyCuts(uri: string, from: number, to: number, literals: readonly string[]): readonly number[] | undefined {
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

function decodeStrictly(text: string): DecodedText | undefined {
  try {
    return percentDecode(text);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** Decodes the escapes that expansion with `+` or `#` writes: those of characters not allowed in a URI, and `%25` for a raw `%`. */
function decodeReserved(text: string): DecodedText {
  return text.replace(ENCODED_IN_RESERVED, (escapes) => percentDecode(escapes));
}

const ENCODED_IN_RESERVED =
  /%25(?![0-9A-F]{2})|%(?:[01][0-9A-F]|2[02]|[35][CE]|60|7[BCDF])|%[C-F][0-9A-F](?:%[89AB][0-9A-F]){1,3}/gi;

/** Whether a decoded value is unsafe as a segment; if it may contain slashes, whether it begins with one or a part of it is unsafe. */
function isUnsafeValue(decoded: string, decodesSlash: boolean): boolean {
  return decodesSlash ? decoded.startsWith("/") || hasUnsafeSegment(decoded) : isUnsafe(decoded, "posix");
}

function hasUnsafeSegment(path: string): boolean {
  return path.split("/").some((segment) => isUnsafe(segment, "posix"));
}

/** Whether a segment of a URI may be a dot segment: it begins with a dot or an escape. */
function mayHaveDotSegment(uri: string): boolean {
  return uri.startsWith(".") || uri.startsWith("%") || uri.includes("/.") || uri.includes("/%");
}

/** Returns the names of the parameters that a template has, decoded. */
function readQueryNames(parts: readonly TemplatePart[]): ReadonlySet<string> {
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

function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return typeof one === typeof other && JSON.stringify(one) === JSON.stringify(other);
}

function unsafeUri(uri: string, from: number, to: number, what: string): PercentEncodingError {
  return new PercentEncodingError({
    operation: MATCH_OPERATION,
    code: "unsafe-segment",
    index: from,
    length: to - from,
    unit: "utf-16",
    excerpt: toExcerpt(uri.slice(from, to)),
    detail: `${what}; the option unsafe: "allow" accepts it`,
  });
}
