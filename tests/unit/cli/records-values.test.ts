import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLayers } from "../../../engines/record.mjs";
import { percentDecodeBytes } from "../../../library/src/index.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

describe("--out layers", () => {
  test("is the number of decodings that change the value, for any nesting", () => {
    const part = fc.constantFrom("%", "2", "5", "4", "1", "25", "%25", "%2525", "%41", "%3", "x", "%32%35", "%zz");
    const nested = fc.array(part, { maxLength: 14 }).map((parts) => Buffer.from(parts.join("")));
    forAll(readSize("RECORDS") * 10, nested, (bytes) => {
      let count = 0;
      for (let before: Uint8Array = bytes; ; count++) {
        const after = percentDecodeBytes(before, { malformed: "keep" });
        if (after.length === before.length) break;
        before = after;
      }
      expect(countLayers(bytes)).toBe(count);
      expect(countLayers(`é${bytes.toString("latin1")}`)).toBe(count);
    });
  });

  test("takes one pass for half a million layers", () => {
    const bytes = Buffer.from(`%${"25".repeat(500_000)}41`);
    expect(countLayers(bytes)).toBe(500_001);
  });
});
