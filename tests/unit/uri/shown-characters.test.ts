import { expect, test } from "vitest";
import { findCharacterReason, FREQUENT_LETTER } from "../../../library/src/uri/display.ts";

test("every profile shows each frequent letter, and each of them is a letter", () => {
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    FREQUENT_LETTER.test(character),
  );
  expect(letters.length).toBeGreaterThan(30_000);
  for (const profile of ["strict", "basic", "chromium", "firefox"] as const) {
    expect(letters.filter((letter) => findCharacterReason(letter, profile, false) !== undefined)).toEqual([]);
  }
  expect(letters.filter((letter) => !/^\p{L}$/u.test(letter))).toEqual([]);
});
