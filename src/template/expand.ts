import { describeType, readTypeTag, requireChoice, requireText } from "../base/arguments.ts";
import { ESCAPED_CHARACTER } from "../base/escaped-character.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { percentEncode } from "../codec/encode.ts";
import {
  ALLOWED_IN_READING,
  ALLOWED_IN_WRITING,
  type AllowedInSegment,
  explainSegmentFault,
  readAllow,
} from "../uri/segment.ts";
import {
  createError,
  encodeKeepingReserved,
  type Expression,
  type Operator,
  parseTemplate,
  type TemplatePart,
  type Varspec,
} from "./parse.ts";
import { describeUnsafe, findUnsafePlace } from "./safety.ts";
import type { TemplateValues } from "./types.ts";
import { describeVariable, isText, readMembers } from "./values.ts";

export type { TemplateMember, TemplateText, TemplateValue, TemplateValues } from "./types.ts";

/** How a template is expanded. */
export interface ExpandTemplateOptions {
  /**
   * What happens if the values make a dot segment or a control character in the path, or add a scheme, an authority, a query or a
   * fragment: `"throw"` (the default) throws, `"allow"` expands as RFC 6570 does. A value of `+` in the path also throws if
   * `matchTemplate` refuses it, as an absolute path behind a slash.
   */
  readonly unsafe?: "throw" | "allow" | undefined;
  /**
   * What a value may contain in the path although it is unsafe, except for the operator `+` (default `["slash"]`): `"slash"` a slash or
   * backslash, which is escaped. A list without it refuses them, because some servers decode `%2F` too early.
   */
  readonly allow?: readonly AllowedInSegment[] | undefined;
}

const OPTIONS: OptionNames<ExpandTemplateOptions> = { unsafe: true, allow: true };

const OPERATION = "expand the template";

/**
 * Expands a URI template of any level (https://www.rfc-editor.org/rfc/rfc6570#section-3).
 *
 * A malformed expression throws; the RFC would leave it in the result. Section 3.2.1 and appendix A differ about exploded
 * associative arrays, and this follows the section: names are encoded like values, so that they cannot add a parameter. The
 * pair of an empty value is its name alone, except for `?` and `&`. Only own properties of `values` are read.
 *
 * The RFC lets values climb out of a path. By default this throws if the values make a path segment that `decodePath` refuses as a
 * dot segment or for a control character. It also throws if they add a scheme, an authority, a query or a fragment that the template
 * does not spell. A value of `+` in the path throws if `matchTemplate` refuses it: behind a slash it must not begin with a slash. A template
 * that begins with `{+base}` may take scheme, authority and path from that value.
 *
 * @param template the template; if it is a literal, the type of `values` lists its variables
 * @param values the values of the variables: text, lists, or associative arrays (plain objects, Maps, arrays of pairs)
 * @param options whether unsafe results throw, and what a value may contain
 * @returns the URI reference
 * @throws PercentEncodingError `invalid-template` and `unsafe-segment`, with the index in UTF-16 units of the template, or
 *   `lone-surrogate`, and `unsafe-segment` for a slash, with the index in UTF-16 units of the value
 * @throws TypeError for wrong arguments, for a value of another kind, and for a prefix of a list or associative array
 * @example
 * import { expandTemplate } from "percodec/template";
 * expandTemplate("/users/{id}{?q,page}", { id: "a/b", q: "é", page: 2 }) // → "/users/a%2Fb?q=%C3%A9&page=2"
 * expandTemplate("{/path*}{?more*}", { path: ["a", "b c"], more: { x: 1 } }) // → "/a/b%20c?x=1"
 * expandTemplate("{+base}/{id}", { base: "https://e.com/api", id: 7 }) // → "https://e.com/api/7"
 * let code;
 * try { expandTemplate("/users/{id}", { id: ".." }); } catch (error) { code = error.code; }
 * code // → "unsafe-segment"
 */
export function expandTemplate<const Template extends string>(
  template: Template,
  values: TemplateValues<Template>,
  options?: ExpandTemplateOptions,
): string {
  requireText(template, "expandTemplate");
  const given = checkExpandArguments(values, options, "expandTemplate");
  return expandParts(parseTemplate(template, OPERATION), values, given);
}

/** Checks the values and the options of a call; returns the options. */
export function checkExpandArguments(
  values: unknown,
  options: ExpandTemplateOptions | undefined,
  owner: string,
): ReadOptions<ExpandTemplateOptions> {
  if (typeof values !== "object" || readTypeTag(values) !== "Object") {
    const given = describeType(values);
    throw new TypeError(`the values of ${owner} must be an object with a property for each variable, not ${given}`);
  }
  const given = readOptions(options, OPTIONS, owner);
  requireChoice(given.unsafe, ["throw", "allow"], "unsafe");
  return { unsafe: given.unsafe, allow: readAllow(given.allow, ALLOWED_IN_WRITING) };
}

/** Expands a parsed template. */
export function expandParts(
  parts: readonly TemplatePart[],
  values: object,
  { unsafe, allow = ALLOWED_IN_WRITING }: ReadOptions<ExpandTemplateOptions>,
): string {
  let slashThrows = !allow.includes("slash");
  const ends: number[] = [];
  let uri = "";
  for (const part of parts) {
    const piece = typeof part === "string" ? part : expandExpression(part, values, slashThrows);
    if (slashThrows) slashThrows = !/[?#]/.test(piece);
    uri += piece;
    ends.push(uri.length);
  }
  const place = unsafe === "allow" ? undefined : findUnsafePlace(parts, ends, uri);
  if (place === undefined) return uri;
  const { expression, from, to, added } = place;
  const { index, length } = expression;
  throw createError(OPERATION, "unsafe-segment", index, length, uri.slice(from, to), describeUnsafe(added));
}

/** https://www.rfc-editor.org/rfc/rfc6570#section-3.2 */
function expandExpression({ operator, variables }: Expression, values: object, slashThrows: boolean): string {
  const expansions: string[] = [];
  const isInPath = !operator.reserved && operator.first !== "?";
  for (const variable of variables) {
    const { name } = variable;
    const value: unknown = hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
    if (value === undefined || value === null) continue;
    const encode = (text: string): string => {
      if (slashThrows && isInPath) refuseSlash(text, name);
      return operator.reserved ? encodeKeepingReserved(text) : percentEncode(text);
    };
    for (const expansion of expandVariable(variable, value, operator, encode)) expansions.push(expansion);
  }
  return expansions.length === 0 ? "" : operator.first + expansions.join(operator.separator);
}

function refuseSlash(text: string, name: string): void {
  const index = text.search(/[\\/]/);
  if (index < 0) return;
  const operation = `put ${describeVariable(name)} into the path`;
  throw createError(
    operation,
    "unsafe-segment",
    index,
    text.length - index,
    text.slice(index),
    explainSegmentFault("slash", ALLOWED_IN_READING),
  );
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
