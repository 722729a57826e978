import { describe, expect, test } from "vitest";
import { encoding, utf8 } from "../../../library/src/charset/index.ts";
import { percentDecodeReport } from "../../../library/src/index.ts";
import { describeLoss, findLostCharacters } from "../../../tool/page/app/losses.ts";
import { writePiece } from "../../../tool/page/app/query-pairs.ts";

describe("the characters that an encoding lacks", () => {
  test("each is named once, with its reference, and counted each time", () => {
    expect(findLostCharacters(["a€ ☃ ☃", "\u{1f389}é"], encoding("windows-1252"))).toEqual({
      count: 3,
      characters: [
        { character: "☃", reference: "&#9731;" },
        { character: "\u{1f389}", reference: "&#127881;" },
      ],
    });
    expect(findLostCharacters(["☃"], utf8).count).toBe(0);
    expect(findLostCharacters(["☃\u{1f389}"], encoding("gb18030")).count).toBe(0);
  });

  test("a lone surrogate and a control of ISO-2022-JP become U+FFFD, which most encodings lack", () => {
    expect(findLostCharacters(["a\ud800"], encoding("windows-1252")).characters).toEqual([
      { character: "\ud800", reference: "&#65533;" },
    ]);
    expect(findLostCharacters(["\x1b(B"], encoding("ISO-2022-JP")).characters).toEqual([
      { character: "\x1b", reference: "&#65533;" },
    ]);
    expect(findLostCharacters(["\ud800"], encoding("gb18030")).count).toBe(0);
  });
});

describe("what decoding drops or replaces", () => {
  test.each([
    ["%zz", "drop", "throw", ["1 broken escape was dropped."]],
    ["%zz%", "replace", "throw", ["2 broken escapes became U+FFFD."]],
    ["%zz%FF", "keep", "replace", ["1 part that is not text became U+FFFD."]],
    ["%zz%FF%FF", "drop", "drop", ["1 broken escape was dropped.", "2 parts that are not text were dropped."]],
    ["%zz%FF", "keep", "keep", []],
    ["%".repeat(101), "drop", "keep", ["100 or more broken escapes were dropped."]],
  ] as const)("%s, %s, %s", (text, malformed, invalidUtf8, sentences) => {
    const policies = { malformed, invalidUtf8 };
    expect(describeLoss(percentDecodeReport(text, { ...policies }), policies)).toEqual(sentences);
  });

  test("a lone surrogate stays, so it is not lost", () => {
    const policies = { malformed: "drop", invalidUtf8: "drop" } as const;
    const report = percentDecodeReport("a\ud800", policies);
    expect([report.lossy, describeLoss(report, policies)]).toEqual([false, []]);
  });
});

test("a pair of a form is written in UTF-8", () => {
  expect([writePiece("é", "€ &", true), writePiece("k", "", false), writePiece("", "", false)]).toEqual([
    "%C3%A9=%E2%82%AC+%26",
    "k",
    "=",
  ]);
});
