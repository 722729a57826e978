import { describe, expect, test } from "vitest";
import { encoding, pickFormEncoding, utf8 } from "../../src/charset/index.ts";
import { editQuery, FormPairs, parseForm, serializeForm } from "../../src/form/index.ts";

test("what HTML does at submit, in one: newlines, files, _charset_, the encoding of accept-charset, %20", () => {
  const data = new FormData();
  data.append("_charset_", "");
  data.append("text\r", "1\n2\r3\r\n4\n\r");
  data.append("file", new File(["x"], "né.txt"));
  const chosen = pickFormEncoding("utf-7 windows-1252", utf8);
  expect(serializeForm(data, { encoding: chosen, newlines: "crlf", charsetField: true, space: "%20" })).toBe(
    "_charset_=windows-1252&text%0D%0A=1%0D%0A2%0D%0A3%0D%0A4%0D%0A%0D%0A&file=n%E9.txt",
  );
});

test("FormPairs, objects and URLSearchParams give the same as pairs", () => {
  const wanted = "a=1&a=x+y&b=";
  const pairs: [string, string][] = [
    ["a", "1"],
    ["a", "x y"],
    ["b", ""],
  ];
  for (const source of [pairs, new FormPairs(pairs), new URLSearchParams(pairs), { a: [1, "x y"], b: "" }]) {
    expect(serializeForm(source)).toBe(wanted);
  }
  expect(new FormPairs(pairs).toString()).toBe(wanted);
  expect(`${parseForm(wanted)}`).toBe(wanted);
  expect(new FormPairs([["é", "1"]]).toString({ encoding: encoding("latin1") })).toBe("%E9=1");
});

describe("wrong arguments are TypeErrors", () => {
  const wrong: object[] = [
    { encoding: "utf-8" },
    { newlines: "lf" },
    { space: " " },
    { separator: "&&" },
    { unencodable: "drop" },
    { loneSurrogate: "keep" },
  ];
  for (const options of wrong) {
    test(JSON.stringify(options), () => {
      expect(() => serializeForm([["a", "1"]], options)).toThrow(TypeError);
    });
  }
  test("parseForm and editQuery", () => {
    for (const input of [undefined, null, 1, {}, [1], new Uint16Array(1)]) {
      expect(() => parseForm(input as never)).toThrow(TypeError);
    }
    for (const options of [
      { profile: "lax" },
      { separator: ";" },
      { malformed: "no" },
      { charsetField: "sjis" },
      { accept: /a/ },
    ]) {
      expect(() => parseForm("a", options as never)).toThrow(TypeError);
    }
    expect(() => editQuery(undefined as never)).toThrow(TypeError);
  });
});

test("an edit that adds half a pair of surrogates is refused, and nothing has changed", () => {
  const editor = editQuery("a=1");
  expect(() => editor.set("a", "\ud800")).toThrow("lone surrogate");
  expect(() => editor.rename("a", "\ud800")).toThrow("lone surrogate");
  expect(editor.toString()).toBe("a=1");
});

test("an error counts in the text that was given, newlines or not", () => {
  for (const [text, options] of [
    ["\n\n\n\ud800", {}],
    ["\r\n\n‽", { encoding: encoding("sjis"), unencodable: "throw" }],
  ] as const) {
    expect(() => serializeForm({ a: text }, { newlines: "crlf", ...options })).toThrow(/ at 3$/);
  }
});
