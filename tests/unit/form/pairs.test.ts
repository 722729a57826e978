import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormPairs, parseForm } from "../../../library/src/form/index.ts";
import { DUPLICATES } from "../../../library/src/form/pairs.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { forAll } from "../../support/for-all.ts";
import { findFault, valueOrPlace } from "../../support/catch-fault.ts";

test("__proto__, toString and the empty text are ordinary names", () => {
  const pairs = parseForm("__proto__=1&toString=2&=3&constructor=4");
  expect([...pairs]).toEqual([["__proto__", "1"], ["toString", "2"], ["", "3"], ["constructor", "4"]]); // prettier-ignore
  const object = pairs.toObject();
  const prototype = Object.getPrototypeOf(object) as object;
  expect([Object.getPrototypeOf(prototype), Reflect.ownKeys(prototype), Object.isFrozen(prototype)]).toEqual([
    null,
    [],
    true,
  ]);
  expect("hasOwnProperty" in object).toBe(false);
  for (const length of [0, 1, 12, 13, 200, 1000]) {
    const form = Array.from({ length }, (_, k) => `k${k}=1`).join("&");
    for (const duplicates of DUPLICATES) {
      const made = parseForm(form).toObject({ duplicates });
      expect(Object.getPrototypeOf(made) === prototype, `${length} ${duplicates}`).toBe(true);
      made["__proto__"] = "x";
      expect([Object.getPrototypeOf(made) === prototype, Object.hasOwn(made, "__proto__")]).toEqual([true, true]);
    }
  }
  expect(Object.keys(object)).toEqual(["__proto__", "toString", "", "constructor"]);
  expect(object["__proto__"]).toBe("1");
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(pairs.get("hasOwnProperty")).toBe(undefined);
  expect(pairs.has("__proto__")).toBe(true);
});

describe("duplicates", () => {
  const pairs = parseForm("a=1&b=x&a=2&%61=3");

  test("single throws with the index of the second pair", () => {
    expect(pairs.single("b")).toBe("x");
    expect(pairs.single("none")).toBe(undefined);
    expect(valueOrPlace(() => pairs.single("a"))).toEqual(["duplicate-name", 8, 1]);
  });

  test("single has the right index if ; separates, in a text and in bytes, with and without an escape", () => {
    for (const form of ["a=1;b;;ab=2&%61=3", "+=1;b;;ab=2&%20=3"]) {
      for (const input of [form, new TextEncoder().encode(form)]) {
        const parsed = parseForm(input, { separator: "&;" });
        expect(valueOrPlace(() => parsed.single([...parsed][0]![0]))).toEqual(["duplicate-name", 12, 3]);
      }
    }
  });

  test("changing a Buffer afterwards changes no index, although its slice is not a copy", () => {
    for (const separator of ["&", "&;"] as const) {
      const body = Buffer.from("a=1&a=2");
      const parsed = parseForm(body, { separator });
      body.fill("&");
      expect(findFault(() => parsed.single("a")).index).toBe(4);
    }
  });

  test("a pair keeps its index in the form when most others are deleted, and an added pair has none", () => {
    const parsed = parseForm(`${"x=1&".repeat(9)}y=1&a=1&y=2&bc=1&bc=2`);
    parsed.append("a", "2");
    expect(findFault(() => parsed.single("a")).index).toBe(14);
    parsed.delete("x");
    expect(findFault(() => parsed.single("bc"))).toMatchObject({ index: 53, length: 2 });
    expect(findFault(() => parsed.single("a")).index).toBe(5);
    parsed.delete("y");
    parsed.delete("a");
    expect([parsed.size, findFault(() => parsed.single("bc")).index]).toEqual([2, 53]);
    parsed.append("d", "1").append("d", "2");
    expect(findFault(() => parsed.single("d")).index).toBe(3);
  });

  test("toObject: throw, first, last, array, combine", () => {
    expect(findFault(() => pairs.toObject()).index).toBe(8);
    expect(pairs.toObject({ duplicates: "first" })).toEqual({ a: "1", b: "x" });
    expect(pairs.toObject({ duplicates: "last" })).toEqual({ a: "3", b: "x" });
    expect(pairs.toObject({ duplicates: "array" })).toEqual({ a: ["1", "2", "3"], b: ["x"] });
    const combined: Record<string, string | string[]> = pairs.toObject({ duplicates: "combine" });
    expect(JSON.stringify(combined)).toBe('{"a":["1","2","3"],"b":"x"}');
    expect(() => pairs.toObject({ duplicates: "none" as "array" })).toThrow(TypeError);
  });

  test("toMap keeps the order of names and values", () => {
    expect([...pairs.toMap()]).toEqual([["a", ["1", "2", "3"]], ["b", ["x"]]]); // prettier-ignore
  });

  test("if pairs were not parsed, the index counts pairs", () => {
    const made = new FormPairs({ a: ["1", "2"] });
    expect(findFault(() => made.single("a")).index).toBe(1);
  });
});

describe("toObject follows its policy, and the error has the index of the first duplicate", () => {
  for (const count of [0, 1, 12, 13, 40, 998]) {
    for (const [what, write] of [
      ["plain", (k: number) => `${"n".repeat(k % 50)}${k}=v${k}`],
      ["escaped", (k: number) => `%6E${k}=%20${k}`],
      ["without values", (k: number) => `${k % 2 ? "" : "x"}${k}`],
    ] as const) {
      test(`${count} ${what}`, () => {
        const pieces = Array.from({ length: count }, (_, k) => write(k));
        // Repeats the sixth and the second pair, if there are that many.
        const again = pieces.length > 6 ? [pieces[5]!.split("=")[0]!, `${pieces[1]!.split("=")[0]}=again=`] : [];
        const form = [...pieces, "", ...again].join("&");
        const oracle = [...new URLSearchParams(form)];
        for (const given of [form, new TextEncoder().encode(form)]) {
          const object = (duplicates: "first" | "last") => Object.entries(parseForm(given).toObject({ duplicates }));
          expect(new Map(object("last"))).toEqual(new Map(oracle));
          expect(new Map(object("first"))).toEqual(new Map(oracle.toReversed()));
          if (again.length === 0) {
            expect(new Map(Object.entries(parseForm(given).toObject()))).toEqual(new Map(oracle));
          } else {
            const { index, length } = findFault(() => parseForm(given).toObject());
            const name = again[1]!.split("=")[0]!;
            expect([index, length]).toEqual([form.length - again[1]!.length, name.length]);
          }
        }
      });
    }
  }
});

test("changing a returned or passed pair does not change the form", () => {
  const pairs = parseForm("a=1");
  const [pair] = [...pairs] as [[string, string]];
  pair[1] = "changed";
  expect(pairs.get("a")).toBe("1");
  const source: [string, string][] = [["a", "1"]];
  const made = new FormPairs(source);
  source[0]![1] = "changed";
  expect(made.get("a")).toBe("1");
});

test("edits do what URLSearchParams does, in any order and for any number of pairs", () => {
  const name = fc.constantFrom("a", "b", "c", "__proto__", "1");
  // More than twelve pairs have an index; after most pairs are deleted, the array is compacted.
  const first = fc.array(fc.oneof({ weight: 3, arbitrary: name }, fc.string({ maxLength: 2 })), {
    maxLength: 40,
    size: "max",
  });
  const anyValue = fc.oneof(fc.nat({ max: 9 }).map(String), fc.string({ maxLength: 2 }));
  const methods = fc.constantFrom("set", "append", "delete", "delete value", "get", "sort");
  const edit = fc.tuple(methods, name, anyValue);
  forAll(first, fc.array(edit, { maxLength: 60, size: "max" }), (names, edits) => {
    const given = names.map((one, k): [string, string] => [one, String(k)]);
    const [ours, theirs] = [new FormPairs(given), new URLSearchParams(given)];
    for (const [method, key, value] of edits) {
      if (method === "get") {
        expect([ours.getAll(key), ours.has(key), ours.has(key, value)]).toEqual([
          theirs.getAll(key),
          theirs.has(key),
          theirs.has(key, value),
        ]);
      } else if (method === "sort") {
        ours.sort();
        theirs.sort();
      } else if (method === "delete value") {
        expect(ours.delete(key, value)).toBe(theirs.has(key, value));
        theirs.delete(key, value);
      } else if (method === "delete") {
        expect(ours.delete(key)).toBe(theirs.has(key));
        theirs.delete(key);
      } else {
        ours[method as "set"](key, value);
        theirs[method as "set"](key, value);
      }
      expect(ours.size).toBe([...theirs].length);
    }
    expect([...ours]).toEqual([...theirs]);
    expect([...ours.entries()]).toEqual([...theirs.entries()]);
    expect([...ours.keys()]).toEqual([...theirs.keys()]);
    expect([...ours.values()]).toEqual([...theirs.values()]);
    expect(ours.get("a") ?? null).toBe(theirs.get("a"));
    expect(String(new URLSearchParams(ours.toString()))).toBe(String(theirs));
  });
});

test.for([3, 20, 1024, 1025, 3000])("no method returns a deleted pair of %i pairs", (count) => {
  const texts = Array.from({ length: count }, (_, k): [string, string] => [k % 3 === 1 ? "gone" : `n${k}`, `${k}`]);
  const left = texts.filter(([name]) => name !== "gone");
  for (const pairs of [
    new FormPairs(texts),
    parseForm(new URLSearchParams(texts).toString(), { limits: { pairs: count } }),
  ]) {
    expect([...pairs]).toEqual(texts);
    pairs.delete("gone");
    expect(pairs.size).toBe(left.length);
    expect([...pairs]).toEqual(left);
    expect(pairs.toJSON()).toEqual(left);
    expect([...pairs.toMap()]).toEqual(left.map(([name, value]) => [name, [value]]));
    for (const duplicates of ["throw", "first", "last"] as const)
      expect(pairs.toObject({ duplicates })).toEqual(Object.fromEntries(left));
    expect(pairs.toString()).toBe(new URLSearchParams(left).toString());
    expect(pairs.has("gone") || pairs.get("gone") !== undefined).toBe(false);
    expect(pairs.delete("gone")).toBe(false);
    pairs.set("gone", "back");
    expect([...pairs]).toEqual([...left, ["gone", "back"]]);
  }
});

test.each([1, 1000])(
  "an iteration returns the pairs that existed when it began, whatever is edited, %i times",
  (times) => {
    const form = "a&b&c&x=2&x=3&".repeat(times);
    const pairs = parseForm(form, { limits: { pairs: 5 * times } });
    const seen: string[] = [];
    for (const [name, value] of pairs) {
      seen.push(name + value);
      if (seen.length === 2) pairs.set("x", "4");
      pairs.delete(name);
      pairs.append("z", "");
    }
    expect(seen).toEqual([...new URLSearchParams(form)].map(([name, value]) => name + value));
    expect([...pairs]).toEqual(Array.from({ length: 5 * times }, () => ["z", ""]));
  },
);

test("another type of source is a TypeError", () => {
  const objects = [new Date(), Promise.resolve({ a: "1" }), /a/, new Uint8Array([0x61]), { a: null }, { a: {} }];
  const lists = [[["a", "b", "c"]], ["ab"], [["a", null]], [["a", Symbol("b")]]];
  for (const source of [null, () => [["a", "1"]], ...objects, ...lists] as unknown[])
    expect(() => new FormPairs(source as object as []), JSON.stringify(source)).toThrow(TypeError);
  for (const value of [null, undefined, {}, []] as unknown[] as string[]) {
    expect(() => new FormPairs().set("a", value)).toThrow(TypeError);
    expect(() => new FormPairs().append("a", value)).toThrow(TypeError);
  }
});

test("sources: pairs, objects, FormData with a file, URLSearchParams, FormPairs, a Map", () => {
  const data = new FormData();
  data.append("a", "1");
  data.append("file", new File(["content"], "naïve.txt"));
  expect([...new FormPairs(data)]).toEqual([["a", "1"], ["file", "naïve.txt"]]); // prettier-ignore
  const same = [["a", "1"], ["a", "2"]] as const; // prettier-ignore
  for (const source of [same, { a: [1, 2n] }, new URLSearchParams("a=1&a=2"), new FormPairs(same)]) {
    expect([...new FormPairs(source)]).toEqual(same);
  }
  expect([...new FormPairs(new Map([["a", true]]))]).toEqual([["a", "true"]]);
});

/** Keys that are array indexes with equal low bits, which a hash table of that size puts into one bucket. */
function colliding(count: number): string[] {
  const keys: string[] = [];
  for (let low = 0; keys.length < count; low++) {
    for (let high = 0; high < 128 && keys.length < count; high++) keys.push(String(high * 0x20000 + low));
  }
  return keys;
}

test("100,000 keys chosen to collide take at most twice as long as random ones", () => {
  const random = () => Array.from({ length: 100_000 }, () => String(Math.floor(1e5 + Math.random() * 16e6)));
  const time = (keys: string[]): number => {
    const pairs = new FormPairs(keys.map((key) => [key, "1"] as const));
    let found = 0;
    const took = cpuTime(() => {
      for (const key of keys) if (pairs.has(key)) found++;
      for (const key of keys) pairs.set(key, "2");
    });
    expect(found).toBe(keys.length);
    return took;
  };
  // Takes the best of five runs; one is usually enough.
  let [chosen, other] = [Infinity, Infinity];
  for (let k = 0; k < 5 && !(chosen / other < 2); k++) {
    chosen = Math.min(chosen, time(colliding(100_000)));
    other = Math.min(other, time(random()));
  }
  expect(chosen / other).toBeLessThan(2);
});

test("sort compares UTF-16 units, as URLSearchParams does, and pairs keep their indexes", () => {
  const form = "z=1&\u{1f600}=2&\uff5e=3&a=4&z=5&a=6";
  const [ours, theirs] = [parseForm(form), new URLSearchParams(form)];
  theirs.sort();
  expect([...ours.sort()]).toEqual([...theirs]);
  expect([ours.get("z"), ours.getAll("a")]).toEqual(["1", ["4", "6"]]);
  expect([findFault(() => ours.single("a")).index, findFault(() => ours.single("z")).index]).toEqual([form.lastIndexOf("a="), form.lastIndexOf("z=")]); // prettier-ignore
});

test("forEach calls with the value, the name and the pairs, as URLSearchParams does", () => {
  const [ours, theirs] = [parseForm("a=1&b=2&a=3"), new URLSearchParams("a=1&b=2&a=3")];
  const seen: unknown[][] = [[], []];
  const self = {};
  ours.forEach(function (this: unknown, ...words) {
    seen[0]!.push([this === self, words[0], words[1], words[2] === ours]);
    ours.delete("b");
  }, self);
  theirs.forEach(function (this: unknown, ...words) {
    seen[1]!.push([this === self, words[0], words[1], words[2] === theirs]);
  }, self);
  expect(seen[0]).toEqual(seen[1]);
});

test("FormPairs has every name of URLSearchParams", () => {
  const names = Reflect.ownKeys(URLSearchParams.prototype).filter((name) => typeof name === "string");
  expect(names.filter((name) => !(name in FormPairs.prototype))).toEqual([]);
});

describe("a text is parsed strictly, without one leading ?", () => {
  const texts = ["", "?", "??", "a", "?a=1&b=x+y", "a=%41&&b", "?&a=1&", "?=", "a=b?c", "??a=%C3%A9&a=2"];
  test.each(texts)("%j", (text) => {
    const pairs = new FormPairs(text);
    expect([...pairs]).toEqual([...new URLSearchParams(text)]);
    expect(pairs.emptyPairs).toBe(parseForm(text.replace(/^\?/, ""), { rules: "whatwg" }).emptyPairs);
  });
  test("and faults have their index in the text", () => {
    expect(valueOrPlace(() => new FormPairs("?a=%zz"))).toEqual(["malformed-escape", 3, 1]);
    expect(valueOrPlace(() => new FormPairs("?a=1&a=2").single("a"))).toEqual(["duplicate-name", 5, 1]);
    expect(valueOrPlace(() => new FormPairs(`?${"a&".repeat(1001)}`))).toEqual(["limit-exceeded", 2001, 1]);
  });
});
