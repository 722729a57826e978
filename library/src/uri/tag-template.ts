import { describeType } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { type EncodedPart, findFault, isBracketed } from "./encoded-part.ts";
import { HOLE } from "./uri-error.ts";
import { explainHostFault } from "./host-ambiguity.ts";
import { PLAIN, toSegmentRules } from "./segment.ts";
import { cut, splitReference, type UriReference, type UrlObject } from "./reference.ts";
import type { EncodableText } from "../base/branded-text.ts";

/** The split templates, without a base and with one. A tag receives the same array at each call of the same template literal. */
const templates = /* @__PURE__ */ new WeakMap<TemplateStringsArray, UriReference>();
const tails = /* @__PURE__ */ new WeakMap<TemplateStringsArray, UriReference>();

/** The patterns of values that need no further checks, undefined for any text; none if a hole is elsewhere than in a segment, a value or the fragment. */
export const holeRules: WeakMap<TemplateStringsArray, readonly (RegExp | undefined)[]> = /* @__PURE__ */ new WeakMap();

/** Splits a template, or with a base the text after the first hole, once; `HOLE` stands for each hole. */
export function splitTemplate(strings: TemplateStringsArray, hasBase: boolean): UriReference {
  const known = (hasBase ? tails : templates).get(strings);
  if (known !== undefined) return known;
  checkStrings(strings);
  const text = strings.slice(hasBase ? 1 : 0).join(HOLE);
  if (hasBase && !/^(?:\/(?!\/)|[?#]|$)/.test(text)) {
    throw new TypeError("after a base write one slash, a query or a fragment");
  }
  const template = splitReference(text);
  const before = cutAtColon(template);
  if (before?.includes(HOLE)) {
    throw new TypeError(`a scheme cannot be a hole; a base can: a URL object or encoded(base, "uri")`);
  }
  if (before !== undefined) {
    throw new TypeError(`${quote(before)} is not a scheme: write ./ before a relative path with a colon`);
  }
  const hostFault = explainHostFault(template);
  if (hostFault !== undefined) throw new TypeError(hostFault);
  checkLiterals(template);
  (hasBase ? tails : templates).set(strings, template);
  if (!hasBase) holeRules.set(strings, toHoleRules(template));
  return template;
}

function toHoleRules({ scheme, userinfo, host, port, path, query = "", fragment = "" }: UriReference) {
  const rules = toSegmentRules(path.split("/"));
  const parameters = query.split("&").map((parameter) => cut(parameter, "="));
  const isElsewhere = [userinfo, host, port, ...parameters.map(([name]) => name)].some((part) => part?.includes(HOLE));
  if (rules === undefined || isElsewhere || /^(?:mailto|tel)$/i.test(scheme ?? "")) return [];
  // A slash in the first hole may make it a base.
  if (scheme === undefined && path.startsWith(HOLE)) rules[0] = PLAIN;
  const others = parameters.map(([, value]) => value).join("") + fragment;
  const count = others.split(HOLE).length - 1;
  return [...rules, ...Array.from({ length: count }, () => undefined)];
}

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

/** Returns the text before a colon in the first segment of a relative path (https://www.rfc-editor.org/rfc/rfc3986#section-4.2). */
export function cutAtColon({ scheme, path }: UriReference): string | undefined {
  if (scheme !== undefined) return undefined;
  const [before, after] = cut(cut(path, "/")[0], ":");
  return after === undefined ? undefined : before;
}

function checkLiterals(template: UriReference): void {
  const literal = (text = "") => text.split(HOLE).join("");
  const host = literal(template.host);
  const isValid =
    (isBracketed(host) || findFault(host, "regName") < 0) &&
    /^\d*$/.test(literal(template.port)) &&
    (["userinfo", "path", "query", "fragment"] as const).every(
      (component) => findFault(literal(template[component]), component) < 0,
    );
  if (!isValid) throw new TypeError("the template's own text is not a URI");
}

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
