import { isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Node, parseAbnf } from "./abnf/parse.ts";
import { compileRule, findRule } from "./abnf/compile.ts";
import { anyUri, hostile, nearlyValid, typed, validParts, validUri } from "./arbitrary.ts";
import { grammar, matches } from "./grammar.ts";
import { checkUri, compareUris, normalizeUri, splitAuthority } from "../../../library/src/uri/index.ts";
import { readSize } from "../../support/sizes.ts";

const EVERY = readSize("EVERY");

const AN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UNRESERVED = `${AN}-._~`;
const SUB_DELIMS = "!$&'()*+,;=";
const PCHAR = `${UNRESERVED}${SUB_DELIMS}:@`;
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Every possible end of a match from `start`: a direct interpretation of a rule, without a regular expression. */
function ends(node: Node, text: string, start: number): Set<number> {
  switch (node.kind) {
    case "range": {
      const code = text.codePointAt(start);
      if (code === undefined || code < node.first || code > node.last) return new Set();
      return new Set([start + (code > 0xffff ? 2 : 1)]);
    }
    case "rule":
      return ends(findRule(grammar, node.name), text, start);
    case "choice":
      return new Set(node.parts.flatMap((part) => [...ends(part, text, start)]));
    case "sequence":
      return node.parts.reduce((from, part) => step(part, text, from), new Set([start]));
    default: {
      let now = new Set([start]);
      const all = new Set(node.least === 0 ? now : []);
      for (let count = 1; count <= node.most && now.size > 0; count++) {
        now = step(node.part, text, now);
        if (count < node.least) continue;
        now = new Set([...now].filter((end) => !all.has(end)));
        for (const end of now) all.add(end);
      }
      return all;
    }
  }
}

function step(part: Node, text: string, from: ReadonlySet<number>): Set<number> {
  return new Set([...from].flatMap((start) => [...ends(part, text, start)]));
}

function referenceMatches(rule: string, text: string): boolean {
  return ends(findRule(grammar, rule), text, 0).has(text.length);
}

describe("the rules are parsed from the ABNF", () => {
  test("each exists and refers only to rules that exist", () => {
    const names = words("URI URI-reference absolute-URI IPv6address reserved HEXDIG IRI IRI-reference iprivate");
    for (const name of names) expect(grammar.has(name), name).toBe(true);
    expect(grammar.size).toBe(64);
    for (const name of grammar.keys()) expect(compileRule(grammar, name)).toBeInstanceOf(RegExp);
  });

  test("invalid ABNF, and an unknown rule, are refused", () => {
    for (const text of ["a = ", "a = (b", "a = b)", 'a = "b', "a = ^", "a = %d65", "a b"]) {
      expect(() => parseAbnf(text), text).toThrow("no ");
    }
    expect(() => matches("uri-reference", "")).toThrow("no rule uri-reference");
  });

  test("strings ignore ASCII case, and the letters of a class are case-sensitive", () => {
    const small = parseAbnf('a = "k1s" / %x6B %x6B\n');
    const rule = compileRule(small, "a");
    expect(["k1s", "K1S", "K1s", "kk"].every((text) => rule.test(text))).toBe(true);
    expect(["\u212a1s", "k1\u017f", "KK", "kK", "kk\n", ""].some((text) => rule.test(text))).toBe(false);
  });

  test("repetition", () => {
    const small = parseAbnf(
      ["n = 2%x61", "atLeast = 2*%x61", "atMost = *2%x61", "none = 0<n>", "some = 1*2n"].join("\n"),
    );
    const lengths = (name: string) =>
      [0, 1, 2, 3, 4, 5].filter((length) => compileRule(small, name).test("a".repeat(length)));
    expect(["n", "atLeast", "atMost", "none", "some"].map(lengths)).toEqual([
      [2],
      [2, 3, 4, 5],
      [0, 1, 2],
      [0],
      [2, 4],
    ]);
  });
});

/** Splits a text into words: `ε` is the empty word, `␠` a space and `␊` a line feed. */
function words(text: string): string[] {
  return text
    .split(/[ \n]+/)
    .filter((word) => word !== "")
    .map((word) => (word === "ε" ? "" : word.replaceAll("␠", " ").replaceAll("␊", "\n")));
}

// https://www.rfc-editor.org/rfc/rfc3986#section-1.1.2
const EXAMPLES = `
  ftp://ftp.is.co.za/rfc/rfc1808.txt http://www.ietf.org/rfc/rfc2396.txt ldap://[2001:db8::7]/c=GB?objectClass?one
  mailto:John.Doe@example.com news:comp.infosystems.www.servers.unix tel:+1-816-555-1212 telnet://192.0.2.16:80/
  urn:oasis:names:specification:docbook:dtd:xml:4.1.2`;

const TABLE: Record<string, [valid: string, invalid: string]> = {
  URI: [
    `${EXAMPLES} a: a:? a:# a:?# a:// a:/// a:/ a:b:c foo://example.com:8042/o/t?n=f#nose`,
    "ε a //a : :a 1a: a␠b: a://[ a:#b#c a:␊ \u00e9: a:%4 a:[ http://[::1",
  ],
  "URI-reference": [
    `${EXAMPLES} ε ? # ?# / // /// //// a a/b:c ./a:b //a@b:1 //@: .. /..// //: //:80 //a: @ a@b ?a?b/c:d@e #a?b/c:d@e
     %41/ 1a/:b //%41 *`,
    `: :a 1a:b %41:b a@b:c *:b //a:b //a:1:2 //a@b@c //[ //[] //[::1 //::1] [::1] //[::1]a //a[::1] //[::1%25en0]
     //[::1]:a ## a#b#c ␠a a␠ a␠b % %4 %4g a% %%41 \\ C:\\a <a> {a} a|b a^b \` " \u00e9 a␊ ␊ a\0 \ud800 a\u007f
     %u0041 /[ ?] a\ta`,
  ],
  "absolute-URI": ["a: a:b?c http://a/?", "a:b# a:b?c#d b //a"],
  "relative-ref": ["ε a //a /a ./a:b ?a #a:b a/b:c", "a:b a: :a //a:b"],
  scheme: ["a Z a+b-c.d h323 z39.50r", "ε 1 +a -a .a a_b a~ a%41 a:"],
  authority: [
    "ε @ : @: a a: a:1 u@h u:p@h:1 :@h ::::@h u%40@h [::1] u@[::1]:1 a.b,c;d=e",
    "/ a/ a? a# a:b a:1a u@u@h [ [::1 [::1]1 a[::1] a␠b a\\b a% ::1 u:p \u00e9",
  ],
  userinfo: ["ε u u:p :: %40 !$&'()*+,;=", "@ / ? # [ % ␠"],
  host: [
    "ε a 1.2.3.4 256.256.256.256 1.2.3 [::1] [v1.a] a_b %00 - . a..b 0x7f.1",
    ": a: a@b [ [] [1.2.3.4] ::1 [::1]] [[::1]] a/b",
  ],
  port: ["ε 0 80 00080 99999999999", "a -1 +1 ␠1 1␠ 0x1 \uff11 %31"],
  "IP-literal": ["[::] [V7.:] [::1.2.3.4]", ":: [] [1] [v.a] [v1.] [vg.a] [::1%25a]"],
  IPvFuture: ["v1.a VFF.a:b v0.!$&'()*+,;=:-._~", "v v1 v1. v.a vg.a v1.@ v1.%41 1.a"],
  IPv6address: [
    ":: ::1 1:: ::ffff:1.2.3.4 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 FE80::ABcd",
    `ε : ::: 1 1: :1 ::1:: 1::2::3 1:::2 :1:: 1::2: :1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8: 1:2:3:4:5:6:7
     1:2:3:4:5:6:7:8:9 1:2:3:4::5:6:7:8 ::12345 ::g ::1.2.3 ::1.2.3.4.5 ::1.2.3.256 ::1.2.3.04 1.2.3.4::
     1.2.3.4:5:6:7:8:9:10 ::1.2.3.4:5 ::1%25en0 ::1%en0 ::1/64 ␠::1 ::1␊ ::\uff11`,
  ],
  h16: ["0 f F 00 ffff 0000", "ε g 00000 -1 \uff11"],
  ls32: ["0:0 ffff:FFFF 1.2.3.4", "0 0: :0 0:0:0 1.2.3 1.2.3.256 00000:0"],
  IPv4address: [
    "0.0.0.0 255.255.255.255 1.20.199.249 127.0.0.1",
    "ε 1 1.2.3 1.2.3.4.5 1.2.3.4. .1.2.3.4 256.1.1.1 01.1.1.1 1.1.1.00 0x1.1.1.1 1.1.1.a",
  ],
  "reg-name": ["ε a.b %C3%A9 %2F ~!$&'()*+,;=", ": @ [ / % %4 \u00e9"],
  path: ["ε / // /a a a:b : a//b /../", "? # [ /\\ ␠ /%"],
  "path-abempty": ["ε / // ///a /:", "a a/ ?"],
  "path-absolute": ["/ /a /a//b /:", "ε // //a a"],
  "path-noscheme": ["a a/ a/b:c @ . ./:", "ε /a a:b : a:/b"],
  "path-rootless": ["a a:b : a//", "ε / /a"],
  "path-empty": ["ε", "a / %41 ␊"],
  segment: ["ε a : %2F . .. @", "/ a/b ? #"],
  "segment-nz": ["a : %00", "ε /"],
  "segment-nz-nc": ["a @ %3A", "ε : a:"],
  query: ["ε ? / a=b&c ??", "# [ ] { % \u00e9 a␠b"],
  fragment: ["ε ? / a:b@c", "# [ ` %0"],
  "pct-encoded": ["%00 %fF %Ff %2F", "% %1 %1g %g1 %111 %+1 %␠1 %-1 %\uff111 1 %\u0661\u0661 %0x"],
  "IRI-reference": [
    `${EXAMPLES} http://r\u00e9sum\u00e9.example.org/ \u00e9 //\u4e2d@\u4e2d:1 ?\ue000 ?\u{10fffd} #\u{1f600} \u{e1000}
     \u00a0 /\u202e a:\u00e9 http://[::1]/\u00e9?\uf8ff#\u00e9`,
    `\u0080 \u009f \ue000 /\ue000 #\ue000 //\ue000 \ufdd0 \ufdef \ufff0 \ufffd \uffff \ud800 \udc00 \udc00\ud800 ?\ud800
     \u{1fffe} \u{e0000} \u{e0fff} \u{efffe} \u{f0000} ?\u{10ffff} \u00e9: //[\u00e9] //a:\u0661 \u00e9␠ %\u00e9\u00e9
     <\u00e9> //a\\\u00e9`,
  ],
};

describe("examples, rule by rule", () => {
  for (const [rule, [valid, invalid]] of Object.entries(TABLE)) {
    test(rule, () => {
      expect(words(valid).filter((text) => !matches(rule, text))).toEqual([]);
      expect(words(invalid).filter((text) => matches(rule, text))).toEqual([]);
    });
  }
});

describe("every ASCII character in every component", () => {
  // The characters allowed there besides a complete escape; the frame separates them from the delimiters.
  const PLACES: Record<string, [before: string, after: string, allowed: string]> = {
    scheme: ["a", "b:", `${AN}+-.`],
    "first of the scheme": ["", "b:c", AN.replace(/\d+/, "")],
    userinfo: ["a://u", "u@h", `${UNRESERVED}${SUB_DELIMS}:`],
    host: ["a://@h", "h:1/", `${UNRESERVED}${SUB_DELIMS}`],
    port: ["a://h:1", "1", "0123456789"],
    "inside brackets": ["a://[v1.", "x]", `${UNRESERVED}${SUB_DELIMS}:`],
    "IPv6 address": ["a://[::", "]", "ABCDEFabcdef0123456789"],
    path: ["a:/p", "p", `${PCHAR}/`],
    "first segment of a relative path": ["p", "1_", PCHAR.replace(":", "")],
    query: ["a:?", "#", `${PCHAR}/?`],
    fragment: ["a:#", "", `${PCHAR}/?`],
    "high digit of an escape": ["%", "1", "ABCDEFabcdef0123456789"],
    "low digit of an escape": ["%1", "1", "ABCDEFabcdef0123456789"],
  };
  for (const [place, [before, after, allowed]] of Object.entries(PLACES)) {
    test(place, () => {
      const taken = ASCII.filter((character) => matches("URI-reference", `${before}${character}${after}`));
      // After a delimiter that ends the component early, the rest is valid too.
      const delimiters = ASCII.filter((character) => "/?#:@".includes(character) && !allowed.includes(character));
      const without = (all: string[]) => all.filter((character) => !delimiters.includes(character));
      expect(without(taken)).toEqual(ASCII.filter((character) => allowed.includes(character)));
      for (const character of ASCII)
        expect(matches("IRI-reference", `${before}${character}${after}`)).toBe(taken.includes(character));
    });
  }

  test("classes", () => {
    const CLASSES: Record<string, string> = {
      ALPHA: AN.replace(/\d+/, ""),
      DIGIT: "0123456789",
      HEXDIG: "ABCDEFabcdef0123456789",
      unreserved: UNRESERVED,
      "gen-delims": ":/?#[]@",
      "sub-delims": SUB_DELIMS,
      reserved: `:/?#[]@${SUB_DELIMS}`,
      pchar: PCHAR,
      segment: PCHAR,
      "segment-nz-nc": PCHAR.replace(":", ""),
      userinfo: `${UNRESERVED}${SUB_DELIMS}:`,
      "reg-name": `${UNRESERVED}${SUB_DELIMS}`,
      port: "0123456789",
      query: `${PCHAR}/?`,
      fragment: `${PCHAR}/?`,
      ucschar: "",
      iprivate: "",
    };
    for (const [rule, allowed] of Object.entries(CLASSES)) {
      expect(
        ASCII.filter((character) => matches(rule, character)),
        rule,
      ).toEqual(ASCII.filter((character) => allowed.includes(character)));
    }
  });

  test("ucschar and iprivate over every code point", () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const [plane, low] = [code >> 16, code & 0xffff];
      const ucschar =
        plane === 0
          ? (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef)
          : plane <= 14 && low <= 0xfffd && (plane < 14 || low >= 0x1000);
      const iprivate = plane === 0 ? code >= 0xe000 && code <= 0xf8ff : plane >= 15 && low <= 0xfffd;
      const character = String.fromCodePoint(code);
      if (matches("ucschar", character) !== ucschar || matches("iprivate", character) !== iprivate) wrong.push(code);
      if (code > 0x7f && matches("URI-reference", character)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });
});

describe("addresses", () => {
  test("dec-octet is 0 to 255 without leading zeros", () => {
    const all = Array.from({ length: 2000 }, (_, number) => String(number));
    const padded = all.flatMap((text) => [`0${text}`, `00${text}`]);
    expect([...all, ...padded].filter((text) => matches("dec-octet", text))).toEqual(all.slice(0, 256));
  });

  test("IPv6: every number of groups before and after ::, with and without an IPv4 address", () => {
    const groups = (count: number) => Array.from({ length: count }, (_, k) => (k + 10).toString(16)).join(":");
    const joined = (...parts: string[]) => parts.filter((part) => part !== "").join(":");
    for (let before = 0; before <= 10; before++) {
      expect(matches("IPv6address", groups(before)), groups(before)).toBe(before === 8);
      const mixed = joined(groups(before), "1.2.3.4");
      expect(matches("IPv6address", mixed), mixed).toBe(before === 6);
      for (let after = 0; after <= 10; after++) {
        const elided = `${groups(before)}::${groups(after)}`;
        expect(matches("IPv6address", elided), elided).toBe(before + after <= 7);
        const both = `${groups(before)}::${joined(groups(after), "1.2.3.4")}`;
        expect(matches("IPv6address", both), both).toBe(before + after <= 5);
      }
    }
  });

  test("IPv6: as in node:net", () => {
    const token = fc.constantFrom(...words(": : :: 0 1: ffff abcd: 1.2.3.4 256 . 1:2:3 12345 g"));
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = tokens.join("");
        expect(matches("IPv6address", text)).toBe(isIPv6(text));
      }),
      { numRuns: readSize("URIS") },
    );
  });
});

test("the regular expressions match like the direct interpretation of the rules", () => {
  const token = fc.constantFrom(
    ...words("a Z 1 v1. :: : / // ? # [ ] @ % %4 %41 . é \ue000 \ud83d 1.2.3.4 25 ffff ! \\ ␠ ␊ K \u212a [::1]"),
  );
  const rules = [...grammar.keys()];
  const text = fc.oneof(
    fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join("")),
    anyUri.map((uri) => uri.slice(0, 40)),
  );
  fc.assert(
    fc.property(text, (sample) => {
      for (const rule of rules) {
        if (matches(rule, sample) !== referenceMatches(rule, sample))
          throw new Error(`${rule}: ${JSON.stringify(sample)}`);
      }
    }),
    { numRuns: Math.ceil(2000 / EVERY) },
  );
});

describe("the generators", () => {
  const runs = { numRuns: readSize("URIS") };

  test("URIs that are valid by construction match, as a whole and part by part", () => {
    fc.assert(
      fc.property(validUri, (uri) => matches("URI-reference", uri) && matches("IRI-reference", uri)),
      runs,
    );
    fc.assert(
      fc.property(validParts, ({ scheme = "a", authority = "", path, query = "", fragment = "" }) => {
        const parts = { scheme, authority, path, query, fragment };
        for (const [rule, text] of Object.entries(parts)) expect(matches(rule, text), `${rule} ${text}`).toBe(true);
      }),
      runs,
    );
  });

  test("nearly valid URIs are mostly invalid", () => {
    const valid = fc.sample(nearlyValid, 10_000).filter((uri) => matches("URI-reference", uri));
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.length).toBeLessThan(1000);
  });

  test("every form of a valid URI is generated", () => {
    const authority = String.raw`^[^/?#]*//[^/?#]*`;
    const FORMS: Record<string, RegExp> = {
      empty: /^$/,
      "only a query": /^\?/,
      "only a fragment": /^#/,
      "empty query": /\?(#|$)/,
      "empty fragment": /#$/,
      "empty path": /^[^/?#]*:([?#]|$)/,
      rootless: /^[a-z][^/?#]*:[^/?#]/i,
      absolute: /^[^/?#]*:\/([^/]|$)/,
      "network path": /^\/\//,
      "relative path": /^[^:/?#]+(\/|$)/,
      "absolute path": /^\/([^/]|$)/,
      userinfo: RegExp(`${authority}@`),
      "empty userinfo": /^[^/?#]*\/\/@/,
      "empty host": /^[^/?#]*\/\/([/?#]|$)/,
      IPv4: /\/\/(\d+\.){3}\d+\//,
      IPv6: RegExp(`${authority}\\[[0-9a-f]`, "i"),
      "IPv4 in IPv6": /\[[0-9a-f:]+:[0-9.]+\]/i,
      IPvFuture: /\/\/[^/]*\[v/i,
      port: RegExp(`${authority}:[0-9]`),
      "empty port": RegExp(`${authority}:([/?#]|$)`),
      "dot segment": /\/\.\.?(\/|$)/,
      "escaped dots": /\/(%2e|\.)(%2e|\.)?(\/|$)/i,
      "empty segment": /[^:/]\/\//,
      "escaped slash": /%2f/i,
      "lower-case escape": /%[0-9][a-f]/,
      "no UTF-8": /%ff/i,
      "escape of an unreserved character": /%7e/i,
    };
    const samples = fc.sample(validUri, 10_000);
    for (const [form, expression] of Object.entries(FORMS)) {
      expect(samples.filter((uri) => expression.test(uri)).length, form).toBeGreaterThan(5);
    }
  });

  test("hostile and typed texts vary", () => {
    for (const arbitrary of [hostile, typed]) {
      const samples = fc.sample(arbitrary, 10_000);
      const valid = samples.filter((text) => matches("URI-reference", text)).length;
      expect(valid).toBeGreaterThan(300);
      expect(valid).toBeLessThan(5000);
      expect(new Set(samples).size).toBeGreaterThan(3000);
    }
  });
});

test("splitAuthority, normalizeUri and compareUris allow the authorities of the grammar, and no others", () => {
  const token = fc.constantFrom(
    ...'[ ] : :: 1 80 abc zz . .. 1.2.3.4 @ e.com % %4 %41 é v1.a [::1] [v1.a] < " {'.split(" "),
    " ",
    "",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 7 }), (tokens) => {
      const authority = tokens.join("");
      const text = `HTTP://${authority}/%7E`;
      const { issues } = checkUri(text, { grammar: "rfc3987" });
      const [first] = issues;
      if (first !== undefined) {
        expect(() => splitAuthority(authority)).toThrow(` at ${first.index - 7}: `);
        expect(normalizeUri(text)).toBe(text);
        expect(compareUris(text, `${text}e`).equality).toBe("different");
        expect(compareUris(text, text.toLowerCase()).equality).toBe("different");
      } else {
        const { userinfo, host, port } = splitAuthority(authority);
        expect(`${userinfo === undefined ? "" : `${userinfo}@`}${host}${port === undefined ? "" : `:${port}`}`).toBe(
          authority,
        );
        expect(compareUris(text, text.replace("HTTP", "http")).equality).toBe("hex-case");
      }
    }),
    { numRuns: readSize("URIS") },
  );
});
