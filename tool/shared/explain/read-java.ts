import { NO_PARTS, NO_SERVER, type UrlParts, type UrlServer } from "./url-reading.ts";

// The grammar of `java.net.URI` is that of RFC 2396, with the deviations that its documentation lists:
// https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URI.html

/** An escape, or a character beyond ASCII that is neither a control nor a space. */
const OTHER = "%[0-9A-Fa-f]{2}|[^\\0-\\xa0\\p{Cc}\\p{Zs}\\p{Zl}\\p{Zp}]";
const MARK = "\\w.!~*'()\\-";
const RESERVED = ";/?:@&=+$,\\[\\]";

/** Matches a place of a text with neither one of the characters nor an escape. */
const not = (characters: string): RegExp => new RegExp(`(?![${characters}]|${OTHER})[^]`, "u");
const NOT_PATH = /* @__PURE__ */ not(`${MARK}:@&=+$,;/`);
const NOT_URIC = /* @__PURE__ */ not(MARK + RESERVED);
const NOT_USERINFO = /* @__PURE__ */ not(`${MARK};:&=+$,`);
const NOT_REG_NAME = /* @__PURE__ */ not(`${MARK}$,;:@&=+`);
/** A server has no name beyond ASCII. */
const NOT_SERVER = /* @__PURE__ */ not(`${MARK};:&=+$,@\\[\\]`);
const NOT_SERVER_WITH_SCOPE = /* @__PURE__ */ not(`${MARK};:&=+$,@\\[\\]%`);
const SCOPE = /^[\w.]+$/;

/** Reads a URL as `new URI(text)` of Java; returns undefined if it throws. */
export function readAsJava(text: string): UrlParts | undefined {
  const [, scheme, rest = text] = /^([^:/?#]*):(.*)$/s.exec(text) ?? [];
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return undefined;
  const hash = rest.indexOf("#");
  const body = hash < 0 ? rest : rest.slice(0, hash);
  if (hash >= 0 && NOT_URIC.test(rest.slice(hash + 1))) return undefined;
  if (scheme !== undefined && !rest.startsWith("/")) {
    return body !== "" && !NOT_URIC.test(body) ? { ...NO_PARTS, scheme } : undefined;
  }
  return readHierarchy(scheme, body, hash >= 0);
}

function readHierarchy(scheme: string | undefined, body: string, hasFragment: boolean): UrlParts | undefined {
  const [, authority, path = "", query] = /^(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s.exec(body) ?? [];
  if (NOT_PATH.test(path) || (query !== undefined && NOT_URIC.test(query))) return undefined;
  // An empty authority is accepted before anything else.
  if (authority === "" && path === "" && query === undefined && !hasFragment) return undefined;
  const server = authority ? readAuthority(authority) : NO_SERVER;
  return server && { scheme, ...server, path };
}

/** Reads an authority as a server or else as a registered name, which has no host. */
function readAuthority(authority: string): UrlServer | undefined {
  const isServer = !(authority.includes("]") ? NOT_SERVER_WITH_SCOPE : NOT_SERVER).test(authority);
  const isName = !NOT_REG_NAME.test(authority);
  const server = isServer ? readServer(authority) : undefined;
  return server ?? (isName ? NO_SERVER : undefined);
}

function readServer(authority: string): UrlServer | undefined {
  const at = authority.indexOf("@");
  if (at >= 0 && NOT_USERINFO.test(authority.slice(0, at))) return undefined;
  const server = authority.slice(at + 1);
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(server) ?? [];
  if (port !== undefined && !isPort(port)) return undefined;
  if (!(host.startsWith("[") ? isBracketed(host) : isIpv4(host) || isHostname(host))) return undefined;
  return { host, port: port === "" || port === undefined ? undefined : String(Number(port)) };
}

const isPort = (port: string): boolean => /^[0-9]*$/.test(port) && Number(port) <= 0x7fffffff;

const isByte = (text: string): boolean => /^[0-9]+$/.test(text) && Number(text) <= 255;

function isIpv4(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 && parts.every(isByte);
}

/** Whether each label has letters and digits at its ends, and the last one begins with a letter if there are several. */
function isHostname(host: string): boolean {
  const labels = host.replace(/\.$/, "").split(".");
  if (!labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label))) return false;
  return labels.length === 1 || /^[A-Za-z]/.test(labels[labels.length - 1] ?? "");
}

function isBracketed(host: string): boolean {
  const [, address = "", scope] = /^\[([^%]*)(?:%(.*))?\]$/s.exec(host) ?? [];
  return (scope === undefined || SCOPE.test(scope)) && isIpv6(address);
}

/** Whether a string is an IPv6 address in Java: groups of one to four digits, `::` once, and an IPv4 address at the end. */
function isIpv6(address: string): boolean {
  const halves = address.split("::");
  if (halves.length > 2 || !/^[0-9A-Fa-f:.]+$/.test(address)) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups[groups.length - 1] ?? "";
  const hasIpv4 = last.includes(".");
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  if ((hasIpv4 && !isIpv4(last)) || !hex.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
