import fc from "fast-check";
import { expect, test } from "vitest";
import { editQuery, QueryEditor } from "../../../library/src/form/index.ts";
import { URLSearchParams as Oracle } from "../../support/oracle/index.mjs";

const token = fc.constantFrom(..."&&==+;?a", "b", "%61", "%7e", "%zz", "%", "%FF", "é", "%C3%A9", "x%20y", "😀", "%3D");
const query = fc.array(token, { maxLength: 16 }).map((tokens) => tokens.join(""));
/** Usually a name that occurs in the query. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "", "b", "é", "aa", "ab") },
  fc.string({ unit: "grapheme", maxLength: 3 }),
);
const value = fc.oneof(fc.constantFrom("", "a", "é", "=&"), fc.string({ unit: "grapheme", maxLength: 3 }));

/** The question mark of a query and its raw pairs. */
function written(text: string): { mark: string; rawPairs: string[] } {
  const mark = text.startsWith("?") ? "?" : "";
  return { mark, rawPairs: text === mark ? [] : text.slice(mark.length).split("&") };
}

/** The pair that the URL Standard parses from a raw pair; undefined for an empty one. */
function read(rawPair: string): [name: string, value: string] | undefined {
  return [...new Oracle(`?${rawPair}`)][0];
}

/** The query with other raw pairs. */
const edit = (text: string, rawPairs: readonly string[]): string => written(text).mark + rawPairs.join("&");

test("delete removes each pair with one &, and every other byte stays", () => {
  fc.assert(
    fc.property(query, name, (text, key) => {
      const left = written(text).rawPairs.filter((rawPair) => read(rawPair)?.[0] !== key);
      expect(editQuery(text).delete(key).toString()).toBe(edit(text, left));
    }),
  );
});

test("an appended pair is the last one, and every byte before it stays", () => {
  fc.assert(
    fc.property(query, name, value, (text, key, content) => {
      const { rawPairs } = written(editQuery(text).append(key, content).toString());
      expect(read(rawPairs.at(-1)!)).toEqual([key, content]);
      expect(edit(text, rawPairs.slice(0, -1))).toBe(edit(text, written(text).rawPairs));
    }),
  );
});

test("a set value occurs once, at the first pair of its name, and every other byte stays; an equal value changes nothing", () => {
  fc.assert(
    fc.property(query, name, value, (text, key, content) => {
      const before = written(text).rawPairs;
      const { rawPairs } = written(editQuery(text).set(key, content).toString());
      const first = before.findIndex((rawPair) => read(rawPair)?.[0] === key);
      const others = before.filter((rawPair, k) => k === first || read(rawPair)?.[0] !== key);
      const place = first < 0 ? others.length : others.indexOf(before[first]!);
      expect(read(rawPairs[place]!)).toEqual([key, content]);
      expect(rawPairs.toSpliced(place, 1)).toEqual(first < 0 ? others : others.toSpliced(place, 1));
      if (first >= 0 && read(before[first]!)![1] === content) expect(rawPairs[place]).toBe(before[first]);
    }),
  );
});

test("a renamed pair keeps the spelling of its value, and every other byte stays", () => {
  fc.assert(
    fc.property(query, name, name, (text, key, to) => {
      const before = written(text).rawPairs;
      const { rawPairs } = written(editQuery(text).rename(key, to).toString());
      expect(rawPairs.length).toBe(before.length);
      for (const [k, rawPair] of before.entries()) {
        const pair = read(rawPair);
        if (pair?.[0] !== key) {
          expect(rawPairs[k]).toBe(rawPair);
          continue;
        }
        expect(read(rawPairs[k]!)).toEqual([to, pair[1]]);
        const equals = rawPair.indexOf("=");
        if (equals >= 0) expect(rawPairs[k]!.endsWith(rawPair.slice(equals))).toBe(true);
      }
    }),
  );
});

test("anything but text is a TypeError, for editQuery and for QueryEditor", () => {
  for (const wrong of [1, undefined, null, new URL("http://e.com/?a"), ["a"]]) {
    expect(() => editQuery(wrong as never)).toThrow("editQuery takes a string");
    expect(() => new QueryEditor(wrong as never)).toThrow("editQuery takes a string");
  }
});
