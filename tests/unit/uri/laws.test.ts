import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleanUri,
  cleanUriReport,
  compareUris,
  displayUri,
  type DisplayProfile,
  iriToUri,
  normalizeUri,
  splitAuthority,
  splitUri,
  uriToIri,
} from "../../../library/src/uri/index.ts";
import { WrittenHost } from "../../../library/src/host/host.ts";
import { isAuthority, joinParts, toParts } from "../../../library/src/uri/reference.ts";
import { parseUrl, parseUrlHost, splitUrl } from "../../../library/src/uri/whatwg.ts";
import { URL as Oracle } from "../../support/oracle/index.mjs";
import { anyUri, validUri } from "./arbitrary.ts";
import { matches } from "./grammar.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "../../support/catch-fault.ts";
import { forAll } from "../../support/for-all.ts";

const RUNS = readSize("URIS");

/** The URL by whatwg-url, which parses as browsers do. */
function href(text: string, base?: string): string | undefined {
  return Oracle.canParse(text, base) ? new Oracle(text, base).href : undefined;
}

/** The base of `browserHost`. */
const BASE = { scheme: "https", host: "base.invalid" } as const;

/** Returns the scheme and the host that a browser finds in a reference; undefined if it finds no URL. */
function browserHost(reference: string): string | undefined {
  const url = splitUrl(reference, BASE);
  if (url === undefined) return undefined;
  const host = parseUrlHost(url.scheme, new WrittenHost(url.host ?? ""));
  return host.kind === "failure" ? undefined : `${url.scheme}://${host.text}`;
}

/** Texts of tokens that browsers and RFC 3986 read differently. */
const token = fc.constantFrom(
  ..."http: HTTPS: file: foo: data: mailto: / // \\ .. . %2e C: C| %43: e.com E.COM @ : :80 ? # [::1] [ ] a A 4 1 0x7f.1".split(" "), // prettier-ignore
  ..."% %41 %7e %2f %5c %c3%a9 é | \" ' xn-- localhost \t \n \x01".split(" "),
  " ",
);
const anyText = fc.array(token, { maxLength: 9 }).map((tokens) => tokens.join(""));

describe("cleanUri", () => {
  test("both levels are idempotent, and report whether the value matches the grammar, as that of advanced does", () => {
    let refused = 0;
    forAll(2 * RUNS, anyUri, fc.constantFrom("basic", "advanced"), (text, level) => {
      const first = attempt(() => cleanUri(text, { level }));
      if ("code" in first) {
        expect(["host-ambiguous", "invalid-uri", "lone-surrogate"]).toContain(first.code);
        refused++;
        return;
      }
      const report = cleanUriReport(first.value, { level });
      expect(report.value, JSON.stringify(text)).toBe(first.value);
      expect(report.valid, JSON.stringify(first.value)).toBe(matches("URI-reference", first.value));
      expect(report.invalid.length === 0, JSON.stringify(first.value)).toBe(report.valid);
      if (level === "advanced") expect(report.valid, JSON.stringify([text, first.value])).toBe(true);
    });
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(RUNS * 1.6);
  });

  test("a valid URI is returned unchanged, or its host is ambiguous", () => {
    forAll(RUNS, validUri, fc.constantFrom("basic", "advanced"), (text, level) => {
      const outcome = attempt(() => cleanUri(text, { level }));
      expect(outcome).toEqual("code" in outcome ? { code: "host-ambiguous" } : { value: text });
    });
  });

  test("no escape is decoded, and a browser sees the same host in the result", () => {
    forAll(RUNS, anyUri, (text) => {
      const outcome = attempt(() => cleanUri(text));
      if ("code" in outcome) return;
      const escapes = (from: string) => from.match(/%[0-9A-Fa-f]{2}/g)?.length ?? 0;
      expect(escapes(outcome.value)).toBeGreaterThanOrEqual(escapes(text.replace(/\/\/[^/?#]*/, "")));
      const [before = "", after = ""] = [browserHost(text), browserHost(outcome.value)].map(
        (seen) => seen?.split("//")[1],
      );
      if (before !== "" && after !== "") {
        const names = [before, after].map((host) => new WrittenHost(host).canonical);
        expect(names[1], JSON.stringify([text, outcome.value])).toBe(names[0]);
      }
    });
  });
});

const profiles: DisplayProfile[] = ["strict", "basic", "chromium", "firefox"];

test("the text that displayUri shows, cleaned and normalized, equals the normalized URI", () => {
  forAll(RUNS, anyUri, fc.constantFrom(...profiles), (text, profile) => {
    const cleaned = attempt(() => cleanUri(text));
    // A text whose authority is not allowed is not normalized, and displayUri does not trim.
    if ("code" in cleaned || /^[\0- ]|[\0- ]$/.test(text) || !isAuthority(splitUri(cleaned.value).authority)) return;
    const shown = displayUri(text, { profile });
    expect(normalizeUri(cleanUri(shown)), JSON.stringify([text, shown])).toBe(normalizeUri(cleaned.value));
  });
});

describe("normalizeUri", () => {
  test("keeps text that is not a scheme or namespace, and escapes that would complete a malformed one", () => {
    for (const uri of ["%%41", "%4%31", "?%%61", "#%a%66", "urn://e.com/A:b", "ftp:", "foo://e:8/"]) {
      expect(normalizeUri(uri)).toBe(uri);
    }
    // The text before the colon is not a scheme, so all of it is a path.
    expect(normalizeUri("1a://B/./C")).toBe("./1a://B/./C");
    // Not a hex digit, or not after a malformed escape.
    expect(normalizeUri("%%7E%4%7e%g%41%zz%42/%41/%4")).toBe("%~%4~%gA%zzB/A/%4");
  });

  test("a URI in normal form is recognized: a long fragment, with which it is not looked for, changes nothing", () => {
    const starts = "http://e.com https://a-b.e.com https://1.2.3.4 https://E.com ftp://e.com https://e.com:80".split(
      " ",
    );
    const pieces = ['/ a . .. ~ %2F %2f %7E %41 %C3%A9 % ? # @ \\ \u00e9 "'.split(" "), " "].flat();
    const normal = fc.tuple(fc.constantFrom(...starts), fc.array(fc.constantFrom(...pieces), { maxLength: 8 }));
    forAll(4 * readSize("URIS"), normal, ([start, parts]) => {
      const text = `${start}/${parts.join("")}`;
      const long = (text.includes("#") ? "" : "#") + "z".repeat(4096);
      expect(normalizeUri(text)).toBe(normalizeUri(text + long).slice(0, -long.length));
    });
  });

  test("is idempotent and keeps the components apart", () => {
    forAll(RUNS, anyUri, (text) => {
      const normal = normalizeUri(text);
      expect(normalizeUri(normal), JSON.stringify(text)).toBe(normal);
      expect(compareUris(text, normal).equality, JSON.stringify(text)).not.toBe("different");
      const valid = matches("URI-reference", text);
      if (!valid) return;
      expect(matches("URI-reference", normal), JSON.stringify([text, normal])).toBe(true);
      const [before, after] = [splitUri(text), splitUri(normal)];
      expect(after.scheme).toBe(before.scheme?.toLowerCase());
      for (const part of ["authority", "query", "fragment"] as const) {
        expect(after[part] === undefined, JSON.stringify([text, normal, part])).toBe(before[part] === undefined);
      }
    });
  });

  /** The URL that a browser sees, without what it does not normalize; what it encodes may need a second round. */
  const seen = (text: string, base?: string): string | undefined => {
    const first = href(text, base);
    // Where RFC 3986 does not allow the host, normalizeUri changes nothing.
    if (first === undefined || !isAuthority(splitUri(first).authority)) return undefined;
    return normalizeUri(href(normalizeUri(first)) ?? first);
  };

  test("a browser sees or resolves the same URL before and after, or none", () => {
    const bases = ["http://b.test/c/d", "https://b.test", "ws://b.test/c//", "foo://b.test/c/d", "foo:/c/d"];
    const anyBase = fc.option(fc.constantFrom(...bases), { nil: undefined, freq: 1 });
    forAll(2 * RUNS, fc.oneof(anyUri, anyText), anyBase, (text, base) => {
      expect(seen(normalizeUri(text), base), JSON.stringify([text, normalizeUri(text)])).toBe(seen(text, base));
    });
  });
});

/** A text that may be equal to the given one by one of the rules. */
function variant(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    text,
    text.toUpperCase(),
    normalizeUri(text),
    text.replace(/e/g, "%65"),
    `${text}/.`,
    ` ${text}\n`,
    text.replaceAll("/", "\\"),
    text.replaceAll("\\", "/"),
    text.replace("//", "/\t/"),
    text.replace("//", ""),
    text.replace("//", "////"),
    text.replace("C:", "C|"),
    href(text) ?? text,
  );
}

describe("compareUris", () => {
  test("two texts that a browser reads as the same URL are equal", () => {
    let equal = 0;
    const pair = fc.oneof(anyUri, anyText).chain((text) => fc.tuple(variant(text), variant(text)));
    forAll(RUNS, pair, ([a, b]) => {
      if (a === b || href(a) === undefined || href(a) !== href(b)) return;
      if (!isAuthority(splitUri(a).authority) || !isAuthority(splitUri(b).authority)) return;
      equal++;
      expect(compareUris(a, b).equality, JSON.stringify([a, b])).not.toBe("different");
      expect(compareUris(b, a).equality, JSON.stringify([b, a])).not.toBe("different");
    });
    expect(equal).toBeGreaterThan(RUNS / 100);
  });

  test("is an equivalence relation for every rule", () => {
    const rungs = "identical hex-case unreserved-escapes dot-segments scheme-rules whatwg different".split(" ");
    const rank = (a: string, b: string) => rungs.indexOf(compareUris(a, b).equality);
    const triple = fc.oneof(anyUri, anyText).chain((text) => fc.tuple(variant(text), variant(text), variant(text)));
    forAll(RUNS, triple, ([a, b, c]) => {
      expect(rank(a, a)).toBe(0);
      expect(rank(a, b)).toBe(rank(b, a));
      expect(rank(a, c)).toBeLessThanOrEqual(Math.max(rank(a, b), rank(b, c)));
    });
  });
});

test("the spans of compareUris split no surrogate pair", () => {
  // 😀 is D83D DE00; 🈀 has the same second surrogate, and 😁 the same first.
  for (const other of ["🈀", "😁"]) {
    const place = { index: 2, length: 2 };
    expect(compareUris("/a😀b", `/a${other}b`).differences).toEqual([{ component: "path", a: place, b: place }]);
  }
});

describe("the internal URL parser", () => {
  const toHref = (text: string): string | undefined => {
    const url = parseUrl(text);
    return url && joinParts(toParts(url));
  };

  test("returns the same as whatwg-url", () => {
    expect(toHref("foo:/a\ud83d\n\ude00")).toBe(href("foo:/a\ud83d\n\ude00"));
    forAll(RUNS, fc.oneof(anyUri, anyText), (text) => {
      expect(toHref(text), JSON.stringify(text)).toBe(href(text));
    });
  });

  test("finds the host that whatwg-url finds in a reference", () => {
    const base = `${BASE.scheme}://${BASE.host}/x/y?z`;
    forAll(RUNS, fc.oneof(anyUri, anyText), (text) => {
      // After the scheme of the base whatwg-url uses the host of the base.
      if (/^[\0-\x20]*https:/i.test(text.replace(/[\t\n\r]/g, ""))) return;
      const theirs = href(text, base);
      const url = theirs === undefined ? undefined : new Oracle(theirs);
      expect(browserHost(text), JSON.stringify(text)).toBe(url && `${url.protocol}//${url.hostname}`);
    });
  });
});

test("a URI converted to an IRI and back is equivalent, and ASCII", () => {
  forAll(RUNS, validUri, (text) => {
    const iri = uriToIri(text);
    const back = iriToUri(iri);
    // What a browser refuses has the labels of RFC 3986, which differ from A-labels.
    if (!/^(?:https?|wss?|ftp|file):/i.test(text) || parseUrl(text))
      expect(compareUris(text, back).equality, text).not.toBe("different");
    expect(back).toMatch(/^[\0-\x7f]*$/);
    const parts = (from: string) => {
      const { authority, ...rest } = splitUri(normalizeUri(from));
      if (authority === undefined) return rest;
      const { host, ...others } = splitAuthority(authority);
      return { ...rest, ...others, host: new WrittenHost(host).canonical };
    };
    expect(parts(back), JSON.stringify([text, iri])).toEqual(parts(text));
  });
});
