import { percentDecode, percentEncode } from "percodec";
import { trimUnits } from "../text.ts";
import { encodePunycode } from "./host.ts";
import type { UrlParts } from "./url-reading.ts";

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
const PORT = /:\p{Nd}+$/u;

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
  const server = hasServer ? readServer(authority) : NO_SERVER;
  const host = scheme === "file" && authority !== undefined ? decodeHost(authority) : server.host;
  return { scheme, host, port: server.port, path: readPath(uri, scheme) };
}

/** Writes the host with A-labels, if one of its characters needs an escape and each label can be encoded. */
function encodeHost(text: string): string {
  const [, before = "", authority = "", rest = ""] = AUTHORITY.exec(text) ?? [];
  const { userinfo, server } = splitUserinfo(authority);
  const [port = ""] = PORT.exec(server) ?? [];
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
  const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
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
  const [port = ""] = PORT.exec(authority.slice(at)) ?? [];
  const end = authority.length - port.length;
  return `${before}//${authority.slice(0, at)}${restoreBrackets(authority.slice(at, end))}${port}${rest}`;
}

const restoreBrackets = (text: string): string => text.replace(/%5B/gi, "[").replace(/%5D/gi, "]");

interface PerlServer {
  readonly host: string | undefined;
  readonly port: string | undefined;
}
const NO_SERVER: PerlServer = { host: undefined, port: undefined };

function readServer(authority: string | undefined): PerlServer {
  if (authority === undefined) return NO_SERVER;
  const server = authority.slice(authority.lastIndexOf("@") + 1);
  const [port = ""] = PORT.exec(server) ?? [];
  const host = server.slice(0, server.length - port.length).replace(/^\[(.*)\]$/, "$1");
  return { host: decodeHost(host), port: port === "" ? undefined : port.slice(1) };
}

const decodeHost = (text: string): string => percentDecode(text, { malformed: "keep", invalidUtf8: "replace" });

/** Returns the path; that of `ftp` contains the query, and `sip` has none. */
function readPath(uri: string, scheme = ""): string | undefined {
  if (/^sips?$/.test(scheme)) return undefined;
  const [, path = ""] =
    (OPAQUE.test(scheme) ? /^[^:]*:([^#]*)/ : /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?([^#]*)/).exec(uri) ?? [];
  return OPAQUE.test(scheme) || scheme === "ftp" ? path : path.replace(/\?.*$/s, "");
}
