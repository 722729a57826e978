import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import {
  decodeHost,
  type Host,
  type HostFailure,
  parseOpaqueHost,
  WrittenHost,
} from "../../../library/src/host/host.ts";
import { domainToUnicode } from "../../../library/src/host/idna.ts";
import { hostToAscii } from "../../../library/src/host/labels.ts";
import { punycodeDecode, punycodeEncode } from "../../../library/src/host/punycode.ts";
import { percentDecode } from "../../../library/src/index.ts";
import { joinParts, toParts } from "../../../library/src/uri/reference.ts";
import { parseUrl } from "../../../library/src/uri/whatwg.ts";
import { testLinearTime } from "../../support/linear.ts";
import { anyEscape, hex, hostile, oracle } from "./oracle.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

const parseHost = (text: string, isOpaque: boolean): Host | HostFailure =>
  isOpaque ? parseOpaqueHost(text) : new WrittenHost(text).parse();

function ours(text: string, isOpaque = false): string | undefined {
  const host = parseHost(text, isOpaque);
  return host.kind === "failure" ? undefined : host.text;
}

test("every ASCII character, raw and escaped, alone and between letters", () => {
  for (let code = 0; code < 0x80; code++) {
    const escape = `%${hex(code).slice(2)}`;
    for (const piece of [String.fromCharCode(code), escape, escape.toLowerCase()]) {
      for (const text of [piece, `a${piece}b`, `é${piece}`, `1.${piece}`, `${piece}.1`]) {
        for (const isOpaque of [false, true])
          expect([text, ours(text, isOpaque)]).toEqual([text, oracle(text, isOpaque)]);
      }
    }
  }
});

const bracketed = fc
  .array(fc.constantFrom(..."::::....0123fFg]%", "::", "0:", "1.2.3.4", "ffff:"), { maxLength: 14 })
  .map((tokens) => `[${tokens.join("")}]`);
test.each([
  ["of special schemes", hostile, false],
  ["of other schemes", hostile, true],
  ["in brackets", bracketed, false],
] as const)("hostile hosts %s, against whatwg-url", (_, texts, isOpaque) => {
  forAll(readSize("URIS"), texts, (text) => {
    expect(ours(text, isOpaque)).toBe(oracle(text, isOpaque));
  });
});

test.each([
  ..."127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0X7F.1 017700000001 0177.0.0x1 １２７．０。0｡1 %31%32%37.1.".split(
    " ",
  ),
  ..."0x 0x.0x.0 00000000000000000000000377 4294967295 1.16777215 1.2.65535 1.2.3.255".split(" "),
  ..."4294967296 1.16777216 1.2.65536 1.2.3.256 256.1 1.2.3.4.5 1..2 .1 08 a.08 a.0x a.1".split(" "),
  ..."1.2.3.4.. a.0xg 1.a 1e2 +1 -1 0b1".split(" "),
])("%s is an IPv4 address, or not", (text) => {
  const wanted = oracle(text);
  const isAddress = /^(?:\d+\.){3}\d+$/.test(wanted ?? "");
  expect([ours(text), parseHost(text, false).kind === "ipv4"]).toEqual([wanted, isAddress]);
});

describe("IPv6", () => {
  const written = [
    ..."::1 1:: 0:0:0:0:0:0:0:0 1:0:0:2:0:0:0:3 1:0:0:2:3:0:0:4 0:0:1:2:3:4:0:0 1:2:3:4:5:6:7:0 1:2:3:4:5:6:7::".split(
      " ",
    ),
    ...":: ::2:3:4:5:6:7:8 1:0:3:0:5:0:7:0 00AB:0:0:: ::ffff:192.0.2.1 1:2:3:4:5:6:1.2.3.4".split(" "),
  ];
  test.each(written)("[%s]", (text) => {
    const ipv6 = { kind: "ipv6", text: oracle(`[${text}]`) };
    expect([parseHost(`[${text}]`, false), parseHost(`[${text}]`, true)]).toEqual([ipv6, ipv6]);
  });

  test.each([
    ["", 1],
    [":", 1],
    [":1", 1],
    ["1:", 2],
    [":::", 3],
    ["1::2::3", 6],
    ["12345::", 5],
    ["1:2:3:4:5:6:7", 14],
    ["1:2:3:4:5:6:7:8:9", 17],
    ["1:2:3:4:5:6:7:1.2.3.4", 16],
    ["::1.2.3", 8],
    ["::1.2.3.4.5", 10],
    ["::1.2.3.256", 11],
    ["::1.2.3.04", 10],
    ["::.1", 3],
    ["::1%25eth0", 4],
    ["::é", 3],
  ])("[%s] fails", (text, index) => {
    expect(parseHost(`[${text}]`, false)).toMatchObject({ kind: "failure", index });
    expect(oracle(`[${text}]`)).toBeUndefined();
  });

  test("unclosed", () => expect(parseHost("[::1", false)).toMatchObject({ kind: "failure", index: 0 }));
});

test("a failure has an index if decoding does not change the text", () => {
  const at = (text: string, isOpaque = false) => parseHost(text, isOpaque);
  expect(at("a b")).toEqual({ kind: "failure", reason: "a character that is not allowed in domains", index: 1 });
  expect(at("é😀\ue000")).toMatchObject({ index: 3 });
  expect(at("é%20")).toMatchObject({ index: 0 });
  expect(at("é?", true)).toEqual({ kind: "failure", reason: "a character that is not allowed in hosts", index: 1 });
  expect(at("")).toMatchObject({ reason: "an empty domain" });
  // It is mapped to nothing.
  expect(at("\u00ad")).toEqual({ kind: "failure", reason: "an empty domain", index: 0 });
  expect(at("", true)).toEqual({ kind: "empty", text: "" });
  expect(at("\ud800é %41", true)).toMatchObject({ kind: "failure", index: 2 });
  expect(at("\ud800é%41", true)).toEqual({ kind: "opaque", text: "%EF%BF%BD%C3%A9%41" });
});

describe("linear time", () => {
  const repeated = [
    ..."a . é %41 xn-- é. xn--nxa.é. a\u0301 a\u0301\u0316 \u0301\u0316 ب\u200c \u094d\u200d ﷺ".split(" "),
    ..."\u{16d67} \u{105d2}\u0323\u0307 a\u1aec\u1aee".split(" "),
  ];
  // The time depends on the length after mapping, which may be longer.
  const repeat = (unit: string) => (units: number) =>
    unit.repeat(units / Math.max(unit.length, unit.normalize("NFKC").length));
  const read = (text: string) => [parseHost(text, false), domainToUnicode(text)];
  testLinearTime(
    { "the host parser": read },
    {
      ...Object.fromEntries(repeated.map((unit) => [unit, repeat(unit)])),
      "different characters": (units) =>
        Array.from({ length: units / 2 }, (_, k) => String.fromCodePoint(0x20000 + ((k * 7919) % 0xa000))).join(""),
    },
  );
});

test("Punycode accepts the last code point of one UTF-16 unit", () => {
  for (const text of ["\uffffab", "a\uffffb\u{10000}c"]) expect(punycodeDecode(punycodeEncode(text)!)).toBe(text);
});

test.for([
  ["file:///C|foo/../x", "file:///x"],
  ["file:///C|/../x", "file:///C:/x"],
  // Node 20 reads this as a drive.
  ["file:///c:x/../y", "file:///y"],
  ["file:///c:/../y", "file:///c:/y"],
] as const)("a drive letter is a letter and a colon or bar, alone: %s", ([text, wanted]) => {
  expect(joinParts(toParts(parseUrl(text)!))).toBe(wanted);
});

test.for([
  ["bücher.DE", "xn--bcher-kva.DE"],
  ["BÜCHER.de", "xn--bcher-kva.de"],
  ["ExAmPlE.é", "ExAmPlE.xn--9ca"],
  ["A。é", "A.xn--9ca"],
  ["a.é", "a.xn--9ca"],
  // If mapping adds labels, the mapped host is used.
  ["A.é⒈b", "A.é⒈b"],
])("the ASCII labels of %j keep their case", ([host, wanted]) => {
  expect(hostToAscii(new WrittenHost(host!)) ?? host).toBe(wanted);
});

test("a host is decoded as by percentDecode with malformed escapes kept and invalid UTF-8 replaced", () => {
  const part = fc.oneof(anyEscape, anyEscape, fc.constantFrom("\ud800", "\udc00", ".", "€"));
  forAll(5000, fc.array(part, { maxLength: 12 }), (parts) => {
    const host = parts.join("");
    expect(toWellFormed(decodeHost(host))).toBe(
      percentDecode(toWellFormed(host), { malformed: "keep", invalidUtf8: "replace" }),
    );
  });
});
