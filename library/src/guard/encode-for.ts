import { requireText } from "../base/arguments.ts";
import type { EncodableText, EncodedText } from "../base/branded-text.ts";
import type { FaultReason, PercentEncodingError } from "../base/errors.ts";
import { type OptionNames, readOptions, unknownPart } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { encodeText } from "../codec/encode.ts";
import { ATTR_CHAR_TABLE, COMPONENT_TABLE, COOKIE_OCTET_TABLE, FORM_TABLE, QUERY_TABLE } from "../sets/tables.ts";
import {
  type AllowedInSegment,
  explainSegmentFault,
  findSegmentFault,
  PLAIN,
  readAllow,
  WINDOWS_DEVICE,
} from "../uri/segment.ts";
import { uriError } from "../uri/uri-error.ts";

/** What a text is encoded for; {@link PURPOSES} lists them. */
export type Purpose = "query-value" | "path-segment" | "form-field" | "fragment" | "header" | "cookie" | "filename";

/** How a text is encoded for a purpose. */
export interface EncodeForOptions {
  /** For `"path-segment"`, what the segment may contain although it is unsafe (default `["slash"]`: a separator is escaped). */
  readonly allow?: readonly AllowedInSegment[] | undefined;
}

const OPTIONS: OptionNames<EncodeForOptions> = { allow: true };

const ENCODERS: Readonly<Record<Purpose, (text: string, allow: readonly AllowedInSegment[]) => string>> = {
  "query-value": (text) => encodeText(text, COMPONENT_TABLE, true),
  "path-segment": encodeSegment,
  "form-field": (text) => encodeText(text, FORM_TABLE, true),
  fragment: (text) => encodeText(text, QUERY_TABLE, true),
  header: (text) => `UTF-8''${encodeText(text, ATTR_CHAR_TABLE, true)}`,
  cookie: (text) => encodeText(text, COOKIE_OCTET_TABLE, true),
  filename: encodeFileName,
};

/**
 * The purposes of `encodeFor`, in the order of the documentation.
 *
 * @example
 * import { PURPOSES } from "percodec/guard";
 * PURPOSES // → ["query-value", "path-segment", "form-field", "fragment", "header", "cookie", "filename"]
 */
export const PURPOSES: readonly Purpose[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.keys(ENCODERS) as Purpose[],
);

/**
 * Encodes a text for the place where it will stand.
 *
 * - `"query-value"`: a name or a value of a query, by `rfc3986.component`; a space becomes `%20`.
 * - `"path-segment"`: one segment of a path, by `rfc3986.component`; what `decodePath` refuses throws, except for slashes, which are
 *   escaped.
 * - `"form-field"`: a name or a value of a form, by `whatwg.form`; a space becomes `+`.
 * - `"fragment"`: a fragment, by `rfc3986.fragment`.
 * - `"header"`: the whole value of a parameter such as `filename*`, by https://www.rfc-editor.org/rfc/rfc8187#section-3.2: the result
 *   begins with `UTF-8''`, without which the parameter is not valid. `percentEncode(text, rfc8187.attrChar)` returns the rest alone.
 * - `"cookie"`: the value of a cookie, by the set `rfc6265-cookie-octet`.
 * - `"filename"`: a file name for every system. It keeps `A-Z a-z 0-9 - . _ ~`; an empty name, `.`, `..`, a dot at the end and the names of
 *   Windows devices throw. Two names that differ only in case are one file on some systems.
 *
 * For a whole URL that a person typed use `cleanUri` at the level `advanced`.
 *
 * @param purpose where the text will stand
 * @param text one value that is not yet encoded
 * @param options what is allowed in a segment; the other purposes have no options
 * @returns the encoded text
 * @throws PercentEncodingError `unsafe-segment` for a segment or file name that escapes do not make safe; `lone-surrogate`.
 *   Indexes count UTF-16 units
 * @throws TypeError for an unknown purpose, for anything but a string, and for options of another purpose
 * @example
 * import { encodeFor } from "percodec/guard";
 * encodeFor("query-value", "a b&c/d") // → "a%20b%26c%2Fd"
 * encodeFor("header", "naïve plan.txt") // → "UTF-8''na%C3%AFve%20plan.txt"
 * encodeFor("filename", "a/b: c?.txt") // → "a%2Fb%3A%20c%3F.txt"
 */
export function encodeFor(purpose: Purpose, text: EncodableText, options?: EncodeForOptions): EncodedText {
  if (typeof purpose !== "string")
    throw new TypeError(`the purpose of encodeFor must be one of ${PURPOSES.join(", ")}`);
  if (!hasOwn(ENCODERS, purpose)) throw unknownPart("encodeFor has no purpose named", purpose, PURPOSES);
  requireText(text, "encodeFor");
  const { allow } = readOptions(options, OPTIONS, "encodeFor");
  if (allow !== undefined && purpose !== "path-segment") {
    throw new TypeError(`allow is an option of the purpose "path-segment", not of "${purpose}"`);
  }
  return ENCODERS[purpose](text, readAllow(allow));
}

function encodeSegment(text: string, allow: readonly AllowedInSegment[]): string {
  const fault = PLAIN.test(text) ? undefined : findSegmentFault(text, allow);
  if (fault !== undefined) throw unsafeError("path segment", text, explainSegmentFault(fault, allow));
  return encodeText(text, COMPONENT_TABLE, true);
}

function encodeFileName(text: string): string {
  const name = encodeText(text, COMPONENT_TABLE, true);
  const reason = explainFileName(name);
  if (reason !== undefined) throw unsafeError("file name", text, reason);
  return name;
}

/** Returns why no file may have an encoded name, or undefined. */
function explainFileName(name: string): string | undefined {
  if (name === "") return "a file needs a name";
  if (/^\.\.?$/.test(name)) return "it names a folder";
  if (name.endsWith(".")) return "Windows removes a dot at the end";
  return WINDOWS_DEVICE.test(name) ? "Windows has a device of this name" : undefined;
}

function unsafeError(place: string, text: string, reason: string | FaultReason): PercentEncodingError {
  return uriError(`encode this as a ${place}`, "unsafe-segment", text, 0, text.length, reason);
}
