import { toUtf8, toWellFormed } from "../text.ts";
import type { UrlParts } from "./url-reading.ts";

interface Server {
  readonly host: string;
  readonly port: string | undefined;
  readonly rest: string;
}

const NO_SERVER = { host: undefined, port: undefined } as const;
/** An integer of at most 65535 as `strtol` reads it; text may follow. */
const PORT = /^[ \t\n\v\f\r]*(?:\+?([0-9]+)|-0+(?![0-9]))/;

/** Reads a URL as `parse_url` of PHP 8.2 (https://www.php.net/manual/en/function.parse-url.php); returns undefined for false. */
export function readAsPhp(given: string): UrlParts | undefined {
  const text = toWellFormed(given);
  const colon = text.indexOf(":");
  if (colon < 0) return text.startsWith("//") ? readServer(undefined, text.slice(2)) : readPath(undefined, text);
  if (colon === 0) return readPortFirst(text, colon);
  const scheme = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (!/^[A-Za-z0-9+.-]+$/.test(scheme)) {
    if (rest !== "" && !/[?#]/.test(scheme)) return readPortFirst(text, colon);
    return text.startsWith("//") ? readServer(undefined, text.slice(2)) : readPath(undefined, text);
  }
  if (rest === "") return { scheme, ...NO_SERVER, path: undefined };
  if (!rest.startsWith("/")) {
    return /^[0-9]{0,5}(?:\/|$)/.test(rest) ? readPortFirst(text, colon) : readPath(scheme, rest);
  }
  if (!rest.startsWith("//")) return readPath(scheme, rest);
  if (scheme.toLowerCase() !== "file" || !rest.startsWith("///")) return readServer(scheme, rest.slice(2));
  return readPath(scheme, toUtf8(rest)[4] === 0x3a && rest.length > 4 ? rest.slice(3) : rest.slice(2));
}

/** Reads a text whose first colon may begin a port. */
function readPortFirst(text: string, colon: number): UrlParts | undefined {
  const after = text.slice(colon + 1);
  const [, port] = /^([0-9]{1,5})(?:\/|$)/.exec(after) ?? [];
  if (port === undefined) {
    if (after === "") return undefined;
    return text.startsWith("//") ? readServer(undefined, text.slice(2)) : readPath(undefined, text);
  }
  if (Number(port) > 65_535) return undefined;
  return readServer(undefined, text.startsWith("//") ? text.slice(2) : text, port);
}

/** @param portBefore the port that is already read; a port 0 is read again */
function readServer(scheme: string | undefined, text: string, portBefore?: string): UrlParts | undefined {
  const server = splitServer(text, portBefore);
  if (server === undefined) return undefined;
  const { host, port, rest } = server;
  const parts = { scheme, host: hideControls(host), port: port === undefined ? undefined : String(Number(port)) };
  return { ...parts, path: rest === "" ? undefined : readPath(undefined, rest).path };
}

function splitServer(text: string, portBefore: string | undefined): Server | undefined {
  const [authority = ""] = /^[^/?#]*/.exec(text) ?? [];
  const rest = text.slice(authority.length);
  const server = authority.slice(authority.lastIndexOf("@") + 1);
  const isAddress = server.startsWith("[") && authority.endsWith("]");
  const colon = isAddress ? -1 : server.lastIndexOf(":");
  const host = colon < 0 ? server : server.slice(0, colon);
  if (host === "") return undefined;
  if (colon < 0 || Number(portBefore ?? 0) !== 0) return { host, port: portBefore, rest };
  const written = server.slice(colon + 1);
  if (written === "") return { host, port: portBefore, rest };
  if (toUtf8(written).length > 5) return undefined;
  const [found, digits = "0"] = PORT.exec(written) ?? [];
  return found === undefined || Number(digits) > 65_535 ? undefined : { host, port: digits, rest };
}

/** Reads a path, which is absent if a query or fragment begins at once. */
function readPath(scheme: string | undefined, text: string): UrlParts {
  const [path = ""] = /^[^?#]*/.exec(text) ?? [];
  return { scheme, ...NO_SERVER, path: path === "" && text !== "" ? undefined : hideControls(path) };
}

function hideControls(text: string): string {
  return text.replace(/[\0-\x1f\x7f]/g, "_");
}
