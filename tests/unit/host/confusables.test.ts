import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALL_SCRIPTS, toAsciiLookAlike, listScripts, findScripts } from "../../../library/src/host/confusables.ts";
import { isDisallowed, findMapping } from "../../../library/src/host/idna-table.ts";

const DATA = new URL("../../../scripts/unicode/data/security-18.0.0.txt", import.meta.url);
const [, allowedText, prototypesText] = readFileSync(DATA, "utf8").split(/^\[\w+\]\n/m) as [string, string, string];
const fromHex = (hex: string): number => Number.parseInt(hex, 16);

const allowed = new Uint8Array(0x110000);
for (const range of allowedText.trim().split(/;\s*/)) {
  const [first, last] = range.split("-").map(fromHex) as [number, number?];
  allowed.fill(1, first, (last ?? first) + 1);
}
const isValid = (code: number): boolean => !isDisallowed(code) && findMapping(code) === undefined;

test("of the characters valid in labels, exactly those with Identifier_Status Allowed have scripts", () => {
  const wrong: string[] = [];
  let count = 0;
  for (let code = 0x80; code < 0x110000; code++) {
    if (!isValid(code)) continue;
    if ((findScripts(code) !== 0) !== (allowed[code] === 1)) wrong.push(code.toString(16));
    count += allowed[code]!;
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(33_318);
});

test.for([
  ["a", ["Latin"]],
  ["ß", ["Latin"]],
  ["ж", ["Cyrillic"]],
  ["ω", ["Greek"]],
  ["漢", ["Han"]],
  ["ー", ["Hiragana", "Katakana"]],
  ["한", ["Hangul"]],
  ["٣", ["Arabic", "Thaana"]],
  ["𐌰", []],
])("the scripts of %j are %j", ([character, names]) => {
  expect(listScripts(findScripts((character as string).codePointAt(0)!))).toEqual(names);
});

test("ASCII digits and the hyphen belong to every script", () => {
  for (const character of "0123456789-") expect(findScripts(character.charCodeAt(0))).toBe(ALL_SCRIPTS);
});

test("a character looks like an ASCII letter if and only if that is its prototype", () => {
  const prototypes = new Map(
    prototypesText
      .trim()
      .split(/;\s*/)
      .map((row) => row.split("=").map((side) => String.fromCodePoint(...side.split(" ").map(fromHex))) as [string, string]),
  ); // prettier-ignore
  const wrong: string[] = [];
  let count = 0;
  for (const [character, prototype] of prototypes) {
    const code = character.codePointAt(0)!;
    if (code < 0x80 || !isValid(code) || !/^[a-z]$/i.test(prototype)) continue;
    count++;
    if (toAsciiLookAlike(code) !== prototype.toLowerCase()) wrong.push(`${character}: ${toAsciiLookAlike(code)}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(400);
});

test.for([
  ["é", undefined],
  ["ł", undefined],
  ["æ", undefined],
  ["ά", undefined],
  // A Cyrillic letter may have a diacritic or another mark.
  ["ё", "e"],
  ["ҏ", "p"],
  // Letters that look like digits are excluded, digits are not.
  ["б", undefined],
  ["০", "o"],
  ["৪", "8"],
  ["ǃ", "!"],
  ["‐", "-"],
  ["A", "a"],
])("%j looks like %j", ([character, look]) => expect(toAsciiLookAlike(character!.codePointAt(0)!)).toBe(look));
