import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import { compareDecoders, type DecoderResult } from "../../../tool/shared/explain/decoder-comparison.ts";
import { percentDecodeString, URLSearchParams as WhatwgParams } from "../../support/oracle/index.mjs";
import { catchFault } from "../../support/catch-fault.ts";
import { forAll } from "../../support/for-all.ts";

const TEXT: readonly string[] = "rfc3986 decode-uri unescape whatwg form python python-plus java".split(" ");
const BYTES: readonly string[] = ["python2", "go-path", "go-query", "php", "php-raw", "perl"];
const ALL: readonly string[] = [...TEXT, ...BYTES];
const SPACE: readonly string[] = ["form", "python-plus", "java", "go-query", "php"];
const LITERAL = ALL.filter((decoder) => !SPACE.includes(decoder));
const STRICT: readonly string[] = ["rfc3986", "decode-uri"];
const REFUSES: readonly string[] = [...STRICT, "java", "go-path", "go-query"];
const KEEPS = ALL.filter((decoder) => !REFUSES.includes(decoder));
const REPLACES: readonly string[] = ["whatwg", "form", "python", "python-plus", "java"];

const without = (decoders: readonly string[], ...others: string[]) => decoders.filter((one) => !others.includes(one));

/** Formats a result: the text, the bytes in hex if they are not UTF-8, or the part that is refused. */
function formatResult({ value, bytes, error }: DecoderResult): string {
  if (error) return `refused at ${error.index}, ${error.length}`;
  return value ?? `bytes ${Array.from(bytes!, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function groupDecodersByResult(text: string): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const result of compareDecoders(text).results) (groups[formatResult(result)] ??= []).push(result.decoder);
  return groups;
}

const decodeBy = (text: string, decoder: string) =>
  formatResult(compareDecoders(text).results.find((result) => result.decoder === decoder)!);

const hostile = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."%%%%++09aFg&= ", "%4", "%zz", "%41", "%25", "%2B", "%u0041", "%00") },
      { weight: 3, arbitrary: fc.constantFrom("%C3", "%A9", "%E2", "%82", "%ED", "%A0", "%80", "%F0", "%9F", "%C0") },
      { weight: 2, arbitrary: fc.constantFrom("%+1", "%-0", "%-1", "%\uff23\uff13", "%\uff21\uff19", "%\u0664\u0661") },
      { weight: 1, arbitrary: fc.constantFrom("\ufeff", "\0", "\u00e9", "\u20ac", "\ud83d\ude00", "\ud800", "\ude00") },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));

for (const [text, value] of [
  ["", ""],
  ["a&b=c;d/e?f#g", "a&b=c;d/e?f#g"],
  ["caf\u00e9%20%27%7e", "caf\u00e9 '~"],
  ["%2541", "%41"],
  ["\ufeff%41", "\ufeffA"],
  ["a%00b\0", "a\0b\0"],
] as const) {
  test(`all decoders agree on: ${JSON.stringify(text)}`, () => {
    const { agree, results, differences } = compareDecoders(text);
    expect([agree, differences]).toEqual([true, []]);
    expect(results.map(({ decoder }) => decoder)).toEqual(ALL);
    for (const result of results) {
      expect(result.value).toBe(value);
      expect(result.error).toBeUndefined();
      expect(result.bytes !== undefined).toBe(BYTES.includes(result.decoder));
    }
  });
}

/** A row for bytes that are not UTF-8; `java` is what Java writes if it replaces another number of bytes at once. */
const invalidUtf8 = (
  ...[text, length, latin1, replaced, bytes, java]: [string, number, string, string, string, string?]
): [string, Record<string, readonly string[]>] => [
  text,
  {
    [`refused at 0, ${length}`]: STRICT,
    [latin1]: ["unescape"],
    [replaced]: java === undefined ? REPLACES : without(REPLACES, "java"),
    ...(java !== undefined && { [java]: ["java"] }),
    [`bytes ${bytes}`]: BYTES,
  },
];
test.each<[string, Record<string, readonly string[]>]>([
  ["1+1", { "1+1": LITERAL, "1 1": SPACE }],
  ["50%", { "refused at 2, 1": REFUSES, "50%": KEEPS }],
  ["a%zz", { "refused at 1, 1": REFUSES, "a%zz": KEEPS }],
  ["%4", { "refused at 0, 2": REFUSES, "%4": KEEPS }],
  ["%%41", { "refused at 0, 1": REFUSES, "%A": KEEPS }],
  [
    "%+1",
    {
      "refused at 0, 1": without(REFUSES, "java"),
      "%+1": ["unescape", "whatwg", "python", "python2", "php-raw", "perl"],
      "% 1": ["form", "python-plus", "php"],
      "\x01": ["java"],
    },
  ],
  ["%-0", { "refused at 0, 1": without(REFUSES, "java"), "%-0": KEEPS, "\0": ["java"] }],
  ["%+%41", { "refused at 0, 1": REFUSES, "%+A": without(KEEPS, ...SPACE), "% A": ["form", "python-plus", "php"] }],
  [
    "%\uff12\uff25%2\u0665",
    { "refused at 0, 1": without(REFUSES, "java"), "%\uff12\uff25%2\u0665": KEEPS, ".%": ["java"] },
  ],
  ["%2f%3B", { "%2f%3B": ["decode-uri"], "/;": without(ALL, "decode-uri") }],
  ["%C3%A9", { "\u00c3\u00a9": ["unescape"], "\u00e9": without(ALL, "unescape") }],
  [
    "%u0041%uD83D%uDE00",
    { "refused at 0, 1": REFUSES, "A\ud83d\ude00": ["unescape"], "%u0041%uD83D%uDE00": without(KEEPS, "unescape") },
  ],
  invalidUtf8("%C3", 3, "\u00c3", "\ufffd", "c3"),
  invalidUtf8("%C0%AF", 6, "\u00c0\u00af", "\ufffd\ufffd", "c0af"),
  invalidUtf8("%ed%A0%80", 9, "\u00ed\u00a0\u0080", "\ufffd\ufffd\ufffd", "eda080", "\ufffd"),
  [
    "\ud800%41",
    { "\ud800A": [...STRICT, "unescape", "python", "python-plus", "java"], "\ufffdA": ["whatwg", "form", ...BYTES] },
  ],
  [
    // Only Java decodes this to one character.
    "%C3%\uff21\uff19",
    {
      "refused at 0, 3": STRICT,
      "\u00c3%\uff21\uff19": ["unescape"],
      "\ufffd%\uff21\uff19": without(REPLACES, "java"),
      "\u00e9": ["java"],
      "refused at 3, 1": ["go-path", "go-query"],
      "bytes c325efbca1efbc99": ["python2", "php", "php-raw", "perl"],
    },
  ],
])("the result of each decoder: %j", (text, expected) => {
  expect(groupDecodersByResult(text)).toEqual(expected);
  expect(compareDecoders(text).agree).toBe(false);
});

describe("where they differ", () => {
  const ACTIONS = {
    plus: { literal: LITERAL, space: SPACE },
    malformed: { refused: REFUSES, kept: KEEPS },
    reserved: { decoded: without(ALL, "decode-uri"), kept: ["decode-uri"] },
    malformedExceptInJava: { refused: without(REFUSES, "java"), kept: KEEPS, decoded: ["java"] },
    invalid: { refused: STRICT, latin1: ["unescape"], replaced: REPLACES, bytes: BYTES },
    surrogate: {
      refused: STRICT,
      latin1: ["unescape"],
      replaced: without(REPLACES, "java"),
      "replaced-once": ["java"],
      bytes: BYTES,
    },
    lone: { kept: [...STRICT, "unescape", "python", "python-plus", "java"], replaced: ["whatwg", "form", ...BYTES] },
  };

  /** The groups of each difference, which is named by its index, length and rule. */
  test.each<[string, Record<string, Record<string, readonly string[]>>]>([
    [
      "+%%4",
      {
        "0 1 plus": ACTIONS.plus,
        "1 1 malformed-escape": ACTIONS.malformed,
        "2 2 truncated-escape": ACTIONS.malformed,
      },
    ],
    [
      "%C3+%C0%AF",
      { "0 3 invalid-utf8": ACTIONS.invalid, "3 1 plus": ACTIONS.plus, "4 6 overlong-utf8": ACTIONS.invalid },
    ],
    ["%F4%90%80%80%80", { "0 12 code-point-out-of-range": ACTIONS.invalid, "12 3 invalid-utf8": ACTIONS.invalid }],
    ["\u20ac%ED%A0%80", { "1 9 encoded-surrogate": ACTIONS.surrogate }],
    [
      "%2f%u0041%C3%A9%40",
      {
        "0 3 reserved-escape": ACTIONS.reserved,
        "3 1 percent-u": { refused: REFUSES, decoded: ["unescape"], kept: without(KEEPS, "unescape") },
        "9 6 non-ascii-escape": { decoded: without(ALL, "unescape"), latin1: ["unescape"] },
        "15 3 reserved-escape": ACTIONS.reserved,
      },
    ],
    ["\ud83d\ude00\ude00+", { "2 1 lone-surrogate": ACTIONS.lone, "3 1 plus": ACTIONS.plus }],
    [
      "%+1+",
      {
        "0 1 malformed-escape": ACTIONS.malformedExceptInJava,
        // Java decodes this as part of the escape.
        "1 1 plus": { literal: LITERAL, space: without(SPACE, "java"), decoded: ["java"] },
        "3 1 plus": ACTIONS.plus,
      },
    ],
    [
      "%C3%\uff21\uff19",
      {
        "0 3 invalid-utf8": {
          ...ACTIONS.invalid,
          replaced: without(REPLACES, "java"),
          decoded: ["java"],
        },
        "3 1 malformed-escape": ACTIONS.malformedExceptInJava,
      },
    ],
    [
      "%ED%\uff21\uff10%80",
      {
        "0 3 invalid-utf8": ACTIONS.surrogate,
        "3 1 malformed-escape": { refused: without(REFUSES, "java"), kept: KEEPS, "replaced-once": ["java"] },
        "6 3 invalid-utf8": ACTIONS.surrogate,
      },
    ],
  ])("%j", (text, expected) => {
    const rows = compareDecoders(text).differences.map((one) => [
      `${one.index} ${one.length} ${one.rule}`,
      one.decoders,
    ]);
    expect(rows).toEqual(Object.entries(expected));
  });

  test("differences are in order, do not overlap, and group every decoder once into two or more groups", () => {
    forAll(hostile, (text) => {
      let end = 0;
      for (const { index, length, decoders } of compareDecoders(text).differences) {
        expect(index).toBeGreaterThanOrEqual(end);
        end = index + length;
        expect(Object.values(decoders).flat().toSorted()).toEqual(ALL.toSorted());
        expect(Object.keys(decoders).length).toBeGreaterThan(1);
      }
      expect(end).toBeLessThanOrEqual(text.length);
    });
  });
});

describe("against oracles", () => {
  type Reading = Pick<DecoderResult, "value" | "error">;

  test("rfc3986, decode-uri and unescape are percentDecode and the functions of ECMAScript", () => {
    forAll(hostile, (text) => {
      const { value, error } = compareDecoders(text).results[0]!;
      const wanted = catchFault<Reading, Reading>(
        () => ({ value: percentDecode(text), error: undefined }),
        (fault) => ({ value: undefined, error: { index: fault.index, length: fault.length } }),
      );
      expect({ value, error }).toEqual(wanted);
      if (wanted.error) expect(() => decodeURIComponent(text)).toThrow(URIError);
      else expect([value, decodeBy(text, "decode-uri")]).toEqual([decodeURIComponent(text), decodeURI(text)]);
      expect(decodeBy(text, "unescape")).toBe(unescape(text));
    });
  });

  // `&` is escaped so that the parser does not split the value; it is never part of an escape.
  const formValue = (text: string) => new WhatwgParams(`v=${text.replaceAll("&", "%26")}`).get("v");
  const decoded = (text: string) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(percentDecodeString(Buffer.from(text).toString()));

  test("whatwg and form equal the results of whatwg-url", () => {
    forAll(hostile, (text) => {
      expect(decodeBy(text, "whatwg")).toBe(decoded(text));
      expect(decodeBy(text, "form")).toBe(formValue(text));
    });
  });
});

test("`agree` is correct, and an error covers the first part that the decoder refuses", () => {
  forAll(hostile, (text) => {
    const { agree, results } = compareDecoders(text);
    const values = new Set(results.map(({ value, error }) => (error ? undefined : value)));
    expect(agree).toBe(values.size === 1 && !values.has(undefined));
    for (const { decoder, error } of results.filter((result) => result.error)) {
      const { index, length } = error!;
      expect(decodeBy(text.slice(0, index), decoder)).not.toMatch(/^refused/);
      expect(decodeBy(text.slice(0, index + length), decoder)).toBe(`refused at ${index}, ${length}`);
    }
  });
});

test("each result has its own bytes", () => {
  const buffers = compareDecoders("abc").results.flatMap(({ bytes }) => (bytes ? [bytes.buffer] : []));
  expect(new Set(buffers).size).toBe(BYTES.length);
});
