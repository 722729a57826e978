import { requireText } from "../base/arguments.ts";
import type { PercentEncodingError } from "../base/errors.ts";
import { encodeKeepingEscapes, encodeText } from "../codec/encode.ts";
import { hexValue, readEscape } from "../base/escape.ts";
import { type ByteTable, tableKeeping } from "../sets/byte-table.ts";
import { uriError } from "../uri/uri-error.ts";

/** The rules of an operator (https://www.rfc-editor.org/rfc/rfc6570#appendix-A). */
export interface Operator {
  /** The text before the first value. */
  readonly first: string;
  /** The text between two values. */
  readonly separator: string;
  /** Whether each value follows its name. */
  readonly named: boolean;
  /** The text after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters and escapes are not encoded. */
  readonly reserved: boolean;
}

/** A variable of an expression. */
export interface Varspec {
  readonly name: string;
  /** Whether `*` follows the name: each item of a list or an object is a value of its own. */
  readonly explode: boolean;
  /** The length of the prefix in characters, or undefined for the whole value. */
  readonly prefix: number | undefined;
}

/** An expression, and its position in the template in UTF-16 units. */
export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Varspec[];
  readonly index: number;
  readonly length: number;
}

/** A literal, already encoded, or an expression; two literals never follow each other. */
export type TemplatePart = string | Expression;

const createOperator = (
  first: string,
  separator: string,
  named: boolean = false,
  ifEmpty: string = "",
  reserved: boolean = false,
): Operator => ({ first, separator, named, ifEmpty, reserved });

const SIMPLE = /* @__PURE__ */ createOperator("", ",");

const OPERATORS: ReadonlyMap<string, Operator> = /* @__PURE__ */ (() =>
  new Map([
    ["+", createOperator("", ",", false, "", true)],
    ["#", createOperator("#", ",", false, "", true)],
    [".", createOperator(".", ".")],
    ["/", createOperator("/", "/")],
    [";", createOperator(";", ";", true)],
    ["?", createOperator("?", "&", true, "=")],
    ["&", createOperator("&", "&", true, "=")],
  ]))();

/** Keeps unreserved and reserved characters and `%`; `encodeKeepingReserved` first encodes each `%` that does not start an escape. */
export const RESERVED_KEPT: ByteTable = /* @__PURE__ */ tableKeeping(/[\w.~:/?#[\]@!$&'()*+,;=%-]/);

/** The entry of each character of a varname is 0 (https://www.rfc-editor.org/rfc/rfc6570#section-2.3), except for escapes and dots. */
const VARCHARS = /* @__PURE__ */ (() => tableKeeping(/\w/).bytes)();

type CreateFault = (index: number, length: number) => PercentEncodingError;

/**
 * Parses a template into its literals and expressions (https://www.rfc-editor.org/rfc/rfc6570#section-2).
 *
 * @param template a URI template
 * @returns the parts in their order; an expression has its variables, and its place in UTF-16 units
 * @throws PercentEncodingError `invalid-template`, with the index in UTF-16 units of the template
 * @throws TypeError for anything but a string
 * @example
 * import { parseTemplate } from "percodec/template";
 * const [path, query] = parseTemplate("/search{?q,page}");
 * path // → "/search"
 * query.variables.map(({ name }) => name) // → ["q", "page"]
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  requireText(template, "parseTemplate");
  return parseParts(template, "read the template");
}

/** Parses a template; the message of an error names the operation. */
export function parseParts(template: string, operation: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const fault: CreateFault = (index, length) => uriError(operation, "invalid-template", template, index, length);
  for (let from = 0, end: number; from < template.length; from = end) {
    const brace = template.indexOf("{", from);
    const open = brace === -1 ? template.length : brace;
    if (from < open) {
      const literal = template.slice(from, open);
      parts.push(PLAIN_LITERAL.test(literal) ? literal : encodeLiteral(literal, from, fault));
    }
    if (brace === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) throw fault(open, template.length - open);
    end = close + 1;
    parts.push(parseExpression(template, open, end, fault));
  }
  return parts;
}

/** A literal of reserved and unreserved characters, as most are. */
const PLAIN_LITERAL = /^[\w.~:/?#[\]@!$&'()*+,;=-]*$/;

/** https://www.rfc-editor.org/rfc/rfc6570#section-2.1; `index` is the position of the literal in the template. */
function encodeLiteral(literal: string, index: number, fault: CreateFault): string {
  // With the flag `u`, \p{Surrogate} matches only lone surrogates.
  const bad = literal.search(/[}\p{Surrogate}]/u);
  if (bad !== -1) throw fault(index + bad, 1);
  return encodeKeepingReserved(literal);
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-2.2 */
function parseExpression(template: string, open: number, end: number, fault: CreateFault): Expression {
  const operator = OPERATORS.get(template.charAt(open + 1));
  const close = end - 1;
  let at = open + (operator === undefined ? 1 : 2);
  if (at === close) throw fault(open, end - open);
  const variables: Varspec[] = [];
  for (; at <= close; at++) {
    const nameEnd = findVarnameEnd(template, at);
    if (template[nameEnd] === "%") throw fault(nameEnd, hexValue(template.charCodeAt(nameEnd + 1)) < 0 ? 1 : 2);
    if (nameEnd === at) throw fault(at, characterLength(template, at));
    const name = template.slice(at, nameEnd);
    at = nameEnd;
    let prefix: number | undefined;
    const explode = template[at] === "*";
    if (explode) at++;
    else if (template[at] === ":") {
      PREFIX.lastIndex = at + 1;
      const [digits = ""] = PREFIX.exec(template) ?? [];
      at += 1 + digits.length;
      if (!/^[1-9][0-9]{0,3}$/.test(digits)) throw fault(nameEnd, at - nameEnd);
      prefix = Number(digits);
    }
    variables.push({ name, explode, prefix });
    if (at !== close && template[at] !== ",") throw fault(at, characterLength(template, at));
  }
  return { operator: operator ?? SIMPLE, variables, index: open, length: end - open };
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-2.4; the range of the number is checked separately. */
const PREFIX = /[0-9]*/y;

/** Returns the end of the varname that begins at `from` (section 2.3), or `from` if there is none. */
function findVarnameEnd(text: string, from: number): number {
  for (let end = from; ;) {
    const start = end > from && text[end] === "." ? end + 1 : end;
    const unit = text.charCodeAt(start);
    if (VARCHARS[unit] === 0) end = start + 1;
    else if (readEscape(text, start) >= 0) end = start + 3;
    else return end;
  }
}

/** Encodes everything but (unreserved / reserved / pct-encoded), for values of `+` and `#`, and for literals (section 3.1). */
export function encodeKeepingReserved(text: string): string {
  return encodeKeepingEscapes(text, (part) => encodeText(part, RESERVED_KEPT, true));
}
