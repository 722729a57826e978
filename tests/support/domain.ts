import { parseDomain, toAscii } from "../../library/src/host/idna.ts";
import { findStrictFault } from "../../library/src/host/strict-fault.ts";

/** Returns a domain in ASCII, or `undefined` if the domain is invalid; if strict, by CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength too. */
export function domainToAscii(domain: string, isStrict = false): string | undefined {
  if (isStrict && findStrictFault(domain) !== undefined) return undefined;
  const result = isStrict ? toAscii(domain) : parseDomain(domain);
  return typeof result === "string" ? result : undefined;
}
