import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PercentEncodingError } from "../../src/index.ts";
import {
  cleanUri,
  cleanUriReport,
  compareUris,
  displayUri,
  type DisplayProfile,
  iriToUri,
  normalizeUri,
  recomposeUri,
  splitUri,
  uriToIri,
} from "../../src/uri/index.ts";
import { canonicalHost } from "../../src/uri/readers.ts";
import { parseUrl, serializeUrl } from "../../src/uri/whatwg.ts";
import { URL as Oracle } from "../oracle/index.mjs";
import { anyUri, validUri } from "./arbitrary.ts";
import { matches } from "./grammar.ts";

/** The quick gate takes fewer. */
const RUNS = { numRuns: Number(process.env["PERCODEC_URIS"] ?? 100_000) };

/** What an action gives, or the code of its error. */
function attempt(action: () => string): { value: string } | { code: string } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof PercentEncodingError) return { code: error.code };
    throw error;
  }
}

describe("cleanUri", () => {
  test("advanced gives a URI that the grammar takes, or refuses", () => {
    let refused = 0;
    fc.assert(
      fc.property(anyUri, (text) => {
        const outcome = attempt(() => cleanUri(text, { level: "advanced" }));
        if ("value" in outcome)
          expect(matches("URI-reference", outcome.value), JSON.stringify([text, outcome.value])).toBe(true);
        else refused++;
      }),
      RUNS,
    );
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(RUNS.numRuns * 0.8);
  });

  test("both levels are idempotent, and say whether the value is valid", () => {
    fc.assert(
      fc.property(anyUri, fc.constantFrom("basic", "advanced"), (text, level) => {
        const first = attempt(() => cleanUri(text, { level }));
        if ("code" in first) return;
        const report = cleanUriReport(first.value, { level });
        expect(report.value, JSON.stringify(text)).toBe(first.value);
        expect(report.valid, JSON.stringify(first.value)).toBe(matches("URI-reference", first.value));
      }),
      RUNS,
    );
  });

  test("a valid URI comes back as it is, or its host is ambiguous", () => {
    fc.assert(
      fc.property(validUri, fc.constantFrom("basic", "advanced"), (text, level) => {
        const outcome = attempt(() => cleanUri(text, { level }));
        expect(outcome).toEqual("code" in outcome ? { code: "host-ambiguous" } : { value: text });
      }),
      RUNS,
    );
  });

  test("no escape is undone, and a browser sees the same host in the result", () => {
    fc.assert(
      fc.property(anyUri, (text) => {
        const outcome = attempt(() => cleanUri(text));
        if ("code" in outcome) return;
        const escapes = (from: string) => from.match(/%[0-9A-Fa-f]{2}/g)?.length ?? 0;
        expect(escapes(outcome.value)).toBeGreaterThanOrEqual(escapes(text.replace(/\/\/[^/?#]*/, "")));
        const host = (from: string): string => parseUrl(from, parseUrl("https://base.invalid/"))?.host ?? "";
        if (host(text) !== "" && host(outcome.value) !== "")
          expect(canonicalHost(host(outcome.value)), JSON.stringify([text, outcome.value])).toBe(
            canonicalHost(host(text)),
          );
      }),
      RUNS,
    );
  });
});

describe("displayUri", () => {
  const profiles: DisplayProfile[] = ["strict", "basic", "chromium", "firefox", "uts58"];
  test("what is shown, cleaned, normalizes to what the URI normalizes to", () => {
    fc.assert(
      fc.property(anyUri, fc.constantFrom(...profiles), (text, profile) => {
        const cleaned = attempt(() => cleanUri(text));
        if ("code" in cleaned) return;
        const shown = displayUri(text, { profile });
        expect(normalizeUri(cleanUri(shown)), JSON.stringify([text, shown])).toBe(normalizeUri(cleaned.value));
      }),
      RUNS,
    );
  });
});

describe("normalizeUri", () => {
  test("what it leaves alone: no scheme, no namespace, and escapes that would complete a malformed one", () => {
    for (const uri of ["%%41", "%4%31", "?%%61", "#%a%66", "urn://e.com/A:b", "ftp:", "foo://e:8/"]) {
      expect(normalizeUri(uri)).toBe(uri);
    }
    // What stands before the colon is no scheme, so that all of it is a path.
    expect(normalizeUri("1a://B/./C")).toBe("./1a://B/./C");
    // No digit, or none behind a malformed escape.
    expect(normalizeUri("%%7E%4%7e%g%41%zz%42/%41/%4")).toBe("%~%4~%gA%zzB/A/%4");
  });

  test("is idempotent and keeps the components apart", () => {
    fc.assert(
      fc.property(anyUri, (text) => {
        const normal = normalizeUri(text);
        expect(normalizeUri(normal), JSON.stringify(text)).toBe(normal);
        expect(recomposeUri(splitUri(text))).toBe(text);
        const valid = matches("URI-reference", text);
        if (!valid) return;
        expect(matches("URI-reference", normal), JSON.stringify([text, normal])).toBe(true);
        const [before, after] = [splitUri(text), splitUri(normal)];
        expect(after.scheme).toBe(before.scheme?.toLowerCase());
        for (const part of ["authority", "query", "fragment"] as const) {
          expect(after[part] === undefined, JSON.stringify([text, normal, part])).toBe(before[part] === undefined);
        }
      }),
      RUNS,
    );
  });

  test("a browser that sees a URL sees the same one after normalization, but for what it does not normalize", () => {
    fc.assert(
      fc.property(validUri, (text) => {
        const href = (from: string) => {
          const record = parseUrl(from);
          return record === undefined ? undefined : normalizeUri(serializeUrl(record));
        };
        // Where the two readers see different hosts, as in http:/.., no order of steps is right for both.
        if ("code" in attempt(() => cleanUri(text))) return;
        // A browser never removes the drive letter of a file URL, which RFC 3986 does not know.
        if (/^file:.*\/[a-z](?:[:|]|%3a|%7c)/is.test(text)) return;
        if (href(text) !== undefined) expect(href(normalizeUri(text)), JSON.stringify(text)).toBe(href(text));
      }),
      RUNS,
    );
  });
});

describe("compareUris", () => {
  test("is an equivalence at every rung", () => {
    const rungs = [
      "identical",
      "hex-case",
      "unreserved-escapes",
      "dot-segments",
      "scheme-rules",
      "whatwg",
      "different",
    ];
    const rank = (a: string, b: string) => rungs.indexOf(compareUris(a, b).equality);
    const variant = (text: string) =>
      fc.constantFrom(text, text.toUpperCase(), normalizeUri(text), text.replace(/e/g, "%65"), `${text}/.`);
    const triple = anyUri.chain((text) => fc.tuple(variant(text), variant(text), variant(text)));
    fc.assert(
      fc.property(triple, ([a, b, c]) => {
        expect(rank(a, a)).toBe(0);
        expect(rank(a, b)).toBe(rank(b, a));
        expect(rank(a, c)).toBeLessThanOrEqual(Math.max(rank(a, b), rank(b, c)));
      }),
      RUNS,
    );
  });
});

test("compareUris cuts no character in two where it says what differs", () => {
  // 😀 is D83D DE00, 🈀 shares its second half and 😁 its first.
  for (const other of ["🈀", "😁"]) {
    const place = { index: 2, length: 2 };
    expect(compareUris("/a😀b", `/a${other}b`).differences).toEqual([{ component: "path", a: place, b: place }]);
  }
});

describe("the URL parser inside", () => {
  test("reads what whatwg-url reads, with and without a base", () => {
    const base = "https://base.invalid/x/y?z";
    const record = parseUrl(base);
    const oracle = (text: string, against?: string): string | undefined => {
      try {
        return new Oracle(text, against).href;
      } catch {
        return undefined;
      }
    };
    expect(serializeUrl(parseUrl("a\ud83d\n\ude00", record)!)).toBe(oracle("a\ud83d\n\ude00", base));
    fc.assert(
      fc.property(anyUri, (text) => {
        for (const [ours, theirs] of [
          [parseUrl(text), oracle(text)],
          [parseUrl(text, record), oracle(text, base)],
        ] as const) {
          expect(ours === undefined ? undefined : serializeUrl(ours), JSON.stringify(text)).toBe(theirs);
        }
      }),
      RUNS,
    );
  });
});

describe("IRIs", () => {
  test("a URI made an IRI and back is equivalent, and ASCII", () => {
    fc.assert(
      fc.property(validUri, (text) => {
        const iri = uriToIri(text);
        const back = attempt(() => iriToUri(iri));
        if ("code" in back) return;
        expect(back.value).toMatch(/^[\0-\x7f]*$/);
        const path = (from: string) => normalizeUri(from).replace(/\/\/[^/?#]*/, "");
        expect(path(back.value), JSON.stringify([text, iri])).toBe(path(text));
      }),
      RUNS,
    );
  });
});
