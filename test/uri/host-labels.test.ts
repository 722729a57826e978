import { expect, test } from "vitest";
import { hostToAscii, isOneScript } from "../../src/uri/host-labels.ts";

/** Two letters of each script, and the scripts that it is written with. */
const LETTERS: readonly [letters: string, group: string][] = [
  ["aé", "Latin"], ["αω", "Greek"], ["бя", "Cyrillic"], ["漢字", "Han"], ["ひら", "Japanese"], ["カタ", "Japanese"],
  ["한글", "Hangul"], ["ㄅㄆ", "Bopomofo"], ["بج", "Arabic"], ["աբ", "Armenian"], ["অক", "Bengali"], ["अक", "Devanagari"],
  ["ሀለ", "Ethiopic"], ["აბ", "Georgian"], ["અક", "Gujarati"], ["ਅਕ", "Gurmukhi"], ["אב", "Hebrew"], ["ಅಕ", "Kannada"],
  ["កខ", "Khmer"], ["ກຂ", "Lao"], ["അക", "Malayalam"], ["ကခ", "Myanmar"], ["ଅକ", "Oriya"], ["අක", "Sinhala"], ["அக", "Tamil"],
  ["అక", "Telugu"], ["ހށ", "Thaana"], ["กข", "Thai"], ["ཀཁ", "Tibetan"],
]; // prettier-ignore

test("letters are of one script, or of those that Japanese, Korean and Chinese are written in", () => {
  for (const [one, group] of LETTERS) {
    expect(isOneScript(one), one).toBe(true);
    for (const [other, otherGroup] of LETTERS) {
      const together = group === otherGroup || (isEastern(group) && otherGroup === "Han") || (group === "Han" && isEastern(otherGroup)); // prettier-ignore
      expect([isOneScript(one + other), isOneScript(one + other[0] + one)], one + other).toEqual([together, together]);
    }
  }
  expect(isOneScript("")).toBe(false);
  expect(isOneScript("ひ한")).toBe(false);
});

const isEastern = (group: string): boolean => ["Japanese", "Hangul", "Bopomofo"].includes(group);

test.for([
  ["bücher.DE", "xn--bcher-kva.DE"],
  ["BÜCHER.de", "xn--bcher-kva.de"],
  ["ExAmPlE.é", "ExAmPlE.xn--9ca"],
  ["A。é", "A.xn--9ca"],
  ["a.é", "a.xn--9ca"],
  // What is mapped to more labels than were typed is taken whole.
  ["A.é⒈b", "A.é⒈b"],
])("of %j the labels that are ASCII keep their case", ([host, wanted]) => {
  expect(hostToAscii(host!) ?? host).toBe(wanted);
});
