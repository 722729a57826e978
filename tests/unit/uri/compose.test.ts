import fc from "fast-check";
import { expect, test } from "vitest";
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

const strict = uri.with({ allow: [] });
/** A query that is inserted unchanged. */
const query = (part: string) => encoded(part, "query");
const path = (part: string) => encoded(part, "path");

test.each<[make: () => unknown, wanted: unknown]>([
  // Segments: escaping makes no dot segment safe, and no empty one.
  [() => uri`/a/${""}`, ["unsafe-segment", 0]],
  [() => uri`/${"."}${"."}/x`, ["unsafe-segment", 0]],
  [() => uri`/.${"."}/x`, ["unsafe-segment", 0]],
  [() => uri`/%2e${"."}/x`, ["unsafe-segment", 0]],
  [() => uri`/${""}${""}`, ["unsafe-segment", 0]],
  [() => uri`/a${""}/x`, "/a/x"],
  [() => strict`/${encoded("%2fa", "segment")}`, ["unsafe-segment", 0]],
  [() => strict`/${encoded("a%2fb", "segment")}`, ["unsafe-segment", 1]],
  [() => strict`/a?b=${"c/d"}`, "/a?b=c%2Fd"],
  // Hosts: no escape is decoded.
  [() => uri`http://${"::1"}/`, "http://[::1]/"],
  [() => uri`http://${"[1::0:2]"}/`, "http://[1::2]/"],
  [() => uri`http://${"127.0.0.1"}/`, "http://127.0.0.1/"],
  [() => uri`http://${"café.fr"}/`, "http://xn--caf-dma.fr/"],
  [() => uri`http://${"Bücher.Example"}/`, "http://xn--bcher-kva.Example/"],
  [() => uri`http://${"e.com."}/`, "http://e.com./"],
  [() => uri`http://${"api"}.e.com/`, "http://api.e.com/"],
  [() => uri`http://${"evil."}.e.com/`, ["invalid-uri", 0]],
  [() => uri`http://${"0177.0.0.1"}/`, ["host-ambiguous", 0]],
  [() => uri`http://${"caf%C3%A9é.fr"}/`, ["invalid-uri", 0]],
  [() => uri`http://${"caf%C3%A9.fr"}/`, ["invalid-uri", 0]],
  [() => uri`http://e.com:${-1}/`, ["invalid-uri", 0]],
  [() => uri`https://e.com:/${"v"}`, "https://e.com:/v"],
  [() => uri`https://e.com:80/${"v"}`, "https://e.com:80/v"],
  // Parameters.
  [() => uri`/s?q=${["a b", "c&d"]}&${{ x: [1, 2], y: "é" }}`, "/s?q=a%20b&q=c%26d&x=1&x=2&y=%C3%A9"],
  [() => uri`/s?${{}}&a=${[]}&b=1`, "/s?b=1"],
  [() => uri`/s?${new URLSearchParams("a=1&b=2")}`, "/s?a=1&b=2"],
  [() => uri`/s?a&&b=${"x"}`, "/s?a&&b=x"],
  // Encoded parts are inserted unchanged, and add no host, no scheme, no empty segment and no parameter to another.
  [() => uri`/${encoded("a%2Fb", "segment")}?${query("x=1&y")}#${encoded("z", "fragment")}`, "/a%2Fb?x=1&y#z"],
  [() => uri`/x/${path("a/b/c")}`, "/x/a/b/c"],
  [() => uri`/x/${path("a/%2e%2e/c")}`, ["unsafe-segment", 0]],
  [() => uri`/x?${encoded("a", "segment")}`, TypeError],
  [() => uri`/x/${{ text: "a/b", component: "segment" } as never}`, TypeError],
  [() => uri`/${path("/evil.com/x")}`, ["unsafe-segment", 0]],
  [() => uri`/${path("")}/evil.com`, ["unsafe-segment", 0]],
  [() => uri`${path("//evil.com")}`, ["unsafe-segment", 0]],
  [() => uri`${encoded("javascript:alert(1)", "segment")}`, ["unsafe-segment", 0]],
  [() => uri`${encoded("1a:b", "segment")}/c`, ["unsafe-segment", 0]],
  [() => uri`${path("a/b:c")}`, "a/b:c"],
  [() => uri`/?q=${query("x&admin=1")}`, ["invalid-uri", 1]],
  [() => uri`mailto:a@e.com?subject=${query("x&bcc=b@e.com")}`, ["invalid-uri", 1]],
  [() => uri`/?q=${"a&b"}-${query("x")}-${query("yz&")}!`, ["invalid-uri", 2]],
  [() => uri`/?q=${query("x%26y")}&${query("a=1&b")}`, "/?q=x%26y&a=1&b"],
  [() => path("a/b?c"), ["invalid-uri", 3]],
  [() => encoded("a@b/c?d", "userinfo"), ["invalid-uri", 1]],
  [() => encoded("%41%4", "fragment"), ["invalid-uri", 3]],
  [() => Object.isFrozen(path("a")), true],
  // The text of a template is a URI.
  [() => uri`/é/${"x"}`, TypeError],
  [() => uri`/%zz/${"x"}`, TypeError],
  [() => uri`/a#b#${"x"}`, TypeError],
  [() => uri`/a[${"x"}]`, TypeError],
  [() => uri`/a\u{zz}/${"x"}`, TypeError],
  [() => uri`https://e.com:8a/${"v"}`, TypeError],
  [() => uri`https://e.com:a8/${"v"}`, TypeError],
  [() => uri`https://e.com:a/${"v"}`, TypeError],
  [() => uri`https://[x/${"v"}`, TypeError],
  [() => uri`https://e]x/${"v"}`, TypeError],
  // No template has another host for a browser than for RFC 3986: an empty host, a port of a file, an address in disguise.
  [() => uri`http:///${"evil.example"}/x`, TypeError],
  [() => uri`http:${"evil.example"}/x`, TypeError],
  [() => uri`HTTPS:/${"evil.example"}/x`, TypeError],
  [() => uri`///${"evil.example"}/x`, TypeError],
  [() => uri`////${"evil.example"}/x`, TypeError],
  [() => uri`//@/${"evil.example"}`, TypeError],
  [() => uri`//${"u"}@/${"evil.example"}`, TypeError],
  [() => uri`//:80/${"evil.example"}`, TypeError],
  [() => uri`//:${80}/evil.example`, TypeError],
  [() => uri`//?${"x"}`, TypeError],
  [() => uri`ws:${"evil.example"}`, TypeError],
  [() => uri`file://${"c"}:/x`, TypeError],
  [() => uri`file://c:/${"x"}`, TypeError],
  [() => uri`file://c:${""}/x`, TypeError],
  [() => uri`http://0x7f.1/${"x"}`, TypeError],
  [() => uri`//127.1/${"x"}`, TypeError],
  [() => uri`ftp://%31/${"x"}`, TypeError],
  [() => uri`foo:///${"x"}`, "foo:///x"],
  [() => uri`foo://127.1/${"x"}`, "foo://127.1/x"],
  [() => uri`file:///${"C:"}/x`, "file:///C%3A/x"],
  [() => uri`file://${"h"}/x`, "file://h/x"],
  [() => uri`urn:${"a"}`, "urn:a"],
  [() => uri`/.//${"evil.example"}`, "/.//evil.example"],
])("template %#", (make, wanted) => {
  if (wanted === TypeError) expect(make, String(make)).toThrow(TypeError);
  else expect(fault(make), String(make)).toEqual(wanted);
});

test.each(["", "a b", "[::1", "::g", "a..b", ".a", "a\\b", "\u00ad", "a,b"])("%j is not a host", (value) => {
  expect(fault(() => uri`http://${value}/`)).toEqual([
    expect.stringMatching(/invalid-uri|host-ambiguous/),
    expect.any(Number),
  ]);
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
