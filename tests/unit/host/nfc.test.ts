import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { toNfc } from "../../../library/src/host/nfc.ts";
import { COMPOSITES, NEWER } from "../../../library/src/host/normalization.generated.ts";
import { makeRandom } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import cases from "../uri/nfc-cases.json" with { type: "json" };
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

// NFC by the complete data of Unicode 18, without the engine (https://www.unicode.org/reports/tr15/#Specification).

const [, classRows, decompositionRows] = readFileSync("scripts/unicode/data/normalization-18.0.0.txt", "utf8")
  .split(/^\[\w+\]\n/m)
  .map((part) => part.trim().split(/;\s*/));
const hex = (text: string): number => Number.parseInt(text, 16);

const classes: Map<number, number> = new Map();
for (const row of classRows!) {
  const [range, value] = row.split("=") as [string, string];
  const [first, last = first] = range.split("-").map(hex) as [number, number?];
  for (let code = first; code <= last; code++) classes.set(code, Number(value));
}
const decompositions: Map<number, readonly number[]> = new Map();
for (const row of decompositionRows!) {
  const [code, parts] = row.split("=") as [string, string];
  decompositions.set(hex(code), parts.split(" ").map(hex));
}

/** https://www.unicode.org/Public/18.0.0/ucd/CompositionExclusions.txt: composites excluded by their script, or added too late. */
const EXCLUDED = new Set([
  0x958, 0x959, 0x95a, 0x95b, 0x95c, 0x95d, 0x95e, 0x95f, 0x9dc, 0x9dd, 0x9df, 0xa33, 0xa36, 0xa59, 0xa5a, 0xa5b, 0xa5e, 0xb5c, 0xb5d,
  0xf43, 0xf4d, 0xf52, 0xf57, 0xf5c, 0xf69, 0xf76, 0xf78, 0xf93, 0xf9d, 0xfa2, 0xfa7, 0xfac, 0xfb9, 0x2adc, 0xfb1d, 0xfb1f,
  ...Array.from({ length: 0x25 }, (_, k) => 0xfb2a + k), 0x1d15e, 0x1d15f, 0x1d160, 0x1d161, 0x1d162, 0x1d163, 0x1d164, 0x1d1bb, 0x1d1bc,
  0x1d1bd, 0x1d1be, 0x1d1bf, 0x1d1c0,
]); // prettier-ignore
const findClass = (code: number): number => classes.get(code) ?? 0;

/** Singletons, and decompositions that begin with a mark, are excluded from the primary composites too. */
const composites = new Map<string, number>();
for (const [code, parts] of decompositions) {
  const isComposite = parts.length === 2 && findClass(code) === 0 && findClass(parts[0]!) === 0;
  if (isComposite && !EXCLUDED.has(code)) composites.set(parts.join(), code);
}

/** https://www.unicode.org/versions/Unicode18.0.0/core-spec/chapter-3/#G56669 */
const [S, L, V, T, L_COUNT, V_COUNT, T_COUNT] = [0xac00, 0x1100, 0x1161, 0x11a7, 19, 21, 28];
const SYLLABLES = L_COUNT * V_COUNT * T_COUNT;

function decompose(code: number): number[] {
  const syllable = code - S;
  if (syllable >= 0 && syllable < SYLLABLES) {
    const last = syllable % T_COUNT;
    const pair = [L + Math.floor(syllable / (V_COUNT * T_COUNT)), V + (Math.floor(syllable / T_COUNT) % V_COUNT)];
    return last === 0 ? pair : [...pair, T + last];
  }
  return decompositions.get(code)?.flatMap(decompose) ?? [code];
}

function compose(first: number, second: number): number | undefined {
  const [l, v, t] = [first - L, second - V, second - T];
  if (l >= 0 && l < L_COUNT && v >= 0 && v < V_COUNT) return S + (l * V_COUNT + v) * T_COUNT;
  const syllable = first - S;
  if (syllable >= 0 && syllable < SYLLABLES && syllable % T_COUNT === 0 && t > 0 && t < T_COUNT) return first + t;
  return composites.get([first, second].join());
}

/** Returns a text in NFC, slowly. */
function nfcReference(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0)!).flatMap(decompose);
  for (let sorted = false; !sorted;) {
    sorted = true;
    for (let i = 1; i < codes.length; i++) {
      const [before, code] = [codes[i - 1]!, codes[i]!];
      if (findClass(code) === 0 || findClass(before) <= findClass(code)) continue;
      codes[i - 1] = code;
      codes[i] = before;
      sorted = false;
    }
  }
  for (let starter = 0; starter < codes.length; starter++) {
    if (findClass(codes[starter]!) !== 0) continue;
    for (let i = starter + 1; i < codes.length; i++) {
      const between = codes.slice(starter + 1, i).map(findClass);
      if (between.includes(0)) break;
      if (between.some((value) => value >= findClass(codes[i]!))) continue;
      const composite = compose(codes[starter]!, codes[i]!);
      if (composite === undefined) continue;
      codes[starter] = composite;
      codes.splice(i--, 1);
    }
  }
  return String.fromCodePoint(...codes);
}

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
