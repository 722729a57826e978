import { requireText } from "../codec/arguments.ts";
import { hexValue } from "../codec/kernel.ts";
import { UnitWriter } from "../codec/utf8.ts";
import {
  recomposeAuthority,
  recomposeGuarded,
  removeDotSegments,
  SCHEME,
  splitAuthority,
  splitUri,
  type UriParts,
} from "./reference.ts";

/** The schemes with a default port and a path that is never empty (https://www.rfc-editor.org/rfc/rfc3986#section-6.2.3). */
const DEFAULT_PORTS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["http", "80"],
  ["https", "443"],
  ["ws", "80"],
  ["wss", "443"],
  ["ftp", "21"],
]);

/** Brings the parts of a URI nearer to their normal form. */
export type Rung = (parts: UriParts) => UriParts;

/**
 * Normalizes a URI without changing what it names (https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2, and 6.2.3): case, escapes of
 * unreserved characters, then dot-segments of absolute paths, then default ports and empty paths.
 *
 * Escapes of reserved characters are never touched, and the result splits into the same components. What is malformed
 * stays as it is.
 *
 * @param uri a URI reference
 * @returns the normal form; normalizing that changes nothing
 * @throws TypeError for anything but a string
 * @example
 * import { normalizeUri } from "percodec/uri";
 * normalizeUri("HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb") // → "http://example.com/a%2Fb"
 * normalizeUri("../%7e") // → "../~"
 */
export function normalizeUri(uri: string): string {
  requireText(uri, "normalizeUri", "percentDecodeBytes");
  return recomposeGuarded(schemeRules(dotSegments(unreservedEscapes(lowerCase(splitChecked(uri))))));
}

/** Splits a URI; what stands in a scheme's place and is none belongs to the path. */
export function splitChecked(uri: string): UriParts {
  const parts = splitUri(uri);
  if (parts.scheme === undefined || SCHEME.test(parts.scheme)) return parts;
  const { authority, path, ...rest } = parts;
  return {
    ...rest,
    scheme: undefined,
    path: `${parts.scheme}:${authority === undefined ? "" : `//${authority}`}${path}`,
  };
}

/** Case: that of the scheme, the host and the hex digits. */
export const lowerCase: Rung = (parts) => ({
  ...mapParts(parts, upperHex),
  scheme: parts.scheme?.toLowerCase(),
  authority: parts.authority === undefined ? undefined : lowerHost(upperHex(parts.authority)),
});

/** Escapes of unreserved characters become the characters. */
export const unreservedEscapes: Rung = (parts) => {
  const { authority } = parts;
  return {
    ...mapParts(parts, decodeUnreserved),
    authority: authority === undefined ? undefined : lowerHost(decodeUnreserved(authority)),
  };
};

/** Dot-segments go, from absolute paths only: what a relative one means is the base's to say. */
export const dotSegments: Rung = (parts) =>
  parts.path.startsWith("/") ? { ...parts, path: removeDotSegments(parts.path) } : parts;

/** Default and empty ports go, and an empty path becomes `/`; a URN's namespace is in lower case (RFC 8141 §3.1). */
export const schemeRules: Rung = (parts) => {
  const { scheme, authority, path } = parts;
  if (scheme === "urn" && authority === undefined) {
    return { ...parts, path: path.replace(/^[^:]*(?=:)/, (namespace) => namespace.toLowerCase()) };
  }
  if (authority === undefined) return parts;
  const { port, ...rest } = splitAuthority(authority);
  const standard = DEFAULT_PORTS.get(scheme ?? "");
  const kept = port === "" || port === standard ? rest : { ...rest, port };
  return {
    ...parts,
    authority: recomposeAuthority(kept),
    path: path === "" && standard !== undefined ? "/" : path,
  };
};

/** The parts with a function's results in place of all but the scheme. */
export function mapParts(
  { scheme, authority, path, query, fragment }: UriParts,
  map: (text: string) => string,
): UriParts {
  return {
    scheme,
    authority: authority === undefined ? undefined : map(authority),
    path: map(path),
    query: query === undefined ? undefined : map(query),
    fragment: fragment === undefined ? undefined : map(fragment),
  };
}

/** Runs of escapes are looked at from the first with a lower-case digit on: most have none. */
function upperHex(text: string): string {
  return text.replace(/%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])(?:%[0-9A-Fa-f]{2})*/g, (escapes) => escapes.toUpperCase());
}

/** One loop: a function for each match of an expression takes three times as long. */
function decodeUnreserved(text: string): string {
  let writer: UnitWriter | undefined;
  let from = 0;
  for (let at = 0, byte: number; (at = percentFrom(text, at)) >= 0; at += byte < 0 ? 1 : 3) {
    byte = byteAt(text, at);
    if (byte < 0 || !UNRESERVED[byte] || completesEscape(text, at, byte)) continue;
    writer ??= new UnitWriter(text.length);
    writer.append(text, from, at);
    writer.write(byte);
    from = at + 3;
  }
  if (writer === undefined) return text;
  writer.append(text, from, text.length);
  return writer.text();
}

/** Whether an ASCII character is unreserved (https://www.rfc-editor.org/rfc/rfc3986#section-2.3). */
const UNRESERVED: readonly boolean[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, code) =>
  /[\w.~-]/.test(String.fromCharCode(code)),
);

/** The first `%` from an index on, negative where there is none: escapes come side by side, and a call for each takes longer. */
export function percentFrom(text: string, at: number): number {
  return text.charCodeAt(at) === 0x25 ? at : text.indexOf("%", at);
}

/** The byte whose escape begins with the `%` at `at`; negative where that is none. */
export function byteAt(text: string, at: number): number {
  return (hexValue(text.charCodeAt(at + 1)) << 4) | hexValue(text.charCodeAt(at + 2));
}

/** Whether a character in place of an escape at `at` would make a malformed escape before it a valid one. */
export function completesEscape(text: string, at: number, unit: number): boolean {
  if (hexValue(unit) < 0) return false;
  return text[at - 1] === "%" || (text[at - 2] === "%" && hexValue(text.charCodeAt(at - 1)) >= 0);
}

/** The host in lower case, all but the hex digits of its escapes. */
function lowerHost(authority: string): string {
  if (authority.toLowerCase() === authority) return authority;
  const { host, ...rest } = splitAuthority(authority);
  const lower = host.replace(/%[0-9A-F]{2}|[A-Z]+/g, (text) => (text.startsWith("%") ? text : text.toLowerCase()));
  return recomposeAuthority({ ...rest, host: lower });
}
