import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import {
  cleanUri,
  encoded,
  type EncodedComponent,
  splitAuthority,
  splitUri,
  uri,
} from "../../../library/src/uri/index.ts";
import { matches } from "./grammar.ts";
import { readSize } from "../../support/sizes.ts";
import { findSegmentFault } from "../../../library/src/uri/segment.ts";
import { forAll } from "../../support/for-all.ts";
import { catchFault, valueUnlessRefused } from "../../support/catch-fault.ts";

const fault = (action: () => unknown) => catchFault(action, ({ code, index }) => [code, index]);

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom(...".. . %2e a/b //evil \\evil ?x #y &z=1 = % %00 a:b @h".split(" "), " ", ""),
);
const isUnsafe = (segment: string) => findSegmentFault(segment, ["slash"]) !== undefined;
const decode = (part: string) => percentDecode(part) as string;

test("each value is decoded from the same component, and nothing else appears", () => {
  forAll(readSize("URIS"), text, text, text, text, text, text, (user, first, second, query, param, note) => {
    const make = () =>
      uri`https://${user}@e.com:${8080}/x/${first}/a${second}.html?q=${query}&${{ [`p${param}`]: param }}#${note}`;
    if (isUnsafe(first) || isUnsafe(`a${second}.html`)) {
      expect(fault(make)).toEqual(["unsafe-segment", 0]);
      return;
    }
    const made = make();
    expect(matches("URI", made), made).toBe(true);
    const parts = splitUri(made);
    const authority = splitAuthority(parts.authority!);
    expect([authority.host, authority.port, decode(authority.userinfo!)]).toEqual(["e.com", "8080", user]);
    expect(parts.path.split("/").map(decode)).toEqual(["", "x", first, `a${second}.html`]);
    expect(parts.query!.split("&").map((piece) => piece.split("=").map(decode))).toEqual([["q", query], [`p${param}`, param]]); // prettier-ignore
    expect(decode(parts.fragment!)).toBe(note);
    // A browser agrees: no value adds a host, a segment or a parameter.
    const url = new URL(made);
    expect([url.hostname, url.pathname.split("/").length, [...url.searchParams].length]).toEqual(["e.com", 4, 2]);
  });
});

test("a relative template stays relative", () => {
  forAll(readSize("URIS"), text, text, (a, b) => {
    const made = fault(() => uri`${a}/${b}`);
    if (typeof made !== "string") return;
    const { scheme, authority, path } = splitUri(made);
    expect([scheme, authority, path.split("/").map(decode)]).toEqual([undefined, undefined, [a, b]]);
  });
});

describe("segments that escaping cannot make safe are refused", () => {
  for (const value of [".", "..", ""]) {
    test(JSON.stringify(value), () => {
      expect(fault(() => uri`/a/${value}/b`)).toEqual(["unsafe-segment", 0]);
      expect(fault(() => uri`/a/${value}`)).toEqual(["unsafe-segment", 0]);
      expect(fault(() => uri`/${value}${""}`)).toEqual(["unsafe-segment", 0]);
    });
  }
  test("also if they are joined from several holes, or with escapes of the template", () => {
    expect(fault(() => uri`/${"."}${"."}/x`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`/.${"."}/x`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`/%2e${"."}/x`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`/${"%2e"}/x`)).toEqual(["unsafe-segment", 0]);
    expect(uri`/${"%2ea"}/x`).toBe("/%252ea/x");
    expect(uri`/a${""}/x`).toBe("/a/x");
  });
  test("slashes, with the option throw", () => {
    expect(uri`/${"a/b"}`).toBe("/a%2Fb");
    expect(fault(() => uri.with({ allow: [] })`/${"a/b"}`)).toEqual(["unsafe-segment", 1]);
    expect(fault(() => uri.with({ allow: [] })`/${"a\\b"}`)).toEqual(["unsafe-segment", 1]);
    expect(fault(() => uri.with({ allow: [] })`/${encoded("%2fa", "segment")}`)).toEqual(["unsafe-segment", 0]);
    expect(uri.with({ allow: [] })`/a?b=${"c/d"}`).toBe("/a?b=c%2Fd");
  });
});

describe("hosts", () => {
  const good: [string, string][] = [
    ["e.com", "e.com"],
    ["::1", "[::1]"],
    ["[1::0:2]", "[1::2]"],
    ["127.0.0.1", "127.0.0.1"],
    ["café.fr", "xn--caf-dma.fr"],
    ["Bücher.Example", "xn--bcher-kva.Example"],
    ["e.com.", "e.com."],
  ];
  for (const [value, host] of good) test(value, () => expect(uri`http://${value}/`).toBe(`http://${host}/`));

  const bad = ["", "a b", ..."a/b a@b a:80 a?b a#b a%2e [::1 ::g a..b .a a\\b \u00ad a,b".split(" ")];
  for (const value of bad) {
    test(`${JSON.stringify(value)} is not a host`, () => {
      expect(fault(() => uri`http://${value}/`)).toEqual([
        expect.stringMatching(/invalid-uri|host-ambiguous/),
        expect.any(Number),
      ]);
    });
  }
  test("numbers that parsers read as different hosts", () => {
    for (const value of ["0x7f.1", "127.1", "1", "0177.0.0.1"]) {
      expect(fault(() => uri`http://${value}/`)).toEqual(["host-ambiguous", 0]);
    }
  });
  test("a hole in a name accepts one label", () => {
    expect(uri`http://${"api"}.e.com/`).toBe("http://api.e.com/");
    for (const value of ["evil.com/", "evil.", "a.b", "a。b", "@", ":"]) {
      expect(fault(() => uri`http://${value}.e.com/`)).toEqual(["invalid-uri", 0]);
    }
  });
  test("ports", () => {
    expect(uri`http://e.com:${443}/`).toBe("http://e.com:443/");
    for (const value of ["x", "1/", 65_536, -1, "1@evil"]) {
      expect(fault(() => uri`http://e.com:${value}/`)).toEqual(["invalid-uri", 0]);
    }
  });
});

test("no character of the domain of an address is a delimiter, white space, invisible or a bidi control to any program", () => {
  const suspicious = /[^\w\-\x80-\u{10ffff}]/u;
  const hidden = /[\s\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
  const make: Record<string, (domain: string) => string> = {
    address: (domain) => uri`mailto:${`a@${domain}`}`,
    domain: (domain) => uri`mailto:a@${domain}`,
    field: (domain) => uri`mailto:?${{ cc: `a@${domain}` }}`,
  };
  const every = readSize("EVERY");
  let accepted = 0;
  for (let code = 0x80; code < 0x110000; code += code < 0x3400 ? 1 : every) {
    const character = String.fromCodePoint(code);
    const forms = ["NFC", "NFD", "NFKC", "NFKD"].map((form) => character.normalize(form)).join("");
    const isBad = suspicious.test(forms + forms.toLowerCase()) || hidden.test(character);
    for (const [place, write] of Object.entries(make)) {
      for (const domain of [character, `x${character}y`]) {
        const written = fault(() => write(domain));
        if (typeof written !== "string") continue;
        accepted++;
        expect(isBad, `${place} ${code.toString(16)}`).toBe(false);
        expect(decodeURIComponent(written)).toContain(domain);
      }
    }
  }
  expect(accepted).toBeGreaterThan(40_000);
});

describe("the query", () => {
  test("objects, lists and nothing", () => {
    expect(uri`/s?q=${["a b", "c&d"]}&${{ x: [1, 2], y: "é" }}`).toBe("/s?q=a%20b&q=c%26d&x=1&x=2&y=%C3%A9");
    expect(uri`/s?${{}}&a=${[]}&b=1`).toBe("/s?b=1");
    expect(uri`/s?${new URLSearchParams("a=1&b=2")}`).toBe("/s?a=1&b=2");
    expect(uri`/s?${[["a", "1"]] as [string, string][]}`).toBe("/s?a=1");
    expect(uri`/s?a&&b=${"x"}`).toBe("/s?a&&b=x");
    expect(uri`/s?${"k"}=${"v"}`).toBe("/s?k=v");
  });
});

describe("templates", () => {
  test("that are not URIs are TypeErrors", () => {
    expect(() => uri`/é/${"x"}`).toThrow(TypeError);
    expect(() => uri`/%zz/${"x"}`).toThrow(TypeError);
    expect(() => uri`/a#b#${"x"}`).toThrow(TypeError);
    expect(() => uri`/a[${"x"}]`).toThrow(TypeError);
    expect(() => uri`/a\u{zz}/${"x"}`).toThrow(TypeError);
    // A browser would read the path as the host.
    expect(() => uri`http:///${"evil.com"}/x`).toThrow(TypeError);
    expect(() => uri`http:${"evil.com"}/x`).toThrow(TypeError);
    expect(() => uri`HTTPS:/${"evil.com"}/x`).toThrow(TypeError);
    expect(uri`file:///${"a"}`).toBe("file:///a");
    expect(uri`urn:${"a"}`).toBe("urn:a");
  });
});

describe("no template has another host for a browser than for RFC 3986", () => {
  test("an empty host, a port of a file, an address in disguise", () => {
    const refused: (() => string)[] = [
      () => uri`///${"evil.example"}/x`,
      () => uri`////${"evil.example"}/x`,
      () => uri`//@/${"evil.example"}`,
      () => uri`//${"u"}@/${"evil.example"}`,
      () => uri`//:80/${"evil.example"}`,
      () => uri`//:${80}/evil.example`,
      () => uri`//?${"x"}`,
      () => uri`HTTP:///${"evil.example"}`,
      () => uri`ws:${"evil.example"}`,
      () => uri`file://${"c"}:/x`,
      () => uri`file://c:/${"x"}`,
      () => uri`file://c:${""}/x`,
      () => uri`http://0x7f.1/${"x"}`,
      () => uri`//127.1/${"x"}`,
      () => uri`ftp://%31/${"x"}`,
    ];
    for (const make of refused) expect(make, String(make)).toThrow(TypeError);
    expect(uri`foo:///${"x"}`).toBe("foo:///x");
    expect(uri`foo://127.1/${"x"}`).toBe("foo://127.1/x");
    expect(uri`file:///${"C:"}/x`).toBe("file:///C%3A/x");
    expect(uri`file://${"h"}/x`).toBe("file://h/x");
    expect(uri`/.//${"evil.example"}`).toBe("/.//evil.example");
  });

  test("an escape in the value of a host is not decoded", () => {
    expect(fault(() => uri`http://${"caf%C3%A9é.fr"}/`)).toEqual(["invalid-uri", 0]);
    expect(fault(() => uri`http://${"caf%C3%A9.fr"}/`)).toEqual(["invalid-uri", 0]);
  });

  test("a first segment with a colon, which only an encoded part can contain", () => {
    expect(fault(() => uri`${encoded("1a:b", "segment")}/c`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`${encoded("a/b:c", "path")}`)).toBe("a/b:c");
  });

  test("cleaning accepts the result of any template, and changes nothing", () => {
    const literal = fc.constantFrom(
      ..."/ // /// /.// .. . a 1a http: HTTPS: ws: file: foo: mailto: @ : :80 ? & = # e.com 127.1 [::1]".split(" "),
      ..."%2F %5C".split(" "),
      "",
    );
    const value = fc.oneof(
      text,
      fc.constantFrom("e.com", "c", "C:", "127.1", "0x7f", "évil.com", "\t", "/\\evil", 80, ""),
      fc
        .tuple(
          fc.constantFrom("", "/", "//evil.com", "a:b", "1:b", ".", "a/b", "%2e", "c:"),
          fc.constantFrom<EncodedComponent>("path", "segment", "query", "userinfo"),
        )
        .map(([part, component]) => valueUnlessRefused(() => encoded(part, component)) ?? part),
    );
    const template = fc.array(fc.tuple(literal, value), { minLength: 1, maxLength: 6 });
    let made = 0;
    forAll(readSize("URIS"), template, (parts) => {
      const strings = [...parts.map(([before]) => before), ""];
      const tagged = Object.assign(strings, { raw: strings });
      const whole = valueUnlessRefused(() => uri(tagged, ...parts.map(([, hole]) => hole)));
      if (whole === undefined) return;
      made++;
      expect(matches("URI-reference", whole), whole).toBe(true);
      expect(cleanUri(whole)).toBe(whole);
    });
    expect(made).toBeGreaterThan(readSize("URIS") / 20);
  });
});

describe("encoded parts", () => {
  test("are inserted unchanged into their component", () => {
    expect(uri`/${encoded("a%2Fb", "segment")}?${encoded("x=1&y", "query")}#${encoded("z", "fragment")}`).toBe(
      "/a%2Fb?x=1&y#z",
    );
    expect(uri`/x/${encoded("a/b/c", "path")}`).toBe("/x/a/b/c");
    expect(fault(() => uri`/x/${encoded("a/%2e%2e/c", "path")}`)).toEqual(["unsafe-segment", 0]);
    expect(() => uri`/x?${encoded("a", "segment")}`).toThrow(TypeError);
    expect(() => uri`/x/${{ text: "a/b", component: "segment" } as never}`).toThrow(TypeError);
  });
  test("add no host, no scheme and no empty segment", () => {
    expect(fault(() => uri`/${encoded("/evil.com/x", "path")}`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`/${encoded("", "path")}/evil.com`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`${encoded("//evil.com", "path")}`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri`${encoded("javascript:alert(1)", "segment")}`)).toEqual(["unsafe-segment", 0]);
    expect(fault(() => uri.with({ allow: [] })`/${encoded("a%2fb", "segment")}`)).toEqual(["unsafe-segment", 1]);
  });
  test("add no parameter to another", () => {
    expect(fault(() => uri`/?q=${encoded("x&admin=1", "query")}`)).toEqual(["invalid-uri", 1]);
    expect(fault(() => uri`/?q=${"a&b"}-${encoded("x", "query")}-${encoded("yz&", "query")}!`)).toEqual([
      "invalid-uri",
      2,
    ]);
    expect(() => uri`/?q=${encoded("yz&", "query")}!`).toThrow('hole 1 into the query: invalid URI "&" at 2');
    expect(uri`/?q=${encoded("x%26y", "query")}&${encoded("a=1&b", "query")}`).toBe("/?q=x%26y&a=1&b");
  });
  test("are checked", () => {
    expect(fault(() => encoded("a%zz", "segment"))).toEqual(["invalid-uri", 1]);
    expect(fault(() => encoded("a#", "query"))).toEqual(["invalid-uri", 1]);
    expect(fault(() => encoded("a/b?c", "path"))).toEqual(["invalid-uri", 3]);
    expect(fault(() => encoded("a@b/c?d", "userinfo"))).toEqual(["invalid-uri", 1]);
    expect(fault(() => encoded("%41%4", "fragment"))).toEqual(["invalid-uri", 3]);
    expect(Object.isFrozen(encoded("a", "path"))).toBe(true);
  });
});
