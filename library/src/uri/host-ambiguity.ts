import { WrittenHost } from "../host/host.ts";
import type { UriReference } from "./reference.ts";
import { isSpecial, parseUrlHost, splitUrl } from "./whatwg.ts";

/** The base for texts in which a browser finds no scheme: its scheme is special, as in most bases. */
const BASE = { scheme: "https", host: "base.invalid" } as const;

/** Returns the host of a reference as a `WrittenHost`, which parses at most once. */
export function toWrittenHost({ host }: UriReference): WrittenHost | undefined {
  return host === undefined ? undefined : new WrittenHost(host);
}

/**
 * Whether a browser that parses a text, and an RFC 3986 parser that parses the cleaned text, see different hosts. Hosts are compared
 * in lower case, after percent-decoding and ToASCII. Returns false if the browser fails to parse the text.
 *
 * @param reference the components by RFC 3986
 * @param host the host of the reference; cleaning does not change which host it is
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
