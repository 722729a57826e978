import { describe, expect, test } from "vitest";
import { percentDecode, percentDecodeReport } from "../../../library/src/index.ts";
import { type Policy, referenceDecode } from "../../support/reference.ts";
import { everyText } from "../../support/every-text.ts";
import { countInputs } from "../../support/counters.ts";
import { readSize } from "../../support/sizes.ts";
import { catchFault } from "../../support/catch-fault.ts";

const EVERY = readSize("EVERY");

/** How many tokens the longest strings have. */
const DEPTH = readSize("DEPTH");
const POLICIES: Policy[] = ["keep", "drop", "replace"];

/** Returns the result of a decoding, or the fault that it throws. */
const outcome = <T>(decode: () => T) => catchFault(decode, ({ code, index, length }) => ({ code, index, length }));

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

function* pairsAfterPercent(): Generator<string> {
  for (let pair = 0; pair < 0x10000; pair++) yield `a%${String.fromCharCode(pair >> 8, pair & 0xff)}b`;
}

describe("every input of a kind agrees with the reference implementation", () => {
  test("all 65,536 pairs of units below U+0100 after %", () => {
    expect(expectNone(pairsAfterPercent(), (input) => difference(input))).toBe(65_536);
  });

  test(`all strings up to length ${DEPTH} over 13 hostile tokens`, () => {
    const tokens = ["%", "2", "F", "u", "+", "é", "\ud83d", "%41", "%C3", "%A9", "%E2%9C", "%ED%A0", "%F0%90"];
    const count = expectNone(everyText(tokens, DEPTH), (input) => difference(input));
    expect(count).toBe((13 ** (DEPTH + 1) - 1) / 12);
  });

  test("all strings up to length 4 over 9 tokens of %uXXXX", () => {
    const tokens = ["%", "u", "0", "%u", "00", "41", "%uD83D", "%uDE00", "%E2"];
    expectNone(everyText(tokens, 4), (input) => difference(input, { percentU: true, plus: "space" }));
  });

  test("all of U+0000–FFFF next to a malformed escape stay unchanged", () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    expectNone(units, (unit) => {
      const { value } = percentDecodeReport(`${unit}x%20100%zz`);
      const stays = value === `${unit}x 100%zz` || unit === "%";
      return stays ? difference(`${unit}x%20100%zz`) : `U+${unit.charCodeAt(0).toString(16)} became ${value}`;
    });
  });
});
