import { percentDecode, percentEncode } from "percodec";
import { isAscii, toUtf8, toWellFormed, trimUnits } from "../text.ts";
import { encodePunycode, isIpv6, NO_SERVER, type UrlParts, type UrlServer } from "./url-reading.ts";

/** https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go, `parse` */
const GO_URL = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?]*)/;
const MALFORMED = /%(?![0-9A-Fa-f]{2})/;
/** A character or an escape that a host may not have. */
const NOT_HOST = /[\0-\x20#/?@\\^`{|}\x7f]|%(?!25|[89A-Fa-f][0-9A-Fa-f])/;
/** A character or an escape that a zone may not have. */
const NOT_ZONE = /[\0-\x20#/?@\\^`{|}\x7f]|%(?!2[0-24-9A-Ea-e]|3[0-9A-Ea-e]|[46][1-9A-Fa-f]|5[0-9ABDFabdf]|7[0-9AEae])/;
const OPTIONAL_PORT = /^(?::[0-9]*)?$/;

/** Reads a URL as `url.Parse` of Go 1.26 (https://pkg.go.dev/net/url#Parse); returns undefined for an error. */
export function readAsGo(given: string): UrlParts | undefined {
  const text = toWellFormed(given);
  const hash = text.indexOf("#");
  const [url, fragment] = hash < 0 ? [text, ""] : [text.slice(0, hash), text.slice(hash + 1)];
  if (/[\0-\x1f\x7f]/.test(url) || MALFORMED.test(fragment) || url.startsWith(":")) return undefined;
  const [, scheme, rest = ""] = GO_URL.exec(url) ?? [];
  const none = { scheme: scheme?.toLowerCase(), ...NO_SERVER };
  if (url === "*") return { ...none, path: url };
  if (!rest.startsWith("/")) {
    if (scheme !== undefined) return { ...none, path: rest };
    if (/^[^/]*:/.test(rest)) return undefined;
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== undefined || !rest.startsWith("///"));
  const [, authority, path = ""] = (hasAuthority ? /^\/\/([^/]*)(.*)$/s : /^()(.*)$/s).exec(rest) ?? [];
  if (MALFORMED.test(path)) return undefined;
  const server = readAuthority(authority ?? "", none.scheme);
  return server && { ...none, ...server, path: escapePath(path) };
}

function readAuthority(authority: string, scheme: string | undefined): UrlServer | undefined {
  const at = authority.lastIndexOf("@");
  const userinfo = authority.slice(0, Math.max(at, 0));
  if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(userinfo) || MALFORMED.test(userinfo)) return undefined;
  const host = readHost(authority.slice(at + 1), scheme);
  if (host === undefined) return undefined;
  const [, name = "", port = ""] = /^(.*?)(?::([0-9]*))?$/s.exec(host) ?? [];
  const bare = name.replace(/^\[(.*)\]$/s, "$1");
  return { host: bare === "" ? undefined : bare, port: port === "" ? undefined : port };
}

/** Returns a host and its port, decoded. */
function readHost(host: string, scheme: string | undefined): string | undefined {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) return undefined;
  if (bracket === 0) return readLiteral(host);
  const isStrict = scheme === "http" || scheme === "https";
  const colon = isStrict ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon >= 0 && !OPTIONAL_PORT.test(host.slice(colon))) return undefined;
  return !NOT_HOST.test(host) ? decodeHost(host) : undefined;
}

function readLiteral(host: string): string | undefined {
  const end = host.lastIndexOf("]");
  if (end < 0 || !OPTIONAL_PORT.test(host.slice(end + 1))) return undefined;
  const name = host.slice(1, end);
  const zoneAt = name.indexOf("%25");
  const [before, zone] = zoneAt < 0 ? [name, ""] : [name.slice(0, zoneAt), name.slice(zoneAt)];
  if (NOT_HOST.test(before) || NOT_ZONE.test(zone.replace(/%25/g, ""))) return undefined;
  const decoded = decodeHost(name);
  const [, address = "", id] = /^([^%]*)(?:%(.*))?$/s.exec(decoded) ?? [];
  return id === "" || !isIpv6(address) ? undefined : `[${decoded}]${host.slice(end + 1)}`;
}

function decodeHost(text: string): string {
  return percentDecode(text, { malformed: "keep", invalidUtf8: "replace" });
}

/** https://pkg.go.dev/net/url#URL.EscapedPath */
function escapePath(path: string): string {
  if (/^[\w\-.~!$&'()*+,;=:@%[\]/]*$/.test(path)) return path;
  return path.replace(/%([0-9A-Fa-f]{2})|[^\w\-.~$&+,;=:@/]/gu, (part, hex?: string) => {
    if (hex === undefined) return percentEncode(part);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w\-.~$&+,;=:@/]/.test(character) ? character : `%${hex.toUpperCase()}`;
  });
}

const PYTHON_URL = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)/;

/**
 * Reads a URL as `urllib.parse.urlsplit` of Python 3.11 and its `hostname` and `port`
 * (https://docs.python.org/3/library/urllib.parse.html#urllib.parse.urlsplit); returns undefined if one of them raises ValueError.
 */
export function readAsPython(text: string): UrlParts | undefined {
  const [, scheme, netloc = "", path = ""] =
    PYTHON_URL.exec(text.replace(/^[\0-\x20]+/, "").replace(/[\t\n\r]+/g, "")) ?? [];
  if (!hasValidBrackets(netloc) || changesUnderNfkc(netloc)) return undefined;
  const { host, port } = splitNetloc(netloc);
  if (port !== "" && !(/^[0-9]+$/.test(port) && Number(port) <= 65_535)) return undefined;
  return {
    scheme: scheme?.toLowerCase(),
    host: host === "" ? undefined : host.replace(/^[^%]*/, (name) => name.toLowerCase()),
    port: port === "" ? undefined : String(Number(port)),
    path,
  };
}

function splitNetloc(netloc: string): { readonly host: string; readonly port: string } {
  const written = netloc.slice(netloc.lastIndexOf("@") + 1);
  const [, bracketed, after = ""] = /^[^[]*\[([^\]]*)\]?(.*)$/s.exec(written) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: after.replace(/^[^:]*:?/, "") };
  const colon = written.indexOf(":");
  return colon < 0 ? { host: written, port: "" } : { host: written.slice(0, colon), port: written.slice(colon + 1) };
}

/** Whether a string has no brackets, or an IPv6 address or an address of a future version between the first ones. */
function hasValidBrackets(netloc: string): boolean {
  if (netloc.includes("[") !== netloc.includes("]")) return false;
  const [, host] = /\[([^\]]*)/.exec(netloc) ?? [];
  if (host === undefined) return true;
  if (host.startsWith("v")) return /^v[a-fA-F0-9]+\../s.test(host);
  const [, address = "", zone] = /^([^%]*)(?:%(.*))?$/s.exec(host) ?? [];
  return zone !== "" && zone?.includes("%") !== true && isIpv6(address);
}

/** Whether a character of a host becomes a delimiter when it is normalized. */
function changesUnderNfkc(netloc: string): boolean {
  const text = netloc.replace(/[@:#?]/g, "");
  const normalized = text.normalize("NFKC");
  return text !== normalized && /[/?#@:]/.test(normalized);
}

/** An integer of at most 65535 as `strtol` reads it; text may follow. */
const PHP_PORT = /^[ \t\n\v\f\r]*(?:\+?([0-9]+)|-0+(?![0-9]))/;

/** Reads a URL as `parse_url` of PHP 8.2 (https://www.php.net/manual/en/function.parse-url.php); returns undefined for false. */
export function readAsPhp(given: string): UrlParts | undefined {
  const text = toWellFormed(given);
  const colon = text.indexOf(":");
  if (colon < 0) return readWithoutScheme(text);
  if (colon === 0) return readPortFirst(text, colon);
  const scheme = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (!/^[A-Za-z0-9+.-]+$/.test(scheme))
    return rest !== "" && !/[?#]/.test(scheme) ? readPortFirst(text, colon) : readWithoutScheme(text);
  if (rest === "") return { scheme, ...NO_SERVER, path: undefined };
  if (!rest.startsWith("/")) {
    return /^[0-9]{0,5}(?:\/|$)/.test(rest) ? readPortFirst(text, colon) : readPhpPath(scheme, rest);
  }
  if (!rest.startsWith("//")) return readPhpPath(scheme, rest);
  if (scheme.toLowerCase() !== "file" || !rest.startsWith("///")) return readPhpServer(scheme, rest.slice(2));
  return readPhpPath(scheme, toUtf8(rest)[4] === 0x3a && rest.length > 4 ? rest.slice(3) : rest.slice(2));
}

function readWithoutScheme(text: string): UrlParts | undefined {
  return text.startsWith("//") ? readPhpServer(undefined, text.slice(2)) : readPhpPath(undefined, text);
}

/** Reads a string whose first colon may begin a port. */
function readPortFirst(text: string, colon: number): UrlParts | undefined {
  const after = text.slice(colon + 1);
  const [, port] = /^([0-9]{1,5})(?:\/|$)/.exec(after) ?? [];
  if (port === undefined) return after === "" ? undefined : readWithoutScheme(text);
  if (Number(port) > 65_535) return undefined;
  return readPhpServer(undefined, text.startsWith("//") ? text.slice(2) : text, port);
}

/** @param portBefore the port that is already read; a port 0 is read again */
function readPhpServer(scheme: string | undefined, text: string, portBefore?: string): UrlParts | undefined {
  const [authority = ""] = /^[^/?#]*/.exec(text) ?? [];
  const rest = text.slice(authority.length);
  const server = authority.slice(authority.lastIndexOf("@") + 1);
  const isAddress = server.startsWith("[") && authority.endsWith("]");
  const colon = isAddress ? -1 : server.lastIndexOf(":");
  const host = colon < 0 ? server : server.slice(0, colon);
  if (host === "") return undefined;
  let port = portBefore;
  const written = colon < 0 || Number(portBefore ?? 0) !== 0 ? "" : server.slice(colon + 1);
  if (written !== "") {
    const [found, digits = "0"] = PHP_PORT.exec(written) ?? [];
    if (toUtf8(written).length > 5 || found === undefined || Number(digits) > 65_535) return undefined;
    port = digits;
  }
  const parts = { scheme, host: hideControls(host), port: port === undefined ? undefined : String(Number(port)) };
  return { ...parts, path: rest === "" ? undefined : readPhpPath(undefined, rest).path };
}

/** Reads a path, which is absent if a query or fragment begins at once. */
function readPhpPath(scheme: string | undefined, text: string): UrlParts {
  const [path = ""] = /^[^?#]*/.exec(text) ?? [];
  return { scheme, ...NO_SERVER, path: path === "" && text !== "" ? undefined : hideControls(path) };
}

function hideControls(text: string): string {
  return text.replace(/[\0-\x1f\x7f]/g, "_");
}

/** The schemes for which the class has a host and a port; `file` has a host (https://metacpan.org/pod/URI#SCHEME-SPECIFIC-SUPPORT). */
const SERVER_SCHEMES =
  /^(?:ftp|gopher|https?|ldaps?|mms|s?news|nntps?|pop|rlogin|rsync|rtspu?|sftp|sips?|ssh|telnet|tn3270)$/;
/** The schemes whose path is all before the fragment. */
const OPAQUE = /^(?:mailto|data|urn)$/;

/** Characters that stay: the URI characters of RFC 2396, and `#`. */
const ESCAPED = /[^;/?:@&=+$,\w.!~*'()%#-]+/gu;
const HOST_ESCAPED = /[^;/?:@&=+$,\w.!~*'()%[\]-]/;
const SCHEME = /^([A-Za-z][A-Za-z0-9.+-]*):/;
const AUTHORITY = /^((?:[A-Za-z][A-Za-z0-9.+-]*:)?)\/\/([^/?#]*)(.*)$/s;
const PERL_PORT = /:\p{Nd}+$/u;

const MAX_LABEL = 63;

/** The wrapping of RFC 1738 appendix, `<URL:…>`, which is removed. */
const WRAPPED = /* @__PURE__ */ new RegExp("^<(?:URL:)?([^\\n]*)>(\\n?)$");

/** Reads a URL as `URI->new($text)` of Perl with its methods `scheme`, `host`, `port` and `path` (https://metacpan.org/pod/URI). */
export function readAsPerl(given: string): UrlParts {
  const text = trimUnits(given.replace(WRAPPED, "$1$2").replace(/^"([^\n]*)"(\n?)$/, "$1$2"), /[\s\x85]/);
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  const hasServer = scheme !== undefined && SERVER_SCHEMES.test(scheme);
  const uri = escapeUri(hasServer ? encodeHost(text) : text);
  const authority = AUTHORITY.exec(uri)?.[2];
  const server = hasServer ? readPerlServer(authority) : NO_SERVER;
  const host = scheme === "file" && authority !== undefined ? decodeHost(authority) : server.host;
  return { scheme, host, port: server.port, path: readPerlPath(uri, scheme) };
}

/** Writes the host with A-labels, if one of its characters needs an escape and each label can be encoded. */
function encodeHost(text: string): string {
  const [, before = "", authority = "", rest = ""] = AUTHORITY.exec(text) ?? [];
  const { userinfo, server } = splitUserinfo(authority);
  const [port = ""] = PERL_PORT.exec(server) ?? [];
  const host = server.slice(0, server.length - port.length);
  const encoded = HOST_ESCAPED.test(host) ? toALabels(host) : undefined;
  return encoded === undefined ? text : `${before}//${userinfo}${encoded}${port}${rest}`;
}

/** Takes the userinfo out of an authority: it is in the first line with an `@`, up to the last one there. */
function splitUserinfo(authority: string): { readonly userinfo: string; readonly server: string } {
  const first = authority.indexOf("@");
  if (first < 0) return { userinfo: "", server: authority };
  const start = authority.lastIndexOf("\n", first) + 1;
  const lineEnd = authority.indexOf("\n", first);
  const end = authority.lastIndexOf("@", lineEnd < 0 ? authority.length : lineEnd) + 1;
  return { userinfo: authority.slice(start, end), server: authority.slice(0, start) + authority.slice(end) };
}

function toALabels(host: string): string | undefined {
  const labels = host.split(".");
  const isRooted = labels.length > 1 && labels[labels.length - 1] === "";
  const encoded = (isRooted ? labels.slice(0, -1) : labels).map(toALabel);
  if (encoded.includes(undefined)) return undefined;
  return [...encoded, ...(isRooted ? [""] : [])].join(".");
}

/** Returns undefined for a label that is refused: empty, too long, or with the prefix of an A-label. */
function toALabel(written: string): string | undefined {
  const label = isAscii(written) ? written : Array.from(written, (one) => one.toLowerCase()).join("");
  // The A-label has at least as many characters as the label, and the prefix.
  const isRefused = label.startsWith("xn--") || Array.from(label).length > MAX_LABEL;
  const encoded = isAscii(label) ? label : isRefused ? "" : `xn--${encodePunycode(label)}`;
  return encoded === "" || Array.from(encoded).length > MAX_LABEL ? undefined : encoded;
}

/** Escapes all but URI characters; the brackets of a host stay. */
function escapeUri(text: string): string {
  const escaped = text.replace(ESCAPED, (run) => percentEncode(run));
  if (/^(?:data|ldapi|urn|sqlite3?):/.test(escaped)) return escaped;
  if (escaped.startsWith("mailto:")) return restoreBrackets(escaped);
  const [, before = "", authority = "", rest = ""] = AUTHORITY.exec(escaped) ?? [];
  if (authority === "") return escaped;
  const at = authority.lastIndexOf("@") + 1;
  const [port = ""] = PERL_PORT.exec(authority.slice(at)) ?? [];
  const end = authority.length - port.length;
  return `${before}//${authority.slice(0, at)}${restoreBrackets(authority.slice(at, end))}${port}${rest}`;
}

const restoreBrackets = (text: string): string => text.replace(/%5B/gi, "[").replace(/%5D/gi, "]");

function readPerlServer(authority: string | undefined): UrlServer {
  if (authority === undefined) return NO_SERVER;
  const server = authority.slice(authority.lastIndexOf("@") + 1);
  const [port = ""] = PERL_PORT.exec(server) ?? [];
  const host = server.slice(0, server.length - port.length).replace(/^\[(.*)\]$/, "$1");
  return { host: decodeHost(host), port: port === "" ? undefined : port.slice(1) };
}

/** Returns the path; that of `ftp` contains the query, and `sip` has none. */
function readPerlPath(uri: string, scheme = ""): string | undefined {
  if (/^sips?$/.test(scheme)) return undefined;
  const [, path = ""] =
    (OPAQUE.test(scheme) ? /^[^:]*:([^#]*)/ : /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?([^#]*)/).exec(uri) ?? [];
  return OPAQUE.test(scheme) || scheme === "ftp" ? path : path.replace(/\?.*$/s, "");
}
