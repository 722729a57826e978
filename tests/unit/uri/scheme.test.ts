import fc from "fast-check";
import { expect, test } from "vitest";
import { inspect } from "../../../library/src/inspect/index.ts";
import {
  cleanUri,
  compareUris,
  displayUri,
  iriToUri,
  normalizeUri,
  resolveUri,
  splitUri,
  uri,
  uriToIri,
} from "../../../library/src/uri/index.ts";
import { splitUrl } from "../../../library/src/uri/whatwg.ts";
import { anyUri } from "./arbitrary.ts";
import { matches } from "./grammar.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { valueUnlessRefused } from "../../support/catch-fault.ts";

const RUNS = readSize("URIS") / 5;

/** Texts in which the part before the first colon is nearly a scheme. */
const token = fc.constantFrom(
  ..."a Z 1 + - . _ % %61 %3A : : :// / // ? # @ é \ud83d\ude00 [ ] ~ http https file foo urn".split(" "),
  ..." \t\n\0\\",
);
const nearlyScheme = fc.array(token, { maxLength: 6 }).map((tokens) => tokens.join(""));
const text = fc.oneof(nearlyScheme, anyUri);

test("splitUri finds the scheme of RFC 3986 section 3.1, and no other, and every function finds the same", () => {
  forAll(RUNS, text, (given) => {
    const before = given.split(":", 1)[0]!;
    const isScheme = given.includes(":") && matches("scheme", before);
    expect(splitUri(given).scheme, given).toBe(isScheme ? before : undefined);
    // cleanUri trims.
    const sample = given.replace(/^[\0-\x20]+/, "");
    const { scheme, authority } = splitUri(sample);
    const lower = scheme?.toLowerCase();
    const compose = (literal: string) => uri(Object.assign([literal], { raw: [literal] }));
    for (const convert of [normalizeUri, cleanUri, iriToUri, uriToIri, displayUri, compose]) {
      const result = valueUnlessRefused(() => convert(sample));
      if (result === undefined) continue;
      expect(splitUri(result).scheme?.toLowerCase(), `${convert.name} of ${JSON.stringify(sample)}`).toBe(lower);
    }
    expect(splitUri(resolveUri(sample, "base://h/")).scheme, sample).toBe(scheme ?? "base");
    // The URL parser removes these first.
    if (!/^[\0-\x20]|[\t\n\r]/.test(sample)) {
      expect(splitUrl(sample, { scheme: "base", host: "h" })?.scheme ?? lower ?? "base").toBe(lower ?? "base");
    }
    const places = inspect(sample).findings.map(({ component }) => component);
    if (authority === undefined) expect(places).not.toContain("userinfo");
  });
});

test("a comparison shows what differs, and nothing where a component is absent", () => {
  const namespace = "the case of the namespace of a URN does not count";
  const components = "the r-, q- and f-components of a URN do not count";
  const clause = " (https://www.rfc-editor.org/rfc/rfc8141#section-3.1).";
  expect(compareUris("urn:EX:a?+r#f", "urn:ex:a?+r#f").message).toBe(`Equal: ${namespace}${clause}`);
  expect(compareUris("urn:ex:a?+r#f", "urn:ex:a?+r").message).toBe(`Equal: ${components}${clause}`);
  expect(compareUris("urn:ex:a?+r", "urn:ex:a?=q").message).toBe(`Equal: ${components}${clause}`);
  expect(compareUris("urn:EX:a?+r", "urn:ex:a").message).toBe(`Equal: ${namespace}, and ${components}${clause}`);
  const query = 'Different in the query: "?q" at 14 of the first, nothing at 14 of the second.';
  expect(compareUris("http://e.com/a?q", "http://e.com/a").message).toBe(query);
  const path = 'Different in the path: "a" at 13 of the first, "b" at 13 of the second.';
  expect(compareUris("http://e.com/a", "http://e.com/b#x").message).toBe(path);
});
