import { deepEqual, deepStrictEqual, notDeepEqual, notDeepStrictEqual } from "node:assert";
import { inspect } from "node:util";
import { chai, describe, expect, test } from "vitest";
import { FormPairs, parseForm } from "../../../library/src/form/index.ts";

/** Texts with different pairs, texts with the same pairs in another spelling, and all ways to create pairs from them. */
const DIFFERENT = ["", "a", "a=1", "a=2", "b=1", "a=1&b=2", "b=2&a=1", "a=1&a=1", "a=1b%3D2", "a=&b", "a&b=&c", `v=${"x%20".repeat(60)}`]; // prettier-ignore
const SAME: readonly (readonly [string, string])[] = [
  ["a=1", "%61=%31"],
  ["a&b=2", "a=&b=2"],
  [`v=${"x%20".repeat(60)}`, `v=${"x+".repeat(60)}`],
];
const WAYS: Record<string, (text: string) => unknown> = {
  "of a text": (text) => parseForm(text),
  "of bytes": (text) => parseForm(new TextEncoder().encode(text)),
  "of pairs": (text) => new FormPairs(new URLSearchParams(text)),
  "in an object": (text) => ({ body: [parseForm(text)] }),
};

const ASSERTIONS: Record<string, (a: unknown, b: unknown) => void> = {
  "node:assert, strict": deepStrictEqual,
  "node:assert, loose": deepEqual,
  "Vitest, toEqual": (a, b) => expect(a).toEqual(b),
  "Vitest, toStrictEqual": (a, b) => expect(a).toStrictEqual(b),
  "Vitest, toMatchObject": (a, b) => expect({ a }).toMatchObject({ a: b }),
  Chai: (a, b) => chai.expect(a).to.deep.equal(b),
};

describe.each(Object.entries(ASSERTIONS))("%s", (_, equal) => {
  for (const [way, make] of Object.entries(WAYS)) {
    test(`different forms are not equal: ${way}`, () => {
      for (const a of DIFFERENT) {
        for (const b of DIFFERENT) {
          if (a === b) equal(make(a), make(b));
          else expect(() => equal(make(a), make(b)), `${a} ${b}`).toThrow();
        }
      }
    });

    test(`the same pairs in other spellings are equal: ${way}`, () => {
      for (const [a, b] of SAME) equal(make(a), make(b));
    });
  }
});

test("edited pairs are equal to parsed ones", () => {
  const edited = parseForm("b=1&a=2&gone=3&gone=4");
  edited.delete("gone");
  edited.set("a", "x").sort();
  deepStrictEqual(edited, parseForm("a=x&b=1"));
  notDeepStrictEqual(edited, parseForm("a=x&b=2"));
  notDeepEqual(edited, parseForm("a=x"));
});

describe("console.log shows the pairs", () => {
  test("and empty pairs if there are any", () => {
    expect(inspect(parseForm("a=1&b=x+y"))).toBe("FormPairs(2) [ [ 'a', '1' ], [ 'b', 'x y' ] ]");
    expect(inspect(parseForm("a=1&&"))).toBe("FormPairs(1) [ [ 'a', '1' ] ] with emptyPairs: 2");
    expect(inspect(new FormPairs())).toBe("FormPairs(0) []");
  });

  test("nested, up to the depth", () => {
    const form = parseForm("a=1");
    expect(inspect({ body: form })).toBe("{ body: FormPairs(1) [ [ 'a', '1' ] ] }");
    expect(inspect({ x: { y: { z: { form } } } })).toBe("{ x: { y: { z: [Object] } } }");
    expect(inspect({ x: { form } }, { depth: 0 })).toBe("{ x: [Object] }");
    expect(inspect({ form }, { depth: 0 })).toBe("{ form: [FormPairs] }");
  });

  test("with the options of the caller, and no control character", () => {
    expect(inspect(parseForm("a=%1B[31m"))).not.toContain("\u001b");
    expect(inspect(parseForm("a=1&b=2&c=3"), { maxArrayLength: 1 })).toContain("2 more items");
  });

  test("in Deno by its own method", () => {
    const form = parseForm("a=1") as unknown as Record<symbol, (inspect: unknown, options: object) => string>;
    expect(form[Symbol.for("Deno.customInspect")]!(inspect, {})).toBe("FormPairs(1) [ [ 'a', '1' ] ]");
  });
});

test("the tag contains no text of the form", () => {
  expect(Object.prototype.toString.call(parseForm("password=secret"))).toMatch(/^\[object FormPairs [0-9a-f]{16}\]$/);
});
