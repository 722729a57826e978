import { upperHex } from "../base/escape.ts";
import { decodeNative } from "../codec/decode-native.ts";
import {
  DRIVE,
  joinAuthority,
  joinParts,
  mapReference,
  joinPartsReversibly,
  removeDotSegments,
  isAuthority,
  splitParts,
  toReference,
  toParts,
  type UriReference,
  readUri,
  type UrlObject,
} from "./reference.ts";
import { LONGEST_FOR_PATTERN } from "./segment.ts";
import { DEFAULT_PORTS } from "./whatwg.ts";

/** The schemes in which a path without a leading slash is data (RFC 2397, RFC 6068, RFC 8141, https://html.spec.whatwg.org/#the-javascript:-url-special-case). */
const OPAQUE: ReadonlySet<string> = /* @__PURE__ */ new Set(["data", "javascript", "mailto", "urn"]);

/** One step (rung) of normalization (https://www.rfc-editor.org/rfc/rfc3986#section-6.2); `agrees` is the result of `browserAgrees`. */
type ComparisonStep = (reference: UriReference, agrees: boolean) => UriReference;

/**
 * Normalizes a URI without changing what it identifies (https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2, and 6.2.3): letter case,
 * then escapes of unreserved characters, then dot-segments, then default ports, empty paths and the case of a URN's namespace.
 *
 * Escapes of reserved characters and malformed escapes stay, and the result splits into the same components. Dot-segments stay in a
 * relative path, whose base is unknown, and after `data:`, `javascript:`, `mailto:` and `urn:`. The drive letter of a `file` URI
 * stays, and so do letter case and an empty port after `javascript://`.
 *
 * If a browser and RFC 3986 find different authorities or paths, only the case of the scheme and of escapes changes. They differ for a
 * text with TAB, LF or CR, with a backslash before the query, or with a leading space, and for `http:` without `//` and a host.
 *
 * A text whose authority RFC 3986 does not allow (`splitAuthority` throws) stays as it is.
 *
 * @param uri a URI reference
 * @returns the normal form; normalizing it again changes nothing
 * @throws TypeError for anything but a string or a URL object
 * @example
 * import { normalizeUri } from "percodec/uri";
 * normalizeUri("HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb") // → "http://example.com/a%2Fb"
 * normalizeUri("../%7e") // → "../~"
 * normalizeUri("file:///C:/../a") // → "file:///C:/a"
 */
export function normalizeUri(uri: string | UrlObject): string {
  uri = readUri(uri, "normalizeUri");
  if (uri.length <= LONGEST_FOR_PATTERN && NORMAL.test(uri)) return uri;
  const parts = splitParts(uri);
  if (!isAuthority(parts.authority)) return uri;
  const reference = toReference(parts);
  return normalizeReference(reference, browserAgrees(uri, reference));
}

/** An http or https URI in normal form: without userinfo and port, with a path, and with escapes in upper case that are needed. */
const NORMAL = /* @__PURE__ */ (() => {
  const escape = "%(?:2[\\dA-CF]|3[A-F]|[46]0|5[B-E]|7[B-DF]|[0189A-F][\\dA-F])";
  const run = (characters: string) => `${characters}*(?:${escape}${characters}*)*`;
  const segment = `/(?!\\.\\.?(?:[/?#]|$))${run("[\\w!$&'()*+,;=:@.~-]")}`;
  return new RegExp(`^https?://[a-z\\d.-]+(?:${segment})+(?:\\?${run('[!"$&-~]')})?(?:#${run("[!-$&-~]")})?$`);
})();

/** Returns the normal form of a URI reference; only the case changes if a browser does not agree on its parts. */
export function normalizeReference(reference: UriReference, agrees: boolean): string {
  const rungs = agrees ? COMPARISON_STEPS : [lowerCase];
  const normal = rungs.reduce((previous, rung) => rung(previous, agrees), reference);
  return recompose(normal, agrees);
}

export function recompose(reference: UriReference, agrees: boolean): string {
  return (agrees ? joinPartsReversibly : joinParts)(toParts(reference));
}

/**
 * Whether a browser and RFC 3986 find the same authority and path in a text. If not, a rule for hosts or paths would change what the text
 * identifies for one of the two.
 */
export function browserAgrees(text: string, reference: UriReference): boolean {
  // https://url.spec.whatwg.org/#concept-basic-url-parser: these are removed first, and a scheme may follow them.
  if (/^[\0-\x20]|[\t\n\r]/.test(text)) return false;
  const scheme = reference.scheme?.toLowerCase();
  const isWeb = Boolean(DEFAULT_PORTS.get(scheme ?? ""));
  // Only special schemes are split differently. Without a scheme the base decides, and most bases are special.
  if (scheme !== undefined && scheme !== "file" && !isWeb) return true;
  // https://url.spec.whatwg.org/#path-state: a backslash ends a segment.
  if (reference.path.includes("\\")) return false;
  const authority = joinAuthority(reference);
  // https://url.spec.whatwg.org/#special-authority-ignore-slashes-state, and #file-state, which makes each path absolute.
  if (authority === undefined) return scheme === undefined || (!isWeb && reference.path.startsWith("/"));
  if (authority === "") return scheme === "file";
  // A browser removes spaces and controls at the end, and finds a drive in `file://C:/` (#file-host-state).
  return !/[\0-\x20\\]/.test(authority) && (isWeb || !DRIVE.test(authority));
}

/** Changes the scheme and the host to lower case, and the hex digits of escapes to upper case. */
const lowerCase: ComparisonStep = (reference, agrees) => {
  const scheme = reference.scheme?.toLowerCase();
  return mapReference({ ...reference, scheme }, (text, part) =>
    part === "host" && agrees ? toLowerHost(upperHex(text), scheme) : upperHex(text),
  );
};

/** Decodes the escapes of unreserved characters; an address in brackets and a port have none. */
const unreservedEscapes: ComparisonStep = (reference, agrees) => {
  if (!agrees) return reference;
  const { scheme, port } = reference;
  return mapReference(reference, (text, part) => {
    // Decoding `file://%43:` or `file:///%43:/` would create a drive letter. The name of a URN is never decoded.
    if (part === "host" && (text[0] === "[" || (scheme === "file" && port === ""))) return text;
    if (part === "path" && (isUrn(reference) || (scheme === "file" && ESCAPED_DRIVE.test(text)))) return text;
    const decoded = part === "port" ? text : decodeUnreserved(text);
    return part === "host" ? toLowerHost(decoded, scheme) : decoded;
  });
};

/** Removes dot-segments, but not from a relative path, in which their meaning depends on the base. */
const dotSegments: ComparisonStep = (reference, agrees) => {
  const { scheme, path } = reference;
  const isOpaque = (scheme === undefined || OPAQUE.has(scheme)) && !path.startsWith("/");
  return isOpaque || !agrees ? reference : { ...reference, path: removeDotSegments(path, scheme === "file") };
};

/** Removes default and empty ports, makes an empty path `/`, and lowercases the namespace of a URN (https://www.rfc-editor.org/rfc/rfc8141#section-3.1). */
const schemeRules: ComparisonStep = (reference, agrees) => {
  const { scheme, host, port, path } = reference;
  if (isUrn(reference)) {
    return { ...reference, path: path.replace(/^[^:]*(?=:)/, (namespace) => namespace.toLowerCase()) };
  }
  if (host === undefined || !agrees) return reference;
  const defaultPort = DEFAULT_PORTS.get(scheme ?? "");
  // Without its port, `//:/x` has an empty authority, and a browser reads x as the host. A browser refuses a file URL with a port.
  // Without its port, a space or control at the end of the host may end the text, where a browser removes it.
  const keepsPort = host === "" || scheme === "file" || scheme === "javascript" || /[\0- ]$/.test(host);
  return {
    ...reference,
    port: !keepsPort && (port === "" || port === defaultPort) ? undefined : port,
    // https://www.rfc-editor.org/rfc/rfc3986#section-6.2.3; file has no port, and may have an empty path.
    path: path === "" && defaultPort ? "/" : path,
  };
};

/** Whether a reference, whose scheme is in lower case, is a URN (https://www.rfc-editor.org/rfc/rfc8141#section-2). */
export function isUrn({ scheme, host, path }: UriReference): boolean {
  return scheme === "urn" && host === undefined && /^[a-z\d][a-z\d-]{0,30}[a-z\d]:[^/]/i.test(path);
}

/** The rungs of the Comparison Ladder (https://www.rfc-editor.org/rfc/rfc3986#section-6.2), each applied to the result of the one before. */
export const COMPARISON_STEPS: readonly ComparisonStep[] = [lowerCase, unreservedEscapes, dotSegments, schemeRules];

/** An escaped drive letter, which decoding would make a drive. */
const ESCAPED_DRIVE = /(?:^|\/)%(?:[46][1-9A-Fa-f]|[57][0-9Aa])[:|](?:\/|$)/;

/** At most 1,024 adjacent escapes of unreserved characters (https://www.rfc-editor.org/rfc/rfc3986#section-2.3). */
const UNRESERVED_ESCAPES = /(?:%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)){1,1024}/gi;

function decodeUnreserved(text: string): string {
  if (text.search(UNRESERVED_ESCAPES) < 0) return text;
  return text.replace(UNRESERVED_ESCAPES, (escapes, index: number) => {
    const kept = completesEscape(text, index, Number.parseInt(escapes.slice(1, 3), 16)) ? 3 : 0;
    return escapes.slice(0, kept) + decodeNative(escapes.slice(kept));
  });
}

/** Whether replacing the escape at `at` by its character would complete a malformed escape before it. */
export function completesEscape(text: string, at: number, unit: number): boolean {
  return /[\dA-Fa-f]/.test(String.fromCharCode(unit)) && /%[\dA-Fa-f]?$/.test(text.slice(Math.max(0, at - 2), at));
}

/** Lowercases a host except the hex digits of its escapes. After `javascript:` it is a part of a program, in which letter case counts. */
function toLowerHost(host: string, scheme: string | undefined): string {
  if (scheme === "javascript") return host;
  return host.replace(/%[0-9A-F]{2}|[A-Z]+/g, (text) => (text.startsWith("%") ? text : text.toLowerCase()));
}
