import { expect, test } from "vitest";
import { readEscaped, readPercentU } from "../../../library/src/base/escape.ts";

test("readEscaped returns the code point or the fault of the escapes at an index, and their length", () => {
  const rows: [text: string, found: number | string, length: number][] = [
    ["%41%42", 0x41, 3],
    ["%C3%A9", 0xe9, 6],
    ["%e2%9C%93x", 0x2713, 9],
    ["%F0%9F%98%80", 0x1f600, 12],
    ["%zz", "malformed-escape", 1],
    ["%4G", "malformed-escape", 2],
    ["%", "truncated-escape", 1],
    ["%4", "truncated-escape", 2],
    ["%E2%9C%zz", "invalid-utf8", 6],
    ["%80%80", "invalid-utf8", 3],
    ["%C0%AF", "overlong-utf8", 6],
    ["%ED%A0%80", "encoded-surrogate", 9],
    ["%F4%90%80%80", "code-point-out-of-range", 12],
  ];
  for (const [text, found, length] of rows) {
    const { codePoint, code, length: read } = readEscaped(`x${text}`, 1);
    expect([codePoint ?? code, read], text).toEqual([found, length]);
  }
});

test("readPercentU returns the unit of a %uXXXX, or a negative number", () => {
  expect([readPercentU("%u2713", 0), readPercentU("%uD83D", 0)]).toEqual([0x2713, 0xd83d]);
  for (const text of ["%U2713", "%u271", "%u27g3", "%ug713", "u2713", "%2713"])
    expect(readPercentU(text, 0), text).toBeLessThan(0);
});
