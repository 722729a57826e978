import { percentDecode, percentEncode } from "percodec";
import { toWellFormed } from "../text.ts";
import { isIpv6 } from "./host.ts";
import type { UrlParts } from "./url-reading.ts";

/** https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go, `parse` */
const SPLIT = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?]*)/;
const MALFORMED = /%(?![0-9A-Fa-f]{2})/;
/** The ASCII characters and escapes that a host may have. */
const HOST = /^(?:[^\0-\x20#%/?@\\^`{|}\x7f]|%25|%[89A-Fa-f][0-9A-Fa-f])*$/;
/** The escapes and characters that a zone may have. */
const ZONE =
  /^(?:[^\0-\x20#%/?@\\^`{|}\x7f]|%(?:2[0-24-9A-Ea-e]|3[0-9A-Ea-e]|[46][1-9A-Fa-f]|5[0-9ABDFabdf]|7[0-9AEae]))*$/;
const OPTIONAL_PORT = /^(?::[0-9]*)?$/;

/** Reads a URL as `url.Parse` of Go 1.26 (https://pkg.go.dev/net/url#Parse); returns undefined for an error. */
export function readAsGo(given: string): UrlParts | undefined {
  const text = toWellFormed(given);
  const hash = text.indexOf("#");
  const [url, fragment] = hash < 0 ? [text, ""] : [text.slice(0, hash), text.slice(hash + 1)];
  if (/[\0-\x1f\x7f]/.test(url) || MALFORMED.test(fragment) || url.startsWith(":")) return undefined;
  const [, scheme, rest = ""] = SPLIT.exec(url) ?? [];
  const none = { scheme: scheme?.toLowerCase(), host: undefined, port: undefined };
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

function readAuthority(authority: string, scheme: string | undefined): Pick<UrlParts, "host" | "port"> | undefined {
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
  return HOST.test(host) ? decode(host) : undefined;
}

function readLiteral(host: string): string | undefined {
  const end = host.lastIndexOf("]");
  if (end < 0 || !OPTIONAL_PORT.test(host.slice(end + 1))) return undefined;
  const name = host.slice(1, end);
  const zoneAt = name.indexOf("%25");
  const [before, zone] = zoneAt < 0 ? [name, ""] : [name.slice(0, zoneAt), name.slice(zoneAt)];
  if (!HOST.test(before) || !ZONE.test(zone.replace(/%25/g, ""))) return undefined;
  const decoded = decode(name);
  const [, address = "", id] = /^([^%]*)(?:%(.*))?$/s.exec(decoded) ?? [];
  return id === "" || !isIpv6(address) ? undefined : `[${decoded}]${host.slice(end + 1)}`;
}

function decode(text: string): string {
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
