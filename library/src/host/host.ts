import { toWellFormed } from "../base/utf8.ts";
import { decodeReplacing } from "../codec/decode-native.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import { type DomainFault, FORBIDDEN_HOST_CODE_POINT, parseDomain } from "./idna.ts";
import { endsInANumber, parseIpv4, serializeIpv4, isIpv6Address, parseIpv6, serializeIpv6 } from "./ip-address.ts";

/** Decodes a host as the URL Standard does before ToASCII (https://url.spec.whatwg.org/#concept-host-parser, step 4). */
export function decodeHost(host: string): string {
  return host.includes("%") ? toWellFormed(decodeReplacing(host)) : host;
}

/** A host and its serialization (https://url.spec.whatwg.org/#host-representation). */
export interface Host {
  readonly kind: "domain" | "ipv4" | "ipv6" | "opaque" | "empty";
  /** As in `URL.hostname`; an IPv6 address is in brackets. */
  readonly text: string;
}

export interface HostFailure {
  readonly kind: "failure";
  /** A short phrase that names the fault. */
  readonly reason: string;
  /** The position of the fault in UTF-16 units of the text, or 0 if it has none. */
  readonly index: number;
}

const failure = (reason: string, index = 0): HostFailure => ({ kind: "failure", reason, index });

/** A host as it is written in a URI, without port. It is decoded and mapped by ToASCII at most once, at the first use. */
export class WrittenHost {
  readonly text: string;
  #decoded: string | undefined;
  #domain: string | DomainFault | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get decoded(): string {
    return (this.#decoded ??= decodeHost(this.text));
  }

  /** The decoded host in ASCII, or why it is not a domain. */
  get domain(): string | DomainFault {
    return (this.#domain ??= parseDomain(this.decoded));
  }

  /** The normalized host. A name that only a browser reads as an IPv4 address stays a name. */
  get canonical(): string {
    const literal = this.text.startsWith("[") ? parseBracketed(this.text) : undefined;
    if (literal?.kind === "ipv6") return literal.text;
    return typeof this.domain === "string" ? this.domain : this.decoded.toLowerCase();
  }

  /** Parses the host of a URL with a special scheme (https://url.spec.whatwg.org/#host-parsing), with the departures of `parseDomain`. */
  parse(): Host | HostFailure {
    const { text } = this;
    if (text.startsWith("[")) return parseBracketed(text);
    const { domain } = this;
    if (typeof domain !== "string") return failure(domain.reason, this.decoded === text ? domain.index : 0);
    if (!endsInANumber(domain)) return { kind: "domain", text: domain };
    const address = parseIpv4(domain);
    if (address === undefined) return failure("a number at the end, but no IPv4 address");
    return { kind: "ipv4", text: serializeIpv4(address) };
  }
}

function parseBracketed(text: string): Host | HostFailure {
  if (!text.endsWith("]")) return failure("an unclosed bracket");
  const address = parseIpv6(text.slice(1, -1));
  if (!isIpv6Address(address)) return failure("the text in brackets is not an IPv6 address", address.index + 1);
  return { kind: "ipv6", text: `[${serializeIpv6(address)}]` };
}

/** https://url.spec.whatwg.org/#c0-control-percent-encode-set */
const C0_CONTROL = /[^ -~]+/g;

/** Parses the host of a URL with another scheme (https://url.spec.whatwg.org/#concept-opaque-host-parser). */
export function parseOpaqueHost(text: string): Host | HostFailure {
  if (text.startsWith("[")) return parseBracketed(text);
  const index = text.search(FORBIDDEN_HOST_CODE_POINT);
  if (index >= 0) return failure("a character that is not allowed in hosts", index);
  if (text === "") return { kind: "empty", text };
  return { kind: "opaque", text: encodeRuns(toWellFormed(text), C0_CONTROL) };
}
