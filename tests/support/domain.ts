import { parseDomain, STRICT, toAscii } from "../../library/src/host/idna.ts";

/** Returns a domain in ASCII, or `undefined` if the domain is invalid. */
export function domainToAscii(domain: string, beStrict = false): string | undefined {
  const result = beStrict ? toAscii(domain, STRICT) : parseDomain(domain);
  return typeof result === "string" ? result : undefined;
}
