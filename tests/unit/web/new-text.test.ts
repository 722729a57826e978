import { expect, test } from "vitest";
import { isNewText } from "../../../tool/page/app/store.ts";

test.each([
  ["", "", false],
  ["", "a", false],
  ["abc", "", true],
  ["abcd", "abce", false],
  ["abcd", "xabcd", false],
  ["aaaa", "aa", false],
  ["https://a.example/?q=1", "javascript:alert(1)", true],
  ["https://a.example/?q=1", "https://a.example/?q=2", false],
])("%j becomes %j: %j", (before, after, isNew) => {
  expect(isNewText(before, after)).toBe(isNew);
});
