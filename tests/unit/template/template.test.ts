import fc from "fast-check";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  expandTemplate,
  matchTemplate,
  type TemplateMember,
  type TemplateValue,
} from "../../../library/src/template/index.ts";
import { forAll } from "../../support/for-all.ts";
import { Instance } from "../../support/wrong-values.ts";
import { attempt, findFault } from "../../support/catch-fault.ts";

type Values = Record<string, TemplateValue>;

const expand = (template: string, values: Values = {}): string => expandTemplate(template, values, { unsafe: "allow" });
const match = (template: string, uri: string): unknown => matchTemplate(template, uri, { unsafe: "allow" });

test("an error has the index of the fault and at most 32 characters of it", () => {
  const fault = findFault(() => expand("/ab/{a"));
  expect(fault.message).toBe('Cannot expand the template: invalid template "{a" at 4');
  expect(fault).toBeInstanceOf(URIError);
  expect(findFault(() => match("/ab/{a", "")).message).toBe('Cannot match the template: invalid template "{a" at 4');
  expect(findFault(() => expand(`{${"é".repeat(100)}`)).excerpt).toBe("{\\u{E9}\\u{E9}\\u{E9}\\u{E9}\\u{E9}");
  expect(findFault(() => expand(`{${"a".repeat(100)}`)).excerpt).toHaveLength(32);
});

describe("values", () => {
  test("associative arrays: objects, Maps and arrays of pairs are equivalent", () => {
    const pairs: [string, TemplateMember][] = [["b", "1"], ["a&", null], ["c=", 2], ["10", undefined], ["9", false]]; // prettier-ignore
    for (const k of [pairs, new Map(pairs), runInNewContext("new Map(pairs)", { pairs }) as typeof pairs]) {
      expect(expand("{?k*}{#k}", { k })).toBe("?b=1&c%3D=2&9=false#b,1,c=,2,9,false");
    }
    expect(expand("{?k*}", { k: Object.assign(Object.create(null) as object, { b: 1, a: null, c: 2n }) })).toBe(
      "?b=1&c=2",
    );
    expect(expand("{?k*}", { k: runInNewContext("({ b: 1 })") as TemplateValue })).toBe("?b=1");
  });

  test("only own properties count, of the values and of an associative array", () => {
    const inherits = Object.create({ a: "x" }) as Values;
    expect(expand("[{a}{constructor}{__proto__}{?toString}]", inherits)).toBe("[]");
    expect(expand("{__proto__}", { ["__proto__"]: "x" })).toBe("x");
    expect(expand("{?k*}", { k: { ["__proto__"]: "x" } })).toBe("?__proto__=x");
  });

  test("holes of a list are undefined members", () => {
    const list: string[] = [];
    list[2] = "c";
    expect(expand("{list}", { list })).toBe("c");
  });

  test("a value other than text, or a list or object of texts, is a TypeError", () => {
    const objects = [Symbol("a"), () => "a", new Date(0), new Set(["a"]), /a/, new Instance()];
    const lists = [[["a"]], [["a", "b"], "c"], [{ a: 1 }], ["a", ["b", "c"]], [["a", ["b"]]]];
    const members = [{ a: ["b"] }, { a: {} }, { a: Symbol("b") }, new Map([["a", []]])];
    const names = [new Map([[1, "a"]]), new Map([[undefined, "a"]])];
    const wrong = [...objects, ...lists, ...members, ...names];
    for (const a of wrong) {
      for (const template of ["{a}", "{?a*}", "{+a*}"])
        expect(() => expand(template, { a } as never)).toThrow(TypeError);
    }
  });

  test("a prefix of a list or associative array is a TypeError", () => {
    for (const a of [["x"], { x: 1 }, new Map([["x", 1]])]) {
      expect(() => expand("{a:3}", { a })).toThrow('the variable "a" has a prefix, so it must be text');
    }
  });
});

describe("the names of a literal template are types", () => {
  test("of expandTemplate", () => {
    expect(expandTemplate("/users/{id}{?q,page}", { id: 1 })).toBe("/users/1");
    expect(expandTemplate("/users/{id}{?q,page}", { id: 1, q: undefined, page: null })).toBe("/users/1");
    // @ts-expect-error no such variable
    expandTemplate("/users/{id}{?q,page}", { id: 1, pag: 2 });
    // @ts-expect-error no such variable: the operator is not part of the name
    expect(() => expandTemplate("/users{?q}", { "?q": 1 })).toThrow('no expression with the variable "?q"');
    // @ts-expect-error there are no variables
    expect(() => expandTemplate("/users/:id", { id: 1 })).toThrow(
      'the template has no expression with the variable "id"',
    );
    expect(expandTemplate("/users", {})).toBe("/users");
    expandTemplate("/users", {});
    expandTemplate("{a.b}{+list*}{#p:3,k*}", { "a.b": true, list: [1, "b"], p: "x", k: { x: 1n } });
    // @ts-expect-error a prefix requires text
    expect(() => expandTemplate("{p:3}", { p: ["x"] })).toThrow(TypeError);
    expandTemplate("{p:3}{p}", { p: "x" });
    // @ts-expect-error not a value
    expect(() => expandTemplate("{p}", { p: new Date() })).toThrow(TypeError);
    // @ts-expect-error the values are missing
    expect(() => expandTemplate("{p}")).toThrow(TypeError);
  });

  test("a string that is not a literal accepts any names", () => {
    const template: string = "{a}";
    expect(expandTemplate(template, { a: 1, b: 2 })).toBe("1");
    expect(expandTemplate(`${template}/{b}`, { a: 1, b: 2 })).toBe("1/2");
    expect(matchTemplate(template, "x")?.["a"]).toBe("x");
  });

  test("of matchTemplate", () => {
    const values = matchTemplate("/users/{id}{?tag*}", "/users/1?tag=a");
    const id: string | undefined = values?.id;
    const tags: readonly string[] | { readonly [name: string]: string } | undefined = values?.tag;
    expect([id, tags]).toEqual(["1", ["a"]]);
    const path: readonly string[] | undefined = matchTemplate("{/path*}", "/a")?.path;
    expect(path).toEqual(["a"]);
    // @ts-expect-error no such variable
    expect(values?.tags).toBe(undefined);
    // @ts-expect-error it may be undefined
    const text: string = values?.id;
    expect(text).toBe("1");
  });

  test("a long template compiles", () => {
    const path =
      "{a}{/b*}{;c}{?d}{&e}{#f}/{g}/{h}/{i}/{j}/{k}/{l}/{m}/{n}/{o}/{p}/{q}/{r}/{s}/{t}/{u}/{v}/{w}/{x}/{y}/{z}";
    const template = `${path}${path}${path}${path}${path}${path}${path}${path}${path}${path}{last}` as const;
    expect(expandTemplate(template, { last: 1, a: 2 })).toContain("1");
    // @ts-expect-error no such variable
    expect(() => expandTemplate(template, { first: 1 }, { unsafe: "allow" })).toThrow(TypeError);
  });
});

describe("matching", () => {
  /** The values of each URI that matches the template. */
  const cases: readonly [template: string, values: Readonly<Record<string, unknown>>][] = [
    ["", { "": {} }],
    ["/a", { "/a": {} }],
    ["/é", { "/%C3%A9": {} }],
    ["/users/{id}", { "/users/1": { id: "1" }, "/users/": { id: "" }, "/users/a%2fb%20%C3%A9": { id: "a/b é" } }],
    ["/é%2F{y}{?%5e}", { "/%c3%a9%2fz?%5E=1": { y: "z", "%5e": "1" } }],
    ["/{?x%2f,b}", { "/?b=1&x%2F=2": { "x%2f": "2", b: "1" } }],
    ["/users/{id}/posts/{post}", { "/users/1/posts/2": { id: "1", post: "2" } }],
    ["{scheme}://{host}/", { "http://example.com/": { scheme: "http", host: "example.com" } }],
    ["/{name}.json", { "/a.json.json": { name: "a.json" }, "/.json": { name: "" } }],
    ["/{name}.json{?q}", { "/a.json?q=1": { name: "a", q: "1" } }],
    ["/{a}-{b}", { "/x-y": { a: "x", b: "y" }, "/-": { a: "", b: "" }, "/%2D-%2d": { a: "-", b: "-" } }],
    ["/{a}4{b}", { "/%414": { a: "A", b: "" } }],
    ["/{y}-{m}-{d}", { "/2026-11-23": { y: "2026", m: "11", d: "23" } }],
    ["/{y}-{m}.{d}", { "/2026-11.23": { y: "2026", m: "11", d: "23" } }],
    ["/{a}aa{b}", { "/aa": { a: "", b: "" } }],
    ["/{name}.{ext}{?v}", { "/a.b?v=1": { name: "a", ext: "b", v: "1" } }],
    ["/{name}.{ext}.gz", { "/a.tar.gz": { name: "a", ext: "tar" } }],
    ["/{name}.{ext}/x", { "/a.b/x": { name: "a", ext: "b" } }],
    ["{/a}/x/{b}", { "/1/x/2": { a: "1", b: "2" } }],
    ["{/a*}/x/{b}", { "/1/x/2/x/3": { a: ["1", "x", "2"], b: "3" }, "/x/3": { b: "3" } }],
    ["{/a*}/x/{b}/y", { "/1/x/2/y": { a: ["1"], b: "2" } }],
    ["{/a}-{b}-{c}", { "/1-2-3": { a: "1", b: "2", c: "3" } }],
    ["{+path}/{id}", { "/a/b/c": { path: "/a/b", id: "c" }, "/": { path: "", id: "" } }],
    ["{a,b},{c}", { "1,2,3": { a: "1", b: "2", c: "3" }, "1,2": { a: "1", c: "2" } }],
    ["{a*},{c}", { "1,2,3": { a: ["1", "2"], c: "3" } }],
    ["/{a:3}", { "/abc": { a: "abc" } }],
    ["/{a:2}", { "/%F0%9F%98%80%C3%A9": { a: "😀é" } }],
    ["/{a:3}/{a}", { "/abc/abcdef": { a: "abcdef" } }],
    ["/{a}/{a:3}", { "/abcdef/abc": { a: "abcdef" } }],
    ["/{a:1}/{a:3}", { "/a/abc": { a: "abc" } }],
    ["{/a:1,a}", { "/v/value": { a: "value" }, "": {} }],
    ["{+a:2}", { "%41b": { a: "%41b" } }],
    ["/{a}/{a}", { "/1/1": { a: "1" } }],
    ["/x{?a,a}", { "/x?a=1&a=1": { a: "1" } }],
    ["{/a}{?a}", { "/1?a=1": { a: "1" } }],
    ["{?fields,q}", { "?fields=id,name&q=1": { fields: ["id", "name"], q: "1" } }],
    ["{?fields}", { "?fields=,": { fields: ["", ""] }, "?fields=%2C": { fields: "," } }],
    ["{;size}", { ";size=1,2": { size: ["1", "2"] } }],
    ["{a,b}", { "1,2": { a: "1", b: "2" }, "1": { a: "1" }, ",": { a: "", b: "" } }],
    ["{a},{b}", { "1,2": { a: "1", b: "2" } }],
    ["{a*}", { "1,2,%2C": { a: ["1", "2", ","] } }],
    ["X{.a}", { "X.tar.gz": { a: "tar.gz" }, X: {}, "X.": { a: "" } }],
    ["{/a,b}/x", { "/1/2/x": { a: "1", b: "2" }, "/1/x": { a: "1" }, "/x": {} }],
    ["/files{/path*}", { "/files/a//b/": { path: ["a", "", "b", ""] }, "/files": {} }],
    ["{/a,rest*}", { "/1/2/3": { a: "1", rest: ["2", "3"] }, "/1": { a: "1" } }],
    ["/p{;a,b}", { "/p;a=1;b": { a: "1", b: "" } }],
    ["{?q,page}", { "?q=1&page=2": { q: "1", page: "2" }, "?page=2": { page: "2" } }],
    ["{?q,page}", { "?page=2&q=1": { q: "1", page: "2" } }],
    ["/s?f=1&x=a-{x}{&y,z*}", { "/s?z=1&y=2&x=a-3&z=4&f=1": { x: "3", y: "2", z: ["1", "4"] } }],
    ["/s?f=1{&f}", { "/s?f=2&f=1": { f: "2" } }],
    ["/s?x={x}{&y}#{z}", { "/s?y=2&x=1#3": { x: "1", y: "2", z: "3" } }],
    ["{?a,m*}", { "?x=1&a=2&%C3%A9=%26": { a: "2", m: { x: "1", é: "&" } } }],
    ["?m=1{&m*}", { "?m=2&m=1&m=1": { m: ["2", "1"] } }],
    ["{?m*,n*}", { "?x=1&n=2": { m: { x: "1" }, n: ["2"] } }],
    ["{?%41,A,b}", { "?b=3&A=2&%41=1": { "%41": "1", A: "2", b: "3" } }],
    ["/s?{q}&a={a}", { "/s?1&a=2": { q: "1", a: "2" } }],
    ["/s?{&a}", { "/s?a=1&": { a: "1" } }],
    ["{?q*,qq}", { "?q=1&q=&qq=3": { q: ["1", ""], qq: "3" } }],
    ["?fixed=yes{&x}", { "?fixed=yes&x=1": { x: "1" } }],
    ["{/a*}{;b}{?c}{#d}", { "/1;b=2?c=3#4/5?6": { a: ["1"], b: "2", c: "3", d: "4/5?6" }, "": {}, "#": { d: "" } }],
    ["{+path}/here", { "/foo/bar/here": { path: "/foo/bar" } }],
    ["/go?to={+url}", { "/go?to=http://a/%2F?b=c%20d#%C3%A9%25": { url: "http://a/%2F?b=c d#é%" } }],
    ["{+a}", { "%2541%25%41%7e": { a: "%2541%%41%7e" } }],
    ["{?%C3%A9,a.b}", { "?%C3%A9=1&a.b=2": { "%C3%A9": "1", "a.b": "2" } }],
    ["{__proto__}/{constructor}{?toString}", { "1/2": { ["__proto__"]: "1", constructor: "2" } }],
  ];
  const mismatches: readonly [template: string, ...uris: string[]][] = [
    ["", "a"],
    ["/a", "/A"],
    ["{&map}%2F{y}", "&map=a%2F%2f"],
    ["/users/{id}", "/users/1/", "/users/1?x", "/users/a@b", "/users/é", "/users/%zz", "/users/%4", "/users/%"],
    ["/users/{id}", "/users/%FF", "/users/%C0%AF", "/users/%ED%A0%80"],
    ["/{name}.json", "/json"],
    ["/{name}41", "/%41"],
    ["/{a}-{b}", "/x-y-z", "/x"],
    ["/{a}4{b}", "/%41", "/%4144"],
    ["/{y}-{m}-{d}", "/2026-11-23-1"],
    ["/{a}aa{b}", "/aaa"],
    ["/{name}.{ext}", "/a.b.c"],
    ["/{name}.{ext}/x", "/a.b/y"],
    ["{/a*}/x/{b}", "/1/y/3"],
    ["/{a:3}", "/abcd"],
    ["/{a:3}/{a}", "/abc/abdef", "/ab/abc"],
    ["/{a:3}/{a:1}", "/abc/b"],
    ["{/a:1,a}", "/v"],
    ["{+a:2}", "%41bc"],
    ["/{a}/{a}", "/1/2"],
    ["/x{?a,a}", "/x?a=1&a=2"],
    ["{/a}{?a}", "/1"],
    ["{?fields*}", "?fields=a,b"],
    ["{?fields:3}", "?fields=a,b"],
    ["{&x}", "&x=1,%zz"],
    ["/{a}", "/1,2"],
    ["{a,b}", "1,2,3"],
    ["{a*}", "k=v"],
    ["{/a,b}/x", "/1/2/3/x"],
    ["/files{/path*}", "/filesx"],
    ["/p{;a,b}", "/p;b;a=1"],
    ["/p{;a}", "/p;a="],
    ["/s?f=1{&f}", "/s?f=2"],
    ["/s?x={x}{&y}", "/s?y=2"],
    ["{?a,m*}", "?x=1&a=2&x=3", "?x&a=2"],
    ["{?m*}", "?m=1&x=2", "?x=1,2"],
    ["{?m*,n*}", "?x=1"],
    ["/s?{q}&a={a}", "/s?a=2&1"],
    ["{?q,page}", "?q=1&q=1", "?q=1&x=2", "?q=1&", "?"],
    ["{?q}", "?q", "?q=1=2", "?q=a+b", "?qq=1"],
    ["{+a}", "%zz", "%E9", "a b"],
  ];
  for (const [template, uri, values] of cases.flatMap(([one, rows]) =>
    Object.entries(rows).map((row) => [one, ...row] as const),
  )) {
    test(`${template} of ${uri}`, () => {
      expect(match(template, uri)).toEqual(values);
      expect(Object.getPrototypeOf(match(template, uri))).toBe(null);
    });
  }
  for (const [template, ...uris] of mismatches)
    test.each(uris)(`${template} of %s`, (uri) => expect(match(template, uri)).toBe(undefined));

  const END = "what follows the expression can continue its values, so their end is unknown";
  const SEPARATOR = "its values can contain what separates them";
  const LIST = "the list has no end before the next variable";
  /** The place of the fault in each template. */
  const refused: readonly [reason: string | undefined, places: Readonly<Record<string, readonly number[]>>][] = [
    [END, { "/{a}{b}": [1, 3], "/{a}{.b}": [1, 3], "/{a}x{/b}y{c}": [1, 3], "{a}{/b}x": [0, 3], "{/a}{/b}": [0, 4] }],
    [END, { "{/a}/x/{b}/y{c}": [0, 4], "{/a}x{b,c}": [0, 4], [`{a}${"x".repeat(129)}{b}`]: [0, 3] }],
    [END, { "{?a}{&b}": [0, 4], "{+a}{b}": [0, 4], "?{+a}{?b}": [1, 4], "{#a}{?b}": [0, 4] }],
    [SEPARATOR, { "{+a,b}": [0, 6], "{#a*}": [0, 5], "{.a,b}": [0, 6], "{.a*}": [0, 5] }],
    [LIST, { "{/a*,b}": [0, 7], "{a*,b}": [0, 6] }],
    ["a variable is a list only in one place", { "{a}{?a*}": [3, 5] }],
    [undefined, { "/{a": [1, 2], "/{a}{": [4, 1] }],
  ];
  for (const [reason, places] of refused) {
    test.each(Object.entries(places))("%s is refused", (template, place) => {
      const fault = findFault(() => match(template, ""));
      expect([fault.code, fault.index, fault.length]).toEqual(["invalid-template", ...place]);
      expect(fault.detail).toBe(reason);
    });
  }
});

test("random text as template and URI throws nothing but invalid-template", () => {
  const pieces = fc.constantFrom("{", "}", "%", "a", ",", "*", ":", "3", ".", "?", "+", "é", "\ud800", "{a}", "{?a*}");
  const anyText = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(""));
  forAll(anyText, anyText, (one, uri) => {
    for (const run of [() => expand(`${one}{a}`, { a: uri.replace(/\p{Surrogate}/gu, "") }), () => match(one, uri)]) {
      const outcome = attempt(run);
      if ("code" in outcome) expect(outcome.code).toBe("invalid-template");
    }
  });
});

test("the cache does not change results", () => {
  const many = Array.from({ length: 200 }, (_, k) => `/${k}/{a}`);
  for (const round of ["x", "y"]) {
    for (const [k, one] of many.entries()) {
      expect(expand(one, { a: round })).toBe(`/${k}/${round}`);
      const values = matchTemplate(one, `/${k}/${round}`)!;
      expect(values).toEqual({ a: round });
      values["b"] = "mine";
    }
  }
});

test("of an associative array, the fault of a name is thrown before the fault of its value", () => {
  for (const one of ["{a}", "{a*}", "{?a*}"])
    expect(() => expandTemplate(one, { a: { "\ud800": "xyz\udc00" } })).toThrow(
      expect.objectContaining({ code: "lone-surrogate", index: 0 }),
    );
});
