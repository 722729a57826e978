import { WrittenHost } from "../host/host.ts";
import type { UriReference } from "./reference.ts";
import { isSpecial, parseUrlHost, splitUrl } from "./whatwg.ts";

/** The base of a relative reference, like most bases. */
const BASE = { scheme: "https", host: "base.invalid" } as const;

/** Returns the host of a reference, to be read at most once. */
export function toWrittenHost({ host }: UriReference): WrittenHost | undefined {
  return host === undefined ? undefined : new WrittenHost(host);
}

/**
 * Whether a browser that reads a text, and a reader after RFC 3986 that reads what was made of it, see different hosts, after lower
 * case, percent-decoding and ToASCII. If the browser sees no URL at all, they do not.
 *
 * @param reference what the reader after RFC 3986 finds
 * @param host the host of the reference, before or after cleaning: that is the same host
 */
export function hostsDisagree(text: string, { scheme }: UriReference, host: WrittenHost | undefined): boolean {
  // With a scheme of its own nothing is taken from the base; `https:x` would be. A browser sees one behind a space, too.
  const url = splitUrl(text, scheme === undefined ? BASE : undefined);
  if (url === undefined) return false;
  const isOpaque = !isSpecial(url.scheme);
  const isSame = url.host !== undefined && url.host === host?.text;
  if (isOpaque && isSame) return false;
  const named = host?.canonical ?? (scheme === undefined ? BASE.host : "");
  if (url.host === undefined) return named !== "";
  const written = isSame ? host : new WrittenHost(url.host);
  const read = parseUrlHost(url.scheme, written);
  if (read.kind === "failure") return false;
  // https://url.spec.whatwg.org/#file-host-state: localhost is the host that a file URL has anyway.
  const expected = url.scheme === "file" && named === "localhost" ? "" : named;
  return (isOpaque ? written.canonical : read.text) !== expected;
}
