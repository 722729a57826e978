import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { parseForm } from "../../../library/src/form/index.ts";
import { decodePath } from "../../../library/src/guard/index.ts";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { type CleanOptions, cleanUri, cleanUriReport, splitUri } from "../../../library/src/uri/index.ts";
import { URL as Oracle } from "../../support/oracle/index.mjs";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { escapeBytes, escapeText } from "../../support/escape-bytes.ts";
import { attempt as tryCall, valueOrCode } from "../../support/catch-fault.ts";

/** The number of random paths and URIs. */
const RUNS = readSize("URIS");

const REPAIR = { doubleEncoding: "repair" } as const;
const repair = (text: string): string => cleanUri(text, REPAIR);

/** Returns the report, or the code of the error. */
const attempt = (text: string, options: CleanOptions) => valueOrCode(() => cleanUriReport(text, options));

/** Encodes the escapes of a text `layers` times more. */
function encodeAgain(text: string, layers: number): string {
  return text.replaceAll("%", `%${"25".repeat(layers)}`);
}

describe("doubleEncoding: repair", () => {
  // A value begins after the first `=`.
  test.each([
    ["?%2541=%2542&%41=%252543", "?%41=%42&%41=%43"],
    ["?a=%252b%252e%252e", "?a=%2b%2e%2e"],
    ["?a=/x/caf%25C3%25A9", "?a=/x/caf%C3%A9"],
    ["?a=b=%2541", "?a=b=%41"],
    ["?%2541#%25", "?%41#%25"],
  ])("removes layers of a part until one is left: %s", (text, repaired) => expect(repair(text)).toBe(repaired));

  test("reports each removal with its place, and each part that is dangerous", () => {
    expect(cleanUriReport("/a%2520b%2541/%252e?x=%25252F#é%", REPAIR)).toEqual({
      value: "/a%20b%41/%252e?x=%25252F#%C3%A9%",
      valid: false,
      invalid: [{ index: 31, length: 1 }],
      repairs: [
        { index: 2, length: 3, repair: "decoded" },
        { index: 8, length: 3, repair: "decoded" },
      ],
      kept: [
        { index: 14, length: 5, reason: "dot-segment" },
        { index: 22, length: 7, reason: "separator" },
      ],
    });
    expect(cleanUriReport("\t/%25\n2541/%2500 [", { ...REPAIR, level: "advanced" })).toEqual({
      value: "/%41/%2500%20%5B",
      valid: true,
      invalid: [],
      repairs: [
        { index: 0, length: 1, repair: "trimmed" },
        { index: 2, length: 6, repair: "decoded" },
        { index: 5, length: 1, repair: "removed" },
        { index: 17, length: 1, repair: "encoded" },
      ],
      kept: [],
    });
  });

  test("works with another encoding of the query: the layers are ASCII, and their text is UTF-8", () => {
    const latin = { ...REPAIR, encoding: encoding("windows-1252") };
    expect(cleanUri("/?a=%25C3%25A9&b=é", latin)).toBe("/?a=%C3%A9&b=%E9");
    expect(cleanUri("/?a=%25E9", latin)).toBe("/?a=%25E9");
  });

  test("cannot be combined with an address bar", () => {
    expect(() => cleanUri("/", { ...REPAIR, addressBar: "chrome-16" })).toThrow(TypeError);
    expect(cleanUri("/", { doubleEncoding: "keep", addressBar: "chrome-16" })).toBe("/");
  });
});

describe("a repair never creates what decodePath refuses", () => {
  // What each attempt hides behind one more layer, and the reason for which it stays.
  // NFKC turns some characters into a separator, a dot or a percent sign, and a server may use a value as a path.
  const attempts: readonly (readonly [reason: string, texts: string])[] = [
    ["dot-segment", "/%2e%2e/x /%2E%2e/x /%2e/x /.%2e/x /%2e./x /%2e%2e;a=b/x /%2e%2e%3b/x /%2e%2e%20/x /%20%2e%2e/x"],
    ["dot-segment", "/%2e%20%2e/x /%2e%2e%23/x /%2e%2e%3f/x %2e%2e/x http://e.com/a/%2e%2e /%ef%bc%8e%ef%bc%8e/x"],
    ["dot-segment", "/%e2%80%a5/x /%e2%80%8b%2e%2e/x ?file=%2e%2e #%2e%2e /%25u002e%25u002e /%e2%80%a8..%e2%80%8b"],
    ["dot-segment", "/%ef%bc%852e%ef%bc%852e ?file=a/%2e%2e/b ?file=../../%2e%2e ?file=+%2e%2e ?file=/%2e%2e+"],
    ["dot-segment", "#/a/%2e%2e"],
    ["separator", "/a%2fb /a%2Fb /%2f%2fevil.example //e.com/%2f%2e%2e%2fx %2f%2fevil.example /%2e%2e%2fetc%2fpasswd"],
    ["separator", "/a%5cb /a%5Cb /%2e%2e%5c ?next=%2f%2fevil.example ?next=https:%2f%2fevil.example ?%2f=1 #%2f #a%5c"],
    ["separator", "/a%ef%bc%8f /a%ef%bc%bcb /%ef%b9%a8 /%e2%84%80 ?next=%ef%bc%8f%ef%bc%8fevil.example #%ef%bc%8f"],
    ["separator", "/%25u002f"],
    ["control", "/a.php%00.png /%0d%0aSet-Cookie:a ?a=%0d%0aSet-Cookie:%20a ?a=%0A #%1b%5b31m /%09 /%7f /%c2%85"],
    ["control", "/%C2%9b31m /%00%2f http://e.com/%2e%2e%00 /%25u0000"],
    ["encoded", "/%ef%bc%85c0%ef%bc%85af"],
  ];

  test.each(attempts.flatMap(([reason, texts]) => texts.split(" ").map((text) => [text, reason])))(
    "%s",
    (once, reason) => {
      for (const layers of [1, 2, 3, 20]) {
        const text = encodeAgain(once, layers);
        for (const options of [REPAIR, { ...REPAIR, level: "advanced" } as const]) {
          const { value, repairs, kept } = cleanUriReport(text, options);
          expect(value).toBe(text);
          expect(repairs).toEqual([]);
          expect(kept.map((each) => each.reason)).toEqual([reason]);
          const { index, length } = kept[0]!;
          expect(text.slice(index, index + length)).toContain("%25");
        }
      }
    },
  );

  test("a part with more layers than decodePath decodes stays", () => {
    const text = `/%${"25".repeat(20)}41%2541`;
    expect(cleanUriReport(text, REPAIR)).toMatchObject({ value: text, kept: [{ reason: "encoded" }] });
  });

  const unproven = [
    // A part needs %25XX at every % of it.
    ..."/%25 /%25%25 /%252 /%25zz /%2541%4 #%2541%20 ?é%2541 /a|%2541".split(" "),
    "/ %2541",
    // Its innermost text is UTF-8, also where layers remain: overlong and otherwise invalid forms are not.
    ..."/%25C3 /%25C3%2541 /%2525FF /a%2525ab%2520 /%25C3%2525A9 /%25c0%25ae%25c0%25ae/ /%25e0%2580%25af".split(" "),
    ..."/%25c1%259c /%25u002f".split(" "),
    // Mixed layers and raw characters do not prove a double encoding.
    ..."/%252e%2e/x /%2e%252e/x /%252e%/x /%252525%252532%252565/x".split(" "),
    ..."/%2525%2532%2565%2525%2532%2565/x /%252%35%32e /%%32%35%32e //%2565vil.example".split(" "),
    ..."http://%2565.com/ http://u%253a%2540evil.example@e.com/ http://e.com%252f@evil.example/".split(" "),
    "http://e.com:8%2530/x",
  ];
  test.each(unproven)("%s is not repaired", (text) => {
    expect(cleanUriReport(text, REPAIR)).toMatchObject({ value: cleanUri(text), repairs: [], kept: [] });
  });
});

/** Counts the parts into which RFC 3986, a browser and a form parser split a URI. */
function countParts(uri: string): unknown {
  const { scheme, authority, path, query = "", fragment } = splitUri(uri);
  const url = Oracle.canParse(uri, "http://base.example/b/c") ? new Oracle(uri, "http://base.example/b/c") : undefined;
  const pairs = parseForm(query, { rules: "whatwg" });
  return [
    [scheme, authority, path.split("/").length, fragment === undefined],
    [url?.host, url?.pathname.split("/").length, url?.search === "", url?.hash === ""],
    [pairs.size, pairs.emptyPairs, Array.from(pairs, ([, value]) => value === "")],
  ];
}

const token = fc.oneof(
  fc.constantFrom("%25", "%2525", "%252e", "%2e", "%252F", "%255c", "%2500", "%25C3%25A9", "%2525C3%2525A9", "%C3%A9"),
  fc.constantFrom("%2541", "%252541", "%41", "25", "2", "%", "%2", "%zz", "%25u0041", "%25FF", "%25E2%259C%2593"),
  fc.constantFrom(..."/ ? # & = : // a . .. ;".split(" "), " ", ..."é [ \\ \t \n \ud800 |".split(" ")),
  fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 4 })).map(([byte, layers]) => {
    return encodeAgain(escapeBytes([byte]), layers);
  }),
);
/** Characters that some program reads as a separator, a dot, a percent sign, a control character or nothing. */
const suspicious = fc
  .tuple(
    fc.constantFrom(..."／＼﹨℀℅．‥…․％﹪：﹕；？＃｡。\u200b\u00ad\u2028\u202e\u3164\u037e\0\n\x85/\\.%;?#:& +CN|*<"),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([character, layers]) => encodeAgain(escapeText(character), layers));
const start = fc.constantFrom("", ..."/ //e.com/ http://e.com/ http: a: mailto: ? # http://e.com/?a=".split(" "));
const hostile = fc.tuple(start, fc.array(token, { maxLength: 12 })).map(([first, rest]) => first + rest.join(""));
const levels = fc.constantFrom("basic", "advanced");

describe("laws of the repair, over hostile texts", () => {
  test("repairing and cleaning the result changes nothing", () => {
    forAll(hostile, levels, (text, level) => {
      const options = { ...REPAIR, level };
      const report = attempt(text, options);
      if (typeof report === "string") return;
      expect(attempt(report.value, options)).toMatchObject({ value: report.value, repairs: [] });
      expect(cleanUri(report.value, { level })).toBe(report.value);
    });
  });

  test("cleaning before the repair changes nothing", () => {
    forAll(hostile, levels, (text, level) => {
      const cleaned = attempt(text, { level });
      const options = { ...REPAIR, level };
      // A repaired path can make the host ambiguous: a browser refuses the host of `http:/%25C3%25A9`, but not of `http:/%C3%A9`.
      const readValue = (source: string) => {
        const report = attempt(source, options);
        return typeof report === "string" ? report : report.value;
      };
      expect(readValue(text)).toBe(typeof cleaned === "string" ? cleaned : readValue(cleaned.value));
    });
  });

  test("it only removes `25` after `%`", () => {
    forAll(hostile, (text) => {
      const [kept, repaired] = [attempt(text, {}), attempt(text, REPAIR)];
      if (typeof kept === "string" || typeof repaired === "string") return;
      const strip = (value: string) => value.replace(/%(?:25)*/g, "%");
      expect(strip(repaired.value)).toBe(strip(kept.value));
      const removed = repaired.repairs.reduce((sum, one) => sum + (one.repair === "trimmed" ? 0 : one.length - 1), 0);
      expect(kept.value.length - repaired.value.length).toBe(removed);
    });
  });

  test("decodePath refuses no repaired path that it accepted before, and no repaired segment", () => {
    const words = fc.constantFrom("a", "..", ".", "CON", "2e", "2f", "/", "%41", "%2541", "%25u002e", "%25c0%25af");
    const repaired = { segments: 0 };
    forAll(RUNS, fc.array(fc.oneof(suspicious, words, token), { maxLength: 6 }), (parts) => {
      const path = cleanUri(`/a/${toWellFormed(parts.join("")).replace(/[?#\\]/g, "")}`);
      const value = repair(path);
      for (const fileSystem of ["posix", "windows"] as const) {
        const accepts = (text: string) => "value" in tryCall(() => decodePath(text, { fileSystem }));
        if (accepts(path)) expect(accepts(value), path).toBe(true);
      }
      const before = path.split("/");
      for (const [k, segment] of value.split("/").entries()) {
        if (segment === before[k]) continue;
        repaired.segments++;
        expect(() => decodePath(`/${segment}`), path).not.toThrow();
      }
    });
    expect(repaired.segments).toBeGreaterThan(RUNS / 50);
  });

  test("a repair does not change how a URI, a browser and a form are split", () => {
    const beginnings = fc.constantFrom("/", "http://e.com/", "//e.com", "?", "/p?a=", "#", "http://e.com/?x=1&", "a");
    const words = fc.constantFrom("a", "..", "=", "&", "/", "?", "#", "+", ";", "%41", "%2541");
    forAll(RUNS, beginnings, fc.array(fc.oneof(suspicious, words, token), { maxLength: 8 }), (first, parts) => {
      const text = first + parts.join("");
      const [kept, repaired] = [attempt(text, {}), attempt(text, REPAIR)];
      if (typeof kept === "string" || typeof repaired === "string") return;
      expect(countParts(repaired.value), text).toEqual(countParts(kept.value));
    });
  });

  test("a text that was encoded again by a program is restored", () => {
    const words = fc.array(fc.constantFrom("a", "é", " ", "✓", "😀", "&", "=", "+", "ß", "100", "~", "%"), {
      minLength: 1,
    });
    forAll(words, fc.integer({ min: 1, max: 5 }), (parts, layers) => {
      const once = encodeURIComponent(parts.join(""));
      fc.pre(once.includes("%") && !/%25[0-9A-Fa-f]{2}/.test(once));
      const twice = encodeAgain(once, layers);
      for (const place of ["/x/", "?q=", "?", "#"]) expect(repair(place + twice)).toBe(place + once);
    });
  });
});
