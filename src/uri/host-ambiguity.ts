import { decodeHost, parseHost } from "../host/host.ts";
import { domainToAscii } from "../host/idna.ts";
import { splitAuthority, splitUri } from "./reference.ts";
import { parseUrl } from "./whatwg.ts";

/** The base of a relative reference, like most bases. */
const BASE = /* @__PURE__ */ parseUrl("https://base.invalid/")!;

/**
 * Whether a browser that reads a text, and a reader after RFC 3986 that reads what was made of it, see different hosts,
 * after lower case, percent-decoding and ToASCII. Where the browser sees no URL at all they do not.
 */
export function hostsDisagree(text: string, cleaned: string): boolean {
  const { scheme, authority } = splitUri(cleaned);
  // With a scheme of its own nothing is taken from the base; `https:x` would be. A browser sees one behind a space, too.
  const own = parseUrl(text, scheme === undefined ? BASE : undefined, true);
  if (own === undefined) return false;
  const named = authority === undefined ? undefined : splitAuthority(authority).host;
  if (own.host === named) return false;
  const seen = own.host === null ? "" : canonicalHost(own.host);
  if (named === undefined) return seen !== (scheme === undefined ? BASE.host : "");
  const host = canonicalHost(named);
  // https://url.spec.whatwg.org/#file-host-state: localhost is the host that a file URL has anyway.
  return seen !== (own.scheme === "file" && host === "localhost" ? "" : host);
}

/** A host as both readers would spell it. */
export function canonicalHost(host: string): string {
  const literal = host.startsWith("[") ? parseHost(host, false) : undefined;
  if (literal?.kind === "ipv6") return literal.text;
  const decoded = decodeHost(host);
  return domainToAscii(decoded) ?? decoded.toLowerCase();
}
