import { describe, expect, test } from "vitest";
import { JobRefused, type PageState } from "../../../tool/page/app/state.ts";
import { textConverterFor } from "../../../tool/page/app/text-converter.ts";

/** Converts a typed text after its options are loaded. */
async function convert(mode: "encode" | "decode", options: PageState["options"], text: string): Promise<string> {
  const state: PageState = { mode, text, other: "", options };
  await new Promise<void>((resolve) => {
    expect(textConverterFor(mode, state, resolve)).toBe("loading");
  });
  const converter = textConverterFor(mode, state, () => {});
  if (typeof converter !== "function") throw new Error("the options are not loaded");
  return converter(text).value;
}

describe("a typed text has the options of text", () => {
  test.each([
    ["encode", { newlines: "crlf" }, "a\nb", "a%0D%0Ab"],
    ["encode", { wrap: "9", hex: "lower" }, "ab é ü", "ab%20%c3\n%a9%20%c3\n%bc\n"],
    ["encode", { hex: "lower", encoding: "Shift_JIS" }, "ア≡", "%83A%81%df"],
    ["encode", { legacy: "true" }, "é ✓", "%E9%20%u2713"],
    ["decode", { unwrap: "true" }, "%C3\n%A9", "é"],
    ["decode", { newlines: "lf", encoding: "Shift_JIS" }, "漢%83A%0D", "漢ア\n"],
    ["decode", { legacy: "true" }, "%E9 %u2713 100%", "é ✓ 100%"],
    ["decode", { newlines: "lf", keep: "/" }, "a%2Fb%41", "a%2FbA"],
    // The encodings of files do not apply.
    ["encode", { newlines: "lf", inputEncoding: "UTF-16LE", invalidUtf8: "drop" }, "é\r", "%C3%A9%0A"],
    ["decode", { newlines: "lf", outputEncoding: "Shift_JIS" }, "%E2%80%BD\r", "\u203d\n"],
  ] as const)("%s %o", async (mode, options, text, expected) => {
    expect(await convert(mode, options, text)).toBe(expected);
  });

  test("options that contradict each other are refused", async () => {
    await expect(convert("encode", { legacy: "true", hex: "lower" }, "a")).rejects.toThrow(JobRefused);
  });

  test("errors count UTF-16 units", async () => {
    await expect(convert("decode", { newlines: "lf" }, "漢\u{1f600}%zz")).rejects.toMatchObject({
      code: "malformed-escape",
      index: 3,
      unit: "utf-16",
    });
  });

  test("other options need no conversion", () => {
    const options = { encoding: "Shift_JIS", malformed: "keep", lines: "true" };
    expect(textConverterFor("decode", { mode: "decode", text: "", other: "", options }, () => {})).toBe(undefined);
  });
});
