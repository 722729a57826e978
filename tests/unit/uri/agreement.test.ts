import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanUri, normalizeUri, splitAuthority, splitUri, type UriParts } from "../../../library/src/uri/index.ts";
import { PLAIN_URL } from "../../../library/src/uri/whatwg.ts";
import { URL as WhatwgUrl } from "../../support/oracle/index.mjs";
import { anyUri } from "./arbitrary.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { valueUnlessRefused } from "../../support/catch-fault.ts";

/** Changes that a URL Standard parser makes to a cleaned special URL and RFC 3986 does not, each with the reason. */
const DIFFERENCES: readonly (readonly [reason: string, same: (parts: UriParts) => UriParts])[] = [
  [
    "the URL Standard's special-query set encodes the apostrophe (https://url.spec.whatwg.org/#special-query-percent-encode-set)",
    (parts) => ({ ...parts, query: parts.query?.replaceAll("'", "%27") }),
  ],
  [
    "its host parser decodes every escape of a host, writes addresses anew, and drops an empty userinfo and zeros of a port",
    (parts) => ({ ...parts, authority: parts.authority === undefined ? undefined : "" }),
  ],
  [
    "a path is never empty where there is a host, in a file URL too",
    (parts) => ({ ...parts, path: parts.path === "" ? "/" : parts.path }),
  ],
];

function relaxed(uri: string): UriParts {
  return DIFFERENCES.reduce((parts, [, same]) => same(parts), splitUri(normalizeUri(uri)));
}

test("new URL and whatwg-url read cleaned special URLs as RFC 3986 does, except for the listed differences", () => {
  let compared = 0;
  forAll(readSize("URIS"), anyUri, (text) => {
    const cleaned = valueUnlessRefused(() => cleanUri(text, { level: "advanced" }));
    if (cleaned === undefined || !/^(?:https?|wss?|ftp|file):\/\//i.test(cleaned)) return;
    for (const Parser of [WhatwgUrl, URL]) {
      const url = valueUnlessRefused(() => new Parser(cleaned));
      if (url === undefined) continue;
      compared++;
      const windows = url.protocol === "file:" && /^\/[A-Za-z][:|]/.test(url.pathname);
      if (!windows)
        expect(relaxed(cleanUri(url.href)), JSON.stringify([text, cleaned, url.href])).toEqual(relaxed(cleaned));
      const host = splitAuthority(splitUri(cleaned).authority ?? "").host;
      // All parsers read a plain ASCII name the same way.
      if (/^[a-z.-]+$/i.test(host) && url.protocol !== "file:") expect(url.hostname).toBe(host.toLowerCase());
    }
  });
  expect(compared).toBeGreaterThan(readSize("URIS") / 20);
});

const part = (...texts: string[]) => fc.constantFrom(...texts);
const plainUrl = fc
  .tuple(
    part("http://", "HTTPS://", "hTTp://", ""),
    part("e.com", "WWW.E-x.Com", "a.b.c.d", "x"),
    part("", ":80", ":443", ":8080"),
    fc.array(part("/", "a", ".", "..", "%2e", "%2E%2e", "%41", "%7e", "%%41", "%2f", "%3A", ":", "@", "~", "%")),
    part("", "?", "?a=%2F", "?a=/", "?%7E?"),
    part("", "#", "#a#b", "#%41/"),
  )
  .map(([scheme, host, port, path, query, fragment]) =>
    scheme === ""
      ? `/a${path.join("")}${query}${fragment}`
      : `${scheme}${host}${port}/${path.join("")}${query}${fragment}`,
  );

test("a browser writes a plain URL in its normal form, except for what normalization also changes", () => {
  let plain = 0;
  forAll(readSize("URIS"), fc.oneof(plainUrl, anyUri), (text) => {
    if (!PLAIN_URL.test(text) || !/^https?:/i.test(text)) return;
    plain++;
    for (const Parser of [WhatwgUrl, URL]) expect(normalizeUri(new Parser(text).href)).toBe(normalizeUri(text));
  });
  expect(plain).toBeGreaterThan(readSize("URIS") / 4);
});
