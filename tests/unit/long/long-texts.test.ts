import { describe, expect, test } from "vitest";
import { parseForm, toNestedObject } from "../../../library/src/form/index.ts";
import { readParameters } from "../../../library/src/form/request.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { checkUri, filePath, fileUri, uri } from "../../../library/src/uri/index.ts";
import { valueOrCode } from "../../support/catch-fault.ts";

/** Repeats a string to a length at which a regular expression with an entry on its stack for each repetition throws a RangeError. */
const repeat = (text: string, units = 24e6): string => text.repeat(units / text.length);

/** Returns the code of the error, or "answered". */
const outcome = (call: () => unknown): string => valueOrCode(() => (call(), "answered"));

const LIMITS = { pairs: 1, name: 1e9, value: 1, body: 1e9 };

describe("a string of tens of megabytes has an answer or a typed error", () => {
  test.each([
    ["fileUri, server", "answered", () => fileUri(`\\\\${repeat("a.")}\\share`, { windows: true })],
    ["filePath, server", "answered", () => filePath(`file://${repeat("a.")}/share`, { windows: true })],
    ["filePath, dots", "unsafe-segment", () => filePath(`file:///C:/${repeat(".%20")}`, { windows: true })],
    ["uri, host", "answered", () => uri`http://${repeat("a.")}/`],
    ["uri, quoted local part", "answered", () => uri`mailto:${`"${repeat("\\a")}"@e.com`}`],
    ["uri, quoted local part without an end", "invalid-uri", () => uri`mailto:${`"${repeat("\\a")}@e.com`}`],
    ["guess, host", "answered", () => guess(`${repeat("a.")}com`)],
    ["guess, path", "answered", () => guess(`e.com/${repeat("😀", 60e6)}`)],
    ["inspect, value", "answered", () => inspect(`?a=/${repeat("%0a", 60e6)}b`)],
    [
      "toNestedObject",
      "limit-exceeded",
      () => toNestedObject(parseForm(`a${repeat("[a]", 60e6)}=1`, { limits: LIMITS })),
    ],
  ])("%s: %s", (_, wanted, call) => {
    expect(outcome(call)).toBe(wanted);
  });

  test("the parameter of a content type", () => {
    expect(readParameters(`a/b; c="${repeat("\\a")}"`)).toBe(5);
    expect(readParameters(`a/b; c="${repeat("\\a", 1e6)}"`)).toMatchObject([{ name: "c", length: 1_000_002 }]);
  });

  test("a run of faults is one issue at every length", () => {
    const length = 40e6;
    const text = `/${repeat("😀", length)}\\\\`;
    expect(checkUri(text).issues).toMatchObject([{ code: "illegal-character", index: 1, length: length + 2 }]);
    const lone = `/${repeat("\ud800", length)}`;
    expect(checkUri(lone).issues).toMatchObject([{ code: "lone-surrogate", index: 1, length }]);
    expect(checkUri(`http://e.com/${lone}`, { grammar: "whatwg" }).issues).toMatchObject([
      { code: "lone-surrogate", length },
    ]);
  });

  test("each backslash of a special URL is an issue, next to runs of other characters", () => {
    const { issues } = checkUri(`http://e.com/${"^".repeat(3000)}\\\\${"^".repeat(3000)}%%4`, { grammar: "whatwg" });
    expect(issues.map(({ code, index, length }) => [code, index, length])).toEqual([
      ["invalid-URL-unit", 13, 3000],
      ["invalid-reverse-solidus", 3013, 1],
      ["invalid-reverse-solidus", 3014, 1],
      ["invalid-URL-unit", 3015, 3000],
      ["invalid-URL-unit", 6015, 1],
      ["invalid-URL-unit", 6016, 2],
    ]);
  });
});
