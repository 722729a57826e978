import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPATIBLE } from "../../../library/src/base/compatibility.generated.ts";
import { normalizeDelimiters } from "../../../library/src/base/dot-segment.ts";

/** The relevant NFKC forms: with a separator, with a leading character that may end a name, and the space. */
const DELIMITS = /[\0/\\]|^[.;?#%]|^ $/;

const fromHex = (code: string): string => String.fromCodePoint(Number.parseInt(code, 16));
const data = readFileSync(new URL("../../../scripts/unicode/data/compatibility-18.0.0.txt", import.meta.url), "utf8")
  .replace(/^#.*\n/gm, "")
  .trim()
  .split(/;\s*/)
  .map((row) => row.split("=") as [string, string])
  .map(([code, form]): [string, string] => [fromHex(code), form.split(" ").map(fromHex).join("")]);

test("the table has every character of the data that NFKC turns into a delimiter", () => {
  expect(data.length).toBeGreaterThan(100);
  const expected = data.filter(([, form]) => DELIMITS.test(form));
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  expect(characters.filter((one) => COMPATIBLE.test(one))).toEqual(expected.map(([one]) => one));
  expect(expected.map(([one]) => normalizeDelimiters(one))).toEqual(expected.map(([, form]) => form));
});

test("the data agree with this engine's NFKC, for every code point", () => {
  const forms = new Map(data);
  for (let code = 0x80; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    const form = character.normalize("NFKC");
    // An engine does not change characters that are newer than its Unicode version.
    const known = form !== character || !forms.has(character);
    if (known && /[\0 #%./;?\\]/.test(form) !== forms.has(character)) throw new Error(code.toString(16));
    if (known && forms.has(character)) expect(forms.get(character)).toBe(form);
  }
});

test("composition removes no delimiter: a text has one in NFKC if and only if one of its characters does", () => {
  const marks = Array.from({ length: 0x70 }, (_, k) => String.fromCodePoint(0x300 + k));
  const compatible = data.map(([one]) => one).filter((one) => COMPATIBLE.test(one));
  for (const character of [...compatible, ...".;?#%/\\"]) {
    for (const mark of marks) {
      const form = `${character}${mark}`.normalize("NFKC");
      expect(form.startsWith(normalizeDelimiters(character).slice(0, -1)), `${character}${mark}`).toBe(true);
      expect(/[/\\.]/.test(form)).toBe(/[/\\.]/.test(normalizeDelimiters(character)));
    }
  }
});

test("all other characters stay", () => {
  expect(normalizeDelimiters("/．．／é⒈½…ﬁ\u{1f100}")).toBe("/..／é⒈½...ﬁ\u{1f100}".replace("／", "/"));
  expect(normalizeDelimiters("abc")).toBe("abc");
});
