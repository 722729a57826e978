import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../library/src/uri/index.ts";
import {
  splitQuery,
  findQuery,
  readCharsetField,
  readPiece,
  withName,
  withQuery,
  withValue,
  writeOptionsAfter,
} from "../../../tool/page/app/query-pairs.ts";

const STRICT = { rules: "strict" } as const;
const queries = fc
  .array(fc.constantFrom("a", "b", "=", "&", "+", "%20", "%zz", "%FF", "é", ";", "%26", "?", "#"))
  .map((parts) => parts.join(""));

describe("the query of a text", () => {
  test.each([
    ["a=1&b", ["", "a=1&b", ""]],
    ["?a=1", ["?", "a=1", ""]],
    ["http://e.com/p?a=1#f?g", ["http://e.com/p?", "a=1", "#f?g"]],
    ["http://e.com/p#f", ["http://e.com/p", "", "#f"]],
    ["/p", ["/p", "", ""]],
  ])("%s", (text, [before, query, after]) => {
    expect(findQuery(text)).toEqual({ before, query, after });
  });

  test("gets its ? with the first pair", () => {
    expect(withQuery(findQuery("http://e.com/p#f"), "a=1")).toBe("http://e.com/p?a=1#f");
    expect(withQuery(findQuery("a=1"), "b=2")).toBe("b=2");
    expect(withQuery(findQuery("#f"), "a=1")).toBe("?a=1#f");
  });

  property("is put back unchanged", queries, (text) => {
    const place = findQuery(text);
    expect(withQuery(place, place.query)).toBe(text);
    const { raws, separators } = splitQuery(place.query, "&;");
    expect(raws.map((raw, k) => raw + (separators[k] ?? "")).join("")).toBe(place.query);
  });
});

test.each([
  ["", "x", "x=a+b%0A"],
  ["?", "x", "x=a%20b%0A"],
  ["mailto:a@e.com?", "body", "body=a%20b%0D%0A"],
])("after %o a space and a line end are written as the scheme has them", (before, name, written) =>
  expect(withValue(readPiece(`${name}=`, 0, STRICT), "a b\n", writeOptionsAfter(before))).toBe(written),
);

test("the first pair _charset_ is found in every spelling of its name", () => {
  expect(readCharsetField(["a=1", "%5fCHARSET_=g+b", "_charset_=x"])).toBe("g b");
  expect(readCharsetField(["_charset_", "_charset_=x"])).toBe("");
  expect(readCharsetField(["a=_charset_"])).toBe(undefined);
});

describe("the pairs of a form", () => {
  property("are the pairs of parseQuery", queries, (text) => {
    const { raws } = splitQuery(findQuery(text).query, "&");
    const read = raws.filter((raw) => raw !== "").map((raw) => readPiece(raw, 0, STRICT));
    const pairs = [...parseQuery(text, { malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace" })];
    expect(read.map(({ name, value }) => [name, value])).toEqual(pairs);
  });

  property("a changed value is read back", fc.tuple(queries, fc.string({ unit: "grapheme" })), ([text, value]) => {
    const [raw = "k"] = splitQuery(text, "&").raws;
    const written = withValue(readPiece(raw, 0, STRICT), value);
    expect(readPiece(written, 0, STRICT).value).toBe(value);
    expect(written.split("=", 1)[0]).toBe(raw.split("=", 1)[0]);
  });

  property("a changed name is read back", fc.tuple(queries, fc.string({ unit: "grapheme" })), ([text, name]) => {
    const [raw = "k"] = splitQuery(text, "&").raws;
    const before = readPiece(raw, 0, STRICT);
    const after = readPiece(withName(before, name), 0, STRICT);
    if (name !== "" || after.raw !== "") expect(after.name).toBe(name);
    expect(after.value).toBe(before.value);
  });

  test("issues have indexes in the whole query", () => {
    expect(readPiece("x=%zz", 10, STRICT).issues).toEqual([{ code: "malformed-escape", index: 12, length: 1 }]);
    expect(readPiece("k", 0, STRICT).hasValue).toBe(false);
  });
});
