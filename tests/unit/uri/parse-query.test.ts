import fc from "fast-check";
import { expect, test } from "vitest";
import { FormPairs, type FormOptions, parseForm } from "../../../library/src/form/index.ts";
import { editUri, parseQuery } from "../../../library/src/uri/index.ts";
import { findQuery } from "../../../tool/page/app/query-pairs.ts";
import { forAll } from "../../support/for-all.ts";
import { readSize } from "../../support/sizes.ts";
import { valueOrPlace } from "../../support/catch-fault.ts";

/** An input, its query, and the index of the query. */
const QUERIES: readonly (readonly [input: string, query: string, index: number])[] = [
  ["https://e.com/?q=1", "q=1", 15],
  ["HTTP://e.com/a=b?q=1#f=2", "q=1", 17],
  ["https://e.com/a=1", "", 17],
  ["https://e.com/#?q=1", "", 14],
  ["?q=1", "q=1", 1],
  ["??q=1", "?q=1", 1],
  ["?a=1#b=2", "a=1", 1],
  ["/p?q=1", "q=1", 3],
  ["/p=1", "", 4],
  ["//e.com?q", "q", 8],
  ["#a=1", "", 0],
  ["../x?q=1", "q=1", 5],
  ["mailto:a@e.com?cc=b", "cc=b", 15],
  ["q=1", "q=1", 0],
  ["q=1#b=2", "q=1#b=2", 0],
  ["q=1?b=2", "q=1?b=2", 0],
  ["u=https://e.com/?x=1", "u=https://e.com/?x=1", 0],
  ["1://e.com=1", "1://e.com=1", 0],
  ["mailto:a=1", "mailto:a=1", 0],
  ["", "", 0],
];

test("the query of a URI and a query alone are told apart by how they begin, for strings, bytes and the page", () => {
  for (const [input, query, index] of QUERIES) {
    const expected = [...parseForm(query, { rules: "whatwg" })];
    expect([...parseQuery(input)], input).toEqual(expected);
    expect([...parseQuery(new TextEncoder().encode(input))], input).toEqual(expected);
    expect([...new FormPairs(input)], input).toEqual(expected);
    const place = findQuery(input);
    expect([place.query, place.before.length], input).toEqual([query, index]);
  }
  expect([...parseQuery(new URL("https://e.com/?a=%C3%A9#f"))]).toEqual([["a", "é"]]);
});

test("positions count in the given text, and every option is that of parseForm", () => {
  const token = fc.constantFrom(..."&&==+;?#/a", "b=", "%61", "%zz", "%", "%FF", "é", "\ud800", "a=1&a=2");
  const policy = fc.constantFrom("throw" as const, "keep" as const, "drop" as const, "replace" as const);
  const options = fc.record(
    { malformed: policy, invalidUtf8: policy, rules: fc.constantFrom("strict" as const, "whatwg" as const), plus: fc.constantFrom("space" as const, "literal" as const) },
    { requiredKeys: [] },
  ); // prettier-ignore
  const start = fc.constantFrom("https://é.com/p?", "?", "/a=b?", "x?");
  const query = fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join("").replace(/#.*/, ""));
  forAll(readSize("URIS"), start, query, options, (before, text, given: FormOptions) => {
    const issues: unknown[] = [];
    const read = (parse: typeof parseQuery, input: string, shift: number) => {
        issues.length = 0;
        const onIssue = ({ code, index, length }: { code: string; index: number; length: number }) => issues.push([code, index + shift, length]);
        const move = (result: unknown) => (Array.isArray(result) && typeof result[1] === "number" ? [result[0], result[1] + shift, result[2]] : result);
        const pairs = valueOrPlace(() => parse(input, { ...given, onIssue }));
        const single = pairs instanceof FormPairs ? ["a", ""].map((name) => move(valueOrPlace(() => pairs.single(name)))) : [];
        return [pairs instanceof FormPairs ? [[...pairs], pairs.emptyPairs] : move(pairs), single, issues.slice()];
      }; // prettier-ignore
    if (/^\?|:\/\//.test(text)) return;
    const whole = read(parseQuery, `${before}${text}#f=%zz`, 0);
    const alone = read(parseForm as typeof parseQuery, text, before.length);
    expect(whole, JSON.stringify([before, text, given])).toEqual(alone);
  });
});

test("parseForm refuses a URI and a query with its ? under strict rules, and editUri a query without it", () => {
  for (const input of ["?q=1", "?", "https://e.com/?q=1", "x-y://a"]) {
    expect(() => parseForm(input), input).toThrow("parseQuery of percodec/uri reads a URI");
    expect(parseForm(input, { rules: "whatwg" }).size).toBe(1);
    expect(parseForm(new TextEncoder().encode(input)).size).toBe(1);
  }
  expect([...parseForm("a#b=1&/c=?d")]).toEqual([["a#b", "1"], ["/c", "?d"]]); // prettier-ignore
  const url = new URL("https://e.com/?q=1");
  expect(() => parseForm(url as never)).toThrow("parseQuery takes a URL");
  expect(() => new FormPairs(url)).toThrow("parseQuery reads it");
  expect(() => parseQuery(1 as never)).toThrow("parseQuery takes a string, not a number");
  expect(() => editUri("a=1&b=2")).toThrow('a query begins with "?"');
  expect(editUri("?x=%zz&q=1").get("q")).toBe("1");
});
