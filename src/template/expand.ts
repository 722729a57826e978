import { readEscape, indexOfPercent } from "../base/escape.ts";
import { describeType, requireText } from "../base/arguments.ts";
import { toExcerpt, quote } from "../base/excerpt.ts";
import { isPlainObject } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { percentDecodeReport } from "../codec/decode.ts";
import { percentEncode } from "../codec/encode.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { sequenceLength, UnitWriter } from "../base/utf8.ts";
import { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { rfc3986 } from "../sets/rfc.ts";
import type { TemplateValues } from "./types.ts";

export type { TemplateMember, TemplateText, TemplateValue, TemplateValues } from "./types.ts";

/** How an operator expands (https://www.rfc-editor.org/rfc/rfc6570#appendix-A). */
export interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What stands behind the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters and escapes stay. */
  readonly reserved: boolean;
}

/** A variable of an expression. */
export interface Varspec {
  readonly name: string;
  readonly explode: boolean;
  /** How many characters are taken, or undefined for all. */
  readonly prefix: number | undefined;
}

/** An operator and its variables. */
interface ParsedExpression {
  readonly operator: Operator;
  readonly variables: readonly Varspec[];
}

/** An expression, and where it stands in UTF-16 units of the template. */
export interface Expression extends ParsedExpression {
  readonly index: number;
  readonly length: number;
}

/** A literal, already encoded, or an expression; no two literals are neighbours. */
export type TemplatePart = string | Expression;

const operator = (
  first: string,
  separator: string,
  named: boolean = false,
  ifEmpty: string = "",
  reserved: boolean = false,
): Operator => ({ first, separator, named, ifEmpty, reserved });

const SIMPLE = /* @__PURE__ */ operator("", ",");

const OPERATORS: ReadonlyMap<string, Operator> = /* @__PURE__ */ (() =>
  new Map([
    ["+", operator("", ",", false, "", true)],
    ["#", operator("#", ",", false, "", true)],
    [".", operator(".", ".")],
    ["/", operator("/", "/")],
    [";", operator(";", ";", true)],
    ["?", operator("?", "&", true, "=")],
    ["&", operator("&", "&", true, "=")],
  ]))();

/** Keeps (unreserved / reserved) and `%`, of which only those that begin an escape may stay. */
const RESERVED_KEPT = /* @__PURE__ */ (() => PercentEncodeSet.keeping("-._~:/?#[]@!$&'()*+,;=%"))();

/** How many templates are kept parsed: one of 57 units is parsed in 0.8 µs and expanded in 1.1; to match, 2.4 and 2.5. */
const CACHED_TEMPLATES = 64;
/** Longer templates, in UTF-16 units, are parsed each time, so that the cache stays small. */
const CACHED_UNITS = 1024;

const OPERATION = "expand the template";

/**
 * Expands a URI template of any level (https://www.rfc-editor.org/rfc/rfc6570#section-3).
 *
 * The RFC would give back what it cannot read unexpanded; here it is an error. Where section 3.2.1 and appendix A differ
 * about exploded associative arrays, the section stands: names are encoded like values, so that none can add a parameter,
 * and but for `?` and `&` the pair of an empty value is its name alone. The object of values is asked for its own
 * properties only.
 *
 * @param template the template; of a literal one the names are known to the type of `values`
 * @param values what the variables are: text, lists, or associative arrays (plain objects, Maps, arrays of pairs)
 * @returns the URI reference
 * @throws PercentEncodingError `invalid-template`, with its index in UTF-16 units of the template, or `lone-surrogate`,
 *   with its index in those of the value
 * @throws TypeError for wrong arguments, for a value of another kind, and for a prefix of a list or associative array
 * @example
 * import { expandTemplate } from "percodec/template";
 * expandTemplate("/users/{id}{?q,page}", { id: "a/b", q: "é", page: 2 }) // → "/users/a%2Fb?q=%C3%A9&page=2"
 * expandTemplate("{/path*}{?more*}", { path: ["a", "b c"], more: { x: 1 } }) // → "/a/b%20c?x=1"
 */
export function expandTemplate<const Template extends string>(
  template: Template,
  values: TemplateValues<Template>,
): string {
  requireText(template, "expandTemplate");
  if (describeType(values) !== "an Object") {
    throw new TypeError(
      `the values of expandTemplate must be an object with a property for each variable, not ${describeType(values)}`,
    );
  }
  const parts = parsed(template);
  return parts.map((part) => (typeof part === "string" ? part : expandExpression(part, values))).join("");
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-3.2 */
function expandExpression({ operator: by, variables }: Expression, values: object): string {
  const expansions: string[] = [];
  for (const variable of variables) {
    const { name } = variable;
    const value: unknown = hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
    if (value === undefined || value === null) continue;
    for (const expansion of expandVariable(variable, value, by)) expansions.push(expansion);
  }
  return expansions.length === 0 ? "" : by.first + expansions.join(by.separator);
}

/** The expansions that the operator's separator joins; none for an empty list, which is undefined (section 3.2.1). */
function expandVariable({ name, explode, prefix }: Varspec, value: unknown, by: Operator): string[] {
  if (isText(value)) {
    const text = String(value);
    return [ifNamed(name, encode(prefix === undefined ? text : takePrefix(text, prefix, by.reserved), by), by)];
  }
  const members = readMembers(value, name);
  if (members.length === 0) return [];
  if (prefix !== undefined) throw new TypeError(`${quoted(name)} has a prefix, so it must be text`);
  const expansions = members.map(([key, text]) => {
    if (key === undefined) return explode ? ifNamed(name, encode(text, by), by) : encode(text, by);
    return explode ? pair(encode(key, by), encode(text, by), by) : `${encode(key, by)},${encode(text, by)}`;
  });
  return explode ? expansions : [ifNamed(name, expansions.join(","), by)];
}

function encode(text: string, { reserved }: Operator): string {
  return reserved ? encodeKeepingReserved(text) : percentEncode(text, rfc3986.component);
}

function ifNamed(name: string, text: string, by: Operator): string {
  return by.named ? pair(name, text, by) : text;
}

function pair(left: string, right: string, { ifEmpty }: Operator): string {
  return left + (right === "" ? ifEmpty : `=${right}`);
}

/** Encodes all but (unreserved / reserved / pct-encoded): values of `+` and `#`, and literals (section 3.1). */
function encodeKeepingReserved(text: string): string {
  const encoded = percentEncode(text, RESERVED_KEPT);
  // A million matches of an expression take longer to collect than to find.
  let writer: UnitWriter | undefined;
  let from = 0;
  for (let at = 0; (at = indexOfPercent(encoded, at) + 1) > 0;) {
    if (readEscape(encoded, at - 1) >= 0) continue;
    writer ??= new UnitWriter(encoded.length * 3);
    writer.append(encoded, from, at);
    writer.append("25", 0, 2);
    from = at;
  }
  if (writer === undefined) return encoded;
  writer.append(encoded, from, encoded.length);
  return writer.text();
}

/** The first characters (section 2.4.1); where escapes stay, those of one character count as one. */
function takePrefix(text: string, characters: number, reserved: boolean): string {
  let end = 0;
  for (let k = 0; k < characters && end < text.length; k++) {
    if (reserved && isEscape(text, end)) end += escapedLength(text, end);
    else end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** How many units the escapes of the character at `at` take; escapes that are no UTF-8 count one by one. */
function escapedLength(text: string, at: number): number {
  const bytes = sequenceLength(Number.parseInt(text.slice(at + 1, at + 3), 16));
  const escapes = text.slice(at, at + 3 * bytes);
  const whole = /^(?:%[0-9A-Fa-f]{2})+$/.test(escapes) && percentDecodeReport(escapes).issueCount === 0;
  return whole ? escapes.length : 3;
}

function isText(value: unknown): value is string | number | boolean | bigint {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}

/** The defined members of a list, with no name, or of an associative array. */
function readMembers(value: unknown, variable: string): [name: string | undefined, value: string][] {
  return readEntries(value, variable)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => {
      if (isText(member)) return [name, String(member)];
      throw wrongValue(variable);
    });
}

function readEntries(value: unknown, variable: string): (readonly [name: string | undefined, value: unknown])[] {
  if (Array.isArray(value)) {
    const members: unknown[] = Array.from(value);
    return members.every(isPair) ? members : members.map((member) => [undefined, member]);
  }
  if (typeof value !== "object" || value === null) throw wrongValue(variable);
  // instanceof would refuse the Maps of another realm.
  if (Object.prototype.toString.call(value) === "[object Map]") {
    const pairs = Array.from(value as Map<unknown, unknown>);
    if (pairs.every(isPair)) return pairs;
    throw wrongValue(variable);
  }
  if (isPlainObject(value)) return Object.entries(value);
  throw wrongValue(variable);
}

function isPair(member: unknown): member is [string, unknown] {
  return Array.isArray(member) && member.length === 2 && typeof member[0] === "string";
}

function wrongValue(variable: string): TypeError {
  return new TypeError(`${quoted(variable)} must be text, a number, a boolean, or a list or plain object of these`);
}

function quoted(name: string): string {
  return `the variable ${quote(name)}`;
}

/** Makes a function remember its results for the templates that came last. */
export function cacheByTemplate<T>(make: (template: string) => T): (template: string) => T {
  const made = new Map<string, T>();
  return (template) => {
    const known = made.get(template);
    if (known !== undefined) return known;
    const result = make(template);
    if (template.length > CACHED_UNITS) return result;
    if (made.size === CACHED_TEMPLATES) {
      const [oldest = ""] = made.keys();
      made.delete(oldest);
    }
    made.set(template, result);
    return result;
  };
}

const parsed = /* @__PURE__ */ cacheByTemplate((template) => parseTemplate(template, OPERATION));

/**
 * Parses a template (https://www.rfc-editor.org/rfc/rfc6570#section-2).
 *
 * @param operation what the error says was being done
 */
export function parseTemplate(template: string, operation: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  // Where many expressions fit into a template they are the same few.
  const known = new Map<string, ParsedExpression>();
  for (let from = 0, end: number; from < template.length; from = end) {
    const brace = template.indexOf("{", from);
    const open = brace === -1 ? template.length : brace;
    if (from < open) {
      const literal = template.slice(from, open);
      // Under the flag u only a lone surrogate is one.
      const fault = literal.search(/[}\p{Surrogate}]/u);
      if (fault !== -1) throw templateError(template, from + fault, 1, operation);
      parts.push(encodeKeepingReserved(literal));
    }
    if (brace === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) throw templateError(template, open, template.length - open, operation);
    end = close + 1;
    const written = template.slice(open, end);
    let expression = known.get(written);
    if (expression === undefined) {
      known.set(written, (expression = parseExpression(template, open, end, operation)));
    }
    parts.push({ operator: expression.operator, variables: expression.variables, index: open, length: end - open });
  }
  return parts;
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-2.2 */
function parseExpression(template: string, open: number, end: number, operation: string): ParsedExpression {
  const fault = (index: number, length: number) => templateError(template, index, length, operation);
  const badCharacter = (index: number) => fault(index, (template.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);

  const special = OPERATORS.get(template[open + 1]!);
  const close = end - 1;
  let at = open + (special === undefined ? 1 : 2);
  if (at === close) throw fault(open, end - open);
  const variables: Varspec[] = [];
  for (; at <= close; at++) {
    const nameEnd = varnameEnd(template, at);
    if (template[nameEnd] === "%") throw fault(nameEnd, /[0-9A-Fa-f]/.test(template[nameEnd + 1]!) ? 2 : 1);
    if (nameEnd === at) throw badCharacter(at);
    const name = template.slice(at, nameEnd);
    MODIFIER.lastIndex = nameEnd;
    const [modifier = "", digits] = MODIFIER.exec(template) ?? [];
    if (digits !== undefined && !/^[1-9][0-9]{0,3}$/.test(digits)) throw fault(nameEnd, modifier.length);
    variables.push({ name, explode: modifier === "*", prefix: digits === undefined ? undefined : Number(digits) });
    at = nameEnd + modifier.length;
    if (at !== close && template[at] !== ",") throw badCharacter(at);
  }
  return { operator: special ?? SIMPLE, variables };
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-2.4, where the number is still to be judged. */
const MODIFIER = /\*|:([0-9]*)|/y;

/** Where the varname that begins at `from` ends (section 2.3); at once where there is none. */
function varnameEnd(text: string, from: number): number {
  for (let end = from; ;) {
    const start = end > from && text[end] === "." ? end + 1 : end;
    if (isEscape(text, start)) end = start + 3;
    else if (/[A-Za-z0-9_]/.test(text.charAt(start))) end = start + 1;
    else return end;
  }
}

function isEscape(text: string, at: number): boolean {
  return text[at] === "%" && /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3));
}

/** The error for a part of a template that no grammar allows, or that matching cannot invert. */
export function templateError(
  template: string,
  index: number,
  length: number,
  operation: string,
): PercentEncodingError {
  return new PercentEncodingError({
    operation,
    code: "invalid-template",
    index,
    length,
    unit: "utf-16",
    excerpt: toExcerpt(template.slice(index, index + length)),
    detail: undefined,
  });
}
