import { percentDecode } from "percodec";
import { isAscii, toHex, trimUnits } from "../text.ts";
import { unlessRefused } from "../unless-refused.ts";
import { NO_PARTS, toAsciiDomain, type UrlParts, type UrlServer } from "./url-reading.ts";

/** Schemes whose URLs have a path `/` if they have a host and no path. */
const SLASHED = ["http:", "https:", "ftp:", "gopher:", "file:", "ws:", "wss:"];

/** White space that is removed at both ends. */
const SPACE = /[\0-\x20\xa0\ufeff]/;

/** A path and a query that are not processed further. */
const SIMPLE_PATH = /^(\/\/?(?!\/)[^?\s]*)(?:\?[^\s]*)?$/;

/** What ends a host, and what remains part of the path after it. */
const AFTER_HOST = /[ "%';<>\\^`{|}#/?]/;
const FORBIDDEN_HOST = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_IPV6 = /[\0\t\n\r #%/<>?@\\^|]/;
const MAX_HOST_UNITS = 255;

/** What is escaped in a path. */
const ESCAPED = /[\t\n\r "'<>\\^`{|}]/g;

/**
 * Reads a URL as `url.parse(text)` of Node.js, the parser before `new URL` (https://nodejs.org/docs/latest-v20.x/api/url.html#legacy-url-api);
 * returns undefined if it throws.
 */
export function readAsNode(text: string): UrlParts | undefined {
  const written = withSlashes(trimUnits(text, SPACE));
  const isSimple = !/#|^[^?]*@/.test(written);
  const [, simplePath] = (isSimple && SIMPLE_PATH.exec(written)) || [];
  if (simplePath !== undefined) return { ...NO_PARTS, path: simplePath };
  const [protocol = ""] = /^[a-z0-9.+-]+:/i.exec(written) ?? [];
  const lower = protocol.toLowerCase();
  const rest = written.slice(protocol.length);
  const scheme = lower === "" ? undefined : lower.slice(0, -1);
  if (lower === "javascript:") return { ...NO_PARTS, scheme, path: readPath(rest) };
  // A scheme in capitals needs no slashes before the host.
  const hasSlashes = rest.startsWith("//") && (lower !== "" || /^\/\/[^@/]+@[^@/]+/.test(rest));
  if (!hasSlashes && (lower === "" || SLASHED.includes(protocol)))
    return { ...NO_PARTS, scheme, path: readPath(escapePath(rest)) };
  const server = readServer(hasSlashes ? rest.slice(2) : rest);
  if (server === undefined) return undefined;
  const path = readPath(escapePath(server.rest));
  const isRoot = path === undefined && server.host !== undefined && SLASHED.includes(lower);
  return { scheme, host: server.host, port: server.port, path: isRoot ? "/" : path };
}

/** Writes backslashes before the query and the fragment as slashes. */
function withSlashes(text: string): string {
  const end = text.search(/[?#]/);
  const before = end < 0 ? text : text.slice(0, end);
  return before.replace(/\\/g, "/") + text.slice(before.length);
}

const escapePath = (text: string): string =>
  text.replace(ESCAPED, (character) => `%${toHex(character.charCodeAt(0), 2)}`);

/** Returns the path; undefined for an empty one. */
function readPath(text: string): string | undefined {
  const [path = ""] = /^[^?#]*/.exec(text) ?? [];
  return path || undefined;
}

function readServer(text: string): (UrlServer & { readonly rest: string }) | undefined {
  const { userinfo, server, after } = splitServer(text);
  if (unlessRefused(() => percentDecode(userinfo ?? "")) === undefined) return undefined;
  const [, name = "", port] = /^(.*?)(?::([0-9]*))?$/s.exec(server) ?? [];
  const isIpv6 = name.startsWith("[") && name.endsWith("]");
  const colon = isIpv6 ? -1 : name.indexOf(":");
  const rest = colon < 0 ? after : `/${name.slice(colon)}${after}`;
  const host = readHost(colon < 0 ? name : name.slice(0, colon), isIpv6);
  if (host === undefined) return undefined;
  return {
    host: host || undefined,
    port: port || undefined,
    rest: isIpv6 && !rest.startsWith("/") ? `/${rest}` : rest,
  };
}

/** Splits a string after `//` at the last `@` before a delimiter, and at the first character that no host contains. */
function splitServer(given: string) {
  const end = given.search(/[#/?]/);
  const before = (end < 0 ? given : given.slice(0, end)).replace(/[\t\n\r]/g, "");
  const text = before + (end < 0 ? "" : given.slice(end));
  const at = before.lastIndexOf("@");
  const found = text.slice(at + 1).search(AFTER_HOST);
  const hostEnd = found < 0 ? text.length : at + 1 + found;
  return {
    userinfo: at < 0 ? undefined : before.slice(0, at),
    server: text.slice(at + 1, hostEnd),
    after: text.slice(hostEnd),
  };
}

/** Returns the host in ASCII; undefined if it is refused. */
function readHost(name: string, isIpv6: boolean): string | undefined {
  const lower = name.length > MAX_HOST_UNITS ? "" : name.toLowerCase();
  if (isIpv6) return FORBIDDEN_IPV6.test(lower) ? undefined : lower.slice(1, -1);
  // The host ends at a NUL.
  const [text = ""] = lower.split("\0", 1);
  if (lower === "" || (text === "" && isAscii(lower))) return lower === "" ? "" : undefined;
  // The URL Standard refuses an A-label of ASCII characters, such as `xn--a-`; this reader accepts it.
  const kept = isAscii(text) ? text.replace(/(^|\.)xn--[^.]+-(?=\.|$)/g, "$1a") : text;
  const mapped = toAsciiDomain(kept);
  const ascii = kept === text || mapped === undefined ? mapped : text;
  return ascii === undefined || ascii === "" || FORBIDDEN_HOST.test(ascii) ? undefined : ascii;
}
