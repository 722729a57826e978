import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DecodeOptions, percentDecodeReport, percentEncode } from "../../../library/src/index.ts";
import { encoding } from "../../../library/src/charset/index.ts";
import { explainDecode, explainEncode } from "../../../tool/shared/explain/explain.ts";
import type { ExplainedStep } from "../../../tool/shared/explain/steps.ts";
import { PercentEncodeSet, rfc3986, rfc3987, namedSet, setNames, whatwg } from "../../../library/src/sets/index.ts";
import { testLinearTime } from "../../support/linear.ts";
import { catchFault } from "../../support/catch-fault.ts";
import { escapeBytes } from "../../support/escape-bytes.ts";
import { forAll } from "../../support/for-all.ts";
import { readSize } from "../../support/sizes.ts";

/** The number of random inputs. */
const RUNS = readSize("URIS");

const TOKENS = [
  "% + a é ß 漢 \u{1f600} \ufffd \0 4 u z A plain \ud83d \ude00 \ud800",
  "%4 %zz %4z %25 %2B %41 %00 %7f %u %u00 %u0041 %u00e9 %U0041 %uFFFF",
  "%uD83D %uDE00 %uD83D%uDE00 %uD83D%uDE0 %uD83D% %u4z",
  "%C3%A9 %c3 %A9 %E2%9C%93 %E2%9C %F0%9F%98%80 %F0%9F%98 %C0%AF %E0%80%AF %E0%80",
  "%ED%A0%80 %ED%A0%BD%ED%B8%80 %ED%A0 %F4%90%80%80 %F4%90 %F8%88%80%80%80 %FF %EF%BF%BD %EF%BB%BF",
  "%82%A0 %82 %93%FA %8C %EA %84%31%A4%37 %84%31 \u001b %1B$B %1B%24%42 %1B(B $3 \\ ~ %5C %7E %8F%A2%AF %C4%E3",
].flatMap((tokens) => tokens.split(" "));
const LABELS = ["shift_jis", "gb18030", "gbk", "big5", "euc-jp", "euc-kr", "iso-2022-jp", "windows-1252", "koi8-r", "x-user-defined", "utf-16le", "utf-8"]; // prettier-ignore
const token = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(" ", ...TOKENS) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => escapeBytes([byte])) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) },
);
const hostile = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(""));

const policy = fc.constantFrom(undefined, "keep", "drop", "replace", "replace", "throw");
const ACCEPTS: DecodeOptions["accept"][] = [
  undefined,
  undefined,
  undefined,
  rfc3986.component.keeps,
  PercentEncodeSet.keeping("%", { nonAscii: "iri" }).keeps,
  /[^aé+\ud83d]/u,
  /[\p{L} ]/gu,
  (code) => code % 3 !== 0,
  () => false,
];
const decodeOptions: fc.Arbitrary<DecodeOptions> = fc.record({
  malformed: policy,
  invalidUtf8: policy,
  plus: fc.constantFrom(undefined, "literal", "space"),
  percentU: fc.constantFrom(undefined, false, true),
  accept: fc.constantFrom(...ACCEPTS),
});
const legacyOptions: fc.Arbitrary<DecodeOptions> = fc.record({
  malformed: policy,
  invalidUtf8: policy,
  plus: fc.constantFrom("literal", "space"),
  encoding: fc.constantFrom(...LABELS.map(encoding)),
});
const anyNamedSet = fc.constantFrom(
  ...setNames().map(namedSet),
  PercentEncodeSet.encoding("% ", { spaceAsPlus: true }),
);

/** Compares two values without `expect`, which would take most of the time. */
function assertSame(got: unknown, wanted: unknown, what: string): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

const joinParts = (steps: readonly ExplainedStep[], key: "input" | "output"): string =>
  steps.map((step) => step[key]).join("");

/** Checks the laws of every list of steps. */
function checkSteps(steps: readonly ExplainedStep[], text: string, isUtf8: boolean): void {
  let at = 0;
  let afterRun = false;
  for (const { index, length, input, bytes, bits, utf8, output, code, clause } of steps) {
    const run = utf8 === "ascii" && input === output && code === undefined && !/^%../.test(input);
    if (run && afterRun) throw new Error(`two adjacent runs at ${index}`);
    afterRun = run;
    assertSame([index, input.length], [at, length], "tiles");
    if (length === 0) throw new Error("an empty step");
    const wanted = isUtf8 && bytes.length === 1 ? bytes[0]!.toString(2).padStart(8, "0") : undefined;
    assertSame(bits?.replace(" ", ""), wanted, "bits");
    if (!clause.startsWith("https://")) throw new Error(`no link: ${clause}`);
    at += length;
  }
  if (joinParts(steps, "input") !== text) throw new Error("the joined inputs differ from the text");
}

/** Returns the value of an action, or the error that it throws. */
function outcome<T>(action: () => T): { value?: T; error?: object } {
  return catchFault<{ value?: T; error?: object }, { value?: T; error?: object }>(
    () => ({ value: action() }),
    ({ message, code, index, length, excerpt }) => ({ error: { message, code, index, length, excerpt } }),
  );
}

const PLATFORM = new TextDecoder("utf-8", { ignoreBOM: true });

/** Checks that the steps with a code are those of the issues, in the same order. */
function checkIssues(steps: readonly ExplainedStep[], issues: readonly { code: string; index: number }[]): void {
  const places = (list: readonly { code?: string | undefined; index: number }[]) =>
    list.flatMap(({ code, index }) => (code === undefined ? [] : [[code, index]]));
  assertSame(places(steps), places(issues), "issues");
}

/** Checks that continuations and a completion follow each lead. */
function checkStates(steps: readonly ExplainedStep[]): void {
  const states = steps.map(({ utf8 }) => utf8.slice(0, 2)).join("");
  if (!/^(?:as|er|ch|le(?:co)*la)*$/.test(states)) throw new Error(`states: ${states}`);
}

describe("laws", () => {
  test.each([
    ["UTF-8", decodeOptions],
    ["another encoding", legacyOptions],
  ])(
    "decoding steps cover the text, and have its value and issues, for any text and options of %s",
    (_, anyOptions) => {
      let thrown = 0;
      forAll(RUNS, hostile, anyOptions, (text, options) => {
        const report = outcome(() => percentDecodeReport(text, options));
        const got = outcome(() => explainDecode(text, options));
        assertSame(got.error, report.error, "error");
        if (got.value === undefined) {
          thrown++;
          return;
        }
        const steps = got.value;
        checkSteps(steps, text, options.encoding?.legacy === undefined);
        assertSame(joinParts(steps, "output"), report.value!.value, "outputs");
        checkIssues(steps, report.value!.issues);
        checkStates(steps);
        for (const { code, index, length } of report.value!.issues) {
          const within = steps.filter((step) => step.index >= index && step.index < index + length);
          assertSame(joinParts(within, "input").length, length, "the length of the steps of an issue");
          const isFault = code !== "not-accepted" && code !== "percent-u-ascii";
          if (isFault && within.some(({ utf8 }) => utf8 !== "error")) throw new Error(`no error at ${index}`);
        }
      });
      expect(thrown).toBeGreaterThan(RUNS * 0.1);
      expect(thrown).toBeLessThan(RUNS * 0.6);
    },
  );

  test("the platform decodes the bytes to the value", () => {
    forAll(RUNS, hostile, fc.boolean(), fc.boolean(), (text, space, percentU) => {
      // A lone surrogate has no bytes, so the bytes on both sides of it would join.
      fc.pre(!/\p{Surrogate}|%ud[89a-f]/iu.test(text));
      const plus = space ? "space" : "literal";
      const steps = explainDecode(text, { malformed: "keep", invalidUtf8: "replace", plus, percentU });
      const bytes = Uint8Array.from(steps.flatMap((step) => step.bytes));
      assertSame(PLATFORM.decode(bytes), joinParts(steps, "output"), "bytes");
    });
  });

  const anyEncoding = fc.option(fc.constantFrom(...LABELS.map(encoding)), { nil: undefined });
  test("encoding steps cover the text and have its value, for any text, set and encoding", () => {
    forAll(RUNS, hostile, anyNamedSet, anyEncoding, (text, set, charset) => {
      const [lenient, strict] = (["replace", "throw"] as const).map((loneSurrogate) => ({ loneSurrogate, encoding: charset })); // prettier-ignore
      const steps = explainEncode(text, set, lenient);
      checkSteps(steps, text, charset?.legacy === undefined);
      assertSame(joinParts(steps, "output"), percentEncode(text, set, lenient), "outputs");
      const bytes = steps.flatMap((step) => step.bytes);
      if (charset === undefined) assertSame(bytes, [...new TextEncoder().encode(text)], "bytes");
      const alone = [...text.matchAll(/\p{Cs}/gu)].map(({ index }) => ["lone-surrogate", index, "error"]);
      const faults = steps.filter((step) => step.code !== undefined || step.utf8 === "error");
      assertSame(faults.map((step) => [step.code, step.index, step.utf8]), alone, "issues"); // prettier-ignore
      const refused = outcome(() => joinParts(explainEncode(text, set, strict), "output"));
      assertSame(refused, outcome(() => percentEncode(text, set, strict)), "throws as percentEncode does"); // prettier-ignore
    });
  });
});

/** Formats a step: input, bytes, bits, state, output, code, and the end of the link. */
const formatStep = ({ input, bytes, utf8, bits, output, code, clause }: ExplainedStep): string =>
  [input, hex(bytes) || "-", bits ?? "-", utf8, output, code ?? "-", clause.replace(/.*[/#]/, "")].join(" | ");
const hex = (bytes: readonly number[]) =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

// The rows of cases.json with --explain have the other steps.
// prettier-ignore
const DECODING: [string, DecodeOptions, string[]][] = [
  ["%ED%A0%80", { malformed: "replace", invalidUtf8: "replace" }, [
    "%ED | ED | 1110 1101 | error | \ufffd | encoded-surrogate | utf-8-decoder",
    "%A0 | A0 | 10 100000 | error | \ufffd | - | utf-8-decoder",
    "%80 | 80 | 10 000000 | error | \ufffd | - | utf-8-decoder",
  ]],
  ["%E2%9C%zz", { malformed: "replace", invalidUtf8: "replace" }, [
    "%E2 | E2 | 1110 0010 | error | \ufffd | invalid-utf8 | utf-8-decoder",
    "%9C | 9C | 10 011100 | error |  | - | utf-8-decoder",
    "% | - | - | error | \ufffd | malformed-escape | section-2.1",
    "zz | 7A 7A | - | ascii | zz | - | percent-decode",
  ]],
  ["%u00e9%u0041", { percentU: true }, [
    "%u00e9 | C3 A9 | - | character | é | - | sec-unescape-string",
    "%u0041 | 41 | 0 1000001 | ascii | A | percent-u-ascii | sec-unescape-string",
  ]],
  ["%uD83D%uDE00", { percentU: true }, [
    "%uD83D | - | - | lead |  | - | sec-unescape-string",
    "%uDE00 | F0 9F 98 80 | - | last | 😀 | - | sec-unescape-string",
  ]],
  ["%uD83D%u", { percentU: true, invalidUtf8: "replace" }, [
    "%uD83D | - | - | error | \ufffd | lone-surrogate | surrogate",
    "% | 25 | 0 0100101 | error | % | truncated-escape | section-2.1",
    "u | 75 | 0 1110101 | ascii | u | - | percent-decode",
  ]],
  ["abé%C3%A9%62+\ud800", { plus: "space", accept: /[^aé+\ud800]/u }, [
    "a | 61 | 0 1100001 | ascii | a | not-accepted | percent-decode",
    "b | 62 | 0 1100010 | ascii | b | - | percent-decode",
    "é | C3 A9 | - | character | é | not-accepted | section-3",
    "%C3 | C3 | 110 00011 | lead | %C3 | not-accepted | section-3",
    "%A9 | A9 | 10 101001 | last | %A9 | - | section-3",
    "%62 | 62 | 0 1100010 | ascii | b | - | section-2.1",
    "+ | 20 | 0 0100000 | ascii |   | - | concept-urlencoded-parser",
    "\ud800 | - | - | error | \ud800 | not-accepted | surrogate",
  ]],
  ["%83A%82%ffa%5C%zz", { encoding: encoding("shift_jis"), invalidUtf8: "replace" }, [
    "%83 | 83 | - | lead |  | - | shift_jis-decoder",
    "A | 41 | - | last | ア | - | shift_jis-decoder",
    "%82 | 82 | - | error | \ufffd | undecodable | shift_jis-decoder",
    "%ff | FF | - | error |  | - | shift_jis-decoder",
    "a | 61 | - | ascii | a | - | percent-decode",
    "%5C | 5C | - | ascii | \\ | - | shift_jis-decoder",
    "% | 25 | - | error | % | malformed-escape | section-2.1",
    "zz | 7A 7A | - | ascii | zz | - | percent-decode",
  ]],
  ["%1B%24%42%24%22", { encoding: encoding("iso-2022-jp") }, [
    "%1B | 1B | - | lead |  | - | iso-2022-jp-decoder",
    "%24 | 24 | - | continuation |  | - | iso-2022-jp-decoder",
    "%42 | 42 | - | last |  | - | iso-2022-jp-decoder",
    "%24 | 24 | - | lead |  | - | iso-2022-jp-decoder",
    "%22 | 22 | - | last | あ | - | iso-2022-jp-decoder",
  ]],
];
for (const [text, options, rows] of DECODING) {
  test(`decoding, step by step: ${JSON.stringify(text)} ${JSON.stringify(options)}`, () => {
    expect(explainDecode(text, options).map(formatStep)).toEqual(rows);
  });
}

// prettier-ignore
const ENCODING: [string, PercentEncodeSet, string[]][] = [
  ["a é\ue000", rfc3987.query, [
    "a | 61 | 0 1100001 | ascii | a | - | section-2.2",
    "  | 20 | 0 0100000 | ascii | %20 | - | utf-8-percent-encode",
    "é | C3 A9 | - | character | é | - | section-2.2",
    "\ue000 | EE 80 80 | - | character | \ue000 | - | section-2.2",
  ]],
  ["a b", whatwg.form, [
    "a | 61 | 0 1100001 | ascii | a | - | application-x-www-form-urlencoded-percent-encode-set",
    "  | 20 | 0 0100000 | ascii | + | - | string-percent-encode-after-encoding",
    "b | 62 | 0 1100010 | ascii | b | - | application-x-www-form-urlencoded-percent-encode-set",
  ]],
  ["a😀\ud800b", rfc3986.component, [
    "a | 61 | 0 1100001 | ascii | a | - | section-2.3",
    "😀 | F0 9F 98 80 | - | character | %F0%9F%98%80 | - | utf-8-percent-encode",
    "\ud800 | EF BF BD | - | error | %EF%BF%BD | lone-surrogate | surrogate",
    "b | 62 | 0 1100010 | ascii | b | - | section-2.3",
  ]],
  ["\ud800é", PercentEncodeSet.encoding(" "), [
    "\ud800 | EF BF BD | - | error | \ufffd | lone-surrogate | surrogate",
    "é | C3 A9 | - | character | é | - | percent-encode-set",
  ]],
];
for (const [text, set, rows] of ENCODING) {
  test(`encoding, step by step: ${JSON.stringify(text)} ${set.name}`, () =>
    expect(explainEncode(text, set).map(formatStep)).toEqual(rows));
}

test("every issue has a step, not only the first 100", () => {
  const steps = explainDecode("%C0%AF%zz\ud800".repeat(20_000), { invalidUtf8: "drop" });
  const codes = steps.flatMap(({ code }) => code ?? []);
  expect(codes).toHaveLength(60_000);
  expect(codes.slice(-3)).toEqual(["overlong-utf8", "malformed-escape", "lone-surrogate"]);
  expect(steps.at(-1)!.index).toBe(199_999);
});

test("a character or fault across a block boundary of the decoder stays one", () => {
  for (let before = 0x4000 - 13; before <= 0x4000; before++) {
    const text = `${"a".repeat(before)}%F0%9F%98%80\u{1f600}%uD83D%uDE00%E2%9C%4`;
    const steps = explainDecode(text, { percentU: true, invalidUtf8: "replace" });
    expect(joinParts(steps, "output")).toBe(`${"a".repeat(before)}\u{1f600}\u{1f600}\u{1f600}\ufffd%4`);
    expect(steps.map(({ length }) => length)).toEqual([before, 3, 3, 3, 3, 2, 6, 6, 3, 3, 2]);
  }
});

test("`accept` is called with the same characters as by percentDecodeReport", () => {
  const text = "aé%C3%A9%u0041+%C0%AF\ud800%zz";
  const collectCalls = (run: (options: DecodeOptions) => unknown): number[] => {
    const codes: number[] = [];
    run({ plus: "space", percentU: true, accept: (code) => codes.push(code) % 2 === 0 });
    return codes;
  };
  expect(collectCalls((options) => explainDecode(text, options))).toEqual(
    collectCalls((options) => percentDecodeReport(text, options)),
  );
});

test("changing a step does not change later results", () => {
  (explainDecode("%zz\ud800")[0]!.bytes as number[]).push(1);
  (explainEncode("é")[0]!.bytes as number[]).push(1);
  expect(explainDecode("%zz\ud800").map(({ bytes }) => bytes)).toEqual([[0x25], [0x7a, 0x7a], []]);
  expect(explainEncode("é")[0]!.bytes).toEqual([0xc3, 0xa9]);
});

testLinearTime(
  { explainDecode, explainEncode },
  { "a fault after each character": (units) => "%é%C0%AF\ud800".repeat(units / 9) },
);
