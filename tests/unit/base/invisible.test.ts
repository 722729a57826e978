import { expect, test } from "vitest";
import { INVISIBLE, inRanges, isInvisible, escapeInvisible } from "../../../library/src/base/invisible.ts";

test.for([
  ["plain é 😀 ~", "", "plain é 😀 ~"],
  ["", "", ""],
  ["\0\x1f \x7e\x7f", "", "\\u{0}\\u{1F} ~\\u{7F}"],
  ["\x80\x9f\xa0\xa1", "", "\\u{80}\\u{9F}\\u{A0}\xa1"],
  ["a\u2800b\u3000c d", "", "a\\u{2800}b\\u{3000}c d"],
  ["a\u202eb\u202e\u202ec", "", "a\\u{202E}b\\u{202E}\\u{202E}c"],
  ["\u200b\u200c\u200b", "", "\\u{200B}\\u{200C}\\u{200B}"],
  ["a\nb\tc\n", "\n", "a\nb\\u{9}c\n"],
  ["\ud800a\udfff", "", "\\u{D800}a\\u{DFFF}"],
  ["x\u{e0041}y\u{e0041}", "", "x\\u{E0041}y\\u{E0041}"],
  ["x\u{e0041}y", "\u{e0041}", "x\u{e0041}y"],
  ["\u{1b}[0m", "", "\\u{1B}[0m"],
] as const)("%j, keeping %j, is shown as %j", ([text, keep, wanted]) => {
  expect(escapeInvisible(text, keep)).toBe(wanted);
});

test("the ends of each range of invisible characters", () => {
  expect(INVISIBLE.length % 2).toBe(0);
  for (let k = 0; k < INVISIBLE.length; k += 2) {
    const [first, last] = [INVISIBLE[k]!, INVISIBLE[k + 1]!];
    expect(first - 1 > (INVISIBLE[k - 1] ?? -1) || k === 0, `${first}`).toBe(true);
    expect([first, last, last + 1].map(isInvisible), `${first}`).toEqual([true, true, false]);
    // The code point before U+E0000 is a noncharacter.
    if (first > 0) expect(isInvisible(first - 1), `${first}`).toBe(first === 0xe0000);
  }
});

test("every noncharacter is escaped", () => {
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const escaped = characters.filter((one) => isInvisible(one.codePointAt(0)!));
  expect(characters.filter((one) => /\p{Noncharacter_Code_Point}/u.test(one) && !escaped.includes(one))).toEqual([]);
});

test("every space except U+0020 is escaped", () => {
  const spaces = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) =>
    /[\p{Zs}\p{White_Space}]/u.test(String.fromCharCode(code)),
  );
  expect(spaces.filter((code) => !isInvisible(code))).toEqual([0x20]);
  expect(spaces.length).toBeGreaterThan(20);
});

// The fillers of Hangul, the blanks of Braille and Egyptian, the object replacement character, Khitan's filler, the null notehead.
test.each([0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0xfffc, 0x13441, 0x13442, 0x16fe4, 0x1d159])(
  "an invisible character that is not a space is escaped: U+%x",
  (code) => expect(escapeInvisible(`a${String.fromCodePoint(code)}`)).toBe(`a\\u{${code.toString(16).toUpperCase()}}`),
);

test("visible characters stay, also the signs that stack letters", () => {
  const text = "é가中😀ำ្ក\u2422\u2423\u2801\u3001\u303f\ufffd\u{13443}\u{1d158}\ue000";
  expect(escapeInvisible(text)).toBe(text);
});

test("inRanges includes the first and the last number of each range", () => {
  const ranges = [3, 5, 7, 7, 10, 20];
  const inside = Array.from({ length: 25 }, (_, code) => code).filter((code) => inRanges(ranges, code));
  expect(inside).toEqual([3, 4, 5, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(inRanges([], 0)).toBe(false);
});

test("a text with thousands of invisible characters is escaped whole", () => {
  expect(escapeInvisible("a\u200b".repeat(9000))).toBe("a\\u{200B}".repeat(9000));
});
