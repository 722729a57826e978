import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeRuns, NOT_UNRESERVED } from "../../../src/codec/encode-runs.ts";
import { percentEncode, PercentEncodingError } from "../../../src/index.ts";
import { rfc3986 } from "../../../src/sets/index.ts";
import { type CheckedComponent, findFault } from "../../../src/uri/component-fault.ts";

test("runs are encoded as by percentEncode, with the same errors", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("", "\ud800", "\udc00x"),
      (text, half) => {
        const [wanted, got] = [percentEncode, (given: string) => encodeRuns(given, NOT_UNRESERVED)].map((encode) => {
          try {
            return encode(text + half);
          } catch (error) {
            if (error instanceof PercentEncodingError) return [error.message, error.index, error.length];
            throw error;
          }
        });
        expect(got).toEqual(wanted);
      },
    ),
    { numRuns: 2000 },
  );
});

describe("a component allows what the named set keeps, and escapes", () => {
  for (const component of [
    "userinfo",
    "regName",
    "segment",
    "path",
    "query",
    "fragment",
  ] satisfies CheckedComponent[]) {
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
