import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import { differingSpans } from "../../../tool/page/app/difference.ts";
import { countCharacters, formatHexDump } from "../../../tool/page/app/format.ts";
import { decodeLayers } from "../../../tool/shared/reading/unwrap.ts";
import { convertLines } from "../../../tool/page/app/lines.ts";
import { type Highlight, cutAtHighlights } from "../../../tool/page/components/highlights.ts";
import { hasInvisible, nameInvisible, splitInvisible } from "../../../tool/page/components/invisible-characters.ts";

describe("signs for invisible characters", () => {
  property("keep the text unchanged, for any text", fc.string({ unit: "binary" }), (text) => {
    expect(
      splitInvisible(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  test("controls, bidirectional and invisible characters have signs", () => {
    expect(splitInvisible("a\u202eb\0\n\ud800")).toEqual([
      { text: "a" },
      { text: "\u202e", sign: "U+202E" },
      { text: "b" },
      { text: "\0", sign: "NUL" },
      { text: "\n", sign: "LF" },
      { text: "\ud800", sign: "U+D800" },
    ]);
    expect(nameInvisible(0x202e)).toBe("U+202E right-to-left override");
    expect([hasInvisible("a\nb"), hasInvisible("a\u200bb")]).toEqual([false, true]);
  });
});

describe("highlights", () => {
  const highlights = fc.array(
    fc.record<Highlight>({
      index: fc.integer({ min: -5, max: 60 }),
      length: fc.integer({ min: 0, max: 20 }),
      kind: fc.constantFrom("danger", "warning", "info", "point", "differs"),
    }),
  );

  property("cover the text, and each unit has its strongest highlight", highlights, (list) => {
    const parts = cutAtHighlights(50, list);
    let at = 0;
    for (const { from, to, kind } of parts) {
      expect(from).toBe(at);
      expect(to).toBeGreaterThan(from);
      at = to;
      for (let i = from; i < to; i++) {
        const here = list.filter(({ index, length }) => index <= i && i < index + length).map((one) => one.kind);
        const strongest = (["point", "danger", "differs", "warning", "info"] as const).find((one) =>
          here.includes(one),
        );
        expect(kind).toBe(strongest);
      }
    }
    expect(at).toBe(50);
  });

  test("an empty text has none", () => {
    expect(cutAtHighlights(0, [{ index: 0, length: 3, kind: "danger" }])).toEqual([]);
  });
});

describe("differing spans", () => {
  const words = fc.array(fc.constantFrom("a", "b", "%20", "é", "🎉")).map((parts) => parts.join(""));

  property("without them both texts are the same", fc.tuple(words, words), ([a, b]) => {
    const spans = differingSpans(a, b);
    const without = (text: string, list: readonly { index: number; length: number }[]) =>
      list.toReversed().reduce((rest, { index, length }) => rest.slice(0, index) + rest.slice(index + length), text);
    expect(without(a, spans.a)).toBe(without(b, spans.b));
    if (a === b) expect(spans).toEqual({ a: [], b: [] });
  });

  test("long texts are compared only by their common start and end", () => {
    const { a } = differingSpans(`x${"ab".repeat(5000)}y`, `x${"cd".repeat(5000)}y`);
    expect(a).toEqual([{ index: 1, length: 10_000 }]);
  });
});

describe("layers, lines and bytes", () => {
  test("each layer decodes the one before", () => {
    expect(decodeLayers("%25252e")).toEqual(["%252e", "%2e", "."]);
    expect(decodeLayers("plain")).toEqual([]);
    expect(decodeLayers("%zz")).toEqual([]);
    expect(decodeLayers(`%${"25".repeat(100)}41`)).toHaveLength(16);
  });

  test("a malformed line stays unchanged, and its index is that in the whole text", () => {
    expect(convertLines("a%20b\r\n%4\r\n\r\nb\r\r\n%41\r", encodeURI)).toEqual({
      value: "a%2520b\r\n%254\r\n\r\nb%0D\r\n%2541%0D",
      faults: [],
    });
    expect(convertLines("%41\r\n%4\r\n", (line) => percentDecode(line))).toMatchObject({
      value: "A\r\n%4\r\n",
      faults: [{ number: 2, index: 5, error: { code: "truncated-escape" } }],
    });
    const { value, faults } = convertLines("a%20b\n%zz\n%41", (line) => percentDecode(line));
    expect(value).toBe("a b\n%zz\nA");
    expect(faults.map(({ number, index, length }) => [number, index, length])).toEqual([[2, 6, 1]]);
  });

  test("a surrogate pair is one character, and half of one too", () => {
    expect(["", "a\u{1f600}", "\udc00a\udc00", "\ud800\ud800\udc00"].map(countCharacters)).toEqual([0, 2, 3, 2]);
  });

  test("a dump has sixteen bytes a row", () => {
    const rows = formatHexDump(Uint8Array.from({ length: 17 }, (_, k) => k + 0x3c)).split("\n");
    expect(rows).toHaveLength(2);
    expect(rows[1]).toBe(`000010  ${"4C".padEnd(47)}  L`);
  });
});
