import { describe, expect, test } from "vitest";
import { percentDecode, percentDecodeReport, percentEncode, PercentEncodingError } from "../../src/index.ts";
import { all, whatwg } from "../../src/sets/index.ts";
import { type Policy, referenceDecode } from "../reference.ts";

const POLICIES: Policy[] = ["keep", "drop", "replace"];

/** Compares everything that a decoding says with the slow twin; gives a description of the first difference. */
function difference(input: string, options: { plus?: "space"; percentU?: boolean } = {}): string | undefined {
  const strict = referenceDecode(input, options);
  let outcome: unknown;
  try {
    outcome = percentDecode(input, options);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    outcome = { code: error.code, index: error.index, length: error.length };
  }
  const wanted = strict.error ?? strict.value;
  if (JSON.stringify(outcome) !== JSON.stringify(wanted)) {
    return `${JSON.stringify(input)}: ${JSON.stringify(outcome)}, not ${JSON.stringify(wanted)}`;
  }
  for (const policy of strict.error ? POLICIES : POLICIES.slice(0, 1)) {
    const policies = { ...options, malformed: policy, invalidUtf8: policy };
    const { value, issues } = percentDecodeReport(input, policies);
    const twin = referenceDecode(input, policies);
    const [got, want] = [JSON.stringify({ value, issues }), JSON.stringify({ value: twin.value, issues: twin.issues })];
    if (got !== want) return `${JSON.stringify(input)} ${policy}: ${got}, not ${want}`;
  }
  return undefined;
}

describe("every input of a kind agrees with the slow twin", () => {
  test("all 65,536 pairs of units below U+0100 after %", () => {
    const failures: unknown[] = [];
    for (let pair = 0; pair < 0x10000 && failures.length < 5; pair++) {
      const found = difference(`a%${String.fromCharCode(pair >> 8, pair & 0xff)}b`);
      if (found) failures.push(found);
    }
    expect(failures).toEqual([]);
  });

  test("all strings up to length 5 over 13 hostile tokens", () => {
    const tokens = ["%", "2", "F", "u", "+", "é", "\ud83d", "%41", "%C3", "%A9", "%E2%9C", "%ED%A0", "%F0%90"];
    const failures: unknown[] = [];
    let count = 0;
    const visit = (text: string, depth: number): void => {
      count++;
      const found = difference(text);
      if (found && failures.length < 5) failures.push(found);
      if (depth < 5) for (const token of tokens) visit(text + token, depth + 1);
    };
    visit("", 0);
    expect(failures).toEqual([]);
    expect(count).toBe((13 ** 6 - 1) / 12);
  });

  test("all strings up to length 4 over 9 tokens of %uXXXX", () => {
    const tokens = ["%", "u", "0", "%u", "00", "41", "%uD83D", "%uDE00", "%E2"];
    const failures: unknown[] = [];
    const visit = (text: string, depth: number): void => {
      const found = difference(text, { percentU: true, plus: "space" });
      if (found && failures.length < 5) failures.push(found);
      if (depth < 4) for (const token of tokens) visit(text + token, depth + 1);
    };
    visit("", 0);
    expect(failures).toEqual([]);
  });

  test("all of U+0000–FFFF beside a bad escape stay what they are", () => {
    const failures: number[] = [];
    for (let unit = 0; unit < 0x10000; unit++) {
      const text = `${String.fromCharCode(unit)}x%20100%zz`;
      const { value, issues } = percentDecodeReport(text);
      const alone = unit >= 0xd800 && unit <= 0xdfff ? 1 : 0;
      const whole = unit === 0x25 ? percentDecodeReport("%x%20100%zz").value : `${String.fromCharCode(unit)}x 100%zz`;
      if (value !== whole || issues.length !== 1 + alone + (unit === 0x25 ? 1 : 0)) failures.push(unit);
    }
    expect(failures).toEqual([]);
  });

  test("all one-, two- and three-byte sequences, and all leads with all second bytes of four", () => {
    const hex = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);
    const failures: unknown[] = [];
    const check = (input: string): void => {
      const found = failures.length < 5 ? difference(input) : undefined;
      if (found) failures.push(found);
    };
    for (let a = 0; a < 256; a++) check(hex[a]!);
    for (let a = 0x80; a < 256; a++) for (let b = 0; b < 256; b++) check(hex[a]! + hex[b]!);
    // Third and fourth bytes matter by their class alone, which the edges of each class stand for.
    const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    for (let a = 0xc0; a < 256; a++) {
      for (let b = 0x80; b < 0xc0; b++) {
        for (const c of edges) {
          check(hex[a]! + hex[b]! + hex[c]!);
          if (a >= 0xf0 && c >= 0x80 && c < 0xc0) for (const d of edges) check(hex[a]! + hex[b]! + hex[c]! + hex[d]!);
        }
      }
    }
    expect(failures).toEqual([]);
  });
});

test("all 1,112,064 scalar values round trip, alone and among others", () => {
  const failures: number[] = [];
  let count = 0;
  let block = "";
  const sets = [all, whatwg.form, whatwg.component];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCodePoint(code);
    count++;
    if (percentDecode(String(percentEncode(character, all))) !== character) failures.push(code);
    block += character;
    if (block.length > 50_000 || code === 0x10ffff) {
      for (const set of sets) {
        const plus = set.spaceAsPlus ? "space" : "literal";
        if (percentDecode(percentEncode(block, set), { plus }) !== block) failures.push(code);
      }
      block = "";
    }
  }
  expect(failures).toEqual([]);
  expect(count).toBe(1_112_064);
});
