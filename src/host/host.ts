import { percentDecode } from "../codec/decode.ts";
import { percentEncode } from "../codec/encode.ts";
import { whatwg } from "../sets/whatwg.ts";
import { FORBIDDEN_HOST_CODE_POINT, parseDomain } from "./idna.ts";
import { endsInANumber, parseIpv4, serializeIpv4 } from "./ipv4.ts";
import { type Ipv6Fault, parseIpv6, serializeIpv6 } from "./ipv6.ts";

/** A host and its serialization (https://url.spec.whatwg.org/#host-representation). */
export interface Host {
  readonly kind: "domain" | "ipv4" | "ipv6" | "opaque" | "empty";
  /** As in `URL.hostname`: an IPv6 address stands in brackets. */
  readonly text: string;
}

/** Why a text is no host. */
export interface HostFailure {
  readonly kind: "failure";
  /** A short phrase that names what was found. */
  readonly reason: string;
  /** Where, in UTF-16 units of the text, or 0 where that cannot be said. */
  readonly index: number;
}

const failure = (reason: string, index = 0): HostFailure => ({ kind: "failure", reason, index });

/**
 * Parses the host of a URL (https://url.spec.whatwg.org/#host-parsing).
 *
 * A lone surrogate counts as U+FFFD, as where a URL is made from a string. For what departs from the standard see
 * `domainToAscii`.
 *
 * @param text the host as it stands in the URL, without port
 * @param isOpaque whether the scheme is none of http, https, ws, wss, ftp and file
 * @returns the host: `127.0.0.1` of kind `ipv4` for `0x7F.1`; or why and where it fails: at 1 for `a b`
 */
export function parseHost(text: string, isOpaque: boolean): Host | HostFailure {
  if (text.startsWith("[")) return parseBracketed(text);
  if (isOpaque) return parseOpaqueHost(text);
  const domain = decodeHost(text);
  const ascii = parseDomain(domain, false);
  if (typeof ascii !== "string") return failure(ascii.reason, domain === text ? ascii.index : 0);
  if (!endsInANumber(ascii)) return { kind: "domain", text: ascii };
  const address = parseIpv4(ascii);
  if (address === undefined) return failure("a number at the end, but no IPv4 address");
  return { kind: "ipv4", text: serializeIpv4(address) };
}

/** Decodes a host as the URL Standard does before ToASCII (https://url.spec.whatwg.org/#concept-host-parser step 4). */
export function decodeHost(host: string): string {
  return host.includes("%") ? percentDecode(host, { malformed: "keep", invalidUtf8: "replace" }) : host;
}

function parseBracketed(text: string): Host | HostFailure {
  if (!text.endsWith("]")) return failure("an unclosed bracket");
  const address = parseIpv6(text.slice(1, -1));
  if (!isAddress(address)) return failure("the text in brackets is not an IPv6 address", address.index + 1);
  return { kind: "ipv6", text: `[${serializeIpv6(address)}]` };
}

function isAddress(result: readonly number[] | Ipv6Fault): result is readonly number[] {
  return Array.isArray(result);
}

/** https://url.spec.whatwg.org/#concept-opaque-host-parser */
function parseOpaqueHost(text: string): Host | HostFailure {
  const index = text.search(FORBIDDEN_HOST_CODE_POINT);
  if (index >= 0) return failure("a character that is not allowed in hosts", index);
  if (text === "") return { kind: "empty", text };
  return { kind: "opaque", text: percentEncode(text, whatwg.c0Control, { loneSurrogate: "replace" }) };
}
