import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeComponent, encodeRuns } from "../../../library/src/codec/encode-runs.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";
import { findFault } from "../../../library/src/uri/encoded-part.ts";
import { forAll } from "../../support/for-all.ts";
import { catchFault } from "../../support/catch-fault.ts";

test.each([
  ["encodeRuns", (text: string) => encodeRuns(text, /[^\w.~-]+/g)],
  ["encodeComponent", (text: string) => encodeComponent(text)],
] as const)("%s encodes as percentEncode, with the same errors", (_, ours) => {
  forAll(2000, fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom("", "\ud800", "\udc00x"), (text, half) => {
    const [wanted, got] = [percentEncode, ours].map(
      (encode) =>
      catchFault<unknown, unknown>(() => encode(text + half), ({ message, index, length }) => [message, index, length]), // prettier-ignore
    );
    expect(got).toEqual(wanted);
  });
});

test("a long text is encoded as one, with a run and a character across the end of a block", () => {
  for (const before of [0x3ffd, 0x3ffe, 0x3fff, 0x4000, 0x7fff]) {
    const text = `${"a".repeat(before)}\u{1f600}é!(%%41 \u{1f600}${"b*".repeat(0x3000)}`;
    expect(encodeRuns(text, /[^\w.~-]+/g)).toBe(percentEncode(text));
    expect(encodeComponent(text)).toBe(percentEncode(text));
  }
});

describe("a component allows what the named set keeps, and escapes", () => {
  for (const component of ["userinfo", "regName", "segment", "path", "query", "fragment"] as const) {
    test(component, () => {
      for (let code = 0; code < 0x100; code++) {
        const character = String.fromCharCode(code);
        const isKept = percentEncode(character, rfc3986[component]) === character;
        expect(findFault(`a${character}`, component), character).toBe(isKept ? -1 : 1);
      }
      expect(["%41", "%4", "%zz", "a%", "%4%41"].map((text) => findFault(text, component))).toEqual([-1, 0, 0, 1, 0]);
      expect(findFault("%aF%Fa", component)).toBe(-1);
    });
  }
});
