import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import {
  FormPairs,
  type FormStyle,
  parseForm,
  serializeForm,
  toNestedObject,
} from "../../../library/src/form/index.ts";
import { FORM_STYLES } from "../../../library/src/form/nested.ts";
import { PercentEncodingError } from "../../../library/src/index.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

/** Serializes with a style, and decodes the escapes of brackets, for reading. */
function serialize(source: object, style: FormStyle): string {
  return serializeForm(source, { style }).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

describe("each style", () => {
  // The forms are in the order of FORM_STYLES.
  test.each([
    [{ a: { b: 1, c: { d: "x y" } } }, "a[b]=1&a[c][d]=x+y ".repeat(4).trim()],
    [{ a: [1, "2,3", ""] }, "a[0]=1&a[1]=2%2C3&a[2]= a[]=1&a[]=2%2C3&a[]= a=1&a=2%2C3&a= a=1,2%2C3,"],
    [
      { a: { b: ["x", "]"] }, c: true },
      "a[b][0]=x&a[b][1]=]&c=true a[b][]=x&a[b][]=]&c=true a[b]=x&a[b]=]&c=true a[b]=x,]&c=true",
    ],
    [{ a: [], b: {}, c: [undefined, "x", undefined, ""], d: undefined }, "c[1]=x&c[3]= c[]=x&c[]= c=x&c= c=x,"],
    [
      Object.entries({ a: { b: [1, 2] }, c: "3" }),
      "a[b][0]=1&a[b][1]=2&c=3 a[b][]=1&a[b][]=2&c=3 a[b]=1&a[b]=2&c=3 a[b]=1,2&c=3",
    ],
    [{ "": { b: [1] }, é: ["&"] }, "[b][0]=1&%C3%A9[0]=%26 [b][]=1&%C3%A9[]=%26 [b]=1&%C3%A9=%26 [b]=1&%C3%A9=%26"],
  ])("%j", (source, wanted) => {
    expect(FORM_STYLES.map((style) => serialize(source, style))).toEqual(wanted.split(" "));
  });

  test("an array of arrays or objects needs deep", () => {
    expect(serialize({ a: [[1], { b: 2 }] }, "deep")).toBe("a[0][0]=1&a[1][b]=2");
    for (const style of ["brackets", "repeat", "comma"] as const) {
      for (const item of [[1], { b: 2 }, []])
        expect(() => serialize({ a: ["x", item] }, style)).toThrow(
          `the value of "a${style === "brackets" ? "[]" : ""}" is an array of arrays or objects, which the style "${style}" does not keep apart: use "deep"`,
        );
    }
  });

  test("all other options", () => {
    const options = {
      separator: ";",
      space: "%20",
      nulls: "empty",
      newlines: "crlf",
      encoding: encoding("windows-1252"),
    } as const;
    const source = { a: [null, "é\n", "b c"], _charset_: "" };
    expect(serializeForm(source, { ...options, style: "comma", charsetField: true })).toBe(
      "a=,%E9%0D%0A,b%20c;_charset_=windows-1252",
    );
    expect(serializeForm({ a: [null, 1] }, { style: "comma", nulls: "skip" })).toBe("a=1");
    expect(() => serializeForm({ a: { b: [null] } }, { style: "deep" })).toThrow('the value of "a[b][0]" must be text');
    expect(serializeForm({ f: { g: new File(["x"], "né.txt") } }, { style: "deep" })).toBe("f%5Bg%5D=n%C3%A9.txt");
  });
});

describe("what is refused", () => {
  test("nested values without a style: the error names it", () => {
    for (const value of [{ b: 1 }, [{ b: 1 }], [[1]]])
      expect(() => serializeForm({ a: value } as never)).toThrow(
        /; serializeForm writes nested values with the option style$/,
      );
    expect(() => serializeForm({ a: new Date() } as never)).toThrow(/not a Date; pass date/);
    expect(() => serializeForm({ a: { b: new Map() } }, { style: "deep" })).toThrow('the value of "a[b]" must be text');
  });

  test("a style of pairs that are not nested", () => {
    expect(() => new FormPairs().toString({ style: "deep" } as never)).toThrow(TypeError);
  });

  test("names that could be read as others", () => {
    for (const source of [{ "a[b]": 1 }, { "a]": 1 }, { a: { "b[": 1 } }, { a: { "": 1 } }, [["a[0]", "1"]]])
      expect(() => serializeForm(source, { style: "deep" })).toThrow(/^a style cannot write the name/);
  });

  test("a value that contains itself; a value in two places is written twice", () => {
    const loop: { a?: unknown } = {};
    loop.a = [loop];
    for (const style of FORM_STYLES)
      expect(() => serializeForm({ x: loop }, { style })).toThrow(/contains itself|does not keep apart/);
    expect(() => serializeForm({ x: loop }, { style: "deep" })).toThrow(
      new TypeError('the value of "x[a][0]" contains itself'),
    );
    const shared = { y: 1 };
    expect(serialize({ a: shared, b: [shared] }, "deep")).toBe("a[y]=1&b[0][y]=1");
  });

  test("more than 100 levels", () => {
    const nest = (levels: number): object => {
      let value: unknown = "x";
      for (let k = 0; k < levels; k++) value = { a: value };
      return { a: value };
    };
    expect(serialize(nest(100), "deep")).toBe(`a${"[a]".repeat(100)}=x`);
    expect(() => serialize(nest(101), "deep")).toThrow(/is nested more than 100 levels deep$/);
    expect(() => serialize(nest(100_000), "deep")).toThrow(TypeError);
  });
});

describe("toNestedObject", () => {
  const read = (text: string, style?: "deep" | "repeat"): unknown =>
    toNestedObject(parseForm(text), style && { style });

  test("reads what is written", () => {
    expect(read("a[b]=1&a[c][0]=x&a[c][1]=y&d=")).toEqual({ a: { b: "1", c: ["x", "y"] }, d: "" });
    expect(read("a[b]=1&a[b]=2&c=3&d=4&d=5", "repeat")).toEqual({ a: { b: ["1", "2"] }, c: "3", d: ["4", "5"] });
    expect(read("a[1]=x&a[0]=y&b[0]=x&b[2]=y")).toEqual({ a: { 0: "y", 1: "x" }, b: { 0: "x", 2: "y" } });
    expect(read("a[0]=x", "repeat")).toEqual({ a: { 0: "x" } });
    expect(read("[b]=1")).toEqual({ "": { b: "1" } });
    for (const style of ["deep", "repeat"] as const) {
      const wanted = { a: ["1"], b: { c: ["2", "3"], d: "4" }, "": ["5"] };
      expect(read("a[]=1&b[c][]=2&b[d]=4&b[c][]=3&[]=5", style)).toEqual(wanted);
    }
  });

  test("a name whose brackets do not match is a plain name", () => {
    for (const name of "a[ a] a[b a[b]c a[b]] a[[b]] a[][b] a[][] [][] a[b][][] a][] ]a[b] a]b[c]".split(" "))
      expect(read(`${name}=1`)).toEqual({ [name]: "1" });
  });

  test("names are data", () => {
    const nested = read("__proto__[x]=1&a[__proto__][y]=2&a[constructor]=3") as Record<string, Record<string, unknown>>;
    expect(Object.keys(nested)).toEqual(["__proto__", "a"]);
    expect(Object.keys(nested["a"]!)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    expect(nested["toString"]).toBeUndefined();
  });

  test("contradictions and too many levels are errors with the number of the pair", () => {
    const fault = (text: string, style?: "repeat"): unknown[] => {
      try {
        return [read(text, style)];
      } catch (error) {
        const { code, index, unit, detail } = error as PercentEncodingError;
        return [code, index, unit, ...(code === "duplicate-name" ? [detail!.replace("it conflicts with ", "")] : [])];
      }
    };
    const twice = (index: number, first: string): unknown[] => ["duplicate-name", index, "pair", first];
    expect(fault("a=1&a=2")).toEqual(twice(1, '"a" at 0'));
    expect(fault("b=0&a=1&a[b]=2")).toEqual(twice(2, '"a" at 1'));
    expect(fault("a[c]=2&a[b]=3&a[b]=1")).toEqual(twice(2, '"a[b]" at 1'));
    expect(fault("a[b]=2&a=1", "repeat")).toEqual(twice(1, '"a[b]" at 0'));
    expect(fault("a[b]=2&a[b][c]=1", "repeat")).toEqual(twice(1, '"a[b]" at 0'));
    // Items and anything else under the name, in either order.
    for (const other of ["a", "a[0]", "a[x]", "a[x][]", "a[x][y]"]) {
      for (const style of [undefined, "repeat"] as const) {
        expect(fault(`b[]=0&a[]=1&a[]=2&${other}=3`, style)).toEqual(twice(3, '"a[]" at 1'));
        expect(fault(`b[]=0&${other}=1&a[]=2`, style)).toEqual(twice(2, `"${other}" at 1`));
      }
    }
    for (const last of ["[b]", "[]"]) {
      expect(fault(`a${"[b]".repeat(100)}${last}=1`)).toEqual(["limit-exceeded", 0, "pair"]);
      expect(fault(`a${"[b]".repeat(99)}${last}=1`)).toHaveLength(1);
    }
  });
});

/** Names that no style refuses, and that do not look like the index of an item. */
const name = fc.stringMatching(/^[a-z=&;%+é. ]{1,3}$/);
const text = fc.string({ maxLength: 4, unit: "grapheme" });

test.each(["deep", "brackets", "repeat"] as const)("%s: what is written is read as the same object", (style) => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.array(style === "deep" ? tie("value") : text, { minLength: style === "repeat" ? 2 : 1, maxLength: 3 }),
      fc.dictionary(name, tie("value"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const source = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
  const reading = style === "repeat" ? ({ style } as const) : undefined;
  forAll(readSize("RUNS"), source, (object) => {
    const read = toNestedObject(parseForm(serializeForm(object, { style })), reading);
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(object)));
  });
});

test("comma: the raw commas separate the items, whatever is in them", () => {
  forAll(readSize("RUNS"), fc.array(text, { minLength: 1, maxLength: 4 }), (items) => {
    const form = serializeForm({ a: { b: items }, c: "x" }, { style: "comma" });
    const [, raw] = /^a%5Bb%5D=(.*)&c=x$/.exec(form)!;
    expect(raw!.split(",").map((item) => parseForm(`v=${item}`).get("v"))).toEqual(items);
  });
});
