import { WrittenHost } from "../host/host.ts";
import { cutAuthority, DRIVE, splitParts, type UriParts, type UriReference } from "./reference.ts";
import { endOfText, isSpecial, parseUrlHost, splitUrl, withoutTabs } from "./whatwg.ts";
import { quote, toExcerpt } from "../base/excerpt.ts";
import { HOLE } from "./uri-error.ts";

/** The base for texts in which a browser finds no scheme: its scheme is special, as in most bases. */
const BASE = { scheme: "https", host: "base.invalid" } as const;

export function toWrittenHost({ host }: UriReference): WrittenHost | undefined {
  return host === undefined ? undefined : new WrittenHost(host);
}

/**
 * Whether a browser that parses a text, and an RFC 3986 parser that parses the cleaned text, see different hosts: in lower case, after
 * percent-decoding and ToASCII. Returns false if the browser fails to parse the text. Cleaning does not change which host it is.
 */
export function hostsDisagree(text: string, { scheme }: UriReference, host: WrittenHost | undefined): boolean {
  const url = splitUrl(text, BASE);
  if (url === undefined) return false;
  const isOpaque = !isSpecial(url.scheme);
  const isSame = url.host !== undefined && url.host === host?.text;
  if (isOpaque && isSame) return false;
  const rfcHost = host?.canonical ?? (scheme === undefined ? BASE.host : "");
  if (url.host === undefined) return rfcHost !== "";
  const written = isSame ? host : new WrittenHost(url.host);
  const parsed = parseUrlHost(url.scheme, written);
  if (parsed.kind === "failure") return false;
  // https://url.spec.whatwg.org/#file-host-state: in a file URL localhost becomes the empty host.
  const expected = url.scheme === "file" && rfcHost === "localhost" ? "" : rfcHost;
  return (isOpaque ? written.canonical : parsed.text) !== expected;
}

/**
 * Returns why a browser and RFC 3986 find different hosts in a text, and what to write instead; `stillDiffer` says that they also do without
 * the spaces, TAB, LF and CR that a browser removes.
 */
export function explainAmbiguity(text: string, stillDiffer: boolean): string {
  // https://url.spec.whatwg.org/#concept-basic-url-parser: a browser makes these changes, and RFC 3986 does not.
  const trimmed = text.slice(0, endOfText(text)).replace(/^[\0-\x20]+/, "");
  const joined = withoutTabs(trimmed);
  const parts = splitParts(joined);
  // For a text without a scheme, the level advanced refuses a removal that makes a host appear.
  const remedy = parts.scheme === undefined ? "remove them" : 'remove them, or use the level "advanced"';
  if (!stillDiffer && toHead(trimmed) !== toHead(text)) {
    return `a browser removes spaces and controls around a URL, RFC 3986 does not; ${remedy}`;
  }
  if (!stillDiffer && toHead(trimmed) !== toHead(joined)) {
    return `a browser removes TAB, LF and CR, RFC 3986 does not; ${remedy}`;
  }
  if (toHead(joined) !== toHead(joined.replace(/\\/g, "/"))) {
    return 'a browser reads "\\" as "/", RFC 3986 does not; write "/", or "%5C" for data';
  }
  return explainHost(parts);
}

function toHead(text: string): string {
  const { scheme, authority } = splitParts(text);
  return `${scheme ?? ""}:${authority === undefined ? "" : `//${authority}`}`;
}

function explainHost({ scheme, authority }: UriParts): string {
  if (authority === undefined && scheme !== undefined && isSpecial(scheme.toLowerCase())) {
    return `a browser reads the text after "${scheme}:" as a host, RFC 3986 as a path; write "${scheme}://"`;
  }
  if (authority === "") {
    return 'a browser skips slashes after "//", RFC 3986 does not; write two before a host, one before a path';
  }
  if (authority !== undefined && DRIVE.test(authority)) {
    return `a browser reads "${authority}" as a drive, RFC 3986 as a host; write "file:///${authority}"`;
  }
  const { host } = cutAuthority(authority ?? "");
  const parsed = new WrittenHost(host).parse();
  return explainAddress(parsed.kind === "failure" ? host : parsed.text);
}

/** Returns the detail for a host that only a browser reads as an IPv4 address. */
export function explainAddress(address: string): string {
  return `a browser reads it as the address ${toExcerpt(address)}, RFC 3986 as a name; write that address, or another name`;
}

/** Returns why a browser and RFC 3986 find different hosts in a reference, or undefined. A host with holes is checked when it is filled. */
export function explainHostFault({ scheme, host, port }: UriReference): string | undefined {
  const lowerScheme = scheme?.toLowerCase();
  // Without a scheme the base decides, and most bases are special.
  if (lowerScheme === undefined ? host === undefined : !isSpecial(lowerScheme)) return undefined;
  const isFile = lowerScheme === "file";
  // A browser reads the c of `file://c:/x` as a drive.
  if (isFile && port !== undefined) return "a URI of file cannot have a port";
  const what = scheme === undefined ? "that begins with //" : `of ${scheme}`;
  if (!isFile && !host) return `a URI ${what} needs a host: a browser would read the path as one`;
  if (!host || host.includes(HOLE)) return undefined;
  const written = new WrittenHost(host);
  const parsed = written.parse();
  if (parsed.kind === "failure" || parsed.text === written.canonical) return undefined;
  return `the host ${quote(host)} is ambiguous: ${explainAddress(parsed.text)}`;
}
