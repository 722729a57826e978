import { describe, expect, test } from "vitest";
import {
  percentDecode,
  percentDecodeBytes,
  percentDecodeReport,
  percentEncode,
  PercentEncodingError,
} from "../../../library/src/index.ts";
import { all, whatwg } from "../../../library/src/sets/index.ts";
import { type Policy, referenceDecode, referenceDecodeBytes, referenceEncode } from "../../support/reference.ts";
import { countInputs } from "../../support/counters.ts";
import { readSize } from "../../support/sizes.ts";

const EVERY = readSize("EVERY");

/** How many tokens the longest strings have. */
const DEPTH = readSize("DEPTH");
const POLICIES: Policy[] = ["keep", "drop", "replace"];

/** Returns the result of a decoding, or the fault that it throws. */
function outcome<T>(decode: () => T): T | { code: string; index: number; length: number } {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { code: error.code, index: error.index, length: error.length };
  }
}

/** Compares a decoding and its issues with the reference implementation; returns a description of the first difference. */
function difference(input: string, options: { plus?: "space"; percentU?: boolean } = {}): string | undefined {
  const strict = referenceDecode(input, options);
  const got = JSON.stringify(outcome(() => percentDecode(input, options)));
  const wanted = JSON.stringify(strict.error ?? strict.value);
  if (got !== wanted) return `${JSON.stringify(input)}: ${got}, not ${wanted}`;
  for (const policy of strict.error ? POLICIES : POLICIES.slice(0, 1)) {
    const policies = { ...options, malformed: policy, invalidUtf8: policy };
    const report = percentDecodeReport(input, policies);
    const expected = referenceDecode(input, policies);
    const found = JSON.stringify({ value: report.value, issues: report.issues });
    const right = JSON.stringify({ value: expected.value, issues: expected.issues });
    if (found !== right) return `${JSON.stringify(input)} ${policy}: ${found}, not ${right}`;
  }
  return undefined;
}

/** Does the same for bytes. */
function differenceInBytes(input: Uint8Array): string | undefined {
  const bytes = [...input];
  const { issues } = referenceDecodeBytes(bytes);
  for (const malformed of issues.length > 0 ? (["throw", ...POLICIES] as const) : POLICIES.slice(0, 1)) {
    const expected = referenceDecodeBytes(bytes, { malformed });
    const wanted = JSON.stringify(malformed === "throw" ? issues[0] : expected.value);
    const decoded = outcome(() => percentDecodeBytes(input, { malformed }));
    const got = JSON.stringify(decoded instanceof Uint8Array ? [...decoded] : decoded);
    if (got !== wanted) return `${bytes.join(" ")} ${malformed}: ${got}, not ${wanted}`;
  }
  return undefined;
}

/** Checks each input, expects that no check reports a difference, and returns the number of inputs. */
function expectNone<T>(inputs: Iterable<T>, check: (input: T) => string | undefined): number {
  const failures: string[] = [];
  let count = 0;
  for (const input of inputs) {
    count++;
    const found = count % EVERY === 0 && failures.length < 5 ? check(input) : undefined;
    if (found !== undefined) failures.push(found);
  }
  expect(failures).toEqual([]);
  countInputs(count);
  return count;
}

/** Yields all strings of at most `most` tokens. */
function* stringsUpTo(tokens: readonly string[], most: number, start = ""): Generator<string> {
  yield start;
  if (most > 0) for (const token of tokens) yield* stringsUpTo(tokens, most - 1, start + token);
}

function* pairsAfterPercent(): Generator<string> {
  for (let pair = 0; pair < 0x10000; pair++) yield `a%${String.fromCharCode(pair >> 8, pair & 0xff)}b`;
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("every input of a kind agrees with the reference implementation", () => {
  test("all 65,536 pairs of units below U+0100 after %", () => {
    expect(expectNone(pairsAfterPercent(), (input) => difference(input))).toBe(65_536);
  });

  test("all 65,536 pairs of bytes after %", () => {
    expect(expectNone(pairsAfterPercent(), (input) => differenceInBytes(latin1(input)))).toBe(65_536);
  });

  test(`all strings up to length ${DEPTH} over 13 hostile tokens`, () => {
    const tokens = ["%", "2", "F", "u", "+", "é", "\ud83d", "%41", "%C3", "%A9", "%E2%9C", "%ED%A0", "%F0%90"];
    const count = expectNone(stringsUpTo(tokens, DEPTH), (input) => difference(input));
    expect(count).toBe((13 ** (DEPTH + 1) - 1) / 12);
  });

  test(`all strings up to length ${DEPTH} over 10 hostile tokens, as bytes`, () => {
    const tokens = ["%", "2", "F", "g", "+", "\0", "\xc3", "\xff", "%25", "%fF"];
    const count = expectNone(stringsUpTo(tokens, DEPTH), (input) => differenceInBytes(latin1(input)));
    expect(count).toBe((10 ** (DEPTH + 1) - 1) / 9);
  });

  test("all strings up to length 4 over 9 tokens of %uXXXX", () => {
    const tokens = ["%", "u", "0", "%u", "00", "41", "%uD83D", "%uDE00", "%E2"];
    expectNone(stringsUpTo(tokens, 4), (input) => difference(input, { percentU: true, plus: "space" }));
  });

  test("all of U+0000–FFFF next to a malformed escape stay unchanged", () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    expectNone(units, (unit) => {
      const { value } = percentDecodeReport(`${unit}x%20100%zz`);
      const stays = value === `${unit}x 100%zz` || unit === "%";
      return stays ? difference(`${unit}x%20100%zz`) : `U+${unit.charCodeAt(0).toString(16)} became ${value}`;
    });
  });

  test("all one-, two- and three-byte sequences, and all leads with all second bytes of four", () => {
    const hex = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);
    // Of third and fourth bytes only the class matters, so the first and last byte of each class are enough.
    const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    function* sequences(): Generator<string> {
      yield* hex;
      for (let a = 0x80; a < 256; a++) for (let b = 0; b < 256; b++) yield hex[a]! + hex[b]!;
      for (let a = 0xc0; a < 256; a++) {
        for (let b = 0x80; b < 0xc0; b++) {
          for (const c of edges) {
            const three = hex[a]! + hex[b]! + hex[c]!;
            yield three;
            if (a >= 0xf0 && c >= 0x80 && c < 0xc0) for (const d of edges) yield three + hex[d]!;
          }
        }
      }
    }
    expectNone(sequences(), (input) => difference(input));
  });
});

test("all 1,112,064 scalar values are encoded as the reference implementation does, and round trip, alone and among others", () => {
  const sets = [all, whatwg.form, whatwg.component];
  function* scalars(): Generator<string> {
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
    }
  }
  let block = "";
  const count = expectNone(scalars(), (character) => {
    const encoded = percentEncode(character, all);
    const right = encoded === referenceEncode(character, () => true) && percentDecode(encoded) === character;
    block += character;
    if (block.length > 50_000 || character === "\u{10ffff}") {
      for (const set of sets) {
        const plus = set.spaceAsPlus ? "space" : "literal";
        if (percentDecode(percentEncode(block, set), { plus }) !== block) return `the block before ${encoded}`;
      }
      block = "";
    }
    return right ? undefined : encoded;
  });
  expect(count).toBe(1_112_064);
});
