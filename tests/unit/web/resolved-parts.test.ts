import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { resolveUri } from "../../../library/src/uri/index.ts";
import { resolveParts } from "../../../tool/page/app/resolved-parts.ts";

const BASE = "http://a/b/c/d;p?q";

describe("the parts of a resolved URI", () => {
  test.each([
    ["g", ["http:base", "//abase", "/b/c/base", "greference"]],
    ["../g?y#s", ["http:base", "//abase", "/b/base", "greference", "?yreference", "#sreference"]],
    ["../../../g", ["http:base", "//abase", "/base", "greference"]],
    [".", ["http:base", "//abase", "/b/c/base"]],
    ["..", ["http:base", "//abase", "/b/base"]],
    ["x/../../y", ["http:base", "//abase", "/b/base", "yreference"]],
    ["", ["http:base", "//abase", "/b/c/d;pbase", "?qbase"]],
    ["#s", ["http:base", "//abase", "/b/c/d;pbase", "?qbase", "#sreference"]],
    ["?y", ["http:base", "//abase", "/b/c/d;pbase", "?yreference"]],
    ["/g/../h", ["http:base", "//abase", "/hreference"]],
    ["//h/x", ["http:base", "//hreference", "/xreference"]],
    ["urn:x", ["urn:reference", "xreference"]],
  ])("of %j", (reference, wanted) => {
    expect(resolveParts(reference, BASE).map(({ text, origin }) => text + origin)).toEqual(wanted);
  });

  test("a path without a slash at its start is not split", () => {
    expect(resolveParts("b", "urn:a").map(({ text, origin }) => [text, origin])).toEqual([["urn:", "base"], ["b", "both"]]); // prettier-ignore
  });

  const pieces = fc.array(fc.constantFrom("..", ".", "a", "b", "/", "/", "//", ":", "?q", "#f", "x:", "%2e"), {
    maxLength: 9,
  });
  property("are the result of resolveUri, for any texts", fc.tuple(pieces, pieces), ([reference, base]) => {
    for (const first of ["x:", "http://h", "urn:"]) {
      const [given, against] = [reference.join(""), first + base.join("")];
      const parts = resolveParts(given, against);
      expect(parts.map(({ text }) => text).join("")).toBe(resolveUri(given, against));
    }
  });
});
