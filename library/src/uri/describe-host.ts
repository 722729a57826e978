import { requireString, requireText } from "../base/arguments.ts";
import type { PercentEncodingError } from "../base/errors.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { toWellFormed } from "../base/utf8.ts";
import {
  type AddressBlock,
  findEmbeddedIpv4,
  findIpv4Block,
  findIpv6Block,
  type HostScope,
} from "../host/address-blocks.ts";
import { type Host, parseOpaqueHost, WrittenHost } from "../host/host.ts";
import { domainToUnicode } from "../host/idna.ts";
import { parseIpv4, serializeIpv4, isIpv6Address, parseIpv6 } from "../host/ip-address.ts";
import { findLabelFault } from "../host/look-alike-host.ts";
import { uriError } from "./uri-error.ts";
import { isSpecial } from "./whatwg.ts";

/** A label of a host that looks like another one, or contains a character that names do not need. */
export interface MisleadingLabel {
  /** The label in Unicode. */
  readonly label: string;
  readonly code: "look-alike-host" | "mixed-script-host" | "restricted-host-character";
  /** What the label looks like, the scripts that it mixes, or the character at fault, in printable ASCII. */
  readonly what: string;
}

/** The address of a host. */
export interface HostAddress {
  /** The address that a browser connects to, without brackets; `undefined` for a domain and an opaque host. */
  readonly address: string | undefined;
  /** The IPv4 address within an IPv6 address, which decides about the scope. */
  readonly embeddedIpv4: string | undefined;
  /** The range of networks; `unknown` for a domain other than `localhost`, and for an opaque host. */
  readonly scope: HostScope;
  /** The block for special purposes that contains the address; `undefined` for a domain, and for a public IPv4 address. */
  readonly block: AddressBlock | undefined;
}

/** What a host is. */
export interface HostDescription extends HostAddress {
  readonly kind: "domain" | "ipv4" | "ipv6" | "opaque";
  /** The host as `URL.hostname` has it: a domain with A-labels, or an address; an IPv6 address is in brackets. */
  readonly ascii: string;
  /** The domain with U-labels; for other kinds the same as `ascii`. */
  readonly unicode: string;
  /** The ASCII domain that the host looks like; `undefined` if it looks like none. */
  readonly looksLike: string | undefined;
  readonly misleading: readonly MisleadingLabel[];
}

/** Options of {@link describeHost}. */
export interface DescribeHostOptions {
  /** The scheme of the URI, which decides whether the host is a domain (default `https`). */
  readonly scheme?: string | undefined;
}

const DESCRIBE_OPTIONS: OptionNames<DescribeHostOptions> = { scheme: true };

/** The names that always mean this machine (https://www.rfc-editor.org/rfc/rfc6761#section-6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/;

/**
 * Describes a host as a browser reads it: its kind, its forms, its address, the scope of the address, and what it looks like
 * (https://url.spec.whatwg.org/#host-parsing).
 *
 * It resolves no name: a domain has the scope `unknown`, whatever address it leads to. The scopes follow the registries of IANA of
 * 2025-10-09 (https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry).
 *
 * @param host the host as a URI has it, without port; an IPv6 address is in brackets
 * @param options `scheme`
 * @returns the description; an address in `::ffff:0:0/96`, `64:ff9b::/96` or `2002::/16` has the scope of the IPv4 address in it
 * @throws PercentEncodingError `invalid-host` if a browser refuses the host, with the position of the fault
 * @throws TypeError for wrong arguments
 * @example
 * import { describeHost } from "percodec/uri";
 * describeHost("0x7f.1").address // → "127.0.0.1"
 * describeHost("[::ffff:10.0.0.1]").scope // → "private"
 * describeHost("169.254.169.254").block.name // → "Link Local"
 */
export function describeHost(host: string, options?: DescribeHostOptions): HostDescription {
  requireText(host, "describeHost");
  const { scheme = "https" } = readOptions(options, DESCRIBE_OPTIONS, "describeHost");
  requireString(scheme, "the option scheme of describeHost");
  const text = toWellFormed(host);
  const parsed = isSpecial(scheme.toLowerCase()) ? new WrittenHost(text).parse() : parseOpaqueHost(text);
  if (parsed.kind === "failure") throw invalidHost(host, parsed.index, parsed.reason);
  if (parsed.kind === "empty") throw invalidHost(host, 0, "an empty host");
  const { kind, text: ascii } = parsed;
  return { kind, ascii, unicode: ascii, ...describeScope(parsed), ...describeLabels(parsed) };
}

const NO_ADDRESS = { address: undefined, embeddedIpv4: undefined, scope: "unknown", block: undefined } as const;

function invalidHost(host: string, index: number, reason: string): PercentEncodingError {
  return uriError("describe the host", "invalid-host", host, index, host.length - index, `${reason}${toHint(host)}`);
}

function toHint(host: string): string {
  if (/[/?#@]/.test(host)) return "; splitUri and splitAuthority take the host out of a URI";
  if (/^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(host)) return "; write an IPv6 address in brackets";
  return /^(?:\[.*\]|[^:[]*):\d*$/s.test(host) ? "; splitAuthority separates the port" : "";
}

export function describeScope({ kind, text }: Host): HostAddress {
  if (kind === "ipv4") return { ...NO_ADDRESS, address: text, ...describeIpv4(parseIpv4(text) ?? 0) };
  if (kind === "ipv6") return { ...NO_ADDRESS, address: text.slice(1, -1), ...describeIpv6(text.slice(1, -1)) };
  const isLocal = kind === "domain" && LOCALHOST.test(text);
  return isLocal ? { ...NO_ADDRESS, scope: "loopback" } : NO_ADDRESS;
}

function describeIpv4(address: number) {
  const block = findIpv4Block(address);
  return { block, scope: block?.scope ?? ("public" as const) };
}

function describeIpv6(address: string) {
  const pieces = parseIpv6(address);
  if (!isIpv6Address(pieces)) return {};
  const embedded = findEmbeddedIpv4(pieces);
  if (embedded !== undefined) return { embeddedIpv4: serializeIpv4(embedded), ...describeIpv4(embedded) };
  const block = findIpv6Block(pieces);
  return { block, scope: block.scope };
}

function describeLabels({ kind, text }: Host) {
  if (kind !== "domain") return { looksLike: undefined, misleading: [] };
  const unicode = domainToUnicode(text);
  const labels = unicode.split(".");
  const top = labels.length > 1 ? (labels.filter((label) => label !== "").pop() ?? "") : "";
  const read = labels.map((label) => ({ label, fault: findLabelFault(label, top) }));
  const misleading = read.flatMap(({ label, fault }) => (fault ? [{ label, code: fault.code, what: fault.what }] : []));
  // Every misleading label has to look like ASCII.
  const hasLook = misleading.length > 0 && read.every(({ fault }) => fault === undefined || fault.look !== undefined);
  const looksLike = hasLook ? read.map(({ label, fault }) => fault?.look ?? label).join(".") : undefined;
  return { unicode, looksLike, misleading };
}
