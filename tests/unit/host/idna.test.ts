import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WrittenHost } from "../../../library/src/host/host.ts";
import { domainToUnicode, toAscii, TOO_LONG } from "../../../library/src/host/idna.ts";
import { findMapping } from "../../../library/src/host/idna-table.ts";
import { domainToAscii } from "../../support/domain.ts";
import { findStrictFault } from "../../../library/src/host/strict-fault.ts";
import { punycodeDecode, punycodeEncode } from "../../../library/src/host/punycode.ts";
import { mappingTable, punycode, tr46 } from "../../support/oracle/index.mjs";
import { hex, hostile, oracleDomain, RELAXED, STRICT } from "./oracle.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

const EVERY = readSize("EVERY");

describe("every code point, against tr46", () => {
  /** Statuses as tr46 numbers them. */
  const [VALID, DISALLOWED, DEVIATION] = [2, 3, 6];
  const statuses = new Uint8Array(0x110000);
  for (const [range, status] of mappingTable) {
    const [first, last] = typeof range === "number" ? [range, range] : range;
    statuses.fill(status, first, last + 1);
  }
  const isLetter = /^[\p{Unified_Ideograph}\p{Script=Hangul}]$/u;

  const differences = (make: (character: string) => string, ask: (code: number) => boolean): string[] => {
    const found: string[] = [];
    for (let code = 0; code < statuses.length; code += EVERY) {
      if (!ask(code)) continue;
      const domain = make(String.fromCodePoint(code));
      // tr46 refuses every disallowed status; only one in 64 of those is checked, to save half the time.
      const refused = statuses[code] === DISALLOWED && code % 64 !== 0;
      if (domainToAscii(domain) !== (refused ? undefined : oracleDomain(domain))) found.push(hex(code));
    }
    return found;
  };

  /** Han and Hangul behave alike and are skipped. */
  const isValid = (code: number): boolean =>
    (statuses[code] === VALID || statuses[code] === DEVIATION) && !isLetter.test(String.fromCodePoint(code));

  // After the first two, only the valid ones: contexts that distinguish marks, viramas, joining types and bidi classes.
  test.each<[string, (character: string) => string]>([
    ["alone", (c) => c],
    ["between letters", (c) => `a${c}b`],
    ["between right-to-left letters", (c) => `א${c}ב`],
    ["at the end of a right-to-left label", (c) => `א${c}`],
    ["after an Arabic number", (c) => `א\u0661${c}ב`],
    ["at the start of a label of a Bidi domain", (c) => `${c}a.א`],
    ["at the end of a label of a Bidi domain", (c) => `a${c}.א`],
    ["before a zero-width non-joiner", (c) => `${c}\u200cب`],
    ["after a zero-width non-joiner", (c) => `ب\u200c${c}`],
    ["between a letter and a zero-width non-joiner", (c) => `ب${c}\u200cب`],
    ["before a zero-width joiner", (c) => `a${c}\u200d`],
    ["in an xn-- label", (c) => `xn--${punycodeEncode(`a${c}`)}.é`],
    ["first in an xn-- label", (c) => `xn--${punycodeEncode(c)}.é`],
  ])("%s", (where, make) => {
    const isWhole = where === "alone" || where === "between letters";
    expect(differences(make, isWhole ? () => true : isValid)).toEqual([]);
  });
});

test("the mapping of every code point is that of tr46", () => {
  const [MAPPED, IGNORED] = [1, 7];
  const different: string[] = [];
  for (const [range, status, target] of mappingTable) {
    const [first, last] = typeof range === "number" ? [range, range] : range;
    const expected = status === MAPPED ? target : status === IGNORED ? "" : undefined;
    for (let code = first; code <= last; code++) if (findMapping(code) !== expected) different.push(hex(code));
  }
  expect(different).toEqual([]);
});

test("strict and Unicode domains, against tr46", () => {
  const invalid = (domain: string): boolean => tr46.toUnicode(domain, RELAXED).error;
  forAll(4 * readSize("URIS"), hostile, (text) => {
    // tr46 joins two lone surrogates if the text between them is mapped to nothing.
    const scalar = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
    const strict = tr46.toASCII(scalar, STRICT) ?? undefined;
    expect(domainToAscii(text, true)).toBe(strict);
    const fault = findStrictFault(scalar);
    expect(fault === undefined, scalar).toBe(strict !== undefined);
    if (fault !== undefined) expect(fault.from < fault.to || scalar === "", scalar).toBe(true);
    expect(fault?.to ?? 0).toBeLessThanOrEqual(scalar.length);
    if (!invalid(scalar)) expect(domainToUnicode(text)).toBe(tr46.toUnicode(scalar, RELAXED).domain);
  });
});

describe("xn-- labels", () => {
  test.each("xn-- xn--a xn--a- XN-- xn--a.xn--nxa xn--8i7caa xn--ls8h= xn--a-ecp xn--xn--zca-hia".split(" "))(
    "%s is only lowercased, but refused beside a Unicode label and when strict",
    (text) => {
      expect(domainToAscii(text)).toBe(text.toLowerCase());
      expect(domainToAscii(`${text}.é`)).toBeUndefined();
      expect(domainToAscii(text, true)).toBeUndefined();
      expect(domainToUnicode(text)).toBe(text.toLowerCase().replace("xn--nxa", "β"));
      expect(tr46.toASCII(text, RELAXED)).toBeNull();
    },
  );
  test("upper case and redundant spellings decode to the same label", () => {
    expect(domainToUnicode("XN--MNCHEN-3YA")).toBe("münchen");
    expect(domainToAscii("XN--MNCHEN-3YA.É")).toBe("xn--mnchen-3ya.xn--9ca");
  });
});

test.each([
  // RFC 3492 encodes U+D83D U+DE00 as two characters in this way. tr46 joins them.
  ["halves of a surrogate pair in Punycode", "xn--8c9bk9h.é"],
  ["two lone surrogates with a text between them that is mapped to nothing", "\ud800\u{e0100}\udc00"],
  ["a second zero-width non-joiner in an invalid context", "\u0628\u094d\u200c\u064b\u0627\u200c\u0627"],
])("%s: refused, unlike by tr46", (_, domain) => {
  expect(domainToAscii(domain)).toBeUndefined();
  expect(tr46.toASCII(domain, RELAXED)).not.toBeNull();
});

describe("Punycode", () => {
  test("round trips, and tr46 returns the same", () => {
    const character = fc.oneof(
      fc.constantFrom(..."abc-é中😀"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    forAll(readSize("URIS"), fc.array(character, { maxLength: 80 }), (characters) => {
      const text = characters.join("");
      const encoded = punycodeEncode(text)!;
      expect(encoded).toBe(punycode.encode(text));
      expect(punycodeDecode(encoded)).toBe(text);
    });
  });
  test.each([
    ["ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"],
    ["他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"],
    ["Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"],
    ["3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"],
    ["-> $1.00 <-", "-> $1.00 <--"],
    ["😀", "e28h"],
  ])("as in RFC 3492, section 7.1: %s", (text, encoded) => {
    expect(punycodeEncode(text)).toBe(encoded);
    expect(punycodeDecode(encoded)).toBe(text);
  });
  test.each(["-", "-a", "a-!", "é", "9", "99999999", "en32g", "ib9b", "a-é", "8c9bk9h"])("%s is refused", (text) => {
    expect(punycodeDecode(text)).toBeUndefined();
  });
  test("deltas that overflow are refused", () => {
    expect(punycodeEncode(`${"a".repeat(2000)}\u{10ffff}`)).toBeUndefined();
  });
});

test("more than 63 combining marks in a row are refused, unlike in the standard", () => {
  const most = `a${"\u0316".repeat(63)}`;
  expect(domainToAscii(most)).toBe(oracleDomain(most));
  expect(new WrittenHost(`a${"\u0316".repeat(64)}`).parse()).toMatchObject({
    reason: "more than 63 combining marks in a row",
  });
  const encoded = `xn--${punycodeEncode(`a${"\u0316".repeat(64)}`)!}`;
  expect(domainToUnicode(`${encoded}.é`)).toBe(`${encoded}.é`);
});

test("a label whose first delta is above 2^31 has no A-label", () => {
  const label = `${"a".repeat(16000)}\u{2a700}`;
  for (const domain of [label, `b.${label}`]) expect(toAscii(domain)).toEqual({ reason: TOO_LONG, index: 0 });
});
