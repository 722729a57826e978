import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { toNfc } from "../../../library/src/host/nfc.ts";
import { COMPOSITES, NEWER } from "../../../library/src/host/normalization.generated.ts";
import { makeRandom } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import cases from "../uri/nfc-cases.json" with { type: "json" };
import { classes, decompositions, nfcReference } from "./nfc-reference.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

const EVERY = readSize("EVERY");

const character = (code: number): string => String.fromCodePoint(code);
const scalars = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);

/** What normalization changes, moves or composes, as far as `NEWER` matches it. */
const active = Array.from(new Set([...classes.keys(), ...Array.from(decompositions).flat(2)]), character).filter((one) => NEWER.test(one)); // prettier-ignore
/** Those of them that every engine composes. */
const known = new Set(
  Array.from(decompositions)
    .filter(([code]) => NEWER.test(character(code)) && !COMPOSITES.includes(character(code)))
    .flatMap(([code, parts]) => [code, ...parts].map(character)),
);
const newer = active.filter((one) => !known.has(one));
const shown = (text: string): string => Array.from(text, (one) => one.codePointAt(0)!.toString(16)).join(" ");

/** Simulates an engine with Unicode 9, in which newer characters are starters that do not compose. */
function pretendOldEngine(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on each piece
  const { normalize } = String.prototype;
  const cut = new RegExp(`([${newer.join("")}])`, "u");
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form?: string) {
    const pieces = this.split(cut);
    return pieces.map((piece) => normalize.call(piece, form)).join("");
  });
}
afterEach(() => void vi.restoreAllMocks());

const OLD = Array.from(
  "aAéÅ\u0301\u0316\u0323\u0307\u0308\u0334\u0345\u05b0\u093c\u094d\u0f71\u0f72\u3099がか가\u1100\u1161\u11a8",
);
const mixed = fc.array(fc.oneof(fc.constantFrom(...active), fc.constantFrom(...OLD)), { maxLength: 10 });

describe.each<[string, () => void]>([
  ["this engine", () => {}],
  ["an engine of Unicode 9", pretendOldEngine],
])("form NFC of %s", (_, prepare) => {
  test(`is that of ${cases.source}`, () => {
    prepare();
    const text = (codes: string): string => codes.split(" ").map((code) => character(Number.parseInt(code, 16))).join(""); // prettier-ignore
    for (const [input, nfc = input] of cases.rows as [string, string?][]) {
      expect(shown(toNfc(text(input)))).toBe(nfc);
      expect(shown(nfcReference(text(input)))).toBe(nfc);
    }
    expect(cases.rows.length).toBeGreaterThan(800);
  });

  test("is that of the data for every character that is a mark or composes, among marks and starters", () => {
    prepare();
    expect(newer.length).toBeGreaterThan(200);
    for (const one of active) {
      const among = ["*", "a*\u0316", "a\u0301*", "*\u0323\u0307", "a\u0334*\u0345", "**"];
      for (const text of among.map((frame) => frame.replaceAll("*", one))) {
        expect(shown(toNfc(text))).toBe(shown(nfcReference(text)));
      }
    }
  });

  test("is that of the data for every pair of characters that compose", () => {
    prepare();
    for (const some of [newer, Array.from(known)]) {
      const starters = some.filter((one) => !/\p{M}/u.test(one) || one > "\u{11000}");
      for (const a of starters) {
        for (const b of some) expect(toNfc(a + b)).toBe(nfcReference(a + b));
      }
    }
  });

  test("is that of the data for random texts", () => {
    prepare();
    forAll(Math.ceil(50_000 / EVERY), mixed, (characters) => {
      const text = characters.join("");
      expect(shown(toNfc(text))).toBe(shown(nfcReference(text)));
    });
  });
});

test("every other character is normalized by this engine as the data says", () => {
  // Ideographs, private use and empty planes behave alike, so only a sample of them is tested.
  const random = makeRandom(seed);
  const offset = random(EVERY);
  const different = scalars.filter((code, k) => {
    if (
      k % EVERY !== offset ||
      (code % 64 !== 0 && /[\p{Unified_Ideograph}\p{Co}\u{40000}-\u{dffff}]/u.test(character(code)))
    )
      return false;
    const text = `a${character(code)}\u0316`;
    return toNfc(text) !== nfcReference(text);
  });
  expect(different.map((code) => code.toString(16))).toEqual([]);
});
