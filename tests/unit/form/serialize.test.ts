import { describe, expect, test } from "vitest";
import { encoding, pickFormEncoding, utf8 } from "../../../library/src/charset/index.ts";
import { FormPairs, parseForm, serializeForm } from "../../../library/src/form/index.ts";

test("all that HTML does at submit: newlines, files, _charset_, the encoding of accept-charset, %20", () => {
  const data = new FormData();
  data.append("_charset_", "");
  data.append("text\r", "1\n2\r3\r\n4\n\r");
  data.append("file", new File(["x"], "né.txt"));
  const chosen = pickFormEncoding("utf-7 windows-1252", utf8);
  expect(serializeForm(data, { encoding: chosen, newlines: "crlf", charsetField: true, space: "%20" })).toBe(
    "_charset_=windows-1252&text%0D%0A=1%0D%0A2%0D%0A3%0D%0A4%0D%0A%0D%0A&file=n%E9.txt",
  );
});

test("FormPairs, objects and URLSearchParams serialize like pairs", () => {
  const wanted = "a=1&a=x+y&b=";
  const pairs: [string, string][] = [["a", "1"], ["a", "x y"], ["b", ""]]; // prettier-ignore
  for (const source of [pairs, new FormPairs(pairs), new URLSearchParams(pairs), { a: [1, "x y"], b: "" }]) {
    expect(serializeForm(source)).toBe(wanted);
  }
  expect(new FormPairs(pairs).toString()).toBe(wanted);
  expect(String(parseForm(wanted))).toBe(wanted);
  expect(new FormPairs([["é", "1"]]).toString({ encoding: encoding("latin1") })).toBe("%E9=1");
});

interface Search {
  readonly q: string;
  readonly page?: number;
  readonly exact?: boolean | undefined;
  readonly tags: readonly (string | undefined)[];
  readonly sort: string | null;
}

class Filter {
  readonly name = "x y";
  readonly least?: number;
  method(): string {
    return this.name;
  }
}

describe("objects", () => {
  const search: Search = { q: "tea & milk", tags: ["a", undefined, "b"], sort: "" };

  test("of an interface or a class are serialized, and compile", () => {
    expect(serializeForm(search, { nulls: "skip" })).toBe("q=tea+%26+milk&tags=a&tags=b&sort=");
    expect([...new FormPairs(search)].length).toBe(4);
    // @ts-expect-error a method has no text
    expect(serializeForm(new Filter())).toBe("name=x+y");
    // @ts-expect-error null needs the option
    expect(() => serializeForm({ a: null })).toThrow(TypeError);
    // @ts-expect-error the option throws
    expect(() => serializeForm([["a", null]], { nulls: "throw" })).toThrow(TypeError);
    // @ts-expect-error an object has no text
    expect(() => serializeForm({ a: { b: 1 } })).toThrow(TypeError);
    // @ts-expect-error a symbol has no text
    expect(() => serializeForm([["a", Symbol("b")]])).toThrow(TypeError);
    const record: Record<string, string | string[]> = { a: ["1", "2"] };
    expect(serializeForm(record)).toBe("a=1&a=2");
    expect(serializeForm(new URLSearchParams("a=1"))).toBe("a=1");
    expect(serializeForm(new Map([["a", 1]]))).toBe("a=1");
    expect(serializeForm(new FormData())).toBe("");
  });

  test("undefined is skipped, alone, in an array and in a pair", () => {
    expect(serializeForm({ a: undefined, b: 1, page: undefined, c: [undefined, 2, undefined] })).toBe("b=1&c=2");
    expect(serializeForm(Object.entries({ a: undefined, b: "1" }))).toBe("b=1");
    expect([...new FormPairs({ a: undefined, b: [undefined] })]).toEqual([]);
    expect(serializeForm({ a: undefined }, { nulls: "empty" })).toBe("");
  });

  test("null throws and the message names the option, or the option decides", () => {
    const sources = [{ a: null, b: 1 }, { a: [null], b: 1 }, new Map<string, number | null>([["a", null], ["b", 1]])]; // prettier-ignore
    for (const source of sources) {
      expect(() => serializeForm(source as object)).toThrow(/"a".*nulls: "skip" or "empty"/);
      expect(() => serializeForm(source as object, { nulls: "throw" })).toThrow(TypeError);
      expect(() => new FormPairs(source)).toThrow(/nulls/);
      expect(serializeForm(source as object, { nulls: "skip" })).toBe("b=1");
      expect(serializeForm(source as object, { nulls: "empty" })).toBe("a=&b=1");
    }
  });

  test("are not a text", () => {
    expect(() => serializeForm("a=1" as unknown as object)).toThrow(/parseForm/);
  });
});
