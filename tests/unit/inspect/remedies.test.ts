import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { parseForm } from "../../../library/src/form/index.ts";
import { percentDecode, percentEncode, PercentDecoder, PercentEncoder } from "../../../library/src/index.ts";
import { type AllowedInSegment, decodePath } from "../../../library/src/guard/index.ts";
import { guessFaultCharsets } from "../../../tool/shared/remedies/fault-charsets.ts";
import { findRemedies, REMEDY_OPTIONS } from "../../../tool/shared/remedies/remedies.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";

import { expandTemplate } from "../../../library/src/template/index.ts";
import { cleanUri } from "../../../library/src/uri/index.ts";
import { findFault } from "../../support/catch-fault.ts";

type Options = Readonly<Record<string, string>>;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function toDecodeOptions({ malformed = "throw", invalidUtf8 = "throw", percentU }: Options): object {
  return { malformed, invalidUtf8, ...(percentU && { percentU: true }) };
}

/** Calls of the library, whose options are named as in the table. */
const CALLS = {
  decode: (input: string, options: Options) =>
    options.encoding === undefined
      ? percentDecode(input, toDecodeOptions(options))
      : percentDecode(input, { encoding: encoding(options.encoding), ...toDecodeOptions(options) }),
  encode: (input: string, options: Options) =>
    options.encoding === undefined
      ? percentEncode(input, rfc3986.component, options)
      : percentEncode(input, rfc3986.component, {
          encoding: encoding(options.encoding),
          unencodable: "throw",
          ...(options.unencodable !== undefined && { unencodable: "reference" }),
        }),
  "encode bytes": (input: Uint8Array, { inputEncoding = "utf-8", invalidUtf8 }: Options) =>
    new PercentEncoder(rfc3986.component, {
      encoding: encoding("shift_jis"),
      inputEncoding: encoding(inputEncoding),
      invalidInput: invalidUtf8 as "drop",
      unencodable: "throw",
    }).encodeInto(input, new Uint8Array(8192)),
  "decode bytes": (input: Uint8Array, { outputEncoding }: Options) =>
    new PercentDecoder({ encoding: encoding("utf-8"), outputEncoding: encoding(outputEncoding!) }).decodeInto(
      input,
      new Uint8Array(8192),
    ),
  form: (input: string, { limit }: Options) =>
    parseForm(input, limit === undefined ? {} : { limits: { [limit.split("=")[0]!]: Number(limit.split("=")[1]) } }),
  "form with _charset_": (input: string, options: Options) =>
    parseForm(input, {
      charsetField: ["windows-1252", ...(options.encoding === undefined ? [] : [options.encoding])].map(encoding),
    }),
  clean: (input: string, options: Options) => cleanUri(input, options),
  template: (input: string, { allow, ...options }: Options) =>
    expandTemplate("/a/{x}", { x: input }, { ...options, ...toAllowed(allow) }),
  path: (input: string, { allow }: Options) => decodePath(input, toAllowed(allow)),
};

function toAllowed(list: string | undefined): { allow?: readonly AllowedInSegment[] } {
  return list === undefined ? {} : { allow: list === "none" ? [] : (list.split(",") as AllowedInSegment[]) };
}

/** Inputs that are refused, and the options that accept them; what a person chooses is written here. */
const REFUSED: readonly (readonly [
  call: keyof typeof CALLS,
  input: string | Uint8Array,
  options: Options,
  code: string,
  remedies: readonly (readonly [option: string, value: string])[],
])[] = [
  ["decode", "100%zz", {}, "malformed-escape", policies("malformed")],
  ["decode", "%u00e9", {}, "malformed-escape", [["percentU", "true"], ...policies("malformed")]],
  ["decode", "ab%4", {}, "truncated-escape", policies("malformed")],
  ["decode", "%93%FA%96%7B%8C%EA", {}, "invalid-utf8", [["encoding", "Shift_JIS"], ...policies("invalidUtf8")]],
  ["decode", "%E2%82", {}, "invalid-utf8", [["encoding", "windows-1252"], ...policies("invalidUtf8")]],
  ["decode", "%C0%AF", {}, "overlong-utf8", policies("invalidUtf8")],
  ["decode", "%ED%A0%80", {}, "encoded-surrogate", policies("invalidUtf8")],
  ["decode", "%F4%90%80%80", {}, "code-point-out-of-range", policies("invalidUtf8")],
  ["decode", "%uD83D", { percentU: "true" }, "lone-surrogate", policies("invalidUtf8")],
  ["decode", "%82", { encoding: "shift_jis" }, "undecodable", policies("invalidUtf8")],
  ["encode", "\ud800", {}, "lone-surrogate", [["loneSurrogate", "replace"]]],
  ["encode", "\u203d", { encoding: "shift_jis" }, "unencodable", [["unencodable", "reference"]]],
  [
    "encode bytes",
    Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea),
    {},
    "invalid-utf8",
    [["inputEncoding", "Shift_JIS"], ["invalidUtf8", "drop"]], // prettier-ignore
  ],
  ["decode bytes", utf8("%E2%80%BD"), { outputEncoding: "shift_jis" }, "unencodable", [["outputEncoding", "UTF-8"]]],
  ["form", "a=1&".repeat(10_000), {}, "limit-exceeded", [["limit", "pairs=20000"]]],
  ["form with _charset_", "_charset_=sjis", {}, "charset-refused", [["encoding", "Shift_JIS"]]],
  ["clean", "http://e.com:x/", { level: "advanced" }, "invalid-uri", [["level", "basic"]]],
  ["template", "%c0%ae", {}, "unsafe-segment", [["unsafe", "allow"]]],
  ["template", "..", {}, "unsafe-segment", [["allow", "slash,dot"]]],
  ["template", "b/c", { allow: "none" }, "unsafe-segment", [["allow", "slash"]]],
  ["path", "/a%2Fb", {}, "unsafe-segment", [["allow", "slash"]]],
  ["path", "//a", { allow: "slash" }, "unsafe-segment", [["allow", "slash,empty"]]],
  ["path", "/..;", { allow: "empty" }, "unsafe-segment", [["allow", "empty,dot"]]],
  ["path", "/a%00", {}, "unsafe-segment", [["allow", "control"]]],
  ["path", "/a%5C", { allow: "slash" }, "unsafe-segment", []],
];

function policies(option: string): readonly (readonly [string, string])[] {
  return ["keep", "drop", "replace"].map((policy) => [option, policy]);
}

const refusal = (call: keyof typeof CALLS, input: string | Uint8Array, options: Options) =>
  findFault(() => CALLS[call](input as never, options));

describe("each remedy accepts the input of the error", () => {
  for (const [call, input, options, code, remedies] of REFUSED) {
    test(`${call}: ${code} ${JSON.stringify(options)} ${String(input).slice(0, 20)}`, () => {
      const error = refusal(call, input, options);
      expect(error.code).toBe(code);
      const found = findRemedies(error, {
        encodes: call.startsWith("encode"),
        given: (option) => options[option],
        guessCharsets: () => guessFaultCharsets(input, error.index),
      });
      for (const [option, value] of remedies) {
        const offered = found.filter((row) => row.option === option).map((row) => row.value);
        // In capitals is what a person chooses.
        expect(offered.some((other) => other === value || /LABEL|=N$/.test(other))).toBe(true);
        CALLS[call](input as never, { ...options, [option]: value });
      }
      const [best] = found;
      expect(best?.option).toBe(remedies[0]?.[0]);
    });
  }
});

test("each remedy is tried above", () => {
  // These have the same row as invalid UTF-8, and encoders of bytes are tried with it.
  const shared = ["encoding", "inputEncoding"];
  for (const [code, option] of REMEDY_OPTIONS) {
    const isTried = REFUSED.some((row) => row[3] === code && row[4].some(([other]) => other === option));
    expect([code, option, isTried]).toEqual([code, option, true]);
  }
  expect(shared.every((option) => REMEDY_OPTIONS.some((row) => row[1] === option))).toBe(true);
});

describe("the guess of an encoding", () => {
  test("reads a bounded part of the input", () => {
    const long = `${"%41".repeat(1e6)}%93%FA%96%7B%8C%EA${"%8C%EA".repeat(1e6)}`;
    const source = utf8(long);
    const slices: number[] = [];
    source.slice = (from, to) => {
      slices.push(to! - from!);
      return Uint8Array.prototype.slice.call(source, from, to);
    };
    expect(guessFaultCharsets(source, 3e6)).toEqual(["Shift_JIS"]);
    expect(slices).toEqual([64 + 3 * 2048]);
    expect(guessFaultCharsets(long, 3e6)).toEqual(["Shift_JIS"]);
  });

  test.each([
    ["%E2%82", 0],
    ["caf%F0%9F%8E", 3],
  ])("%s is UTF-8 that was cut off", (text, index) => {
    expect(guessFaultCharsets(text, index)).toEqual([]);
  });

  test("a lone byte without letters has none", () => {
    expect(guessFaultCharsets("%FF", 0)).toEqual([]);
    expect(guessFaultCharsets("1%FF2", 1)).toEqual([]);
    expect(guessFaultCharsets("na%EFve", 2)[0]).toBe("windows-1252");
  });

  test("the word before the fault counts, not the words before it", () => {
    expect(guessFaultCharsets("x=%C3%A9&caf%E9", 12)[0]).toBe("windows-1252");
    expect(guessFaultCharsets(utf8("x=é caf%E9"), 8)[0]).toBe("windows-1252");
  });
});
