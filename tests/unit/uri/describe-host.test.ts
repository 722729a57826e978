import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { findIpv4Block, findIpv6Block, IPV4_ROWS, IPV6_ROWS } from "../../../library/src/host/address-blocks.ts";
import { parseIpv4, parseIpv6 } from "../../../library/src/host/ip-address.ts";
import { findFault, parseAsHost } from "../../support/catch-fault.ts";
import { describeHost } from "../../../library/src/uri/describe-host.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

const PREFIX = /^(.*)\/(\d+)$/;
const toFamily = (address: string) => (address.includes(":") ? "ipv6" : "ipv4");

/** Returns the block of the first or the last address of a prefix. */
function findAtEnd(prefix: string, end: "first" | "last") {
  const [, start = "", length = ""] = PREFIX.exec(prefix) ?? [];
  const bits = Number(length);
  const fill = end === "first" ? 0 : 1;
  if (!start.includes(":")) return findIpv4Block(parseIpv4(start)! + fill * (2 ** (32 - bits) - 1));
  const pieces = parseIpv6(start) as readonly number[];
  return findIpv6Block(
    pieces.map((piece, k) => piece + fill * (2 ** Math.min(16, Math.max(0, 16 * (k + 1) - bits)) - 1)),
  );
}

test.each([...IPV4_ROWS, ...IPV6_ROWS])("the block %s is found at both ends", (prefix, scope, name) => {
  for (const end of ["first", "last"] as const) {
    const found = findAtEnd(prefix, end)!;
    const inner = Number(PREFIX.exec(found.prefix)![2]) > Number(PREFIX.exec(prefix)![2]);
    // The ends of a block can belong to a smaller one, such as ::/128 or 255.255.255.255/32.
    if (!inner) expect([found.prefix, found.scope, found.name]).toEqual([prefix, scope, name]);
  }
});

test("no block stands behind one that contains it", () => {
  for (const rows of [IPV4_ROWS, IPV6_ROWS]) {
    for (const [k, [prefix]] of rows.entries()) {
      const list = new BlockList();
      const [, start = "", bits = ""] = PREFIX.exec(prefix)!;
      list.addSubnet(start, Number(bits), toFamily(start));
      const behind = rows.slice(k + 1).filter(([later]) => {
        const [, first = "", length = ""] = PREFIX.exec(later)!;
        return list.check(first, toFamily(start)) && Number(length) >= Number(bits);
      });
      expect(behind, prefix).toEqual([]);
    }
  }
});

test.each([
  ["1.2.3.4/", "; splitUri and splitAuthority take the host out of a URI", 7],
  ["user@e.com", "; splitUri and splitAuthority take the host out of a URI", 4],
  ["e.com:80", "; splitAuthority separates the port", 5],
  ["[::1]:80", "; splitAuthority separates the port", 0],
  ["::1", "; write an IPv6 address in brackets", 0],
  ["fe80::1", "; write an IPv6 address in brackets", 4],
  ["[fe80::1%25eth0]", "", 8],
  ["a b", "", 1],
  ["", "", 0],
  ["1.2.3.4.5", "", 0],
])("%j is refused with a remedy", (host, remedy, index) => {
  const error = findFault(() => describeHost(host));
  expect([error.code, error.index, error.length]).toEqual(["invalid-host", index, host.length - index]);
  expect(error.message.endsWith(remedy === "" ? error.detail! : remedy)).toBe(true);
});

test("the scheme decides whether a host is a domain", () => {
  expect(describeHost("A,b", { scheme: "redis" })).toMatchObject({ kind: "opaque", ascii: "A,b", scope: "unknown" });
  expect(describeHost("127.1", { scheme: "redis" })).toMatchObject({ kind: "opaque", address: undefined });
  expect(describeHost("127.1", { scheme: "WS" })).toMatchObject({ kind: "ipv4", scope: "loopback" });
});

const inner = new BlockList();
const INNER = "10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10";
for (const prefix of INNER.split(" ")) {
  const [, start = "", bits = ""] = PREFIX.exec(prefix)!;
  inner.addSubnet(start, Number(bits), toFamily(start));
}

/** Whether an address, or the IPv4 address at the end of a mapped one, is loopback, private or link-local. */
const isInner = (hostname: string): boolean => inner.check(hostname.replace(/^\[|\]$/g, ""), toFamily(hostname));

test("no host that a browser takes to an inner address is called public", () => {
  const random = makeRandom(seed);
  const bytes = ["0", "1", "8", "10", "127", "0x7f", "0177", "169", "254", "172", "16", "31", "192", "168", "255"];
  const numbers = ["2130706433", "0x7f000001", "017700000001", "0xa9fea9fe", "167772161", "3232235777"];
  const ends = ["", "", ".", "\u3002", "%2e"];
  const spell = (text: string): string =>
    Array.from(text, (character) => {
      const how = random(12);
      if (how === 0) return `%${character.charCodeAt(0).toString(16)}`;
      return how === 1 && /\d/.test(character) ? String.fromCharCode(0xff10 + Number(character)) : character;
    }).join("");
  const groups = ["", "0", "1", "ffff", "fe80", "fc00", "fd12", "7f00", "a00", "c0a8", "64", "ff9b", "2002"];
  const makeHost = (): string => {
    if (random(3) === 0) return `[${Array.from({ length: 2 + random(7) }, () => pick(random, groups)).join(":")}]`;
    if (random(4) === 0) return spell(pick(random, numbers)) + pick(random, ends);
    const parts = Array.from({ length: 1 + random(4) }, () => spell(pick(random, bytes)));
    return parts.join(pick(random, [".", ".", "\uff0e"])) + pick(random, ends);
  };
  const runs = readSize("HOSTS");
  let innerHosts = 0;
  for (let k = 0; k < runs; k++) {
    const host = makeHost();
    const hostname = parseAsHost(`http://${host}/`)?.hostname;
    if (hostname === undefined) continue;
    const description = describeHost(host);
    expect([host, description.ascii]).toEqual([host, hostname]);
    if (!/^(?:\[.*\]|\d+\.\d+\.\d+\.\d+)$/.test(hostname) || !isInner(hostname)) continue;
    innerHosts++;
    expect([host, description.scope]).toEqual([host, expect.stringMatching(/^(?:loopback|private|link-local)$/)]);
  }
  countInputs(runs);
  expect(innerHosts).toBeGreaterThan(runs / 20);
});

test("an address outside of all blocks is reserved", () => {
  const block = { prefix: "::/0", scope: "reserved", name: "Reserved by IETF", source: "RFC 4291" };
  expect(describeHost("[4000::1]").block).toEqual(block);
});
