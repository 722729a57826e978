import { quote } from "../base/excerpt.ts";
import { WrittenHost } from "../host/host.ts";
import { explainAddress } from "./ambiguity-detail.ts";
import { HOLE } from "./hole.ts";
import type { UriReference } from "./reference.ts";
import { isSpecial } from "./whatwg.ts";

/** Returns why a browser and RFC 3986 find different hosts in a reference, or undefined. A host with holes is checked when it is filled. */
export function explainHostFault({ scheme, host, port }: UriReference): string | undefined {
  const lowerScheme = scheme?.toLowerCase();
  // Without a scheme the base decides, and most bases are special.
  if (lowerScheme === undefined ? host === undefined : !isSpecial(lowerScheme)) return undefined;
  if (lowerScheme === "file") {
    // A browser reads the c of `file://c:/x` as a drive.
    if (port !== undefined) return "a URI of file cannot have a port";
  } else if (host === undefined || host === "") {
    const what = scheme === undefined ? "that begins with //" : `of ${scheme}`;
    return `a URI ${what} needs a host: a browser would read the path as one`;
  }
  if (host === undefined || host === "" || host.includes(HOLE)) return undefined;
  const written = new WrittenHost(host);
  const parsed = written.parse();
  if (parsed.kind === "failure" || parsed.text === written.canonical) return undefined;
  return `the host ${quote(host)} is ambiguous: ${explainAddress(parsed.text)}`;
}
