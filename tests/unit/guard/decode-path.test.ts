import { decodePath, isHeaderSafe, isSameOriginPath } from "../../../library/src/guard/index.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import { resolveUri } from "../../../library/src/uri/index.ts";
import { URL } from "../../support/oracle/index.mjs";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { valueOrPlace } from "../../support/catch-fault.ts";

const TEXTS = readSize("URIS");

const HOSTILE = ["/", "//", "\\", "a", "b.", ".", "..", "%2e", "%2E", "%2f", "%5c", "%252f", "%252e", "%25", "%00", "%09", "%0a", "\t", "\n", "?", "#", "@", ":", ";", "evil.example", "é", "%C3%A9", "%zz", "%", "%u002f", "%C0%AF", " ", "%3f", "%23", "+"]; // prettier-ignore
const hostile = fc.array(fc.constantFrom(...HOSTILE), { maxLength: 10 }).map((parts) => parts.join(""));

const refusal = (action: () => unknown) => valueOrPlace(() => void action());

describe("decodePath", () => {
  test("the segments are those between slashes, without a separator or control or dots alone, after further decoding too", () => {
    forAll(TEXTS / 2, hostile, (path) => {
      const [code, index = 0, length = 0] = refusal(() => decodePath(path)) ?? [];
      expect(index + length, path).toBeLessThanOrEqual(path.length);
      if (code !== undefined) return;
      const wanted = path === "/" || path === "" ? [] : path.replace(/^\//, "").split("/").map(decodeURIComponent);
      expect(decodePath(path)).toEqual(wanted);
      for (const segment of wanted) {
        let text: string = segment;
        for (let layer = 0; layer < 20; layer++) {
          expect(text, path).not.toMatch(/[/\\\0-\x1f\x7f-\x9f]|^\.\.?(?:;|$)/);
          text = percentDecode(text, { malformed: "keep", invalidUtf8: "keep" });
        }
      }
    });
  });

  test("a segment with too many layers of encoding is refused, and one that only looks so is not", () => {
    const layers = (count: number) => `/%${"25".repeat(count - 1)}41`;
    expect(decodePath(layers(16))).toEqual([layers(15).slice(1)]);
    expect(refusal(() => decodePath(layers(17)))).toEqual(["unsafe-segment", 1, 35]);
    expect(decodePath("/%25FF")).toEqual(["%FF"]);
  });

  test("the rules of Windows apply between separators that are allowed, too", () => {
    const decode = (fileSystem: "windows" | "posix") => decodePath("/a%2Fcon%2Fb", { fileSystem, allow: ["slash"] });
    expect(refusal(() => decode("windows"))).toEqual(["unsafe-segment", 1, 11]);
    expect(decode("posix")).toEqual(["a/con/b"]);
    expect(() => decode("win32" as never)).toThrow(/posix, windows/);
  });

  test("no segment is a dot segment with invisible characters, spaces, or characters that end a name early", () => {
    const unseen = fc.constantFrom("", " ", ..."\u200b %C2%AD \ufeff %20 \u00a0 \u3000 \u2060 \u{e0020}".split(" "));
    const dots = fc.constantFrom(".", "%2E", "%252e", "．", "․", "\ufe52", "%EF%BC%8E");
    const ends = fc.constantFrom("", ";x", "%3Fx", "%23", "%20x", "；", "%253B");
    const segment = fc.tuple(unseen, dots, unseen, fc.option(dots, { nil: "" }), unseen, ends);
    forAll(TEXTS / 20, segment, (parts) => {
      expect(refusal(() => decodePath(`/a/${parts.join("")}/b`))?.[0]).toBe("unsafe-segment");
      const path = `/${parts.join("")}//evil.example`;
      // isSameOriginPath checks a path before and after one decoding.
      if (!path.includes("%25")) expect(isSameOriginPath(path), path).toBe(false);
    });
  });

  test("%2F, which servers handle differently", () => {
    expect(decodePath("/a%2fb%20c", { allow: ["slash"] })).toEqual(["a/b c"]);
    expect(decodePath("/a%2F/%2Fb", { allow: ["slash", "empty"] })).toEqual(["a/", "/b"]);
    for (const path of ["/a%252Fb", "/a%2F..%2Fb", "/a%2F%5C", "/a%EF%BC%8Fb"]) {
      expect(refusal(() => decodePath(path, { allow: ["slash"] }))?.[0], path).toBe("unsafe-segment");
    }
    expect(() => decodePath("/", { allow: "slash" as never })).toThrow(TypeError);
    expect(() => decodePath("/", { allow: [undefined] as never })).toThrow(TypeError);
  });

  test("the list of allow replaces the default, and each name of it accepts one class", () => {
    const paths = { slash: "/a%2Fb", empty: "/a//b", control: "/a%00/b", dot: "/a/%2e%2e/b" } as const;
    for (const [name, path] of Object.entries(paths)) {
      for (const allow of ["slash", "empty", "control", "dot"] as const) {
        const found = refusal(() => decodePath(path, { allow: [allow] }));
        expect(found?.[0], `${path}, ${allow}`).toBe(name === allow ? undefined : "unsafe-segment");
      }
    }
    expect(decodePath("/../%00", { allow: ["dot", "control"] })).toEqual(["..", "\0"]);
  });
});

test("a path that isSameOriginPath accepts stays on its origin for browsers and RFC 3986 parsers, before and after one decoding", () => {
  // The empty path does not pass, and neither does a control in a fragment.
  expect(["/", "", "/a#\n"].map(isSameOriginPath)).toEqual([true, false, false]);
  let passed = 0;
  forAll(
    TEXTS / 4,
    fc.oneof(
      hostile,
      hostile.map((text) => `/${text}`),
      fc.stringMatching(/^\/[-\w./?#;:@ ]{0,12}$/),
    ),
    (text) => {
      // An escape in the fragment changes nothing, but excludes the quick answer.
      expect(isSameOriginPath(text), text).toBe(isSameOriginPath(`${text}#%41`));
      if (!isSameOriginPath(text)) return;
      passed++;
      for (const form of [text, percentDecode(text)]) {
        for (const base of ["https://own.example/", "https://own.example/a/b?c", "http://own.example:8080/x/"]) {
          expect(new URL(form, base).origin, text).toBe(new URL(base).origin);
          expect(resolveUri(form, base).startsWith(new URL(base).origin), text).toBe(true);
        }
        // The path that a server receives does not start with two slashes either.
        expect(new URL(form, "https://own.example").pathname).toMatch(/^\/(?!\/)/);
      }
    },
  );
  expect(passed).toBeGreaterThan(TEXTS / 1000);
});

test("a value that isHeaderSafe accepts makes a header of one line in Node, before and after decoding", () => {
  expect(isHeaderSafe("")).toBe(true);
  for (const text of "%0d %1b \0 %u010D %-0 \u560a %f0%80%80%8A".split(" ")) expect(isHeaderSafe(text)).toBe(false);
  const token = fc.constantFrom("a", " ", "%0a", "%0d", "%C4%8A", "Ċ", "%u010a", "%", "%41", "\n", "%E2%82%AC", "\x7f", ":", "%20"); // prettier-ignore
  forAll(TEXTS / 20, fc.array(token, { maxLength: 8 }), (tokens) => {
    const text = tokens.join("");
    if (!isHeaderSafe(text)) return;
    expect(() => new Headers({ x: text })).not.toThrow();
    expect(percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true })).not.toMatch(/[\0\r\n\x7f]/);
    expect(Buffer.from(text, "latin1").toString("latin1")).toBe(text);
  });
});

test("a short path, which is decoded as a whole, has the segments of a long one, which is decoded segment by segment", () => {
  const long = "a".repeat(4096);
  const parts = [...HOSTILE, "/", "/", "b", "b", "\u0436", "\u200b", "\uff0e", "%EF%BC%8F", "%E3%81%82"];
  forAll(20 * TEXTS, fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (list) => {
    const path = list.join("");
    if (path === "" || path.endsWith("/")) return;
    const read = (text: string) => {
      let segments: readonly string[] = [];
      const fault = refusal(() => (segments = decodePath(text)));
      return fault?.slice(0, 2) ?? segments;
    };
    // A truncated escape is a malformed one if more follows.
    if (/%[\da-f]?$/i.test(path)) return;
    const whole = read(`${path}/${long}`);
    expect(read(path)).toEqual(whole.at(-1) === long ? whole.slice(0, -1) : whole);
  });
});
