import { findRange, inRanges } from "../base/invisible.ts";
import { GAPS, LENGTHS, LOOK_GAPS, LOOKS, SCRIPT_SETS, SCRIPTS, SETS } from "./confusables.generated.ts";
import { DIGITS } from "./idna.generated.ts";
import { createNumberReader } from "./idna-table.ts";

/**
 * Characters that look like a delimiter of URIs or like a browser's padlock, as the first and last of each range
 * (delimiters by https://www.unicode.org/Public/security/17.0.0/confusables.txt, padlocks by their Unicode names).
 */
const LOOK_ALIKES: readonly number[] = [
  0x1c0, 0x1c0, 0x1c3, 0x1c3, 0x37e, 0x37e, 0x6d4, 0x6d4, 0x2024, 0x2024, 0x2044, 0x2044, 0x2215, 0x2215,
  0x2236, 0x2236, 0x2571, 0x2572, 0x27cb, 0x27cb, 0x27cd, 0x27cd, 0x29f5, 0x29f5, 0x29f8, 0x29f9, 0x3002, 0x3002,
  0xa789, 0xa789, 0xfe15, 0xfe15, 0xfe52, 0xfe52, 0xfe54, 0xfe56, 0xfe5f, 0xfe60, 0xfe66, 0xfe66, 0xfe68, 0xfe68,
  0xfe6a, 0xfe6b, 0xff02, 0xff03, 0xff05, 0xff07, 0xff0e, 0xff0f, 0xff1a, 0xff1f, 0xff20, 0xff20, 0xff3c, 0xff3c,
  0xff61, 0xff61, 0x1f50f, 0x1f513, 0x1f6e1, 0x1f6e1,
]; // prettier-ignore

export function looksLikeDelimiter(code: number): boolean {
  return inRanges(LOOK_ALIKES, code);
}

/** The bits of all scripts; digits and the hyphen have all of them. */
export const ALL_SCRIPTS: number = 0xfffffff;
export const LATIN: number = 1 << 0;
export const GREEK: number = 1 << 1;
export const CYRILLIC: number = 1 << 2;
const HAN = 1 << 3;
export const JAPANESE: number = HAN | (1 << 4) | (1 << 5);
export const KOREAN: number = HAN | (1 << 6);

let table: ReturnType<typeof decodeTable> | undefined;

function decodeTable() {
  // The first and the last character of each run.
  const ranges: number[] = [];
  const nextGap = createNumberReader(GAPS);
  const nextLength = createNumberReader(LENGTHS);
  let code = 0x80;
  while (ranges.length < 2 * SETS.length) {
    const first = code + nextGap();
    const last = first + nextLength();
    ranges.push(first, last);
    code = last + 1;
  }
  // The ASCII text that each character looks like.
  const looks = new Map<number, string>();
  const nextLookGap = createNumberReader(LOOK_GAPS);
  code = 0x7f;
  for (const look of LOOKS) {
    code += nextLookGap() + 1;
    looks.set(code, look);
  }
  const scripts = Uint32Array.from(SETS, (digit) => SCRIPT_SETS[DIGITS.indexOf(digit)]!);
  return { ranges, scripts, looks };
}

/**
 * Returns the scripts of a character as bits: Latin for ASCII letters, and all scripts for other ASCII characters; 0 if its
 * Identifier_Status is Restricted (https://www.unicode.org/reports/tr39/#General_Security_Profile, Script_Extensions of
 * https://www.unicode.org/reports/tr24/#Script_Extensions).
 */
export function findScripts(code: number): number {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? LATIN : ALL_SCRIPTS;
  const { ranges, scripts } = (table ??= decodeTable());
  return scripts[findRange(ranges, code)] ?? 0;
}

/**
 * Returns the ASCII text that a character looks like: its prototype in lower case
 * (https://www.unicode.org/reports/tr39/#Confusable_Detection). Cyrillic and restricted characters lose their diacritics.
 */
export function toAsciiLookAlike(code: number): string | undefined {
  if (code < 0x80) return String.fromCharCode(code).toLowerCase();
  return (table ??= decodeTable()).looks.get(code);
}

export function listScripts(scripts: number): readonly string[] {
  return SCRIPTS.filter((_, bit) => (scripts & (1 << bit)) !== 0);
}
