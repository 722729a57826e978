import { expect, test } from "vitest";
import { encoded, uri } from "../../../library/src/uri/index.ts";
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
    { toString: () => href },
    Object.assign(() => href, { href }),
    [href],
    new Map([["href", href]]),
  ];
  for (const impostor of impostors.slice(0, 6)) {
    expect(() => uri`${impostor as never}/x`, String(impostors.indexOf(impostor))).toThrow(TypeError);
  }
  expect(uri`${impostors[6] as never}/x`).toBe("https%3A%2F%2Fevil.example%2F/x");
  expect(() => uri`${impostors[7] as never}/x`).toThrow(TypeError);
});

test("an error for a base says what to write", () => {
  expect(() => uri`${"https://e.com"}/x`).toThrow(
    'Cannot use hole 1 as the base: unsafe segment "https://e.com" at 0: pass a URL object or encoded(base, "uri")',
  );
  expect(() => uri`${encoded("https://e.com", "uri")}x`).toThrow("after a base write one slash, a query or a fragment");
  expect(() => encoded("https://e.com?q", "uri")).toThrow("write the query and the fragment of a base in the template");
  expect(() => encoded("/api", "uri")).toThrow('encoded(text, "path") accepts a path');
  expect(() => uri`/x?u=${new URL("https://e.com") as never}`).toThrow("pass its href");
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

test.each([
  ["https://e.com:8a/", ""],
  ["https://e.com:a8/", ""],
  ["https://e.com:a/", ""],
  ["https://[x/", ""],
  ["https://e]x/", ""],
])("literals that are not a part of a URI are refused (%j)", (...strings) => {
  expect(() => uri(Object.assign(strings, { raw: strings }), "v")).toThrow(
    new TypeError("the template's own text is not a URI"),
  );
});

test("a template may leave out the digits of a port, or have some", () => {
  expect(uri`https://e.com:/${"v"}`).toBe("https://e.com:/v");
  expect(uri`https://e.com:80/${"v"}`).toBe("https://e.com:80/v");
});
