import { describeType } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { type EncodedPart, findFault, isBracketed } from "./encoded-part.ts";
import { HOLE } from "./uri-error.ts";
import { explainHostFault } from "./host-ambiguity.ts";
import { toSegmentRules } from "./segment.ts";
import { cut, splitReference, type UriReference, type UrlObject } from "./reference.ts";
import type { EncodableText } from "../base/branded-text.ts";

/** The split templates. A tag receives the same array at each call of the same template literal. */
const templates = /* @__PURE__ */ new WeakMap<TemplateStringsArray, UriReference>();
/** The split texts after a base. */
const tails = /* @__PURE__ */ new WeakMap<TemplateStringsArray, UriReference>();

/** Splits a template into components, in which `HOLE` stands for each hole; each template literal is split only once. */
export function splitTemplate(strings: TemplateStringsArray): UriReference {
  let template = templates.get(strings);
  if (template !== undefined) return template;
  checkStrings(strings);
  template = splitReference(strings.join(HOLE));
  checkScheme(template);
  const hostFault = explainHostFault(template);
  if (hostFault !== undefined) throw new TypeError(hostFault);
  checkLiterals(template);
  templates.set(strings, template);
  return template;
}

/** The pattern of the values that may fill a hole without further checks; a query and a fragment accept any text. */
export type HoleRule = RegExp | "any";

/** The rules of templates that were filled; none if a hole is elsewhere than in a segment, the value of a parameter or the fragment. */
export const holeRules: WeakMap<TemplateStringsArray, readonly HoleRule[]> = /* @__PURE__ */ new WeakMap();

/** Stores the rules of a template that was filled. */
export function storeHoleRules(strings: TemplateStringsArray): void {
  const template = templates.get(strings);
  if (template !== undefined && !holeRules.has(strings)) holeRules.set(strings, toHoleRules(template));
}

function toHoleRules({ scheme, userinfo, host, port, path, query, fragment }: UriReference): readonly HoleRule[] {
  const rules: HoleRule[] | undefined = toSegmentRules(path.split("/"));
  if (rules === undefined) return [];
  const [names, values] = [[], []] as [string[], string[]];
  for (const parameter of query?.split("&") ?? []) {
    const [name, value = ""] = cut(parameter, "=");
    names.push(name);
    values.push(value);
  }
  if ([scheme, userinfo, host, port, ...names].some((part) => part?.includes(HOLE))) return [];
  for (const character of values.join("") + (fragment ?? "")) if (character === HOLE) rules.push("any");
  return /^(?:mailto|tel)$/i.test(scheme ?? "") ? [] : rules;
}

/** Splits the text after a base, which fills the first hole: it has a path that begins with one slash or no path. */
export function splitTail(strings: TemplateStringsArray): UriReference {
  let tail = tails.get(strings);
  if (tail !== undefined) return tail;
  checkStrings(strings);
  const text = strings.slice(1).join(HOLE);
  if (!/^(?:\/(?!\/)|[?#]|$)/.test(text)) {
    throw new TypeError("after a base write one slash, a query or a fragment");
  }
  tail = splitReference(text);
  checkLiterals(tail);
  tails.set(strings, tail);
  return tail;
}

/** Throws a TypeError for anything but the strings of a template that a URI may contain. */
function checkStrings(strings: TemplateStringsArray): void {
  if (!Array.isArray(strings) || !Array.isArray(strings.raw)) {
    const given = describeType(strings);
    throw new TypeError(
      `uri is a tag and cannot be called with ${given}: write uri\`/path/\${value}\`; cleanUri takes a string`,
    );
  }
  const bad = strings.findIndex(
    (text: string | undefined) =>
      text === undefined || /[^A-Za-z0-9._~!$&'()*+,;=:@/?#[\]%-]|%(?![0-9A-Fa-f]{2})/.test(text),
  );
  if (bad >= 0)
    throw new TypeError(`a URI cannot contain ${quote(String(strings[bad]))}: encode it, or put it into a hole`);
}

/** Throws a TypeError for a template whose first segment has a colon that does not end a scheme. */
function checkScheme(template: UriReference): void {
  const before = cutAtColon(template);
  if (before === undefined) return;
  if (before.includes(HOLE)) {
    throw new TypeError(`a scheme cannot be a hole; a base can: a URL object or encoded(base, "uri")`);
  }
  throw new TypeError(`${quote(before)} is not a scheme: write ./ before a relative path with a colon`);
}

/** Returns the text before a colon in the first segment of a relative path (https://www.rfc-editor.org/rfc/rfc3986#section-4.2). */
export function cutAtColon({ scheme, host, path }: UriReference): string | undefined {
  if (scheme !== undefined || host !== undefined) return undefined;
  const [before, after] = cut(cut(path, "/")[0], ":");
  return after === undefined ? undefined : before;
}

/** Throws a TypeError for a template whose own text is invalid in a URI. */
function checkLiterals(template: UriReference): void {
  const literal = (text = "") => text.split(HOLE).join("");
  const host = literal(template.host);
  const isValid =
    (isBracketed(host) || findFault(host, "regName") < 0) &&
    /^\d*$/.test(literal(template.port)) &&
    CHECKED.every((component) => findFault(literal(template[component]), component) < 0);
  if (!isValid) throw new TypeError("the template's own text is not a URI");
}

const CHECKED = ["userinfo", "path", "query", "fragment"] as const;

/** A value that is not yet encoded. */
export type UriText = EncodableText | number | bigint | boolean;

/** The value of a parameter: `undefined` omits it; `null`, as `Null`, needs the option `nulls`. */
export type OptionalUriText<Null extends null = never> = UriText | Null | undefined;

/** An object with one value or several for each parameter; its type may be an interface. */
export type UriFields<T, Null extends null = never> = {
  readonly [Name in keyof T]: OptionalUriText<Null> | readonly OptionalUriText<Null>[];
};

/** Parameters of a query as pairs: an array, a Map, URLSearchParams or FormPairs. */
export type UriParams<Null extends null = never> = Iterable<readonly [name: string, value: OptionalUriText<Null>]>;

/** What a hole of any type accepts. */
type SimpleValue<Null extends null = never> =
  OptionalUriText<Null> | EncodedPart | UrlObject | readonly (OptionalUriText<Null> | EncodedPart)[] | UriParams<Null>;

/**
 * The value of a hole, a `${…}` of the template, that has the type `T`: text to encode, or an encoded part. In a path it may be
 * an array of segments, in a query a list of texts or parameters, and at the start a URL object.
 */
export type UriValue<T = SimpleValue, Null extends null = never> =
  T extends SimpleValue<Null>
    ? T
    : T extends (...given: never) => unknown
      ? never
      : T extends object
        ? UriFields<T, Null>
        : never;
