import { describeType, readTypeTag, requireChoice, requireText, textHint } from "../base/arguments.ts";
import { ESCAPED_CHARACTER } from "../base/escape.ts";
import { quote } from "../base/excerpt.ts";
import { isPlainObject, type OptionNames, readOptions, unknownName } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { encodeText } from "../codec/encode.ts";
import { COMPONENT_TABLE } from "../sets/tables.ts";
import { type AllowedInSegment, explainSegmentFault, findSegmentFault, readAllow } from "../uri/segment.ts";
import { uriError } from "../uri/uri-error.ts";
import {
  encodeKeepingReserved,
  type Expression,
  type Operator,
  parseParts,
  type TemplatePart,
  type Varspec,
} from "./parse.ts";
import { findUnsafePlace, findUnsafeReserved, type Piece, type Unsafe, unsafeError } from "./safety.ts";
import type { TemplateValues } from "./types.ts";

/** How a template is expanded. */
export interface ExpandTemplateOptions {
  /** What happens if the values make the URI unsafe: `"throw"` (the default) throws, `"allow"` expands as RFC 6570 does, whatever `allow` is. */
  readonly unsafe?: "throw" | "allow" | undefined;
  /** What a segment may contain although it is unsafe (default `["slash"]`: escaped, unless the operator is `+`). A value may always be empty. */
  readonly allow?: readonly AllowedInSegment[] | undefined;
}

const OPTIONS: OptionNames<ExpandTemplateOptions> = { unsafe: true, allow: true };

/** What a segment may contain, or undefined for anything that the values make. */
export type ExpandSettings = readonly AllowedInSegment[] | undefined;

const OPERATION = "expand the template";

/**
 * Expands a URI template of any level (https://www.rfc-editor.org/rfc/rfc6570#section-3).
 *
 * A malformed expression throws; the RFC would leave it in the result. Section 3.2.1 and appendix A differ about exploded
 * associative arrays, and this follows the section: names are encoded like values, so that they cannot add a parameter. The
 * pair of an empty value is its name alone, except for `?` and `&`. Only own properties of `values` are read.
 *
 * The RFC lets values climb out of a path. By default this throws if the values make a path segment that `decodePath` refuses as a
 * dot segment or for a control character; an empty one is written. It also throws if they add a scheme, an authority, a query or a
 * fragment that the template does not write, or labels after the template's own text in a host. A value of `+` or `#` in the path or the
 * fragment throws if `matchTemplate` refuses it: after a slash it must not begin with a slash. A template that begins with `{+base}` may
 * take scheme, authority and path from that value.
 *
 * @param template the template; if it is a literal, the type of `values` lists its variables
 * @param values the values of the variables: text, lists, or associative arrays (plain objects, Maps, arrays of pairs)
 * @param options whether unsafe results throw, and what is allowed in a segment
 * @returns the URI reference
 * @throws PercentEncodingError `invalid-template` and `unsafe-segment`, with the index in UTF-16 units of the template, or
 *   `lone-surrogate`, and `unsafe-segment` for a slash, with the index in UTF-16 units of the value
 * @throws TypeError for wrong arguments, for a value of another kind, for a prefix of a list or an associative array, and for values whose
 *   names all differ from the variables of the template
 * @example
 * import { expandTemplate } from "percodec/template";
 * expandTemplate("/users/{id}{?q,page}", { id: "a/b", q: "é", page: 2 }) // → "/users/a%2Fb?q=%C3%A9&page=2"
 * expandTemplate("{/path*}{?more*}", { path: ["a", "b c"], more: { x: 1 } }) // → "/a/b%20c?x=1"
 * expandTemplate("{+base}/{id}", { base: "https://e.com/api", id: 7 }) // → "https://e.com/api/7"
 */
export function expandTemplate<const Template extends string>(
  template: Template,
  values: TemplateValues<Template>,
  options?: ExpandTemplateOptions,
): string {
  requireText(template, "expandTemplate");
  const given = checkExpandArguments(values, options, "expandTemplate");
  return expandParts(parseParts(template, OPERATION), values, given);
}

export function checkExpandArguments(
  values: unknown,
  options: ExpandTemplateOptions | undefined,
  owner: string,
): ExpandSettings {
  if (typeof values !== "object" || readTypeTag(values) !== "Object") {
    const given = describeType(values);
    throw new TypeError(`the values of ${owner} must be an object with a property for each variable, not ${given}`);
  }
  const given = readOptions(options, OPTIONS, owner);
  const allow = readAllow(given.allow);
  return requireChoice(given.unsafe, ["throw", "allow"], "unsafe") === "allow" ? undefined : allow;
}

export function expandParts(parts: readonly TemplatePart[], values: object, allow: ExpandSettings): string {
  const [given] = Object.keys(values);
  if (given !== undefined && !parts.some((part) => listNames(part).some((name) => hasOwn(values, name)))) {
    throw unknownName("the template has no expression with the variable", given, parts.flatMap(listNames));
  }
  // What is allowed while slashes are refused.
  let refusing = allow?.includes("slash") ? undefined : allow;
  const pieces: Piece[] = [];
  let unsafe: Unsafe | undefined;
  let uri = "";
  for (const part of parts) {
    const from = uri.length;
    const written = typeof part === "string" ? part : expandExpression(part, values, refusing);
    if (refusing && /[?#]/.test(written)) refusing = undefined;
    uri += written;
    pieces.push({ part, from, to: uri.length });
    if (unsafe || !allow || typeof part === "string" || !part.operator.reserved) continue;
    const found = findUnsafeReserved(uri, from + part.operator.first.length, uri.length, allow);
    if (found) unsafe = { ...found, expression: part };
  }
  unsafe ??= allow && findUnsafePlace(pieces, uri, allow);
  if (unsafe === undefined) return uri;
  const { from, expression } = unsafe;
  const isTouched = ({ part, to: end }: Piece) => typeof part !== "string" && end >= from;
  const { index, length } = expression ?? (pieces.find(isTouched)!.part as Expression);
  throw unsafeError(OPERATION, index, length, uri, unsafe, allow);
}

export function listNames(part: TemplatePart): string[] {
  return typeof part === "string" ? [] : part.variables.map(({ name }) => name);
}

export function readOwn(values: object, name: string): unknown {
  return hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-3.2 */
function expandExpression({ operator, variables }: Expression, values: object, refusing: ExpandSettings): string {
  const expansions: string[] = [];
  const isInPath = !operator.reserved && operator.first !== "?";
  for (const variable of variables) {
    const { name } = variable;
    const value = readOwn(values, name);
    if (value === undefined || value === null) continue;
    const encode = (text: string): string => {
      if (refusing && isInPath) refuseSlash(text, name, refusing);
      return operator.reserved ? encodeKeepingReserved(text) : encodeText(text, COMPONENT_TABLE, true);
    };
    for (const expansion of expandVariable(variable, value, operator, encode)) expansions.push(expansion);
  }
  return expansions.length === 0 ? "" : operator.first + expansions.join(operator.separator);
}

function refuseSlash(text: string, name: string, allow: readonly AllowedInSegment[]): void {
  const fault = findSegmentFault(text, ["empty", "control", "dot"]);
  if (fault === undefined) return;
  const index = Math.max(0, text.search(/[\\/]/));
  const operation = `put ${describeVariable(name)} into the path`;
  const reason = explainSegmentFault(fault, allow);
  throw uriError(operation, "unsafe-segment", text, index, text.length - index, reason);
}

/** Returns the expansions to join by the operator's separator; none for an empty list, which counts as undefined (section 3.2.1). */
function expandVariable(
  { name, explode, prefix }: Varspec,
  value: unknown,
  operator: Operator,
  encode: (text: string) => string,
): string[] {
  if (isText(value)) {
    const text = String(value);
    const used = prefix === undefined ? text : takePrefix(text, prefix, operator.reserved);
    return [addName(name, encode(used), operator)];
  }
  const members = readMembers(value, name);
  if (members.length === 0) return [];
  if (prefix !== undefined) throw new TypeError(`${describeVariable(name)} has a prefix, so it must be text`);
  const expansions = members.map(([key, text]) => {
    // The name first, so that its fault is thrown before a fault of the value.
    const encodedKey = key === undefined ? undefined : encode(key);
    const encoded = encode(text);
    if (encodedKey === undefined) return explode ? addName(name, encoded, operator) : encoded;
    return explode ? joinPair(encodedKey, encoded, operator) : `${encodedKey},${encoded}`;
  });
  return explode ? expansions : [addName(name, expansions.join(","), operator)];
}

function addName(name: string, text: string, operator: Operator): string {
  return operator.named ? joinPair(name, text, operator) : text;
}

function joinPair(left: string, right: string, { ifEmpty }: Operator): string {
  return left + (right === "" ? ifEmpty : `=${right}`);
}

/** Returns the first characters (section 2.4.1); if escapes are not encoded, the escapes of a character count as one character. */
export function takePrefix(text: string, characters: number, reserved: boolean): string {
  // An escape that is not valid UTF-8 counts alone.
  const escapes = reserved ? `${ESCAPED_CHARACTER}|%[0-9a-f]{2}|` : "";
  return new RegExp(`^(?:${escapes}[^]){0,${characters}}`, "iu").exec(text)![0];
}

function isText(value: unknown): value is string | number | boolean | bigint {
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || type === "bigint";
}

/** Returns the defined members of a list (without names) or of an associative array. */
function readMembers(value: unknown, variable: string): [name: string | undefined, value: string][] {
  return readEntries(value, variable)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => {
      if (isText(member)) return [name, String(member)];
      throw valueError(variable, value);
    });
}

function readEntries(value: unknown, variable: string): (readonly [name: string | undefined, value: unknown])[] {
  if (Array.isArray(value)) {
    const members: unknown[] = Array.from(value);
    return members.every(isPair) ? members : members.map((member) => [undefined, member]);
  }
  // `instanceof` would refuse a Map of another realm.
  const isMap = readTypeTag(value) === "Map";
  const entries = isMap ? Array.from(value as Map<unknown, unknown>) : isPlainObject(value) && Object.entries(value);
  if (!entries || !entries.every(isPair)) throw valueError(variable, value);
  return entries;
}

function isPair(member: unknown): member is [string, unknown] {
  return Array.isArray(member) && member.length === 2 && typeof member[0] === "string";
}

function valueError(variable: string, value: unknown): TypeError {
  return new TypeError(
    `${describeVariable(variable)} must be text, a number, a boolean, or a list or plain object of these${textHint(value)}`,
  );
}

function describeVariable(name: string): string {
  return `the variable ${quote(name)}`;
}
