import { expect, test } from "vitest";
import { visible } from "../../src/sets/index.ts";
import { UNSEEN } from "../../src/sets/unicode.generated.ts";
import { inRanges, isUnseen } from "../../src/sets/visible.ts";

test.for([
  ["plain é 😀 ~", "", "plain é 😀 ~"],
  ["", "", ""],
  ["\0\x1f \x7e\x7f", "", "\\u{0}\\u{1F} ~\\u{7F}"],
  ["\x80\x9f\xa0", "", "\\u{80}\\u{9F}\xa0"],
  ["a\u202eb\u202e\u202ec", "", "a\\u{202E}b\\u{202E}\\u{202E}c"],
  ["\u200b\u200c\u200b", "", "\\u{200B}\\u{200C}\\u{200B}"],
  ["a\nb\tc\n", "\n", "a\nb\\u{9}c\n"],
  ["\ud800a\udfff", "", "\\u{D800}a\\u{DFFF}"],
  ["x\u{e0041}y\u{e0041}", "", "x\\u{E0041}y\\u{E0041}"],
  ["x\u{e0041}y", "\u{e0041}", "x\u{e0041}y"],
  ["\u{1b}[0m", "", "\\u{1B}[0m"],
] as const)("%j, keeping %j, is shown as %j", ([text, keep, wanted]) => {
  expect(visible(text, keep)).toBe(wanted);
});

test("the ends of each range of unseen characters", () => {
  expect(UNSEEN.length % 2).toBe(0);
  for (let k = 0; k < UNSEEN.length; k += 2) {
    const [first, last] = [UNSEEN[k]!, UNSEEN[k + 1]!];
    expect(first - 1 > (UNSEEN[k - 1] ?? -1) || k === 0, `${first}`).toBe(true);
    expect([isUnseen(first - 1), isUnseen(first), isUnseen(last), isUnseen(last + 1)], `${first}`).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
});

test("a number is in a range from its first to its last, or in none", () => {
  const ranges = [3, 5, 7, 7, 10, 20];
  const inside = Array.from({ length: 25 }, (_, code) => code).filter((code) => inRanges(ranges, code));
  expect(inside).toEqual([3, 4, 5, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(inRanges([], 0)).toBe(false);
});
