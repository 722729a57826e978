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

describe("findNearest", () => {
  test("allows edits of a third of the letters", () => {
    expect(findNearest("plsu", ["malformed", "plus"])).toBe("plus");
    expect(findNearest("invalidutf8", ["invalidUtf8", "percentU"])).toBe("invalidUtf8");
    expect(findNearest("xyz", ["malformed", "plus"])).toBe(undefined);
    expect(findNearest("a".repeat(1e6), ["malformed"])).toBe(undefined);
    expect(findNearest("malformed".repeat(1e5), ["malformed".repeat(1e5 + 1)])).toBe(undefined);
  });

  test("finds each kind of edit, and the name with the fewest", () => {
    const names = ["malformed", "malformad", "plus"];
    for (const word of ["mlaformed", "alformed", "malformedd", "xalformed", "malforme", "MALFORMED"])
      expect(findNearest(word, names), word).toBe("malformed");
    expect(findNearest("malformad", names)).toBe("malformad");
    expect(findNearest("mxlfxrmxd", names)).toBe("malformed");
    expect(findNearest("mxlfxrmxx", names)).toBe(undefined);
    expect(findNearest("pl", names)).toBe(undefined);
    expect(findNearest("", ["a", "plus"])).toBe(undefined);
    expect(findNearest("plu", ["plus"])).toBe("plus");
  });
});
