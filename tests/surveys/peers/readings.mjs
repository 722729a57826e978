// What a text names, to a reader after the URL Standard and to one after RFC 3986, as keys that can be compared. Written
// apart from percodec, which is among those that are judged.
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

/** A host as it is compared: in lower case, percent-decoded, in ASCII, an IPv6 address by its value. */
export function sameHost(host) {
  const name = decoded(host).toLowerCase();
  const address = name.replace(/^\[|\]$/g, "");
  if (address.includes(":")) {
    const url = `http://[${address}]/`;
    return URL.canParse(url) ? new URL(url).hostname : address;
  }
  // Only for those that need it, since it cuts at delimiters; behind a last label it reads no numbers as addresses.
  if (!/[^\0-\x7f]/.test(name) || /[\0-\x20#%/:<>?@[\\\]^|\x7f]/.test(name)) return name;
  return domainToASCII(`${name}.a`).slice(0, -2) || name;
}

/** One spelling for what can only mean itself: UTF-8 for the illegal and a stray `%`, and unreserved characters bare. */
const spelled = (text) =>
  text
    .replace(/%(?![\dA-F]{2})/gi, "%25")
    .replace(/[^\w\-.~!$&'()*+,;=:@/?#[\]%]+/gu, (run) => encodeURIComponent(run.toWellFormed()))
    .replace(/%[\dA-F]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
    });

const keyOf = ({ scheme, userinfo = "", host, port, path, query = "", fragment = "" }) =>
  JSON.stringify([
    scheme,
    spelled(userinfo.replaceAll("@", "%40")),
    host === undefined ? undefined : sameHost(host),
    port && Number(port) !== PORTS.get(scheme) ? Number(port) : "",
    spelled(path),
    spelled(query),
    spelled(fragment.replaceAll("#", "%23")),
  ]);

/** https://url.spec.whatwg.org/#concept-url-parser */
function byUrlStandard(text) {
  // Alone where that is possible: a URL with the scheme of the base but no slashes would be relative to it.
  if (!URL.canParse(text, BASE)) return "refused";
  const url = URL.canParse(text) ? new URL(text) : new URL(text, BASE);
  return keyOf({
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

/** https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2 with the base's path `/`, after section 6.2.2; an empty path is `/`. */
function byRfc3986(text) {
  const split = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/isu;
  const [, scheme, authority, rawPath, query, fragment] = split.exec(text) ?? [];
  const [, userinfo, host, port] = /^(?:(.*)@)?(\[.*\]|.*?)(?::(\d*))?$/s.exec(authority ?? "") ?? [];
  const isRelative = scheme === undefined && authority === undefined;
  const path = spelled(rawPath);
  const isAbsolute = path.startsWith("/");
  const rooted = (authority !== undefined || isRelative) && !isAbsolute ? `/${path}` : path;
  return keyOf({
    scheme: (scheme ?? new URL(BASE).protocol.slice(0, -1)).toLowerCase(),
    userinfo,
    host: isRelative ? new URL(BASE).hostname : authority === undefined ? undefined : host,
    port,
    path: rooted.startsWith("/") ? withoutDots(rooted) : rooted,
    query,
    fragment,
  });
}

/** Which of the two readers take two texts for the same resource. */
export const keptBy = (text, form) => [byUrlStandard, byRfc3986].filter((read) => read(text) === read(form)).length;

/** The hosts that the two readings name, empty for none, as of the base where the text has none; undefined where there is no URL. */
export const hostsOf = (text) =>
  [byUrlStandard, byRfc3986].map((read) => {
    const key = read(text);
    return key === "refused" ? undefined : (JSON.parse(key)[2] ?? "");
  });

/** Whether the two readings take a text for the same resource. */
export const readAlike = (text) => byUrlStandard(text) === byRfc3986(text);
