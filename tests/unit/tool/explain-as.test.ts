import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DecodeOptions, percentDecode, percentEncode } from "../../../library/src/index.ts";
import { encoding } from "../../../library/src/charset/index.ts";
import { explainDecode, explainEncode } from "../../../tool/shared/explain/explain.ts";
import { whatwg } from "../../../library/src/sets/index.ts";
import { readSize } from "../../support/sizes.ts";

const LABELS = ["shift_jis", "gb18030", "gbk", "big5", "euc-jp", "euc-kr", "iso-2022-jp", "windows-1252", "koi8-r", "x-user-defined", "utf-16le"]; // prettier-ignore

const TOKENS =
  "% + a é 漢 \u{1f600} \0 \u001b 4 A plain \ud83d %4 %zz %2B %41 %82%A0 %82 %A0 %93%FA %8C %EA %84%31%A4%37 %84%31 %FF %1B$B %1B%24%42 %1B(B $3 \\ ~ %5C %7E %8F%A2%AF %C4%E3".split(
    " ",
  );
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(" ", ...TOKENS) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`) },
);
const hostile = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(""));
const policy = fc.constantFrom("keep", "drop", "replace", "throw");
const anyOptions = fc.record({ malformed: policy, invalidUtf8: policy, plus: fc.constantFrom("literal", "space") });

describe("the steps of a text in another encoding", () => {
  test("cover the text, and their outputs are the result of percentDecode", () => {
    const run = (text: string, label: string, options: DecodeOptions): void => {
      let expected: string;
      try {
        expected = percentDecode(text, { encoding: encoding(label), ...options });
      } catch (error) {
        expect(() => explainDecode(text, { ...options, encoding: encoding(label) })).toThrow((error as Error).message);
        return;
      }
      const steps = explainDecode(text, { ...options, encoding: encoding(label) });
      expect(steps.map(({ output }) => output).join("")).toBe(expected);
      expect(steps.map(({ input }) => input).join("")).toBe(text);
      let index = 0;
      for (const step of steps) {
        expect(step.index).toBe(index);
        index += step.length;
        expect(step.utf8 === "error" || step.code === undefined).toBe(true);
      }
    };
    fc.assert(fc.property(hostile, fc.constantFrom(...LABELS), anyOptions, run), { numRuns: readSize("URIS") });
  });

  test("of encoding cover the text, and their outputs are the result of percentEncode", () => {
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom(...LABELS, "utf-8"),
        fc.constantFrom(whatwg.form, whatwg.fragment),
        (text, label, set) => {
          const steps = explainEncode(text, set, { encoding: encoding(label) });
          const options = { encoding: encoding(label), loneSurrogate: "replace" } as const;
          expect(steps.map(({ output }) => output).join("")).toBe(percentEncode(text, set, options));
          expect(steps.map(({ input }) => input).join("")).toBe(text);
          const lone = text.match(/\p{Surrogate}/gu) ?? [];
          expect(steps.filter(({ code }) => code === "lone-surrogate").length).toBe(lone.length);
        },
      ),
    );
  });

  test("each byte of a character is a step, and the last one has the character", () => {
    const steps = explainDecode("%83A%82%a0ab%5C!%zz", { encoding: encoding("shift_jis") });
    expect(steps.map(({ input, bytes, utf8, output, code }) => [input, bytes, utf8, output, code])).toEqual([
      ["%83", [0x83], "lead", "", undefined],
      ["A", [0x41], "last", "ア", undefined],
      ["%82", [0x82], "lead", "", undefined],
      ["%a0", [0xa0], "last", "あ", undefined],
      ["ab", [0x61, 0x62], "ascii", "ab", undefined],
      ["%5C", [0x5c], "ascii", "\\", undefined],
      ["!", [0x21], "ascii", "!", undefined],
      ["%", [0x25], "error", "%", "malformed-escape"],
      ["zz", [0x7a, 0x7a], "ascii", "zz", undefined],
    ]);
    expect(steps[0]).toMatchObject({ bits: undefined, clause: "https://encoding.spec.whatwg.org/#shift_jis-decoder" });
    expect(explainDecode("%E9", { encoding: encoding("latin1") })[0]).toMatchObject({
      output: "é",
      clause: "https://encoding.spec.whatwg.org/#single-byte-decoder",
    });
  });

  test("an invalid sequence has its place", () => {
    const steps = explainDecode("a%82%ffb", { invalidUtf8: "replace", encoding: encoding("shift_jis") });
    expect(steps.map(({ index, utf8, output, code }) => [index, utf8, output, code])).toEqual([
      [0, "ascii", "a", undefined],
      [1, "error", "\ufffd", "undecodable"],
      [4, "error", "", undefined],
      [7, "ascii", "b", undefined],
    ]);
  });

  test("an escape sequence of ISO-2022-JP has no output, and changes the bytes after it", () => {
    const steps = explainDecode("%1B%24%42%24%22%1B(B!", { encoding: encoding("iso-2022-jp") });
    expect(steps.map(({ utf8, output }) => [utf8, output])).toEqual([
      ...["lead", "continuation", "last"].map((role) => [role, ""]),
      ["lead", ""],
      ["last", "あ"],
      ...["lead", "continuation", "last"].map((role) => [role, ""]),
      ["ascii", "!"],
    ]);
  });

  test("UTF-8 is explained by explainDecode", () => {
    expect(explainDecode("%C3%A9", { encoding: encoding("utf-8") })).toEqual(explainDecode("%C3%A9"));
  });
});
