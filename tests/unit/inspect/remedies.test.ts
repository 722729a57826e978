import { describe, expect, test } from "vitest";
import { percentDecode, percentEncode } from "../../../library/src/index.ts";
import { type AllowedInSegment, decodePath } from "../../../library/src/guard/index.ts";
import { guessFaultCharsets } from "../../../tool/shared/remedies/fault-charsets.ts";
import { findRemedies } from "../../../tool/shared/remedies/remedies.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";

import { cleanUri } from "../../../library/src/uri/index.ts";
import { findFault } from "../../support/catch-fault.ts";

type Options = Readonly<Record<string, string>>;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Calls of the library, whose options are named as in the table. */
const CALLS = {
  decode: (input: string, options: Options) => percentDecode(input, options),
  encode: (input: string, options: Options) => percentEncode(input, rfc3986.component, options),
  clean: (input: string, options: Options) => cleanUri(input, options),
  path: (input: string, { allow }: Options) =>
    decodePath(input, allow === undefined ? {} : { allow: allow.split(",") as AllowedInSegment[] }),
};

/**
 * Inputs that are refused, and the options that accept them. tests/unit/cli/remedies.test.ts tries the best remedy of each code that a
 * command can meet; the rows here are the other policies and the errors that no command has.
 */
const REFUSED: readonly (readonly [
  call: keyof typeof CALLS,
  input: string,
  options: Options,
  code: string,
  remedies: readonly (readonly [option: string, value: string])[],
])[] = [
  ["decode", "100%zz", {}, "malformed-escape", policies("malformed")],
  ["decode", "%u00e9", {}, "malformed-escape", [["percentU", "true"], ...policies("malformed")]],
  ["decode", "%C0%AF", {}, "overlong-utf8", policies("invalidUtf8")],
  ["encode", "\ud800", {}, "lone-surrogate", [["loneSurrogate", "replace"]]],
  ["clean", "http://e.com:x/", { level: "advanced" }, "invalid-uri", [["level", "basic"]]],
  ["path", "/a%2Fb", {}, "unsafe-segment", [["allow", "slash"]]],
  ["path", "//a", { allow: "slash" }, "unsafe-segment", [["allow", "slash,empty"]]],
  ["path", "/..;", { allow: "empty" }, "unsafe-segment", [["allow", "empty,dot"]]],
  ["path", "/a%00", {}, "unsafe-segment", [["allow", "control"]]],
  ["path", "/a%5C", { allow: "slash" }, "unsafe-segment", []],
];

function policies(option: string): readonly (readonly [string, string])[] {
  return ["keep", "drop", "replace"].map((policy) => [option, policy]);
}

test.each(REFUSED)(
  "each remedy accepts the input of the error: %s: %j %j %s",
  (call, input, options, code, remedies) => {
    const error = findFault(() => CALLS[call](input, options));
    expect(error.code).toBe(code);
    const found = findRemedies(error, {
      encodes: call === "encode",
      given: (option) => options[option],
      guessCharsets: () => guessFaultCharsets(input, error.index),
    });
    expect(found.map(({ option, value }) => [option, value])).toEqual(remedies);
    for (const [option, value] of remedies)
      CALLS[call](input, { ...options, [option]: value === "true" ? (true as never) : value });
  },
);

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
