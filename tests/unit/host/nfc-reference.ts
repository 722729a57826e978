import { readFileSync } from "node:fs";

// NFC by the complete data of Unicode 18, without the engine (https://www.unicode.org/reports/tr15/#Specification).

const DATA = new URL("../../../scripts/unicode/data/normalization-18.0.0.txt", import.meta.url);
const [, classRows, decompositionRows] = readFileSync(DATA, "utf8")
  .split(/^\[\w+\]\n/m)
  .map((part) => part.trim().split(/;\s*/));
const hex = (text: string): number => Number.parseInt(text, 16);

export const classes: Map<number, number> = new Map();
for (const row of classRows!) {
  const [range, value] = row.split("=") as [string, string];
  const [first, last = first] = range.split("-").map(hex) as [number, number?];
  for (let code = first; code <= last; code++) classes.set(code, Number(value));
}
export const decompositions: Map<number, readonly number[]> = new Map();
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
export function nfcReference(text: string): string {
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
