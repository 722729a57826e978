import { parseIpv4, isIpv6Address, parseIpv6 } from "./ip-address.ts";

/**
 * The range of networks that an address belongs to. `public` addresses are globally reachable; `unknown` is the scope of a name, which
 * only the domain name system resolves.
 */
export type HostScope =
  | "loopback"
  | "private"
  | "link-local"
  | "shared"
  | "unspecified"
  | "multicast"
  | "broadcast"
  | "documentation"
  | "benchmarking"
  | "reserved"
  | "public"
  | "unknown";

/** A block of addresses of a registry. */
export interface AddressBlock {
  /** The block, such as `10.0.0.0/8`. */
  readonly prefix: string;
  readonly scope: HostScope;
  /** The name of the block in the registry. */
  readonly name: string;
  /** The document that defines the block. */
  readonly source: string;
}

type Row = readonly [prefix: string, scope: HostScope, name: string, source: string];

/**
 * The blocks of IPv4 addresses for special purposes, of 2025-10-09
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), and the multicast addresses
 * (https://www.iana.org/assignments/multicast-addresses). A smaller block precedes the one that contains it. Blocks that the registry
 * calls globally reachable are `public`.
 */
export const IPV4_ROWS: readonly Row[] = [
  ["0.0.0.0/32", "unspecified", "This host on this network", "RFC 1122"],
  ["0.0.0.0/8", "reserved", "This network", "RFC 791"],
  ["10.0.0.0/8", "private", "Private-Use", "RFC 1918"],
  ["100.64.0.0/10", "shared", "Shared Address Space", "RFC 6598"],
  ["127.0.0.0/8", "loopback", "Loopback", "RFC 1122"],
  ["169.254.0.0/16", "link-local", "Link Local", "RFC 3927"],
  ["172.16.0.0/12", "private", "Private-Use", "RFC 1918"],
  ["192.0.0.9/32", "public", "Port Control Protocol Anycast", "RFC 7723"],
  ["192.0.0.10/32", "public", "Traversal Using Relays around NAT Anycast", "RFC 8155"],
  ["192.0.0.0/24", "reserved", "IETF Protocol Assignments", "RFC 6890"],
  ["192.0.2.0/24", "documentation", "Documentation (TEST-NET-1)", "RFC 5737"],
  ["192.88.99.0/24", "reserved", "Deprecated (6to4 Relay Anycast)", "RFC 7526"],
  ["192.168.0.0/16", "private", "Private-Use", "RFC 1918"],
  ["198.18.0.0/15", "benchmarking", "Benchmarking", "RFC 2544"],
  ["198.51.100.0/24", "documentation", "Documentation (TEST-NET-2)", "RFC 5737"],
  ["203.0.113.0/24", "documentation", "Documentation (TEST-NET-3)", "RFC 5737"],
  ["224.0.0.0/4", "multicast", "Multicast", "RFC 5771"],
  ["255.255.255.255/32", "broadcast", "Limited Broadcast", "RFC 8190"],
  ["240.0.0.0/4", "reserved", "Reserved", "RFC 1112"],
];

/**
 * The blocks of IPv6 addresses for special purposes, of 2025-10-09
 * (https://www.iana.org/assignments/iana-ipv6-special-registry), and those of the address space
 * (https://www.iana.org/assignments/ipv6-address-space). The blocks with an IPv4 address are in `EMBEDDINGS`.
 */
export const IPV6_ROWS: readonly Row[] = [
  ["::/128", "unspecified", "Unspecified Address", "RFC 4291"],
  ["::1/128", "loopback", "Loopback Address", "RFC 4291"],
  ["64:ff9b:1::/48", "private", "IPv4-IPv6 Translation", "RFC 8215"],
  ["100::/64", "reserved", "Discard-Only Address Block", "RFC 6666"],
  ["100:0:0:1::/64", "reserved", "Dummy IPv6 Prefix", "RFC 9780"],
  ["2001::/32", "reserved", "TEREDO", "RFC 4380"],
  ["2001:1::1/128", "public", "Port Control Protocol Anycast", "RFC 7723"],
  ["2001:1::2/128", "public", "Traversal Using Relays around NAT Anycast", "RFC 8155"],
  ["2001:1::3/128", "public", "DNS-SD Service Registration Protocol Anycast", "RFC 9665"],
  ["2001:2::/48", "benchmarking", "Benchmarking", "RFC 5180"],
  ["2001:3::/32", "public", "AMT", "RFC 7450"],
  ["2001:4:112::/48", "public", "AS112-v6", "RFC 7535"],
  ["2001:20::/28", "public", "ORCHIDv2", "RFC 7343"],
  ["2001:30::/28", "public", "Drone Remote ID Protocol Entity Tags", "RFC 9374"],
  ["2001::/23", "reserved", "IETF Protocol Assignments", "RFC 2928"],
  ["2001:db8::/32", "documentation", "Documentation", "RFC 3849"],
  ["3fff::/20", "documentation", "Documentation", "RFC 9637"],
  ["5f00::/16", "reserved", "Segment Routing (SRv6) SIDs", "RFC 9602"],
  ["2000::/3", "public", "Global Unicast", "RFC 4291"],
  ["fc00::/7", "private", "Unique-Local", "RFC 4193"],
  ["fe80::/10", "link-local", "Link-Local Unicast", "RFC 4291"],
  ["fec0::/10", "private", "Site-Local Unicast, deprecated", "RFC 3879"],
  ["ff00::/8", "multicast", "Multicast", "RFC 4291"],
];

const OTHER_IPV6: Row = ["::/0", "reserved", "Reserved by IETF", "RFC 4291"];

/** The blocks of IPv6 addresses that contain an IPv4 address, and the index of its first piece of 16 bits. */
const EMBEDDINGS: readonly (readonly [prefix: string, piece: number])[] = [
  ["::ffff:0:0/96", 6], // https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2
  ["64:ff9b::/96", 6], // https://www.rfc-editor.org/rfc/rfc6052#section-2.1
  ["2002::/16", 1], // https://www.rfc-editor.org/rfc/rfc3056#section-2
];

type Matcher = (pieces: readonly number[]) => boolean;

const IPV4_MATCHERS: readonly Matcher[] = /* @__PURE__ */ IPV4_ROWS.map(toMatcher);
const IPV6_MATCHERS: readonly Matcher[] = /* @__PURE__ */ IPV6_ROWS.map(toMatcher);
const EMBEDDING_MATCHERS: readonly Matcher[] = /* @__PURE__ */ EMBEDDINGS.map(toMatcher);

/** Returns the block for special purposes that contains an IPv4 address, or `undefined` if none does. */
export function findIpv4Block(address: number): AddressBlock | undefined {
  const pieces = splitIpv4(address);
  const row = IPV4_ROWS[IPV4_MATCHERS.findIndex((matches) => matches(pieces))];
  return row && toBlock(row);
}

/** Returns the most specific block that contains an IPv6 address of eight pieces. */
export function findIpv6Block(pieces: readonly number[]): AddressBlock {
  return toBlock(IPV6_ROWS[IPV6_MATCHERS.findIndex((matches) => matches(pieces))] ?? OTHER_IPV6);
}

export function findEmbeddedIpv4(pieces: readonly number[]): number | undefined {
  const row = EMBEDDINGS[EMBEDDING_MATCHERS.findIndex((matches) => matches(pieces))];
  return row && pieces[row[1]]! * 0x10000 + pieces[row[1] + 1]!;
}

function toBlock([prefix, scope, name, source]: Row): AddressBlock {
  return { prefix, scope, name, source };
}

/** Returns a function that says whether a block contains an address: parsing its prefix takes longer than comparing it. */
function toMatcher([prefix]: readonly [prefix: string, ...rest: unknown[]]): Matcher {
  const [address = "", bits] = prefix.split("/");
  const fixed = address.includes(":") ? parseIpv6(address) : splitIpv4(parseIpv4(address) ?? 0);
  // Of a piece of 16 bits, only those within the prefix are compared.
  const shifts = Array.from({ length: 8 }, (_, k) => Math.min(16, Math.max(0, 16 * (k + 1) - Number(bits))));
  return (pieces) =>
    isIpv6Address(fixed) && fixed.every((piece, k) => (piece ^ (pieces[k] ?? 0)) >>> (shifts[k] ?? 0) === 0);
}

function splitIpv4(address: number): readonly number[] {
  return [address >>> 16, address & 0xffff];
}
