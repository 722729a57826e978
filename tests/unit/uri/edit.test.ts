import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeRuns } from "../../../library/src/codec/encode-runs.ts";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { percentDecode, percentEncode } from "../../../library/src/index.ts";
import { rfc3986, whatwg } from "../../../library/src/sets/index.ts";
import { editUri, splitUri, UriEditor } from "../../../library/src/uri/index.ts";
import { countInputs } from "../../support/counters.ts";
import { URL as Oracle, URLSearchParams as OracleParams } from "../../support/oracle/index.mjs";
import { readSize } from "../../support/sizes.ts";
import { anyUri as anyText } from "./arbitrary.ts";
import { forAll } from "../../support/for-all.ts";
import { attempt, valueOrPlace } from "../../support/catch-fault.ts";

/** A tenth of the edits of the named check, `npm run check -- properties`, which runs at least 100,000. */
const RUNS = readSize("URIS");
const EDITS_PER_URI = 3;

const token = fc.constantFrom(..."&&&==+;?/a", ..."b utm_a %61 %7e %zz % %FF é %C3%A9 x%20y 😀".split(" "));
const query = fc.array(token, { maxLength: 16 }).map((tokens) => tokens.join(""));
/** A query without its `?`, which `editUri` refuses. */
const isBareQuery = (text: string): boolean => /^[^/?#=]*=/.test(text) && !/^[a-z][a-z0-9+.-]*:/i.test(text);
/** The pairs of `mailto:` and `tel:` are not those of a query; tests/vectors/uri-edit.json has them. */
const anyUri = anyText.filter((text) => !isBareQuery(text) && !/^(?:mailto|tel):/i.test(text));

const uriWithQuery = fc
  .tuple(anyUri, query, fc.boolean())
  .map(([uri, text, isOwn]) => {
    const fragment = uri.indexOf("#");
    const [before, after] = fragment < 0 ? [uri, ""] : [uri.slice(0, fragment), uri.slice(fragment)];
    return isOwn || before.includes("?") ? uri : `${before}?${text}${after}`;
  })
  // A lone surrogate is U+FFFD for URLSearchParams; the editor leaves it as it is written.
  .map(toWellFormed);
const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "", "b", "é", "aa", "ab", "utm_a", "q") },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 3 }) },
);
const anyValue = fc.oneof(
  fc.constantFrom("", "a", "é", "=&", "#?", " +%", 7, true, "%41"),
  fc.string({ unit: "grapheme", maxLength: 3 }),
);

/** Splits a text by the definition of RFC 3986 appendix B, without the library. */
function cutUri(text: string): { before: string; pairs: string[] | undefined; fragment: string } {
  const [, before, mark, fragment = ""] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(text)!;
  return { before: before!, pairs: mark?.slice(1).split("&"), fragment };
}

/** The parameters that the URL Standard reads in a URI. */
function readParams(text: string): InstanceType<typeof OracleParams> {
  return new OracleParams(
    (cutUri(text).pairs ?? []).map((pair) => (pair.startsWith("?") ? `&${pair}` : pair)).join("&"),
  );
}

type Edit =
  | readonly ["set" | "append" | "rename", string, string | number | boolean]
  | readonly ["delete", string]
  | readonly ["sort"];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom("set" as const, "append" as const), names, anyValue),
  fc.tuple(fc.constant("rename" as const), names, names),
  fc.tuple(fc.constant("delete" as const), names),
  fc.constant(["sort"] as const),
);

function applyTo(editor: UriEditor, [method, key, content]: Edit): UriEditor {
  if (method === "sort") return editor.sort();
  if (method === "delete") return editor.delete(key);
  return method === "rename" ? editor.rename(key, String(content)) : editor[method](key, content);
}

function applyToParams(params: InstanceType<typeof OracleParams>, [method, key, content]: Edit): [string, string][] {
  if (method === "sort") params.sort();
  else if (method === "delete") params.delete(key);
  else if (method !== "rename") params[method](key, String(content));
  const pairs = [...params];
  return method === "rename" ? pairs.map(([own, text]) => [own === key ? String(content) : own, text]) : pairs;
}

/** The policies of the URL Standard. */
const WHATWG = { malformed: "keep", invalidUtf8: "replace" } as const;

test("after each edit the parameters are those of URLSearchParams, and every byte outside the edited pairs stays", () => {
  let edits = 0;
  forAll(RUNS, uriWithQuery, fc.array(edit, { minLength: EDITS_PER_URI, maxLength: EDITS_PER_URI }), (start, list) => {
    const editor = editUri(start, WHATWG);
    let text = start;
    for (const one of list) {
      edits++;
      const edited = applyTo(editor, one).toString();
      same([...readParams(edited)], applyToParams(readParams(text), one), () => [text, one]);
      checkBytes(text, edited, one);
      // An editor has no memory of the text before its edits.
      same(applyTo(editUri(text, WHATWG), one).toString(), edited, () => [text, one]);
      text = edited;
    }
    const params = readParams(text);
    for (const key of ["a", "", [...params.keys()][0] ?? "b"]) {
      same(
        [editor.getAll(key), editor.get(key), editor.has(key)],
        [params.getAll(key), params.get(key) ?? undefined, params.has(key)],
        () => [text, key],
      );
    }
  });
  countInputs(edits, "edits");
});

test("what is read is what the strict parser returns for each pair, whatever stands beside it", () => {
  const policy = fc.constantFrom("throw" as const, "keep" as const, "drop" as const, "replace" as const);
  const options = fc.record({
    malformed: policy,
    invalidUtf8: policy,
    plus: fc.constantFrom("space" as const, "literal" as const),
  });
  forAll(RUNS, query, options, (text, given) => {
    const uri = `/p?${text}`;
    const editor = editUri(uri, given);
    const read = (written: string) => valueOrPlace(() => percentDecode(given.plus === "space" ? written.replaceAll("+", " ") : written, given)); // prettier-ignore
    const pairs = text.split("&").flatMap((pair, k, all) => {
      const [name, ...rest] = pair.split("=");
      const start = "/p?".length + all.slice(0, k).join("&").length + (k > 0 ? 1 : 0) + name!.length + 1;
      return pair === "" ? [] : [{ name: read(name!), value: read(rest.join("=")), start }];
    });
    for (const name of new Set(["a", "\ufffd", ...pairs.map((pair) => pair.name)])) {
      if (typeof name !== "string") continue;
      const own = pairs.filter((pair) => pair.name === name);
      const values = own.map(({ value, start }) =>
        typeof value === "string" ? value : [value[0], value[1] + start, value[2]],
      );
      const bad = values.find((value) => typeof value !== "string");
      const label = () => [uri, given, name];
      same(editor.has(name), own.length > 0, label);
      same(valueOrPlace(() => editor.get(name)), values[0], label); // prettier-ignore
      same(valueOrPlace(() => editor.getAll(name)), bad ?? values, label); // prettier-ignore
      const edited = editUri(uri, given).set(name, "new").append(name, "more");
      same(edited.getAll(name), ["new", "more"], label);
      same(edited.delete(name).has(name), false, label);
    }
  });
});

test("an editor without edits returns the text, whatever it is", () => {
  forAll(RUNS, fc.oneof(anyText, uriWithQuery, fc.string({ unit: "binary" })), (text) => {
    if (isBareQuery(text)) expect(() => editUri(text)).toThrow('a query begins with "?"');
    else same(editUri(text).toString(), text, () => text);
  });
});

/** Compares two values; `expect` alone would take most of the time of a hundred thousand comparisons. */
function same(actual: unknown, expected: unknown, describe: () => unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  expect(actual, JSON.stringify(describe())).toEqual(expected);
}

/** Checks that an edit changes only its own pairs. */
function checkBytes(text: string, edited: string, one: Edit): void {
  const [method, key] = one;
  const [before, after] = [cutUri(text), cutUri(edited)];
  const describe = () => [text, one, edited];
  same([after.before, after.fragment], [before.before, before.fragment], describe);
  const [pairs, kept] = [before.pairs ?? [], after.pairs ?? []];
  if (method === "sort") return same(kept.toSorted(), pairs.toSorted(), describe);
  const others = pairs.filter((pair) => [...new OracleParams(`&${pair}`)][0]?.[0] !== key);
  // The query disappears with its last parameter.
  const isRemoved = others.length < pairs.length && others.every((pair) => pair === "");
  if (method === "delete") return same(kept, isRemoved ? [] : others, describe);
  const isAppended = method !== "rename" && kept.length > 0 && pairs.length === 1 && pairs[0] === "";
  same(isSubsequence(isAppended ? [] : others, kept), true, describe);
}

/** Whether a list contains all items of another one, in their order. */
function isSubsequence(items: readonly string[], list: readonly string[]): boolean {
  let next = 0;
  for (const item of list) if (item === items[next]) next++;
  return next === items.length;
}

const segment = fc.oneof(
  fc.constantFrom(..."a a/b é .. %2e%2e a\\b x:y .a ? # ． ..; %".split(" "), "", " ", ". .", 7, false),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);

test("an appended segment is one segment that decodePath reads back, and every other byte stays", () => {
  let refused = 0;
  forAll(RUNS, anyUri, fc.array(segment, { minLength: 1, maxLength: 3 }), (start, segments) => {
    const parts = splitUri(start);
    const edited = valueOrPlace(() => String(editUri(start).appendPath(...segments)));
    if (typeof edited !== "string") {
      expect(["unsafe-segment", "invalid-uri", "host-ambiguous"]).toContain(edited[0]);
      refused++;
      return;
    }
    const after = splitUri(edited);
    expect({ ...after, path: "" }).toEqual({ ...parts, path: "" });
    expect(after.path.startsWith(parts.path)).toBe(true);
    const added = after.path.slice(parts.path.length);
    const slash = parts.path.endsWith("/") || (parts.path === "" && parts.authority === undefined) ? "" : "/";
    expect(added.startsWith(slash)).toBe(true);
    const written = added.slice(slash.length).split("/");
    expect(written.map((text) => percentDecode(text))).toEqual(segments.map(String));
    expect(parts.path === "" ? after.path.startsWith("//") : false).toBe(false);
  });
  countInputs(RUNS);
  expect(refused).toBeGreaterThan(RUNS / 50);
  expect(refused).toBeLessThan(RUNS * 0.8);
});

test("a fragment is decoded to its text, and every other byte stays", () => {
  forAll(RUNS, anyUri, fc.string({ unit: "grapheme" }), (start, text) => {
    const edited = editUri(start).with({ fragment: text }).toString();
    const { before, fragment } = cutUri(edited);
    expect(percentDecode(fragment.slice(1))).toBe(text);
    expect(fragment.slice(1)).toBe(percentEncode(text, rfc3986.fragment));
    const given = cutUri(start);
    expect([before, cutUri(edited).pairs]).toEqual([given.before, given.pairs]);
    expect(editUri(start).with({ fragment: undefined }).toString()).toBe(
      start.slice(0, start.length - given.fragment.length),
    );
  });
});

test("the patterns of the editors are the sets that they stand for", () => {
  const all = Array.from({ length: 0x11000 }, (_, code) => String.fromCodePoint(code)).filter(
    (text) => toWellFormed(text) === text,
  );
  for (const text of ["", "a~*b", "\u{10ffff}", ...all.slice(0, 0x900), all.join("")]) {
    expect(editUri("?").append(text).toString().slice(1)).toBe(percentEncode(text) || "=");
    expect(editUri("").with({ fragment: text }).toString().slice(1)).toBe(percentEncode(text, rfc3986.fragment));
  }
  expect(encodeRuns("a b", /[^a-z]/g)).toBe("a%20b");
  expect(() => encodeRuns("ab\udc00", /[^a-z]/g)).toThrow("lone surrogate");
  expect(percentEncode("é ~*", whatwg.form)).toBe("%C3%A9+%7E*");
});

/** Texts that break out of their place if they are not encoded. */
const HOSTILE = [
  "&admin=1", "=x", "#x", "?x=1", "/x", "//evil.example", "\\\\evil.example", "@evil.example", ":80", "http://evil.example/",
  "javascript:alert(1)", "\r\nSet-Cookie: a=b", "\n", "\0", "%26admin=1", "%0d%0aX: y", "%2f%2fevil.example", "\u2028", "\u0085",
  "＃x", "＆admin＝1", "／／evil", "%", "%2", "+", ";a=1", "\t", " ", "a&b=c#d?e/f", "[::1]", "\ufeff", "..", "../..", "%2e%2e", "=", "/../..",
  "\u202e", "＃", "﹟",
]; // prettier-ignore
const BASES = ["https://user@e.com:8080/p/?q=1&r#f", "/p?q=1#f", "?q=1#f", "https://e.com/p", "mailto:a@e.com?q=1", ""];

test("no argument can add a host, a segment, a parameter, a header or a fragment", () => {
  let attempts = 0;
  for (const base of BASES) {
    const before = splitUri(base);
    for (const text of HOSTILE) {
      const ways: [way: string, apply: (editor: UriEditor) => UriEditor, params: number, segments?: number][] = [
        ["value", (editor) => editor.set("q", text), base.includes("q=") ? 0 : 1],
        ["new value", (editor) => editor.append("z", text), 1],
        ["name", (editor) => editor.append(text, 1), 1],
        ["bare name", (editor) => editor.append(text), 1],
        ["renamed", (editor) => editor.rename("q", text), 0],
        ["segment", (editor) => editor.appendPath(text), 0, 1],
        ["fragment", (editor) => editor.with({ fragment: text }), 0],
        ["deleted", (editor) => editor.delete(text).deleteMatching(text), 0],
      ];
      for (const [way, apply, params, segments = 0] of ways) {
        attempts++;
        const outcome = attempt(() => apply(editUri(base)).toString());
        const label = JSON.stringify([base, way, text, outcome]);
        if ("code" in outcome) {
          expect(way === "segment" || base.startsWith("mailto:"), label).toBe(true);
          continue;
        }
        const edited = outcome.value;
        const after = splitUri(edited);
        expect(edited, label).toMatch(/^[\x21-\x7e]*$/);
        expect([after.scheme, after.authority], label).toEqual([before.scheme, before.authority]);
        expect(readParams(edited).size, label).toBe(readParams(base).size + params);
        const count = ({ path }: { path: string }) => path.split("/").filter((part) => part !== "").length;
        expect(count(after), label).toBe(count(before) + segments);
        if (way !== "fragment") expect(after.fragment, label).toBe(before.fragment);
        const [parsed, original] = [edited, base].map((uri) => {
          const { protocol, host, username } = new Oracle(uri, "https://base.example/dir/");
          return [protocol, host, username];
        });
        expect(parsed, label).toEqual(original);
      }
    }
  }
  countInputs(attempts, "attempts");
  expect(attempts).toBeGreaterThan(1000);
});

test("a segment never becomes the host of a browser, whatever precedes it", () => {
  const start = fc.constantFrom(..."http: HTTPS: file: foo: / / \\ \t \n \x01 h e.com .. .".split(" "), " ");
  let added = 0;
  forAll(RUNS, fc.array(start, { maxLength: 5 }), (tokens) => {
    const base = tokens.join("");
    const edited = valueOrPlace(() => String(editUri(base).appendPath("evil.example")));
    if (typeof edited !== "string") return;
    added++;
    for (const context of ["https://base.example/dir/", "file:///dir/", "foo://base.example/dir/"]) {
      if (!Oracle.canParse(edited, context)) continue;
      expect(new Oracle(edited, context).host, JSON.stringify([edited, context])).not.toContain("evil");
    }
  });
  expect(added).toBeGreaterThan(RUNS / 10);
});

test("a URL object of any realm is read by its href", () => {
  expect(editUri(new URL("https://e.com/?a=1")).set("a", 2).toString()).toBe("https://e.com/?a=2");
  expect(new UriEditor(new Oracle("https://e.com/?a=1")).delete("a").toString()).toBe("https://e.com/");
});

test("values of other types are a TypeError that names the remedy, and change nothing", () => {
  const editor = editUri("/p?a=1");
  for (const wrong of [undefined, null]) {
    expect(() => editor.set("a", wrong as never)).toThrow(
      'the value of "a" must be text, a number or a boolean, not ' +
        `${String(wrong)}; delete removes the parameter, a call without a value writes no =`,
    );
  }
  expect(() => editor.appendPath("b", {}, "c")).toThrow("segment 2 of appendPath");
  expect(() => editor.appendPath(Symbol("a") as never)).toThrow("segment 1 of appendPath");
  expect(() => editor.appendPath("b", { allowed: [] } as never)).toThrow("appendPath has no option");
  expect(() => editor.with({ fragment: null as never })).toThrow("the fragment of with must be a string");
  expect(() => editor.appendPath("ok", "..")).toThrow("unsafe segment");
  expect(() => editor.rename("a", "\udc00")).toThrow("lone surrogate");
  expect(() => editor.with({ fragment: "\udc00" })).toThrow("lone surrogate");
  expect(editor.toString()).toBe("/p?a=1");
});

test("a regular expression is applied to whole decoded names, without its state", () => {
  const pattern = /^utm/g;
  const editor = editUri("?utm_a=1&%75tm_b=2&x_utm=3&utm_c=4&UTM=5");
  pattern.lastIndex = 3;
  expect(editor.deleteMatching(pattern).toString()).toBe("?x_utm=3&UTM=5");
  expect(pattern.lastIndex).toBe(3);
  expect(editUri("?ab=1&b=2").deleteMatching(/b/y).toString()).toBe("?ab=1");
});

test("a glob equals the regular expression that it stands for", () => {
  const part = fc.constantFrom("a", "b", "*", "*", "\\*", "\\\\", "\\", "?", "[", ".");
  const text = fc.array(fc.constantFrom("a", "b", "*", "\\", "?", "[", ".", "\n"), { maxLength: 6 });
  forAll(RUNS, fc.array(part, { maxLength: 5 }), text, (parts, letters) => {
    const glob = parts.join("");
    const source = glob.replace(/\\([*\\])|[^]/g, (sign, escaped?: string) =>
      sign === "*" ? "[^]*" : (escaped ?? sign).replace(/[*\\?[.]/, "\\$&"),
    );
    const own = letters.join("");
    const isKept = editUri(`?${encodeURIComponent(own)}=`)
      .deleteMatching(glob)
      .has(own);
    expect(isKept, JSON.stringify([glob, own])).toBe(!new RegExp(`^${source}$`).test(own));
  });
});

test("a userinfo or port without a host is a fault of the URI, not of the call", () => {
  const fault = { code: "invalid-uri", index: 0, length: 4, detail: "userinfo and port need a host" };
  for (const part of [{ port: 1 }, { userinfo: "u" }])
    expect(() => editUri("/a?b").with(part)).toThrow(expect.objectContaining(fault) as Error);
});
