import { expect, test } from "vitest";
import type { EncodedText } from "../../../library/src/index.ts";
import { encoded, uri, type UriTag, type UriValue } from "../../../library/src/uri/index.ts";
import { URL as WhatwgUrl } from "../../support/oracle/index.mjs";
import { catchFault } from "../../support/catch-fault.ts";

const fault = (action: () => unknown) => catchFault(action, ({ code, index }) => [code, index]);

test("a URL object of any implementation is a base", () => {
  class OwnUrl extends URL {}
  for (const Url of [URL, WhatwgUrl, OwnUrl]) {
    const base = new Url("https://e.com:8080/api/");
    expect(uri`${base}/users/${"a/b"}?${{ q: 1 }}`).toBe("https://e.com:8080/api/users/a%2Fb?q=1");
    expect(uri`${new Url("https://é.com")}/x`).toBe("https://xn--9ca.com/x");
    expect(fault(() => uri`${new Url("https://e.com/?a=1")}/x`)).toEqual(["invalid-uri", 14]);
    expect(fault(() => uri`${new Url("https://e.com/#a")}/x`)).toEqual(["invalid-uri", 14]);
    expect(fault(() => uri`${new Url("mailto:a@e.com")}/x`)).toEqual(["invalid-uri", 7]);
    expect(fault(() => uri`${new Url("javascript:alert(1)")}/x`)).toEqual(["invalid-uri", 11]);
  }
});

test("nothing that only looks like a URL object is a base", () => {
  const href = "https://evil.example/";
  const impostors: unknown[] = [
    { href, protocol: "https:", pathname: "/" },
    { href, [Symbol.toStringTag]: "URL" },
    Object.create({ href, [Symbol.toStringTag]: "URL" }),
    Object.create(null, { href: { value: href } }),
    // Another class with such a getter, as that of an anchor element.
    Object.create(Object.defineProperty({}, "href", { get: () => href })),
    { toString: () => href },
    Object.assign(() => href, { href }),
    new Map([["href", href]]),
  ];
  for (const impostor of impostors) {
    expect(() => uri`${impostor as never}/x`, String(impostors.indexOf(impostor))).toThrow(TypeError);
  }
  expect(uri`${[href]}/x`).toBe("https%3A%2F%2Fevil.example%2F/x");
});

test("an error says what to write, and for which hole", () => {
  expect(() => uri`tel:${"1"};a=${""}`).toThrow("Cannot put hole 2 into the path");
  expect(() => uri`${"https://e.com"}/x`).toThrow(
    'Cannot use hole 1 as the base: unsafe segment "https://e.com" at 0: pass a URL object or encoded(base, "uri")',
  );
  expect(() => uri`${encoded("https://e.com", "uri")}x`).toThrow("after a base write one slash, a query or a fragment");
  expect(() => encoded("https://e.com?q", "uri")).toThrow("write the query and the fragment of a base in the template");
  expect(() => encoded("/api", "uri")).toThrow('encoded(text, "path") accepts a path');
  expect(() => uri`/x?u=${new URL("https://e.com") as never}`).toThrow("pass its href");
  expect(() => uri`tel:${"G"}`).toThrow('a number has digits, "-.()" and a first "+", or A-F, "*" and "#"');
  // The first colon of a template ends its scheme.
  expect(() => uri`1http://${"e.com"}/`).toThrow('"1http" is not a scheme');
  expect(() => uri`${"a"}:b`).toThrow("a scheme cannot be a hole");
  expect(() => uri`a${"b"}:c`).toThrow("a scheme cannot be a hole");
  expect(uri`./1http:${"b"}`).toBe("./1http:b");
  expect(() => uri`https://[x/${"v"}`).toThrow(new TypeError("the template's own text is not a URI"));
});

test("added properties of Object.prototype make no base", () => {
  const root = Object.prototype as Record<PropertyKey, unknown>;
  Object.defineProperty(root, "href", { configurable: true, get: () => "https://evil.example/" });
  Object.defineProperty(root, Symbol.toStringTag, { configurable: true, value: "URL" });
  try {
    expect(() => uri`${{ a: 1 } as never}/x`).toThrow(TypeError);
    expect(uri`${["a"]}/x`).toBe("a/x");
  } finally {
    delete root["href"];
    delete root[Symbol.toStringTag];
  }
});

interface Search {
  readonly q: string;
  readonly page?: number;
  readonly tag?: readonly string[];
  readonly exact: boolean | undefined;
}
class Filters {
  readonly sort = "name";
  readonly limit: number | undefined = undefined;
}
interface Nested {
  readonly inner: Search;
}

test("an interface, a class and optional properties compile and work", () => {
  const search: Search = { q: "a b", tag: ["x", "y"], exact: undefined };
  expect(uri`/s?${search}`).toBe("/s?q=a%20b&tag=x&tag=y");
  expect(uri`/s?${new Filters()}`).toBe("/s?sort=name");
  const page: number | undefined = undefined;
  expect(uri`/s?page=${page}&${search}`).toBe("/s?q=a%20b&tag=x&tag=y");
  const path: readonly string[] = ["a", "b"];
  expect(uri`${new URL("https://e.com/")}/${path}?${new Map([["k", 1]])}`).toBe("https://e.com/a/b?k=1");
  const holes: UriValue[] = ["a", 1, true, 2n, encoded("b", "segment")];
  expect(uri(Object.assign(["/", "/", "/", "/", "/", ""], { raw: [] }), ...holes)).toBe("/a/1/true/2/b");
  const strict: UriTag<null> = uri.with({ allow: [], nulls: "skip" });
  const loose: UriTag = uri.with({ allow: ["empty"] });
  expect(loose`/a/${""}/`).toBe("/a//");
  expect(strict`/s?a=${null}&b=${[null, 1]}`).toBe("/s?b=1");
});

test("what the tag cannot write does not compile", () => {
  const nested: Nested = { inner: { q: "", exact: true } };
  const twice = "%41" as EncodedText;
  // @ts-expect-error -- a parameter has no inner parameters
  expect(() => uri`/s?${nested}`).toThrow(TypeError);
  // @ts-expect-error -- a date has no one form
  expect(() => uri`/s?d=${new Date(0)}`).toThrow(TypeError);
  // @ts-expect-error -- null needs the option
  expect(() => uri`/s?a=${null}`).toThrow(TypeError);
  // @ts-expect-error -- null needs the option in an object too
  expect(() => uri.with({ nulls: "throw" })`/s?${{ a: null }}`).toThrow(TypeError);
  // @ts-expect-error -- a function is no value
  expect(() => uri`/${() => "a"}`).toThrow(TypeError);
  // @ts-expect-error -- a symbol is no value
  expect(() => uri`/${Symbol("a")}`).toThrow(TypeError);
  // @ts-expect-error -- it would be encoded again
  expect(uri`/${twice}`).toBe("/%2541");
  // @ts-expect-error -- no such option
  expect(() => uri.with({ nulls: "none" })).toThrow(TypeError);
});
