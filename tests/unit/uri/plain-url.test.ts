import fc from "fast-check";
import { expect, test } from "vitest";
import { compareUris, normalizeUri } from "../../../library/src/uri/index.ts";
import { PLAIN_URL } from "../../../library/src/uri/whatwg.ts";
import { URL as WhatwgUrl } from "../../support/oracle/index.mjs";
import { anyUri } from "./arbitrary.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

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

test("plain URLs are different for a browser if no rule makes them equal", () => {
  expect(compareUris("http://e.com/?a='", "http://e.com/?a=%27").equality).toBe("whatwg");
  expect(compareUris("http://e.com/?a=!", "http://e.com/?a=%21").equality).toBe("different");
  expect(compareUris("http://0x7f.1/", "http://127.0.0.1/").equality).toBe("whatwg");
});
