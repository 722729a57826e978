import { describeType, type Policy, requireChoice, requirePolicy, requireString, toText } from "../base/arguments.ts";
import { isPlainObject, type OptionNames, readOptions } from "../base/options.ts";
import { decodeNative, decodeStrictly } from "../codec/decode-native.ts";
import { encodeComponent, encodeRuns } from "../codec/encode-runs.ts";
import { endsInANumber, IPV4, isIpv6 } from "../host/ip-address.ts";
import { MAIL_SYNTAX } from "./mailto.ts";
import { type EditValue, PairEditor, type PairSettings, type PairSyntax, readQuery } from "./pair-editor.ts";
import {
  cut,
  findScheme,
  joinParts,
  readUri,
  splitParts,
  toParts,
  toReference,
  type UriParts,
  type UriReference,
  type UrlObject,
} from "./reference.ts";
import { type AllowedInSegment, explainSegmentFault, findSegmentFault, readAllow } from "./segment.ts";
import { TELEPHONE_SYNTAX } from "./telephone.ts";
import { uriError } from "./uri-error.ts";

/** What the grammar does not allow in a fragment, and in userinfo (https://www.rfc-editor.org/rfc/rfc3986#section-3.5, and 3.2.1). */
const FRAGMENT_ENCODED = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]+/g;
const USERINFO_ENCODED = /[^A-Za-z0-9\-._~!$&'()*+,;=:]+/g;

/** How an editor reads and writes a query. */
export interface EditOptions {
  /** What happens to a `%` without two hex digits in what is read: `"throw"` (the default), `"keep"`, `"drop"` or `"replace"`. */
  readonly malformed?: Policy | undefined;
  /** What happens to bytes that are not UTF-8 in what is read: the same policies. */
  readonly invalidUtf8?: Policy | undefined;
  /** Whether `+` is read as a `"space"` (the default, except in `mailto:` and `tel:`) or is `"literal"`. */
  readonly plus?: "space" | "literal" | undefined;
  /** Whether a space is written `"%20"` (the default) or `"+"`, which `mailto:` and `tel:` refuse. */
  readonly space?: "%20" | "+" | undefined;
}

const EDIT_OPTIONS: OptionNames<EditOptions> = { malformed: true, invalidUtf8: true, plus: true, space: true };

const QUERY: PairSyntax = { separator: "&", toKey: undefined, encode: (text) => encodeComponent(text) };
const WITH_PLUS: PairSyntax = {
  separator: "&",
  toKey: undefined,
  encode: (text) => encodeComponent(text).replace(/%20/g, "+"),
};

function readSettings(options: EditOptions | undefined, syntax: PairSyntax | undefined): PairSettings {
  const { malformed, invalidUtf8, plus, space } = readOptions(options, EDIT_OPTIONS, "editUri");
  return {
    malformed: requirePolicy(malformed, "malformed"),
    invalidUtf8: requirePolicy(invalidUtf8, "invalidUtf8"),
    plusAsSpace: requireChoice(plus, syntax ? ["literal", "space"] : ["space", "literal"], "plus") === "space",
    syntax: requireChoice(space, syntax ? ["%20"] : ["%20", "+"], "space") === "+" ? WITH_PLUS : (syntax ?? QUERY),
  };
}

/** How `appendPath` and `with` write segments. */
export interface AppendPathOptions {
  /** What a segment may contain although it is unsafe (default `["slash"]`: a separator is escaped); `"empty"` also before another segment. */
  readonly allow?: readonly AllowedInSegment[] | undefined;
}

const APPEND_OPTIONS: OptionNames<AppendPathOptions> = { allow: true };

/** The parts that `with` replaces, not encoded; `undefined` removes one. */
export interface UriChanges {
  readonly scheme?: string | undefined;
  readonly userinfo?: string | undefined;
  /** A name in ASCII, or an address; the userinfo and the port need one. */
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  /** The segments of a path that begins with a slash; the last one may be empty. A string is a path as a URI contains it: its escapes stay. */
  readonly path?: string | readonly EditValue[] | undefined;
  readonly fragment?: string | undefined;
}

const CHANGES: OptionNames<UriChanges> = {
  scheme: true,
  userinfo: true,
  host: true,
  port: true,
  path: true,
  fragment: true,
};

/** A text without a scheme that has a `=` before any `/`, `?` or `#`. */
const BARE_QUERY = /^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?#=]*=/;

const APPEND = "append a segment";
const REPLACE = "replace a part";

/**
 * An editor of a whole URI: every byte that was not asked for stays as it is written.
 *
 * `get`, `getAll`, `has`, `set`, `append`, `delete`, `deleteMatching`, `rename` and `sort` work on the parameters of the query. The query
 * is removed with its last parameter.
 *
 * @example
 * import { UriEditor } from "percodec/uri";
 * new UriEditor("/list?page=1#top").set("page", 2).append("q", "a b").toString() // → "/list?page=2&q=a%20b#top"
 */
export class UriEditor extends PairEditor {
  /** The parts. The path of `tel:` is the number without its parameters. */
  #parts: UriParts;
  readonly #isTelephone: boolean;

  /** Takes what `editUri` takes, and throws the same errors. */
  constructor(uri: string | UrlObject, options?: EditOptions) {
    const text = readUri(uri, "editUri");
    const detail = 'a query begins with "?", this path with "./"';
    if (BARE_QUERY.test(text)) throw uriError("edit the URI", "invalid-uri", text, 0, text.length, detail);
    const parts = splitParts(text);
    const scheme = parts.authority === undefined ? parts.scheme?.toLowerCase() : undefined;
    const syntax = scheme === "mailto" ? MAIL_SYNTAX : scheme === "tel" ? TELEPHONE_SYNTAX : undefined;
    const [number, parameters] = syntax === TELEPHONE_SYNTAX ? cut(parts.path, ";") : [parts.path, parts.query];
    super(parameters, readSettings(options, syntax));
    this.#parts = { ...parts, path: number };
    this.#isTelephone = syntax === TELEPHONE_SYNTAX;
  }

  /**
   * Adds segments at the end of the path, each encoded, with one slash before each. A path that ends with a slash gets no second one.
   *
   * @param segments text, numbers or booleans; a slash in them is encoded. The last one may be empty: the path then ends with a slash.
   *   After them, an object of options
   * @throws PercentEncodingError `unsafe-segment` for a segment that `decodePath` refuses, except for its slashes; `invalid-uri` for a URI
   *   with an opaque path, such as `mailto:`; `host-ambiguous` if a browser would read the segment as the host; `lone-surrogate`. The
   *   index counts UTF-16 units of the segment, and that of `invalid-uri` those of the URI
   * @throws TypeError for a segment of another type
   */
  appendPath(...segments: readonly (EditValue | AppendPathOptions)[]): this {
    const last = segments[segments.length - 1];
    const options = segments.length > 1 && isPlainObject(last) ? (last as AppendPathOptions) : undefined;
    const values = options === undefined ? segments : segments.slice(0, -1);
    if (values.length === 0) return this;
    const { authority, path } = this.#parts;
    const isEmpty = path === "" && authority === undefined;
    const start = isEmpty || path.endsWith("/") ? path : `${path}/`;
    const allow = readAllowed(options, "appendPath");
    this.#parts = { ...this.#parts, path: writePath(this.#parts, start, values, allow, "appendPath") };
    return this;
  }

  /**
   * Replaces parts of the URI: userinfo, segments and fragment are encoded, the others have to be as the URI contains them.
   *
   * @param changes the parts; `undefined` removes one, and the userinfo and the port with the host. A path that is
   *   a string begins with a slash; the last one of its segments may be empty
   * @param options what is allowed in a segment
   * @throws PercentEncodingError `invalid-uri` for a part that a URI cannot have, with its index in UTF-16 units of the part, and for a
   *   userinfo or port without a host; the codes of `percentDecode` for the escapes of a path;
   *   `host-ambiguous` for a number that only a browser reads as an address, and if a browser would read the path as the host;
   *   `unsafe-segment` and `lone-surrogate` as `appendPath`
   * @throws TypeError for an unknown part or a value of another type
   * @example
   * import { editUri } from "percodec/uri";
   * editUri("http://e.com:80/a?q#f").with({ scheme: "https", port: undefined }).toString() // → "https://e.com/a?q#f"
   * editUri("/a?q").with({ path: ["b c", "d/e"], fragment: "é" }).toString() // → "/b%20c/d%2Fe?q#%C3%A9"
   * editUri("/a?q").with({ path: "/b%20c/d%2fe" }).toString() // → "/b%20c/d%2fe?q"
   */
  with(changes: UriChanges, options?: AppendPathOptions): this {
    const given = readOptions(changes, CHANGES, "with", "part");
    const allow = readAllowed(options, "with");
    const reference = toReference(this.#parts);
    const after: { -readonly [part in keyof UriReference]: string | undefined } = { ...reference };
    for (const part of Object.keys(WRITERS) as (keyof typeof WRITERS)[]) {
      if (part in given) after[part] = writePart(part, given[part]);
    }
    if (after.host === undefined && (given.userinfo ?? given.port) !== undefined) {
      const whole = joinParts(this.#parts);
      throw uriError(REPLACE, "invalid-uri", whole, 0, whole.length, "userinfo and port need a host");
    }
    const parts = toParts(after as UriReference);
    let { path } = parts;
    if (given.path !== undefined) {
      const segments = typeof given.path === "string" ? readSegments(given.path) : given.path;
      if (!Array.isArray(segments)) {
        throw new TypeError(`the path of with must be a string or an array of segments, not ${describeType(segments)}`);
      }
      const isRootless = parts.authority === undefined && parts.scheme !== undefined && /^[^/]/.test(path);
      const written = writePath(parts, isRootless ? path : "/", segments, allow, "with");
      path = typeof given.path === "string" ? given.path : written;
    } else if ("path" in given) {
      path = "";
      if (this.#isTelephone) this.deleteMatching(/(?:)/);
    }
    if ("scheme" in given || "host" in given || "path" in given) checkParts({ ...parts, path });
    this.#parts = { ...parts, path };
    return this;
  }

  /** Returns the URI. */
  override toString(): string {
    const [parts, query] = [this.#parts, readQuery(this)];
    if (!this.#isTelephone) return joinParts({ ...parts, query });
    return joinParts(query === undefined ? parts : { ...parts, path: `${parts.path};${query}` });
  }
}

/**
 * Edits a URI without loss: sets, adds and removes parameters, adds path segments, and replaces parts. Every byte that was not asked
 * for stays as it is written: escapes, `+`, empty pairs, and malformed escapes too.
 *
 * @param uri any URI reference, such as a query with its `?`, or a URL object
 * @param options what happens to faults in what `get` and `getAll` return and in the names that are compared, and how a space is read
 *   and written
 * @returns the editor, whose `toString` returns the URI
 * @throws PercentEncodingError `invalid-uri` for a query without its `?`: a text without a scheme that has a `=` before any `/`, `?` or `#`.
 *   The methods throw errors for values that cannot be written
 * @throws TypeError for wrong arguments
 * @example
 * import { editUri } from "percodec/uri";
 * editUri("https://e.com/p?q=a%20b&page=1#top").set("page", 2).toString() // → "https://e.com/p?q=a%20b&page=2#top"
 * editUri("https://e.com/?utm_source=x&id=7").deleteMatching("utm_*").toString() // → "https://e.com/?id=7"
 * editUri("https://e.com/users/").appendPath("a/b", 7).toString() // → "https://e.com/users/a%2Fb/7"
 * editUri("?q=100%", { malformed: "keep" }).get("q") // → "100%"
 */
export function editUri(uri: string | UrlObject, options?: EditOptions): UriEditor {
  return new UriEditor(uri, options);
}

function readAllowed(options: AppendPathOptions | undefined, owner: string): readonly AllowedInSegment[] {
  return readAllow(readOptions(options, APPEND_OPTIONS, owner).allow);
}

/** Returns the segments of a path as a URI contains it, decoded. */
function readSegments(path: string): string[] {
  const operation = "replace the path";
  const fault = path.search(/^(?!\/)|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/);
  const detail = "a path begins with a slash, and has escapes for ? and #";
  if (fault >= 0) throw uriError(operation, "invalid-uri", path, fault, 1, detail);
  decodeStrictly(path, operation, 0);
  return path.slice(1).split("/").map(decodeNative);
}

/** Returns the path that begins with `start` and goes on with segments; throws if `start` is an opaque path. `path` is the path before. */
function writePath(
  { scheme, authority, path }: UriParts,
  start: string,
  segments: readonly unknown[],
  allow: readonly AllowedInSegment[],
  owner: string,
): string {
  const before = joinParts({ scheme, authority, path: start, query: undefined, fragment: undefined });
  if (scheme !== undefined && authority === undefined && !start.startsWith("/")) {
    const detail = "an opaque path has no segments";
    throw uriError(APPEND, "invalid-uri", before, scheme.length + 1, path.length, detail);
  }
  const texts = segments.map((value, k) => toText(value, `segment ${k + 1} of ${owner}`));
  for (const [k, text] of texts.entries()) {
    const fault = findSegmentFault(text, allow);
    if (fault === undefined || (fault === "empty" && k === texts.length - 1)) continue;
    throw uriError(APPEND, "unsafe-segment", text, 0, text.length, explainSegmentFault(fault, allow));
  }
  // Each empty segment adds a slash before the first other one.
  const first = Math.max(0, texts.findIndex((text) => text !== "")); // prettier-ignore
  checkHost(APPEND, before + "/".repeat(first), texts[first] ?? "");
  return start + texts.map((text) => encodeComponent(text)).join("/");
}

/** Throws if a browser reads what follows the text `before` as the host (https://url.spec.whatwg.org/#special-authority-ignore-slashes-state). */
function checkHost(operation: string, before: string, after: string): void {
  const text = before.replace(/^[\0-\x20]+|[\t\n\r]+/g, "");
  const scheme = findScheme(text) ?? "";
  const slashes = scheme === "" ? /^[/\\]{2,}$/ : /^(?:https?|wss?|ftp)$/i.test(scheme) ? /^:[/\\]*$/ : /^:[/\\]{2}$/;
  if (after === "" || !slashes.test(text.slice(scheme.length))) return;
  throw uriError(operation, "host-ambiguous", after, 0, after.length, "a browser reads it as the host");
}

function checkParts(parts: UriParts): void {
  const whole = joinParts({ ...parts, query: undefined, fragment: undefined });
  const { scheme, authority } = splitParts(whole);
  if (scheme !== parts.scheme || authority !== parts.authority) {
    const detail = "a path begins with / after a host, else not with // or a scheme";
    throw uriError(REPLACE, "invalid-uri", whole, 0, whole.length, detail);
  }
  const after = parts.path.replace(/^[/\\]+/, "");
  checkHost(REPLACE, whole.slice(0, whole.length - after.length), after);
}

/** How each part is written, or the index of its first fault; a port is a number, and a host a name in ASCII or an address. */
const WRITERS: Readonly<Record<Exclude<keyof UriChanges, "path">, (text: string) => string | number>> = {
  scheme: (text) => (findScheme(`${text}:`) === text ? text : 0),
  userinfo: (text) => encodeRuns(text, USERINFO_ENCODED),
  host(text) {
    if (/^\[.*\]$/.test(text)) return isIpv6(text) ? text : 1;
    const fault = text === "" ? 0 : text.search(/[^\w.-]|^\.|\.\./);
    return fault < 0 ? text : fault;
  },
  port: (text) => (/^\d+$/.test(text) && Number(text) <= 65_535 ? text : 0),
  fragment: (text) => encodeRuns(text, FRAGMENT_ENCODED),
};

function writePart(part: keyof typeof WRITERS, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = part === "port" && typeof value === "number" ? String(value) : value;
  requireString(text, `the ${part} of with`);
  const written = WRITERS[part](text);
  const operation = `replace the ${part}`;
  const rule = "a host is a name in ASCII, or an IPv6 address in brackets; describeHost(host).ascii converts it";
  const detail = part === "host" ? rule : undefined;
  if (typeof written === "number")
    throw uriError(operation, "invalid-uri", text, written, text.length - written, detail);
  if (part === "host" && endsInANumber(text) && !IPV4.test(text)) {
    throw uriError(operation, "host-ambiguous", text, 0, text.length, "a browser reads it as an address");
  }
  return written;
}
