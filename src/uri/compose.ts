import { readEscape } from "../base/escape.ts";
import { describeType, requireChoice, requireText } from "../base/arguments.ts";
import { toExcerpt, quote } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { percentEncode } from "../codec/encode.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import type { EncodableText } from "../base/branded-text.ts";
import { toEntries } from "../form/entry-list.ts";
import { byteTable } from "../sets/byte-table.ts";
import { rfc3986 } from "../sets/rfc.ts";
import { explainAddress } from "./ambiguity-detail.ts";
import { hostToAscii } from "../host/labels.ts";
import { WrittenHost } from "../host/host.ts";
import { isSpecial } from "./whatwg.ts";
import { cut, joinParts, splitReference, splitUri, toParts, type UriReference } from "./reference.ts";

/** The components for which `encoded` accepts text. */
export type EncodedComponent = "userinfo" | "segment" | "path" | "query" | "fragment";

declare const byEncoded: unique symbol;

/** Text that is already encoded for one component; only `encoded` creates it. */
export interface EncodedPart {
  readonly [byEncoded]: true;
  readonly text: string;
  readonly component: EncodedComponent;
}

/** A value that is not yet encoded. */
export type UriText = EncodableText | number | bigint | boolean;

/** Parameters of a query: pairs, URLSearchParams, FormPairs, or an object with one value or several for each name. */
export type UriParams =
  Iterable<readonly [name: string, value: UriText]> | { readonly [name: string]: UriText | readonly UriText[] };

/** The value of a hole, a `${…}` of the template: text to encode, or an encoded part; in a query also a list of texts, or parameters. */
export type UriValue = UriText | EncodedPart | readonly UriText[] | UriParams;

/** How holes are filled. */
export interface ComposeOptions {
  /** What a slash in a segment becomes: `"encode"` (the default) escapes it; `"throw"` throws, because some servers decode `%2F` too early. */
  readonly slash?: "encode" | "throw" | undefined;
}

const COMPOSE_OPTIONS: OptionNames<ComposeOptions> = { slash: true };

/** The tag function for templates of URIs. */
export interface UriTag {
  (strings: TemplateStringsArray, ...values: readonly UriValue[]): string;
  /** Creates a tag with other options. */
  with(options: ComposeOptions): UriTag;
}

/** Finds the first character that the grammar of a component does not allow; returns -1 if there is none. */
function findFault(text: string, component: EncodedComponent | "regName"): number {
  const { bytes } = byteTable(rfc3986[component]);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || (bytes[code] === 1 && (code !== 0x25 || readEscape(text, i) < 0))) return i;
  }
  return -1;
}

/** Replaces each hole while a template is split; it is illegal in the text of a template. */
const HOLE = "\uffff";

/** The split templates. A tag receives the same array at each call of the same template literal. */
const templates = /* @__PURE__ */ new WeakMap<TemplateStringsArray, UriReference>();

const encodedParts: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/**
 * Marks a text as already encoded for a component, so that the `uri` tag inserts it unchanged.
 *
 * @param text text that the component's grammar allows
 * @param component the component in which it may be used
 * @returns a frozen object, to be passed to the tag
 * @throws PercentEncodingError `invalid-uri` if the text breaks the grammar, with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoded, uri } from "percodec/uri";
 * uri`/files/${encoded("a%2Fb", "segment")}` // → "/files/a%2Fb"
 */
export function encoded(text: string, component: EncodedComponent): EncodedPart {
  requireText(text, "encoded");
  if ((component as unknown) === undefined)
    throw new TypeError("encoded needs the component that the text is encoded for");
  requireChoice(component, ["userinfo", "segment", "path", "query", "fragment"], "component");
  const fault = findFault(text, component);
  if (fault >= 0) throw holeError(`accept this as an encoded ${component}`, "invalid-uri", text, fault);
  const part = Object.freeze({ text, component }) as EncodedPart;
  encodedParts.add(part);
  return part;
}

/**
 * Builds a URI: each value is encoded for the component that contains it, so that no value can add a segment, a parameter, a
 * host or a fragment (https://www.rfc-editor.org/rfc/rfc3986#section-2.4).
 *
 * In the query an object becomes parameters, and an array after `name=` becomes one parameter for each item. A host is checked: an
 * IPv6 address is written in brackets, and a name with A-labels. A segment that becomes empty, `.` or `..` throws.
 * `uri.with({ slash: "throw" })` refuses slashes.
 *
 * @throws PercentEncodingError `unsafe-segment`, `invalid-uri` for an invalid host or port, `host-ambiguous`,
 *   `lone-surrogate`; the index counts UTF-16 units of the value, and the message contains the number of the hole
 * @throws TypeError for a template that is not a URI, a hole in the scheme, and values that a component does not accept
 * @example
 * import { uri } from "percodec/uri";
 * uri`https://${"e.com"}/users/${"a/b"}?q=${"x&y"}&${{ page: 2 }}#${"é"}` // → "https://e.com/users/a%2Fb?q=x%26y&page=2#%C3%A9"
 * uri`/search?tag=${["a b", "c"]}` // → "/search?tag=a%20b&tag=c"
 */
export const uri: UriTag = /* @__PURE__ */ makeTag();

function makeTag(options?: ComposeOptions): UriTag {
  const given = readOptions(options, COMPOSE_OPTIONS, "uri.with");
  const slash = requireChoice(given.slash, ["encode", "throw"], "slash");
  const tag = (strings: TemplateStringsArray, ...values: readonly UriValue[]): string =>
    new UriComposer(values, slash === "throw").compose(splitTemplate(strings));
  return Object.assign(tag, { with: makeTag });
}

/** Splits a template into components; each template literal is split only once. */
function splitTemplate(strings: TemplateStringsArray): UriReference {
  const cached = templates.get(strings);
  if (cached !== undefined) return cached;
  if (!Array.isArray(strings) || !Array.isArray(strings.raw)) {
    const given = describeType(strings);
    throw new TypeError(
      `uri is a tag and cannot be called with ${given}: write uri\`/path/\${value}\`; cleanUri takes a string`,
    );
  }
  const bad = strings.findIndex(
    (text: string | undefined) =>
      text === undefined || !/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#[\]-]|%[0-9A-Fa-f]{2})*$/.test(text),
  );
  if (bad >= 0)
    throw new TypeError(`a URI cannot contain ${quote(String(strings[bad]))}: encode it, or put it into a hole`);
  const template = splitReference(strings.join(HOLE));
  checkScheme(template);
  checkHost(template);
  checkLiterals(template);
  templates.set(strings, template);
  return template;
}

/** Throws a TypeError for a template whose first segment has a colon that does not end a scheme. */
function checkScheme(template: UriReference): void {
  const before = cutAtColon(template);
  if (before === undefined) return;
  if (before.includes(HOLE)) throw new TypeError("a scheme cannot be a hole");
  throw new TypeError(`${quote(before)} is not a scheme: write ./ before a relative path with a colon`);
}

/** Returns the text before a colon in the first segment of a relative path (https://www.rfc-editor.org/rfc/rfc3986#section-4.2). */
function cutAtColon({ scheme, host, path }: UriReference): string | undefined {
  if (scheme !== undefined || host !== undefined) return undefined;
  const [before, after] = cut(cut(path, "/")[0], ":");
  return after === undefined ? undefined : before;
}

/** Throws a TypeError for a template in which a browser and RFC 3986 find different hosts, whatever the values are. */
function checkHost({ scheme, host, port }: UriReference): void {
  const lowerScheme = scheme?.toLowerCase();
  // Without a scheme the base decides, and most bases are special.
  if (lowerScheme === undefined ? host === undefined : !isSpecial(lowerScheme)) return;
  if (lowerScheme === "file") {
    // A browser reads the c of `file://c:/x` as a drive.
    if (port !== undefined) throw new TypeError("a template of file cannot have a port");
  } else if (host === undefined || host === "") {
    const what = scheme === undefined ? "that begins with //" : `of ${scheme}`;
    throw new TypeError(`a template ${what} needs a host: a browser would read the path as one`);
  }
  if (host === undefined || host === "" || host.includes(HOLE)) return;
  const written = new WrittenHost(host);
  const parsed = written.parse(false);
  if (parsed.kind === "failure" || parsed.text === written.canonical) return;
  throw new TypeError(`the host ${quote(host)} of a template is ambiguous: ${explainAddress(parsed.text)}`);
}

/** Throws a TypeError for a template whose own text is invalid in a URI. */
function checkLiterals({ userinfo, host, port, path, query, fragment }: UriReference): void {
  const literal = (text = "") => text.split(HOLE).join("");
  const name = literal(host);
  const isValid =
    findFault(literal(userinfo), "userinfo") < 0 &&
    (/^\[[0-9A-Fa-f:.]*\]$/.test(name) || findFault(name, "regName") < 0) &&
    /^\d*$/.test(literal(port)) &&
    findFault(literal(path), "path") < 0 &&
    findFault(literal(query), "query") < 0 &&
    findFault(literal(fragment), "fragment") < 0;
  if (!isValid) throw new TypeError("the template's own text is not a URI");
}

/** Fills the holes of a template with values, once. */
class UriComposer {
  readonly #values: readonly UriValue[];
  readonly #refuseSlash: boolean;
  #next = 0;

  constructor(values: readonly UriValue[], refuseSlash: boolean) {
    this.#values = values;
    this.#refuseSlash = refuseSlash;
  }

  compose({ scheme, userinfo, host, port, path, query, fragment }: UriReference): string {
    const filled: UriReference = {
      scheme,
      userinfo: userinfo === undefined ? undefined : this.#fill(userinfo, "userinfo"),
      host: host?.includes(HOLE) ? this.#host(host) : host,
      port: port === undefined ? undefined : this.#port(port),
      path: path.split("/").map((segment) => this.#segment(segment)).join("/"), // prettier-ignore
      query: query === undefined ? undefined : this.#query(query),
      fragment: fragment === undefined ? undefined : this.#fill(fragment, "fragment"),
    };
    const parts = toParts(filled);
    const whole = joinParts(parts);
    // An encoded part may contain a delimiter of another component, so check that the result splits into the same parts.
    const again = splitUri(whole);
    const same = (["scheme", "authority", "path", "query", "fragment"] as const).every(
      (name) => again[name] === parts[name],
    );
    if (!same || cutAtColon(filled) !== undefined) {
      throw holeError("put the parts together", "unsafe-segment", whole, 0);
    }
    return whole;
  }

  #host(text: string): string {
    const hole = this.#next;
    const isWhole = text === HOLE;
    const given = text.split(HOLE).reduce((before, after) => {
      const value = toText(this.#take(), "a host");
      if (!isWhole && /[.\u3002\uff0e\uff61]/.test(value)) throw this.#error(hole, "host", "invalid-uri", value, 0);
      return before + value + after;
    });
    if (given.includes(":") || /^\[.*\]$/.test(given)) {
      const literal = new WrittenHost(given.startsWith("[") ? given : `[${given}]`).parse(false);
      if (literal.kind !== "ipv6" || !isWhole) throw this.#error(hole, "host", "invalid-uri", given, 0);
      return literal.text;
    }
    // A `%` in a value does not start an escape; the next check refuses it.
    const ascii = given.includes("%") ? given : hostToAscii(new WrittenHost(given));
    if (ascii === undefined || !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?$/.test(ascii)) {
      throw this.#error(hole, "host", "invalid-uri", given, 0);
    }
    const written = new WrittenHost(ascii);
    const parsed = written.parse(false);
    if (parsed.kind === "failure") throw this.#error(hole, "host", "invalid-uri", given, parsed.index);
    if (parsed.text !== written.canonical) {
      throw this.#error(hole, "host", "host-ambiguous", given, 0, explainAddress(parsed.text));
    }
    return ascii;
  }

  #port(text: string): string {
    const hole = this.#next;
    const port = text.split(HOLE).reduce((before, after) => before + toText(this.#take(), "a port") + after);
    if (!/^\d*$/.test(port) || Number(port) > 65_535) throw this.#error(hole, "port", "invalid-uri", port, 0);
    return port;
  }

  #segment(text: string): string {
    if (!text.includes(HOLE)) return text;
    const hole = this.#next;
    const part = this.#values[hole];
    if (text === HOLE && isEncoded(part) && part.component === "path") {
      this.#next++;
      for (const segment of part.text.split("/"))
        if (isDots(segment)) throw this.#error(hole, "path", "unsafe-segment", part.text, 0);
      return part.text;
    }
    const filled = this.#fill(text, "segment");
    if (filled === "" || isDots(filled)) throw this.#error(hole, "path", "unsafe-segment", filled, 0);
    return filled;
  }

  #query(text: string): string {
    const parameters = text.split("&").map((parameter) => {
      if (!parameter.includes(HOLE)) return parameter;
      const value = this.#values[this.#next];
      const isComposite = typeof value === "object" && (value as unknown) !== null && !isEncoded(value);
      if (!isComposite) return this.#parameter(parameter);
      this.#next++;
      const name = /^([^\uffff]*)=\uffff$/.exec(parameter)?.[1];
      if (Array.isArray(value) && name !== undefined) {
        return value.map((item: UriValue) => `${name}=${percentEncode(toText(item, "a parameter"))}`).join("&");
      }
      if (parameter !== HOLE)
        throw new TypeError("an object in a query must be a whole parameter; a list may also follow name=");
      const pairs = toEntries(value as UriParams);
      return pairs.map(([key, content]) => `${percentEncode(key)}=${percentEncode(content)}`).join("&");
    });
    // A hole that becomes empty is removed with its `&`, so that it does not leave `&&`.
    const literal = text.split("&");
    return parameters.filter((parameter, k) => parameter !== "" || literal[k] === "").join("&");
  }

  /** Fills the holes of one parameter; an encoded part with an `&` must be the whole parameter. */
  #parameter(parameter: string): string {
    const end = this.#next + parameter.split(HOLE).length - 1;
    for (let hole = this.#next; hole < end && parameter !== HOLE; hole++) {
      const value = this.#values[hole]!;
      if (!isEncoded(value) || value.component !== "query") continue;
      const second = value.text.indexOf("&");
      if (second >= 0) throw this.#error(hole, "query", "invalid-uri", value.text, second);
    }
    return this.#fill(parameter, "query");
  }

  #fill(text: string, component: EncodedComponent): string {
    return text.split(HOLE).reduce((before, after) => {
      const hole = this.#next;
      const value = this.#take();
      return before + this.#encode(value, component, hole) + after;
    });
  }

  #encode(value: UriValue, component: EncodedComponent, hole: number): string {
    if (isEncoded(value)) {
      const escaped = component === "segment" && this.#refuseSlash ? value.text.search(/%(?:2f|5c)/i) : -1;
      if (escaped >= 0) throw this.#error(hole, "path", "unsafe-segment", value.text, escaped);
      if (value.component === component) return value.text;
      throw new TypeError(`hole ${hole + 1} is in a ${component}, but its value is an encoded ${value.component}`);
    }
    const text = toText(value, `a ${component}`);
    const slash = component === "segment" && this.#refuseSlash ? text.search(/[\\/]/) : -1;
    if (slash >= 0) throw this.#error(hole, "path", "unsafe-segment", text, slash);
    return percentEncode(text);
  }

  #take(): UriValue {
    return this.#values[this.#next++]!;
  }

  #error(
    hole: number,
    place: string,
    code: PercentEncodingErrorCode,
    value: string,
    index: number,
    detail?: string,
  ): PercentEncodingError {
    return holeError(`put hole ${hole + 1} into the ${place}`, code, value, index, detail);
  }
}

function holeError(
  operation: string,
  code: PercentEncodingErrorCode,
  value: string,
  index: number,
  detail?: string,
): PercentEncodingError {
  const length = Math.max(1, value.length - index);
  const excerpt = toExcerpt(value.slice(index));
  return new PercentEncodingError({ operation, code, index, length, unit: "utf-16", excerpt, detail });
}

function isEncoded(value: unknown): value is EncodedPart {
  return typeof value === "object" && value !== null && encodedParts.has(value);
}

/** https://url.spec.whatwg.org/#single-dot-path-segment and #double-dot-path-segment */
function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function toText(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw new TypeError(`${place} must be text, a number or a boolean, not ${describeType(value)}`);
}
