import { describeType, requireText } from "../base/arguments.ts";
import type { FaultReason } from "../base/errors.ts";
import { isPlainObject, type OptionNames, readOptions } from "../base/options.ts";
import { encodeComponent, encodeRuns } from "../codec/encode-runs.ts";
import { type EditValue, PairEditor, readQuery, toEditText } from "./pair-editor.ts";
import { joinParts, readHref, splitUri, type UriParts, type UrlObject } from "./reference.ts";
import {
  ALLOWED_IN_WRITING,
  type AllowedInSegment,
  explainSegmentFault,
  findSegmentFault,
  readAllow,
} from "./segment.ts";
import { uriError } from "./uri-error.ts";

/** What the grammar does not allow in a fragment (https://www.rfc-editor.org/rfc/rfc3986#section-3.5). */
const FRAGMENT_ENCODED = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]+/g;

/** How `appendPath` writes segments. */
export interface AppendPathOptions {
  /**
   * What a segment may contain although it is unsafe (default `["slash"]`): `"slash"` a slash or backslash, which is escaped; `"empty"`
   * nothing at all, also before another segment; `"control"` control characters; `"dot"` a dot segment.
   */
  readonly allow?: readonly AllowedInSegment[] | undefined;
}

const APPEND_OPTIONS: OptionNames<AppendPathOptions> = { allow: true };
/** A text without a scheme that has a `=` before any `/`, `?` or `#`. */
const BARE_QUERY = /^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?#=]*=/;

/** The operation of an error. */
const OPERATION = "append a segment";

/**
 * An editor of a whole URI: every byte that was not asked for stays as it is written.
 *
 * `get`, `getAll`, `has`, `set`, `append`, `delete`, `deleteMatching`, `rename` and `sort` work on the parameters of the query; a space in a
 * value becomes `%20`. The query is removed with its last parameter.
 *
 * @example
 * import { UriEditor } from "percodec/uri";
 * new UriEditor("/list?page=1#top").set("page", 2).append("q", "a b").toString() // → "/list?page=2&q=a%20b#top"
 */
export class UriEditor extends PairEditor {
  readonly #parts: UriParts;
  #path: string;
  #fragment: string | undefined;

  /**
   * @param uri any URI reference, such as a query with its `?`, or a URL object
   * @throws PercentEncodingError `invalid-uri` for a query without its `?`
   * @throws TypeError for anything else
   */
  constructor(uri: string | UrlObject) {
    const parts = splitUri(readUri(uri));
    super(parts.query);
    this.#parts = parts;
    this.#path = parts.path;
    this.#fragment = parts.fragment;
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
    const options =
      segments.length > 1 && isPlainObject(last)
        ? readOptions(last as AppendPathOptions, APPEND_OPTIONS, "appendPath")
        : undefined;
    const allow = readAllow(options?.allow, ALLOWED_IN_WRITING);
    const values = options === undefined ? segments : segments.slice(0, -1);
    if (values.length === 0) return this;
    const { scheme, authority } = this.#parts;
    const isEmpty = this.#path === "" && authority === undefined;
    const path = isEmpty || this.#path.endsWith("/") ? this.#path : `${this.#path}/`;
    const before = joinParts({ ...this.#parts, path, query: undefined, fragment: undefined });
    if (scheme !== undefined && authority === undefined && !path.startsWith("/")) {
      const detail = "an opaque path has no segments";
      throw uriError(OPERATION, "invalid-uri", before, scheme.length + 1, this.#path.length, detail);
    }
    const texts = values.map((value, k) => toEditText(value as EditValue, `segment ${k + 1} of appendPath`, ""));
    for (const [k, text] of texts.entries()) checkSegment(text, allow, k === texts.length - 1);
    // Each empty segment adds a slash before the first other one.
    let first = 0;
    while (texts[first] === "" && first < texts.length - 1) first++;
    checkHost(before + "/".repeat(first), texts[first]!);
    this.#path = path + texts.map(encodeValue).join("/");
    return this;
  }

  /**
   * Replaces the fragment.
   *
   * @param text the decoded text of the fragment, in which the characters that a fragment allows stay; `undefined` removes the fragment
   * @throws PercentEncodingError `lone-surrogate`
   * @throws TypeError for anything but a string or `undefined`
   */
  setFragment(text: string | undefined): this {
    if (text !== undefined && typeof text !== "string") {
      const given = describeType(text);
      throw new TypeError(`setFragment takes a string, not ${given}; undefined removes the fragment`);
    }
    this.#fragment = text === undefined ? undefined : encodeRuns(text, FRAGMENT_ENCODED);
    return this;
  }

  /** Returns the URI. */
  override toString(): string {
    return joinParts({ ...this.#parts, path: this.#path, query: readQuery(this), fragment: this.#fragment });
  }
}

/**
 * Edits a URI without loss: sets, adds and removes parameters, adds path segments, and replaces the fragment. Every byte that was not
 * asked for stays as it is written: escapes, `+`, empty pairs, and malformed escapes too.
 *
 * @param uri any URI reference, such as a query with its `?`, or a URL object
 * @returns the editor, whose `toString` returns the URI
 * @throws PercentEncodingError `invalid-uri` for a query without its `?`: a text without a scheme that has a `=` before any `/`, `?` or `#`.
 *   The methods throw errors for values that cannot be written
 * @throws TypeError for anything else
 * @example
 * import { editUri } from "percodec/uri";
 * editUri("https://e.com/p?q=a%20b&page=1#top").set("page", 2).toString() // → "https://e.com/p?q=a%20b&page=2#top"
 * editUri("https://e.com/?utm_source=x&id=7").deleteMatching("utm_*").toString() // → "https://e.com/?id=7"
 * editUri("https://e.com/users/").appendPath("a/b", 7).toString() // → "https://e.com/users/a%2Fb/7"
 * editUri("?utm=x&q=a%20b&page=1").set("page", 2).delete("utm").toString() // → "?q=a%20b&page=2"
 * editUri("/list?debug").append("wide").setFragment("é").toString() // → "/list?debug&wide#%C3%A9"
 */
export function editUri(uri: string | UrlObject): UriEditor {
  return new UriEditor(uri);
}

function readUri(uri: string | UrlObject): string {
  const text: unknown = readHref(uri) ?? uri;
  requireText(text, "editUri");
  if (BARE_QUERY.test(text)) {
    throw uriError("edit the URI", "invalid-uri", text, 0, text.length, 'a query begins with "?", this path with "./"');
  }
  return text;
}

function encodeValue(text: string): string {
  return encodeComponent(text);
}

function checkSegment(segment: string, allow: readonly AllowedInSegment[], isLast: boolean): void {
  const fault = findSegmentFault(segment, allow);
  if (fault === undefined || (fault === "empty" && isLast)) return;
  throw segmentError("unsafe-segment", segment, explainSegmentFault(fault, allow));
}

/**
 * Throws if a browser reads what follows the text `before` as the host: it ignores tabs and newlines, and reads `\` as `/` and any
 * number of slashes after the scheme (https://url.spec.whatwg.org/#special-authority-ignore-slashes-state).
 */
function checkHost(before: string, segment: string): void {
  const text = before.replace(/^[\0-\x20]+|[\t\n\r]+/g, "");
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0] ?? "";
  const slashes = scheme === "" ? /^[/\\]{2,}$/ : /^(?:https?|wss?|ftp):$/i.test(scheme) ? /^[/\\]*$/ : /^[/\\]{2}$/;
  if (segment === "" || !slashes.test(text.slice(scheme.length))) return;
  throw segmentError("host-ambiguous", segment, "a browser would read the segment as the host");
}

function segmentError(code: "unsafe-segment" | "host-ambiguous", segment: string, reason: string | FaultReason): Error {
  return uriError(OPERATION, code, segment, 0, segment.length, reason);
}
