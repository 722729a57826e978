import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { type CleanOptions, cleanUri, cleanUriReport, splitUri } from "../../../library/src/uri/index.ts";
import { cleanPlain } from "../../../library/src/uri/clean.ts";
import { cutAuthority } from "../../../library/src/uri/reference.ts";
import { makeRandom } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt, catchFault, valueOrPlace } from "../../support/catch-fault.ts";
import { anyUri, hostile } from "./arbitrary.ts";

test("removing characters does not create a host", () => {
  for (const text of ["/\t/evil.com", "/\n/evil.com", " //evil.com", "\t//evil.com", "\\\t/evil.com", "/\\evil.com"]) {
    for (const level of ["basic", "advanced"] as const) {
      expect(() => cleanUri(text, { level }), JSON.stringify(text)).toThrow(
        expect.objectContaining({ code: "host-ambiguous" }),
      );
    }
  }
  expect(cleanUri(" \thttp://e.com/a\nb ", { level: "advanced" })).toBe("http://e.com/ab");
  // If the text has a scheme, a browser sees the host in the original text too.
  expect(cleanUri("foo:/\t/e.com", { level: "advanced" })).toBe("foo://e.com");
});

describe("cleanUriReport lists what is still invalid, and what was repaired", () => {
  const latin = encoding("windows-1252");
  /** The index and the length of each span. */
  type Places = readonly number[];
  const left: [text: string, value: string, invalid: Places, options?: CleanOptions][] = [
    ['/a b"é|\x7f', "/a%20b%22%C3%A9%7C%7F", []],
    ["http://u%zz@e.com:8x/%4?%#%g", "http://u%zz@e.com:8x/%4?%#%g", [8, 1, 18, 2, 21, 1, 24, 1, 26, 1]],
    ["http://u[@e.com", "http://u[@e.com", [8, 1]],
    ["?a[b]#c#d", "?a[b]#c#d", [2, 1, 4, 1, 7, 1]],
    // A port and an address in brackets are invalid as a whole, a segment with a colon only at the colon.
    ["1a:b", "1a:b", [2, 1]],
    ["a%41:b", "a%41:b", [4, 1]],
    [":b:c/d:e", ":b:c/d:e", [0, 1]],
    ["//e.com:8%30", "//e.com:8%30", [8, 4]],
    ["//u@[::z]:80/", "//u@[::z]:80/", [4, 5]],
    ["//[v.a]", "//[v.a]", [2, 5]],
    ["//[v1.]", "//[v1.]", [2, 5]],
    ["//[vg.a]", "//[vg.a]", [2, 6]],
    ["//u@é.com/é?é#é", "//u@xn--9ca.com/%C3%A9?%C3%A9#%C3%A9", []],
    ["//a[b]/%", "//a[b]/%", [3, 1, 5, 1, 7, 1]],
    ["//[b]a", "//[b]a", [2, 1, 4, 1]],
    ["//[x[v1.a]", "//[x[v1.a]", [2, 8]],
    ["//[v1.a]x]", "//[v1.a]x]", [2, 8]],
    ["//[é]", "//[%C3%A9]", [2, 3]],
    ["//[::1]/%", "//[::1]/%", [8, 1]],
    ["//é.com/%", "//xn--9ca.com/%", [8, 1]],
    ["/é?é|b#é", "/%C3%A9?%E9%7Cb#%C3%A9", [], { encoding: latin }],
    // https://www.rfc-editor.org/rfc/rfc3986#section-2: a URI does not allow what old browsers left raw.
    ["/é |a", "/%C3%A9%20|a", [3, 1], { addressBar: "chrome-16" }],
    ["/\t'`", "/%09'`", [3, 1], { addressBar: "chrome-16" }],
    ["/\n'`", "/%27%60", [], { addressBar: "firefox-10" }],
    ["/a\tb`\0", "/ab%60", [], { addressBar: "firefox-10" }],
    // Adjacent characters are one span, and each index is that of the original text.
    ["/a%%b%", "/a%%b%", [2, 2, 5, 1]],
    ["/a||b|", "/a||b|", [2, 2, 5, 1], { addressBar: "chrome-16" }],
    ["é|[", "%C3%A9|[", [1, 2], { addressBar: "chrome-16" }],
    ["http://a/\n%é^|[", "http://a/%%C3%A9^|[", [10, 1, 12, 3], { addressBar: "firefox-10" }],
  ];
  test.each(left)("%j", (text, value, invalid, options) => {
    const report = cleanUriReport(text, options);
    const spans = report.invalid.flatMap(({ index, length }) => [index, length]);
    expect([report.value, report.valid, spans, report.repairs]).toEqual([value, invalid.length === 0, invalid, []]);
  });

  const repaired: [text: string, value: string, ...repairs: [index: number, length: number, repair: string][]][] = [
    ["/a b", "/a%20b"],
    ["?a[b]#c#d", "?a%5Bb%5D#c%23d", [2, 1, "encoded"], [4, 1, "encoded"], [7, 1, "encoded"]],
    ["http://u%@e.com/%4g", "http://u%25@e.com/%254g", [8, 1, "encoded"], [16, 1, "encoded"]],
    [" \0/a\t\nb% \r\n", "/ab%25", [0, 2, "trimmed"], [4, 2, "removed"], [7, 1, "encoded"], [8, 3, "trimmed"]],
    ["/a ", "/a", [2, 1, "trimmed"]],
    ["/a\x7f", "/a%7F"],
    [" ", "", [0, 1, "trimmed"]],
    ["/a[[b%%\t]", "/a%5B%5Bb%25%25%5D", [2, 2, "encoded"], [5, 2, "encoded"], [7, 1, "removed"], [8, 1, "encoded"]],
  ];
  test.each(repaired)("%j, advanced", (text, value, ...repairs) => {
    const report = cleanUriReport(text, { level: "advanced" });
    const places = report.repairs.map(({ index, length, repair }) => [index, length, repair]);
    expect([report.value, report.valid, report.invalid, places]).toEqual([value, true, [], repairs]);
  });
});

test("indexes are those of the original text, also after removed characters", () => {
  const place = (text: string, level: "basic" | "advanced" = "advanced") =>
    valueOrPlace(() => cleanUriReport(text, { level }).repairs.map(({ index, length }) => [index, length]));
  expect(place("\t\t  ht\ntp://a\u2024\u2024b\ufffd.com/")).toEqual(["invalid-uri", 12, 9]);
  expect(place(" http://[::\tzz]/")).toEqual(["invalid-uri", 8, 7]);
  expect(place(" http://e.com:8\tx/")).toEqual(["invalid-uri", 14, 3]);
  expect(place(" /a\t[b]\n%\t")).toEqual([[0, 1], [3, 1], [4, 1], [6, 1], [7, 1], [8, 1], [9, 1]]); // prettier-ignore
});

test("cleanUri without options returns the value of cleanUriReport for every text", () => {
  const WORDS = [
    ..."http:// https:// HTTP:// // / ? # . .. - -- _ : :80 :0 :65536 @ a e.com xn--a xn-- 0x7f 1".split(" "),
    ..."127.0.0.1 localhost A é".split(" "),
    ..."%41 %2e %2F %zz % %e9 %00 [ ] \\ | ~ ! = & + ; , ' ( ) * $ \t \n \x7f \u202e \ud800 < >  ` { } ^".split(" "),
    ..."😀 日".split(" "),
    " ",
    "a".repeat(31),
    "a-b.".repeat(60),
  ];
  const below = makeRandom(seed);
  const texts = Array.from({ length: readSize("URIS") * 40 }, () => {
    const words = Array.from({ length: 1 + below(7) }, () => WORDS[below(WORDS.length)]!);
    return (below(3) === 0 ? "" : ["http://e.com", "https://", "/a"][below(3)]!) + words.join("");
  });

  const plain = texts.filter((text) => cleanPlain(text) !== undefined);
  expect(plain.length).toBeGreaterThan(texts.length / 20);
  expect(plain.length).toBeLessThan(texts.length);
  for (const text of texts) {
    const reported = attempt(() => cleanUriReport(text).value);
    expect(attempt(() => cleanUri(text)), JSON.stringify(text)).toStrictEqual(reported); // prettier-ignore
  }
});

/** The detail of a `host-ambiguous` error; undefined if there is none. */
function findDetail(text: string, level: "basic" | "advanced" = "basic"): string | undefined {
  const error = catchFault(() => void cleanUri(text, { level }), (fault) => fault); // prettier-ignore
  if (error?.code !== "host-ambiguous") return undefined;
  expect(error.message.length, error.message).toBeLessThan(200);
  expect(error.message).toMatch(/^[ -~]+$/);
  return / at \d+: (.+)$/.exec(error.message)![1]!;
}

const withHost = (given: string, address: string): string => {
  const text = given.replace(/^[\0-\x20]+/, "");
  const { authority } = splitUri(text);
  const { userinfo, host } = cutAuthority(authority!);
  const at = text.indexOf("//") + 2 + (userinfo === undefined ? 0 : userinfo.length + 1);
  return text.slice(0, at) + address + text.slice(at + host.length);
};

/** The repair that each detail suggests. */
const REMEDIES: readonly [detail: RegExp, remedy: (text: string, word: string) => string][] = [
  [/removes spaces and controls around/, (text) => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "")],
  [/removes TAB, LF and CR/, (text) => text.replace(/[\t\n\r]/g, "")],
  [/reads "\\" as "\/"/, (text) => text.replaceAll("\\", "/")],
  [/write "(\w+:)\/\/"$/, (text, scheme) => text.replace(/^[^:]+:[/\\]*/, `${scheme}//`)],
  [/skips slashes after/, (text) => text.replace(/^([^/]*)\/\/[/\\]*/, "$1//")],
  [/write "(file:\/\/\/..)"$/, (text, drive) => text.replace(/^[^/]*\/\/../, drive)],
  [/reads it as the address ([\d.]+),/, withHost],
];

const token = fc.constantFrom(
  ..."http: HTTPS: ws: file: foo: / // \\ .. . C: C| e.com @ :80 ? # %41 % 1 [::1] a 0x7f.1 1.1 é １ | localhost".split(" "), // prettier-ignore
  ..." \t\n\x01",
);
const start = fc.constantFrom("", "", "", "file://C:", "file://c|/");
const anyText = fc.tuple(start, fc.array(token, { maxLength: 7 })).map(([first, tokens]) => first + tokens.join(""));

test("the detail of an ambiguous host names a remedy after which that reason is gone", () => {
  const counts = REMEDIES.map(() => 0);
  fc.assert(
    fc.property(fc.oneof(anyUri, hostile, anyText), (text) => {
      const detail = findDetail(text);
      if (detail === undefined) return;
      const k = REMEDIES.findIndex(([words]) => words.test(detail));
      expect(k, detail).toBeGreaterThanOrEqual(0);
      counts[k]!++;
      const [words, remedy] = REMEDIES[k]!;
      const repaired = remedy(text, words.exec(detail)![1]!);
      expect(findDetail(repaired), JSON.stringify([text, repaired])).not.toBe(detail);
      if (detail.includes('level "advanced"')) {
        expect(findDetail(text, "advanced")?.split(";")[0], JSON.stringify(text)).not.toBe(detail.split(";")[0]);
      }
    }),
    // Random texts seldom have spaces before two slashes.
    { numRuns: 4 * readSize("URIS"), examples: [[" //"]] },
  );
  expect(Math.min(...counts), counts.join()).toBeGreaterThan(0);
});
