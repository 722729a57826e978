import { toText } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { isPlainObject, type OptionNames, readOptions } from "../base/options.ts";
import { encodeComponent } from "../codec/encode-runs.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { type Nulls, requireNulls, toEntries } from "../form/entry-list.ts";
import { explainAddress } from "./host-ambiguity.ts";
import { hostToAscii } from "../host/labels.ts";
import { WrittenHost } from "../host/host.ts";
import { checkBase, checkSingle, type EncodedComponent, isEncoded } from "./encoded-part.ts";
import { describeHole, type Hole, HOLE, holeError, uriError } from "./uri-error.ts";
import { checkFields, encodeField, fillAddresses, isAddressField, MAIL_SYNTAX } from "./mailto.ts";
import {
  type AllowedInSegment,
  explainSegmentFault,
  encodePlain,
  findSegmentFault,
  PLAIN,
  readAllow,
} from "./segment.ts";
import { cut, joinParts, mapReference, readHref, splitParts, toParts, type UriReference } from "./reference.ts";
import { cutAtColon, holeRules, splitTemplate, type UriValue } from "./tag-template.ts";
import { decodeLatin1 } from "./scheme-table.ts";
import { fillTelephone } from "./telephone.ts";

/** How holes are filled. */
export interface ComposeOptions {
  /** What a segment may contain although it is unsafe (default `["slash"]`: a separator is escaped). */
  readonly allow?: readonly AllowedInSegment[] | undefined;
  /** What a parameter with the value `null` becomes: `"throw"` (the default) throws a TypeError, `"skip"` omits it, `"empty"` writes an empty value. */
  readonly nulls?: "throw" | "skip" | "empty" | undefined;
}

const COMPOSE_OPTIONS: OptionNames<ComposeOptions> = { allow: true, nulls: true };

/** The tag function for templates of URIs. */
export interface UriTag<Null extends null = never> {
  <const Values extends readonly unknown[]>(
    strings: TemplateStringsArray,
    ...values: { readonly [K in keyof Values]: UriValue<Values[K], Null> }
  ): string;
  /** Creates a tag with other options; its types accept `null` if the option `nulls` does. */
  with(options: ComposeOptions & { readonly nulls: "skip" | "empty" }): UriTag<null> & UriTag;
  with(options: ComposeOptions): UriTag;
}

/**
 * Builds a URI: each value is encoded for the component that contains it, so that no value can add a segment, a parameter, a
 * host or a fragment (https://www.rfc-editor.org/rfc/rfc3986#section-2.4).
 *
 * - The first hole, at the start, may be a base: a URL object or `encoded(base, "uri")`, without query and fragment. One slash joins it
 *   and the path.
 * - In the path an array becomes one segment for each item. A segment that `decodePath` refuses throws, except for its slashes, which are
 *   escaped. `uri.with({ allow: [] })` refuses slashes too, because some servers decode `%2F` too early.
 * - In the query an object becomes parameters, and an array after `name=` becomes one parameter for each item. A parameter with the value
 *   `undefined` is omitted, and so is an empty query.
 * - A host is checked: an IPv6 address is written in brackets, and a name with A-labels.
 * - In `tel:` a hole accepts the characters of a number (https://www.rfc-editor.org/rfc/rfc3966#section-3). In `mailto:` a hole is one
 *   address, or the value of a header field, where only `body` can have newlines (https://www.rfc-editor.org/rfc/rfc6068#section-2).
 *
 * @throws PercentEncodingError `unsafe-segment`, also for text instead of a base; `invalid-uri` for an invalid base, host, port, number,
 *   address or header field; `host-ambiguous`; `lone-surrogate`. The index counts UTF-16 units of the value, and the message contains the
 *   number of the hole
 * @throws TypeError for a template that is not a URI, a hole in the scheme, and values that a component does not accept
 * @example
 * import { uri } from "percodec/uri";
 * uri`https://${"e.com"}/users/${"a/b"}?q=${"x&y"}&${{ page: 2 }}#${"é"}` // → "https://e.com/users/a%2Fb?q=x%26y&page=2#%C3%A9"
 * uri`${new URL("https://e.com/api/")}/files/${["a b", "c"]}` // → "https://e.com/api/files/a%20b/c"
 * uri`/search?tag=${["a b", "c"]}&page=${undefined}` // → "/search?tag=a%20b&tag=c"
 * uri`mailto:${"joe@e.com"}?subject=${"a & b"}` // → "mailto:joe@e.com?subject=a%20%26%20b"
 */
export const uri: UriTag = /* @__PURE__ */ makeTag();

function makeTag(options?: ComposeOptions): UriTag {
  const { allow, nulls } = readOptions(options, COMPOSE_OPTIONS, "uri.with");
  const given = { nulls: requireNulls(nulls), allow: readAllow(allow) };
  const mayHaveSeparators = given.allow.includes("slash");
  const tag = (strings: TemplateStringsArray, ...values: readonly unknown[]): string => {
    return fillPlain(strings, values, mayHaveSeparators) ?? new UriComposer(values, given).compose(strings);
  };
  return Object.assign(tag as UriTag, { with: makeTag });
}

/** Fills the holes with texts and integers that follow the rules of their holes; returns undefined if one does not. */
function fillPlain(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  mayHaveSeparators: boolean,
): string | undefined {
  const rules = holeRules.get(strings);
  if (rules === undefined || rules.length === 0 || rules.length !== values.length) return undefined;
  let whole = "";
  for (let k = 0; k < rules.length; k++) {
    const written = encodePlain(values[k], mayHaveSeparators ? rules[k] : rules[k] && PLAIN);
    if (written === undefined) return undefined;
    whole += strings[k] + written;
  }
  return whole + strings[rules.length];
}

interface TagOptions {
  readonly allow: readonly AllowedInSegment[];
  readonly nulls: Nulls;
}

const AS_BASE = "use hole 1 as the base";

class UriComposer {
  readonly #values: readonly unknown[];
  readonly #options: TagOptions;
  #next = 0;
  #isMail = false;

  constructor(values: readonly unknown[], options: TagOptions) {
    this.#values = values;
    this.#options = options;
  }

  compose(strings: TemplateStringsArray): string {
    const base = this.#base(strings);
    const template = splitTemplate(strings, base !== undefined);
    if (base !== undefined) this.#next = 1;
    const scheme = template.scheme?.toLowerCase();
    this.#isMail = scheme === "mailto";
    const fillOpaque = this.#isMail ? fillAddresses : scheme === "tel" ? fillTelephone : undefined;
    const filled = mapReference(template, (text, part) => {
      if (part === "host") return this.#host(text);
      if (part === "port") return this.#port(text);
      if (part === "query") return this.#query(text);
      if (part !== "path") return this.#fill(text, part);
      if (fillOpaque === undefined || template.host !== undefined) return this.#path(text, base);
      return fillOpaque(text, () => this.#takeHole("path"));
    });
    const { path, fragment } = filled;
    // A query is omitted if filling its holes leaves nothing.
    const query = filled.query || (template.query === "" ? "" : undefined);
    const reference = { ...(base ?? filled), path, query, fragment };
    const parts = toParts(reference);
    const whole = joinParts(parts);
    // An encoded part may contain a delimiter of another component. If all other components are the same, so is the path.
    const split = splitParts(whole);
    const isSame = (["scheme", "authority", "query", "fragment"] as const).every((part) => split[part] === parts[part]);
    if (!isSame || cutAtColon(reference) !== undefined) {
      throw uriError("put the parts together", "unsafe-segment", whole, 0, whole.length);
    }
    return whole;
  }

  #base(strings: TemplateStringsArray): UriReference | undefined {
    const [value] = this.#values;
    if (!Array.isArray(strings) || strings[0] !== "") return undefined;
    if (typeof value === "string" && /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/)?\//.test(value)) {
      const detail =
        value[1] === "/" || value[0] !== "/" ? `a URL object or encoded(base, "uri")` : 'encoded(base, "path")';
      throw uriError(AS_BASE, "unsafe-segment", value, 0, value.length, `pass ${detail}`);
    }
    const isBase = isEncoded(value) && value.component === "uri";
    const text = isBase ? value.text : readHref(value);
    return text === undefined ? undefined : checkBase(text, AS_BASE);
  }

  #host(text: string): string {
    if (!text.includes(HOLE)) return text;
    const hole = this.#hole("host");
    const isWhole = text === HOLE;
    const given = text.split(HOLE).reduce((before, after) => {
      const value = toText(this.#take(), "a host");
      if (!isWhole && /[.\u3002\uff0e\uff61]/.test(value)) throw holeError(hole, "invalid-uri", value, 0);
      return before + value + after;
    });
    const isMore = /[/:]/.test(given) && !given.startsWith("[");
    const reason = isMore ? 'pass a host alone, or encoded(base, "uri") in the first hole' : undefined;
    if (isWhole && /:|^\[.*\]$/.test(given)) {
      const literal = new WrittenHost(given.startsWith("[") ? given : `[${given}]`).parse();
      if (literal.kind === "ipv6") return literal.text;
    }
    // A `%` in a value does not start an escape; the next check refuses it.
    const ascii = given.includes("%") ? given : hostToAscii(new WrittenHost(given));
    if (ascii === undefined || /[^\w.-]|^\.|\.\.|^$/.test(ascii))
      throw holeError(hole, "invalid-uri", given, 0, reason);
    const written = new WrittenHost(ascii);
    const parsed = written.parse();
    if (parsed.kind === "failure") throw holeError(hole, "invalid-uri", given, parsed.index);
    if (parsed.text === written.canonical) return ascii;
    throw holeError(hole, "host-ambiguous", given, 0, explainAddress(parsed.text));
  }

  #port(text: string): string {
    const hole = this.#hole("port");
    const port = text.split(HOLE).reduce((before, after) => before + toText(this.#take(), "a port") + after);
    if (!/^\d*$/.test(port) || Number(port) > 65_535) throw holeError(hole, "invalid-uri", port, 0);
    return port;
  }

  #path(text: string, base: UriReference | undefined): string {
    const path = text.split("/").map((segment) => this.#segment(segment)).join("/"); // prettier-ignore
    if (base === undefined) return path;
    // Only an encoded path can begin with a slash.
    if (path.startsWith("//")) throw uriError("join the base and the path", "unsafe-segment", path, 0, path.length);
    return path === "" ? base.path : base.path.replace(/\/$/, "") + path;
  }

  #segment(text: string): string {
    if (!text.includes(HOLE)) return text;
    const part = this.#values[this.#next];
    if (Array.isArray(part)) return this.#segments(text, part);
    const hole = this.#hole("path");
    if (text === HOLE && isEncoded(part) && part.component === "path") {
      this.#next++;
      // An encoded path may begin or end with a slash.
      for (const segment of part.text.split("/")) if (segment) this.#checkSegment(segment, hole, undefined, part.text);
      return part.text;
    }
    return this.#checkSegment(this.#fill(text, "segment"), hole, text === HOLE ? part : undefined);
  }

  #segments(text: string, items: readonly unknown[]): string {
    const hole = this.#hole("path");
    this.#next++;
    if (text !== HOLE) throw new TypeError("an array in a path must be between two slashes");
    if (items.length === 0) throw holeError(hole, "unsafe-segment", "", 0);
    return Array.from(items, (item, k) => {
      const place = { ...hole, place: `path (item ${k + 1})` };
      return this.#checkSegment(this.#encode(item, "segment", place), place, item);
    }).join("/");
  }

  /** Returns a segment as it is written; throws if it is unsafe. The error shows `value` if that is the text of the segment. */
  #checkSegment(segment: string, hole: Hole, value: unknown, shown = segment): string {
    const { allow } = this.#options;
    const isText = typeof value === "string";
    // Without other escapes only a name that begins with a dot or a space can be unsafe.
    if (!isText && segment !== "" && !/^[.%]|%(?!20)/.test(segment)) return segment;
    const fault = findSegmentFault(isText ? value : decodeKeeping(segment), allow);
    if (fault === undefined) return segment;
    const text = isText ? value : shown;
    const index = fault === "slash" ? Math.max(0, text.search(/[\\/]|%(?:2f|5c)/i)) : 0;
    throw holeError(hole, "unsafe-segment", text, index, explainSegmentFault(fault, allow));
  }

  #query(text: string): string {
    if (!text.includes(HOLE)) return text;
    const parameters = text.split("&").map((parameter) => this.#parameter(parameter));
    // A parameter that is omitted leaves no `&`.
    return parameters.filter((parameter) => parameter !== undefined).join("&");
  }

  /** Fills one parameter, or a hole for several; returns undefined for none. */
  #parameter(text: string): string | undefined {
    if (!text.includes(HOLE)) return text;
    if (text === HOLE) return this.#wholeParameter();
    const [nameText, valueText] = cut(text, "=");
    const [name, written] = this.#name(nameText);
    if (valueText === undefined) return written;
    const value = this.#values[this.#next];
    const isList = Array.isArray(value);
    if (valueText !== HOLE || !(value === undefined || value === null || isList)) {
      return `${written}=${this.#parameterValue(name, valueText)}`;
    }
    const [hole] = this.#takeHole("query");
    const pairs = Array.from(isList ? value : [value], (item: unknown) => [name, item]);
    return this.#pairs(toEntries(pairs, this.#options.nulls), hole, written);
  }

  /** Fills a hole that is a whole parameter: parameters, an encoded part, or the name of a parameter without value. */
  #wholeParameter(): string | undefined {
    const hole = this.#hole("query");
    const value = this.#values[hole.number];
    if (isEncoded(value)) {
      if (this.#isMail) checkFields(value, hole);
      return this.#encode(this.#take(), "query", hole) || undefined;
    }
    if (value === null || (typeof value !== "object" && value !== undefined)) return this.#name(HOLE)[1] || undefined;
    this.#next++;
    return value && this.#pairs(toEntries(value, this.#options.nulls), hole);
  }

  /** Fills the name of a parameter; returns the name, as far as a mail header needs it, and as it is written. */
  #name(text: string): readonly [name: string, written: string] {
    if (!text.includes(HOLE)) return [decodeLatin1(text), text];
    if (!this.#isMail) return ["", this.#fill(text, "query")];
    if (text !== HOLE) throw new TypeError("a hole must be a whole name of a header field");
    const [hole, value] = this.#takeHole("name of a header field");
    const name = toText(value, "the name of a header field");
    return [name, this.#encodeName(name, hole)];
  }

  #encodeName(name: string, hole: Hole): string {
    return this.#isMail ? MAIL_SYNTAX.encode(name, describeHole(hole)) : encodeComponent(name);
  }

  #parameterValue(name: string, text: string): string {
    if (!this.#isMail) return this.#fill(text, "query");
    const take = () => this.#takeHole(`header field ${quote(name)}`);
    if (isAddressField(name)) return fillAddresses(text, take);
    return text.split(HOLE).reduce((before, after) => {
      const [hole, value] = take();
      return before + encodeField(name, isEncoded(value) ? value : toText(value, "a header field"), hole) + after;
    });
  }

  /** Writes pairs; returns undefined for none. In a mail header the addresses of one field are joined by commas. */
  #pairs(pairs: readonly [name: string, value: string][], hole: Hole, writtenName?: string): string | undefined {
    const parameters: string[] = [];
    let last: string | undefined;
    for (const [name, value] of pairs) {
      const written = this.#isMail ? encodeField(name, value, hole) : encodeComponent(value);
      const isMore = this.#isMail && name === last && isAddressField(name);
      parameters.push((isMore ? `${parameters.pop()},` : `${writtenName ?? this.#encodeName(name, hole)}=`) + written);
      last = name;
    }
    return parameters.join("&") || undefined;
  }

  #fill(text: string, component: EncodedComponent): string {
    // Most texts are one hole.
    if (text === HOLE) return this.#fillHole(component);
    return text.split(HOLE).reduce((before, after) => before + this.#fillHole(component) + after);
  }

  #fillHole(component: EncodedComponent): string {
    const [hole, value] = this.#takeHole(component === "segment" ? "path" : component);
    if (component === "query" && isEncoded(value)) checkSingle(value, hole);
    else if (component === "query" && isPlainObject(value))
      throw new TypeError("an object in a query must be a whole parameter; a list may also follow name=");
    return this.#encode(value, component, hole);
  }

  #encode(value: unknown, component: EncodedComponent, hole: Hole): string {
    if (isEncoded(value)) {
      if (value.component === component) return value.text;
      const remedy = value.component === "uri" ? "; a base is the first hole, at the start" : "";
      throw new TypeError(
        `hole ${hole.number + 1} is in a ${component}, but its value is an encoded ${value.component}${remedy}`,
      );
    }
    return encodeComponent(toText(value, `a ${component}`));
  }

  #take(): unknown {
    return this.#values[this.#next++];
  }

  #takeHole(place: string): readonly [hole: Hole, value: unknown] {
    return [this.#hole(place), this.#take()];
  }

  #hole(place: string): Hole {
    return { number: this.#next, place };
  }
}
