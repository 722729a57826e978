import { type Finding, inspect } from "percodec/inspect";

/** Returns the finding for a URI in which browsers and RFC 3986 parsers see different hosts, or undefined. */
export function findAmbiguity(uri: string): Finding | undefined {
  return inspect(uri).findings.find(({ code }) => code === "host-ambiguous");
}
