import { describe, expect, test } from "vitest";
import { findStrictFault } from "../../../library/src/host/strict-fault.ts";

describe("the place of the first fault", () => {
  const long = "a".repeat(64);
  test.for<[domain: string, place: string | [from: number, to: number], reason: string]>([
    ["a.b_c.d", "_", "a character that is not allowed in host names"],
    ["a.b c.d", " ", "a character that is not allowed in host names"],
    ["a.\ufdd0b", "\ufdd0", "a character that is not allowed in domains"],
    ["😀.\u{1fffe}", "\u{1fffe}", "a character that is not allowed in domains"],
    ["a.-b", "-b", "a hyphen at the start, the end or in third and fourth place"],
    ["a.b-.c", "b-", "a hyphen at the start, the end or in third and fourth place"],
    ["ab--c.d", "ab--c", "a hyphen at the start, the end or in third and fourth place"],
    ["a.xn--0.b", "xn--0", "invalid Punycode"],
    ["a.\u0301b.c", "\u0301b", "a label that begins with a combining mark"],
    ["a.b\u200dc", "b\u200dc", "a misplaced zero-width joiner"],
    ["a.אb.c", "אb", "a label that mixes directions"],
    [`a.${long}.b`, long, "a label longer than 63 octets"],
    [`a.${"é".repeat(60)}.b`, "é".repeat(60), "a label longer than 63 octets"],
    ["a..b", [2, 3], "an empty label"],
    ["a.", [1, 2], "an empty label"],
    [".a", [0, 1], "an empty label"],
    [".", [0, 1], "an empty label"],
    ["", [0, 0], "an empty label"],
    ["a。。b", [2, 3], "an empty label"],
    ["a.\u00ad.b", "\u00ad", "an empty label"],
    ["\u00ad", "\u00ad", "an empty label"],
    ["a．", [1, 2], "an empty label"],
    // A composed character is valid, and its base alone is not.
    ["=\u0338_", "_", "a character that is not allowed in host names"],
    ["=\u0301a", "=", "a character that is not allowed in host names"],
    // The decoded label has the fault, so the written one is its place.
    ["a.xn--a-ecp", "xn--a-ecp", "a character that is not allowed in domains"],
    // The first delta is above 2^31.
    [`b.${"a".repeat(16000)}\u{2a700}`, [2, 16004], "a label too long for Punycode"],
    [`${"a.".repeat(127)}a`, [0, 255], "a domain longer than 253 octets"],
  ])("%j", ([domain, place, reason]) => {
    const [from, to] =
      typeof place === "string" ? [domain.indexOf(place), domain.indexOf(place) + place.length] : place;
    expect(findStrictFault(domain)).toEqual({ from, to, reason });
  });

  test.for(["a", "a.b", "faß.example", "=\u0338.a", "例。com", "xn--fa-hia.example", `${"a.".repeat(126)}a`])(
    "%j has none",
    (domain) => expect(findStrictFault(domain)).toBe(undefined),
  );
});
