import { expect, test } from "vitest";
import { encoded, uri, type UriTag, type UriValue } from "../../../library/src/uri/index.ts";
import type { EncodedText } from "../../../library/src/index.ts";

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
