import { expect, test } from "vitest";
import { decodePath } from "../../../library/src/guard/index.ts";
import { decodeKeeping } from "../../../library/src/codec/decode-native.ts";
import { findSegmentFault } from "../../../library/src/uri/segment.ts";
import { percentDecode } from "../../../library/src/index.ts";
import {
  type AllowedInSegment,
  compileTemplate,
  expandTemplate,
  matchTemplate,
} from "../../../library/src/template/index.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { findFault, valueOrCode } from "../../support/catch-fault.ts";

const PIECES = "a x - . .. %2e %2E / %2F %5c %00 %0a %25 2e 2f ; %3b %20 %C3%A9".split(" ");
const RARE = "%EF%BC%8E %E2%80%8B %E2%80%AE %c0%ae %EF%BC%8F %u002e %E2%80%A5 %252e %252f ? #".split(" ");
const CASES = readSize("TEMPLATES") / 5;
const ALLOWED: readonly (readonly AllowedInSegment[])[] = [[], ["slash"], ["slash", "empty"], ["control", "dot"]];

function makeUri(random: (below: number) => number, start: string): string {
  const pieces = Array.from({ length: random(6) }, () => pick(random, random(6) === 0 ? RARE : PIECES));
  return start + pieces.join("");
}

test("a value that is matched can be expanded, and the segment passes decodePath", () => {
  const random = makeRandom(seed);
  const templates = "/f/{a} /f/{a}.{b} /f{/a*} /{+a} /f/{+a}/{b} X{.a}/{b} /.{a} {a}/{b} {/a,b} /f{;a,b}{?c}".split(
    " ",
  );
  const compiled = templates.map((template) => compileTemplate(template));
  let matched = 0;
  for (let k = 0; k < CASES; k++) {
    const at = random(templates.length);
    const template = templates[at]!;
    const uri = makeUri(
      random,
      template.slice(0, template.search(/[{]/)) + pick(random, ["", "", "/", "a", ";a=", "x/"]),
    );
    for (const allow of ALLOWED) {
      const values = valueOrCode(() => compiled[at]!.match(uri, { allow }));
      if (typeof values !== "object") continue;
      matched++;
      const again = expandTemplate(template, values as Record<string, string>, { allow: [...allow, "slash"] });
      // A `%2E` in the URI becomes a dot that the literal between two expressions may be confused with.
      const found = compiled[at]!.match(again, { allow });
      if (found !== undefined || !template.includes("}.{")) expect(found, uri).toEqual(values);
      const path = uri.replace(/\?.*/, "");
      // In `{+a}` an encoded slash is a part of the value; in `{;a}` a dot after the name belongs to a longer segment.
      const segments = valueOrCode(() =>
        decodePath(path, { allow: template.includes("+") ? [...allow, "slash", "empty"] : allow }),
      );
      expect(segments, uri).not.toBeTypeOf("string");
    }
  }
  countInputs(matched);
  expect(matched).toBeGreaterThan(CASES / 20);
});

test("a segment that decodePath refuses is no value of {a}", () => {
  const random = makeRandom(seed + 1);
  for (let k = 0; k < CASES; k++) {
    const segment = makeUri(random, "").replace(/[/?#]/g, "");
    for (const allow of ALLOWED) {
      const isRefused = typeof valueOrCode(() => decodePath(`/${segment}`, { allow })) === "string";
      const found = valueOrCode(() => matchTemplate("/{a}", `/${segment}`, { allow }));
      if (isRefused) expect(typeof found === "object", segment).toBe(false);
    }
  }
});

test("an expanded path has no dot segment, however often it is decoded", () => {
  const random = makeRandom(seed + 2);
  const templates = "/{a}{b} /x/{a}.{b}/y {/a,b} /{+a}{b} /%2e{a} {a}{/b} /{a:2}{b:1} X{.a,b}/z /{a}{;b}".split(" ");
  for (let k = 0; k < CASES; k++) {
    const values = { a: makeUri(random, ""), b: decodeKeeping(makeUri(random, "")) };
    const template: string = pick(random, templates);
    const uri = valueOrCode(() => expandTemplate(template, values));
    if (uri === "unsafe-segment" || uri === "lone-surrogate") continue;
    let path = uri;
    expect(path.startsWith("//")).toBe(false);
    for (let layer = 0; layer < 4; layer++) {
      path = percentDecode(path, { malformed: "keep", invalidUtf8: "keep" });
      expect(path, uri).not.toMatch(/(?:^|[/\\])\.\.?(?:[/\\;]|$)/);
    }
  }
});

test("decodeKeeping decodes as percentDecode does with the policy keep", () => {
  const random = makeRandom(seed + 3);
  const pieces = "% %4 %41 %2e %C3 %A9 %e2 %82 %AC %f0 %9f %80 %ed %a0 %u0041 u 4 é".split(" ");
  for (let k = 0; k < CASES; k++) {
    const text = Array.from({ length: random(8) }, () =>
      pick(random, [...pieces, "%c0", "%f4", "%8f", "%90", "%E0"]),
    ).join("");
    expect(decodeKeeping(text)).toBe(percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true }));
  }
  expect(findSegmentFault("%41".repeat(100_000), [])).toBe(undefined);
});

test("an error has the place of the expression, or of the value in the URI, and the remedy", () => {
  expect(findFault(() => expandTemplate("/x/{a}{b}", { a: ".", b: "." })).message).toBe(
    'Cannot expand the template: unsafe segment ".." at 3: the values add a dot segment; the option allow: ["slash", "dot"] accepts it',
  );
  expect(findFault(() => expandTemplate("/x/{a}", { a: "b/c" }, { allow: [] })).message).toBe(
    'Cannot put the variable "a" into the path: unsafe segment "/c" at 1: a separator; the option allow: ["slash"] accepts it',
  );
  const matched = findFault(() => matchTemplate("/x/{a}", "/x/..%2Fb"));
  expect([matched.code, matched.index, matched.length, matched.unit]).toEqual(["unsafe-segment", 3, 6, "utf-16"]);
});

test("slashes throw only in the path, and not in {+a}", () => {
  const expand = (template: string) => expandTemplate(template, { a: "b/c", l: ["d", "e\\f"] }, { allow: [] });
  for (const template of ["/{a}", "{/a}", "x{.a}", "/x{;a}", "/{l}", "{/l*}", "https://{a}/"]) {
    expect(() => expand(template), template).toThrow(expect.objectContaining({ code: "unsafe-segment" }));
  }
  expect(expand("/{+a}{?a,l}{#a}")).toBe("/b/c?a=b%2Fc&l=d,e%5Cf#b/c");
  expect(expand("/x?y={a}")).toBe("/x?y=b%2Fc");
});

test("a trailing query that the template does not name is ignored by option", () => {
  const match = (template: string, uri: string) => {
    const values = matchTemplate(template, uri, { trailingQuery: "ignore" });
    return values && { ...values };
  };
  expect(matchTemplate("/u/{id}", "/u/1?x=2")).toBe(undefined);
  expect(match("/u/{id}", "/u/1?x=2&y=a/b:c")).toEqual({ id: "1" });
  expect(match("/u/{id}", "/u/1?")).toEqual({ id: "1" });
  expect(match("/u{/id*}", "/u/1/2?x=2")).toEqual({ id: ["1", "2"] });
  expect(match("/u/{a}-{b}", "/u/1-2?x=2")).toEqual({ a: "1", b: "2" });
  expect(match("/u/{id}{?q}", "/u/1?q=2&x=3")).toEqual({ id: "1", q: "2" });
  expect(match("/u/{id}{?q}", "/u/1?x=3")).toEqual({ id: "1" });
  expect(match("/u?f=1{&q}", "/u?f=1&x=2")).toEqual({});
  expect(match("/u/{id}{?q}", "/u/1?x=3&q=2&y")).toEqual({ id: "1", q: "2" });
  expect(match("/u/{id}{?q*}{#a}", "/u/1?x=1#y")).toEqual({ id: "1", a: "y" });
  // A parameter that the template names is never among those that are ignored.
  for (const uri of ["/u/1?q=1&q=2", "/u/1?q=1&x=%zz", "/u/1?x#y", "/u/1?x=é", "/u/1&x=1", "/u/1?x=3&%71=2"]) {
    expect(match("/u/{id}{?q}", uri), uri).toBe(undefined);
  }
  expect(match("/u?f=1{&q}", "/u?f=1&f=2")).toBe(undefined);
});

test("a compiled template has functions that need no this, and its variables", () => {
  const { expand, match, variables } = compileTemplate("/{a}{?b*,c:3}{a}");
  expect(variables).toEqual(["a", "b", "c"]);
  expect(Object.isFrozen(variables)).toBe(true);
  expect(expand({ a: 1, b: ["x"] })).toBe("/1?b=x1");
  expect(() => match("/1")).toThrow(expect.objectContaining({ code: "invalid-template" }));
  expect(() => compileTemplate("/{a")).toThrow("Cannot compile the template: invalid template");
  expect(() => compileTemplate(1 as never)).toThrow(TypeError);
  expect(() => match("/1", { unsave: "allow" } as never)).toThrow(/did you mean "unsafe"/);
  expect(() => expand({}, { slash: "decode" } as never)).toThrow(TypeError);
});

test("expanding refuses every value of {+x} that matching refuses, and names the option", () => {
  const values = "/etc/passwd %2Fetc / //e a\\b a%5Cb a%255Cb a%252Fb \uff0fetc \uff052Fx .. a/..\\b %2e%2E/b".split(
    " ",
  );
  for (const template of ["/f/{+p}", "/f/{+p}/g", "https://e.com/f/{+p}?x={+q}", "/f/{a}/{+p}{#h}"])
    for (const p of values) {
      const uri = expandTemplate(template, { a: "1", p, q: p, h: p }, { unsafe: "allow" });
      expect(() => matchTemplate(template, uri), uri).toThrow("unsafe segment");
      expect(() => expandTemplate(template, { a: "1", p, q: p, h: p }), uri).toThrow(
        expect.objectContaining({
          code: "unsafe-segment",
          index: template.indexOf("{+p}"),
          length: 4,
          message: expect.stringMatching(
            /the option (?:unsafe: "allow"|allow: \["slash", "dot"\]) accepts it/,
          ) as string,
        }),
      );
    }
  expect(() => expandTemplate("/f/{+p}", { p: "/etc" })).toThrow("the values add an absolute path");
  expect(() => matchTemplate("/f/{+p}", "/f/%2fetc")).toThrow("the values add an absolute path");
  // What matching accepts is expanded: an empty segment inside, an encoded slash, and a path whose slash the template does not spell.
  for (const [template, p] of [
    ["/f/{+p}", "a//b/"],
    ["/f/{+p}", "a%2Fb"],
    ["/f/{+p}", ""],
    ["/f{+p}", "/etc"],
    ["https://e.com{+p}", "/a/b"],
    ["/f?x=/{+p}", "/etc"],
  ] as const)
    expect({ ...matchTemplate(template, expandTemplate(template, { p })) }, template).toEqual({ p });
  expect(matchTemplate("/f/{+p}", "/f//etc", { unsafe: "allow" })).toEqual({ p: "/etc" });
});

test("a host that the values leave out is refused where a browser would take the path for it", () => {
  for (const template of ["https://{h}/a", "//{h}/a", "https://{h}", "WS://{+h}/", "https://{h}{p}/"])
    expect(() => expandTemplate(template, { h: "" }), template).toThrow("the values add an authority");
  expect(expandTemplate("x://{h}/a", {})).toBe("x:///a");
  expect(expandTemplate("file://{h}/a", {})).toBe("file:///a");
  expect(expandTemplate("https://{h}/a", { h: "e.com" })).toBe("https://e.com/a");
  expect(expandTemplate("https://", {})).toBe("https://");
  // The template itself has an empty host, and a path after it.
  expect(expandTemplate("http:///a/{x}", { x: "b" })).toBe("http:///a/b");
});

const UNSAFE = "unsafe-segment";

test("a list of what is allowed replaces the default", () => {
  const rows: readonly [
    template: string,
    a: string,
    allow: readonly AllowedInSegment[] | undefined,
    outcome: string,
  ][] = [
    ["/x/{a}", "b/c", undefined, "/x/b%2Fc"],
    ["/x/{a}", "b\\c", [], UNSAFE],
    ["/x/{a}", "b/c", ["empty", "control", "dot"], UNSAFE],
    ["/x/{a}", "b%2Fc", [], UNSAFE],
    ["/x/{a}", "\uff0fc", ["dot"], UNSAFE],
    ["/x/{a}", "b\n", ["control"], "/x/b%0A"],
    ["/x/{a}", "b/\0", ["control"], UNSAFE],
    ["/x/{a}", "b/\0", ["control", "slash"], "/x/b%2F%00"],
    ["/x/{a}", "..", ["dot"], "/x/.."],
    ["/x/{a}", "../b", ["dot", "slash"], "/x/..%2Fb"],
    ["/x/{a}", "%c0%ae", ["dot", "control"], UNSAFE],
    ["/x/{+a}", "../b", ["dot"], "/x/../b"],
    ["/x/{+a}", "b\0", ["control"], "/x/b%00"],
    ["/x/{+a}", "b\\c", ["slash"], UNSAFE],
    ["/x/{+a}", "/b", ["slash", "empty"], UNSAFE],
    ["/x/{a}/b", "", [], "/x//b"],
    ["/{a}/b", "", ["empty"], UNSAFE],
    ["{#a}", "b/../c", undefined, UNSAFE],
    ["{#a}", "b/../c", ["dot"], "#b/../c"],
    ["x{#a}", "b\n", undefined, UNSAFE],
    ["x{#a}", "\0", ["control"], "x#%00"],
    ["x#/{+a}", "../c", undefined, UNSAFE],
    ["x{#a}", "/b//c\\d/", [], "x#/b//c%5Cd/"],
    ["x?y={+a}", "../\0", [], "x?y=../%00"],
    ["x{?a}{#b}", "..", [], "x?a=.."],
  ];
  for (const [template, a, allow, outcome] of rows) {
    const label = `${template} with ${JSON.stringify(a)} and ${String(allow)}`;
    expect(valueOrCode(() => expandTemplate(template, { a }, { allow })), label).toBe(outcome); // prettier-ignore
    // Matching refuses what expanding refuses, but for slashes, which both encode and decode only if they are allowed.
    const uri = expandTemplate(template, { a }, { unsafe: "allow" });
    const found = valueOrCode(() => matchTemplate(template, uri, { allow: allow ?? ["slash"] }));
    if (outcome === UNSAFE) expect(found, label).toBe(UNSAFE);
    else if (template !== "/x/{a}/b") expect(found, label).toEqual({ a });
  }
});

test("an empty value is taken back only at the end of the path", () => {
  const rows: readonly [outcome: unknown, uris: Readonly<Record<string, string>>][] = [
    [{ a: "" }, { "/x/{a}": "/x/", "/x{a}/b": "/x/b", "/x/{a}.json": "/x/.json", "/x/y{;a}/b": "/x/y;a/b" }],
    [{ a: "" }, { "https://e.com/{a}": "https://e.com/", "/x/{+a}/b": "/x//b" }],
    [{ a: "", q: "1" }, { "/x/{a}{?q}": "/x/?q=1" }],
    [{ a: "", f: "f" }, { "/x/{a}{#f}": "/x/#f" }],
    [{ a: "1", b: "" }, { "/x{/a,b}": "/x/1/" }],
    [{ l: ["1", ""] }, { "/x{/l*}": "/x/1/" }],
    [{ h: "" }, { "file://{h}/a": "file:///a" }],
    [{ a: "b//c" }, { "/x/{+a}": "/x/b//c" }],
    [{ a: "b" }, { "/x//{a}": "/x//b" }],
    [{ a: "", b: "b" }, { "/x?y=/{a}/{b}": "/x?y=//b" }],
    [UNSAFE, { "/x/{a}/b": "/x//b", "/x/{a}/": "/x//", "/{a}/b": "//b", "{a}/b": "/b", "app:{a}/b": "app:/b" }],
    [UNSAFE, { "/x{/a,b}": "/x//1", "{/l*}": "/x//admin", "https://e.com{/l*}": "https://e.com//admin" }],
    [{ a: "\u200b" }, { "/x/{a}/b": "/x/%E2%80%8B/b", "/x/{a}": "/x/%E2%80%8B" }],
  ];
  for (const [outcome, template, uri] of rows.flatMap(([one, uris]) =>
    Object.entries(uris).map((row) => [one, ...row] as const),
  )) {
    expect(valueOrCode(() => matchTemplate(template, uri)), `${template} of ${uri}`).toEqual(outcome); // prettier-ignore
    const isOrigin = uri.startsWith("//");
    const isTaken = typeof valueOrCode(() => matchTemplate(template, uri, { allow: ["empty"] })) === "object";
    expect(isTaken, `${template} of ${uri}`).toBe(!isOrigin);
  }
  // With slashes allowed, a value does not begin with one, as in decodePath.
  for (const allow of [["slash"], ["slash", "empty"]] as const) {
    const isRefused = valueOrCode(() => decodePath("/%2Fetc", { allow })) === UNSAFE;
    expect([isRefused, valueOrCode(() => matchTemplate("/{a}", "/%2Fetc", { allow })) === UNSAFE]).toEqual(
      Array(2).fill(allow.length === 1),
    );
  }
  expect(findFault(() => matchTemplate("/x/{a}/b", "/x//b"))).toMatchObject({ index: 3, length: 0 });
});
