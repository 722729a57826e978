// Identifies the resource of a string by the URL Standard and by RFC 3986, as keys that can be compared. The code does not use
// percodec, which is one of the compared libraries.
import { domainToASCII } from "node:url";
import { BASE } from "./uris.mjs";

const PORTS = new Map([
  ["http", 80],
  ["https", 443],
]);

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Converts a host for comparison: in lower case, percent-decoded, in ASCII, IPv6 addresses by value. */
export function toComparableHost(host) {
  const name = decoded(host).toLowerCase();
  const address = name.replace(/^\[|\]$/g, "");
  if (address.includes(":")) {
    const url = `http://[${address}]/`;
    return URL.canParse(url) ? new URL(url).hostname : address;
  }
  // Skip other hosts, because domainToASCII cuts at delimiters. The appended label prevents it from parsing numbers as IPv4.
  if (!/[^\0-\x7f]/.test(name) || /[\0-\x20#%/:<>?@[\\\]^|\x7f]/.test(name)) return name;
  return domainToASCII(`${name}.a`).slice(0, -2) || name;
}

/** Normalizes escapes: escapes illegal characters as UTF-8 and a stray `%`, and decodes unreserved characters. */
const normalizeEscapes = (text) =>
  text
    .replace(/%(?![\dA-F]{2})/gi, "%25")
    .replace(/[^\w\-.~!$&'()*+,;=:@/?#[\]%]+/gu, (run) => encodeURIComponent(run.toWellFormed()))
    .replace(/%[\dA-F]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
    });

const toKey = ({ scheme, userinfo = "", host, port, path, query = "", fragment = "" }) =>
  JSON.stringify([
    scheme,
    normalizeEscapes(userinfo.replaceAll("@", "%40")),
    host === undefined ? undefined : toComparableHost(host),
    port && Number(port) !== PORTS.get(scheme) ? Number(port) : "",
    normalizeEscapes(path),
    normalizeEscapes(query),
    normalizeEscapes(fragment.replaceAll("#", "%23")),
  ]);

/** https://url.spec.whatwg.org/#concept-url-parser */
function byUrlStandard(text) {
  // Parse without the base if possible: a URL with the base's scheme but no slashes would be relative to it.
  if (!URL.canParse(text, BASE)) return "refused";
  const url = URL.canParse(text) ? new URL(text) : new URL(text, BASE);
  return toKey({
    scheme: url.protocol.slice(0, -1),
    userinfo: url.password ? `${url.username}:${url.password}` : url.username,
    host: url.hostname,
    port: url.port,
    path: url.pathname,
    query: url.search.slice(1),
    fragment: url.hash.slice(1),
  });
}

/** https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function withoutDots(path) {
  const output = [];
  const segments = path.split("/").slice(1);
  segments.forEach((segment, index) => {
    if (segment === "..") output.pop();
    if (segment !== "." && segment !== "..") output.push(segment);
    else if (index === segments.length - 1) output.push("");
  });
  return `/${output.join("/")}`;
}

/** https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2 with the base's path `/`, normalized by section 6.2.2; an empty path is `/`. */
function byRfc3986(text) {
  const split = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/isu;
  const [, scheme, authority, rawPath, query, fragment] = split.exec(text) ?? [];
  const [, userinfo, host, port] = /^(?:(.*)@)?(\[.*\]|.*?)(?::(\d*))?$/s.exec(authority ?? "") ?? [];
  const isRelative = scheme === undefined && authority === undefined;
  const path = normalizeEscapes(rawPath);
  const isAbsolute = path.startsWith("/");
  const rooted = (authority !== undefined || isRelative) && !isAbsolute ? `/${path}` : path;
  return toKey({
    scheme: (scheme ?? new URL(BASE).protocol.slice(0, -1)).toLowerCase(),
    userinfo,
    host: isRelative ? new URL(BASE).hostname : authority === undefined ? undefined : host,
    port,
    path: rooted.startsWith("/") ? withoutDots(rooted) : rooted,
    query,
    fragment,
  });
}

/** Counts the standards, of two, by which both texts identify the same resource. */
export const countAgreeing = (text, form) =>
  [byUrlStandard, byRfc3986].filter((read) => read(text) === read(form)).length;

/** Returns the hosts by both standards, resolved against the base: "" for none, undefined if the text is not a URL. */
export const findHosts = (text) =>
  [byUrlStandard, byRfc3986].map((read) => {
    const key = read(text);
    return key === "refused" ? undefined : (JSON.parse(key)[2] ?? "");
  });

/** Returns whether a string identifies the same resource by both standards. */
export const standardsAgree = (text) => byUrlStandard(text) === byRfc3986(text);
