import { WrittenHost } from "../../../library/src/host/host.ts";
import { parseUrlHost, splitUrl } from "../../../library/src/uri/whatwg.ts";

/** The base of `browserHost`. */
export const BASE = { scheme: "https", host: "base.invalid" } as const;

/** Returns the scheme and the host that a browser finds in a reference; undefined if it finds no URL. */
export function browserHost(reference: string): string | undefined {
  const url = splitUrl(reference, BASE);
  if (url === undefined) return undefined;
  const host = parseUrlHost(url.scheme, new WrittenHost(url.host ?? ""));
  return host.kind === "failure" ? undefined : `${url.scheme}://${host.text}`;
}
