import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { ENCODING_LABELS, suggestLabel } from "../../../library/src/charset/registry.ts";

describe("an unknown label", () => {
  test.each([
    ["sjiss", "sjis"],
    ["Shift_JISS", "shift_jis"],
    ["latin-1", "latin1"],
    ["iso_8859_15", "iso-8859-15"],
    ["gb-2312", "gb2312"],
    ["windows_1252", "windows-1252"],
    ["asci", "ascii"],
    ["utf_8", "utf-8"],
  ])("%s: %s", (typed, wanted) => {
    expect(() => encoding(typed)).toThrow(`no encoding has the label "${typed}"; did you mean "${wanted}"?`);
  });

  test.each(["utf-7", "windows-1259", "x", "", "base64"])("%j has no suggestion", (typed) => {
    expect(() => encoding(typed)).toThrow(/^no encoding has the label "[^"]*"$/);
  });

  test("with one letter missing it gets a suggestion that has a table", () => {
    for (const label of ENCODING_LABELS) {
      expect(encoding(label).name, label).toBeTypeOf("string");
      const letter = label.search(/[a-z]/);
      const wrong = label.slice(0, letter) + label.slice(letter + 1);
      if (wrong.length < 4) continue;
      const found = suggestLabel(wrong);
      expect(found, wrong).toBeDefined();
      expect(ENCODING_LABELS).toContain(found);
    }
  });
});
