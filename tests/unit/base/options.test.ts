import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { findNearest, readOptions } from "../../../library/src/base/options.ts";

interface Sample {
  readonly malformed?: string | undefined;
  readonly accept?: RegExp | undefined;
}
const NAMES = { malformed: true, accept: true } as const;
const read = (options: unknown): Sample => readOptions<Sample>(options as Sample | undefined, NAMES, "sample");

describe("readOptions", () => {
  test("returns the own properties", () => {
    expect({ ...read({ malformed: "keep" }) }).toEqual({ malformed: "keep" });
    expect(read(undefined).malformed).toBe(undefined);
    expect(Object.hasOwn(read({ malformed: undefined }), "malformed")).toBe(true);
  });

  test("accepts a plain object of another realm and one without a prototype", () => {
    const other: unknown = runInContext('({ malformed: "keep" })', createContext());
    expect(read(other).malformed).toBe("keep");
    expect(read(Object.assign(Object.create(null), { malformed: "keep" })).malformed).toBe("keep");
  });

  test("reads no inherited property", () => {
    const inherited: unknown = Object.create(Object.assign(Object.create(null) as object, { malformed: "keep" }));
    expect(read(inherited).malformed).toBe(undefined);
    (Object.prototype as { malformed?: string }).malformed = "keep";
    try {
      expect(read({}).malformed).toBe(undefined);
      expect(read(undefined).malformed).toBe(undefined);
    } finally {
      delete (Object.prototype as { malformed?: string }).malformed;
    }
  });

  test("refuses an unknown name, which the message shows in part", () => {
    expect(() => read({ ["__proto__"]: 1 })).toThrow(
      new TypeError('sample has no option named "__proto__"; known: malformed, accept'),
    );
    expect(() => read({ ["\u202e".repeat(60)]: 1 })).toThrow(/"(\\u\{202E\}){4}"; known: /);
  });
});

test.each([
  ["plsu", "plus"],
  ["plu", "plus"],
  ["invalidutf8", "invalidUtf8"],
  ..."mlaformed alformed malformedd xalformed malforme MALFORMED mxlfxrmxd"
    .split(" ")
    .map((word) => [word, "malformed"]),
  ["malformad", "malformad"],
  // More than a third of the letters differ, or too many do.
  ...["xyz", "pl", "", "mxlfxrmxx", "a".repeat(1e6), "malformed".repeat(1e5)].map((word) => [word, undefined]),
])("findNearest allows edits of a third of the letters, and finds the name with the fewest: %.20s", (word, wanted) => {
  const names = ["malformed", "malformad", "plus", "invalidUtf8", "percentU", "a", "malformed".repeat(1e5 + 1)];
  expect(findNearest(word!, names)).toBe(wanted);
});
