import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLayers } from "../../../engines/record.mjs";
import { percentDecodeBytes } from "../../../library/src/index.ts";
import { readSize } from "../../support/sizes.ts";
import { filterText as filter } from "./records-run.ts";
import { forAll } from "../../support/for-all.ts";

/** Short fields of parts that collide if an escape is ambiguous. */
const PARTS = "%00 %2500 %252500 %25 % \0 \\0 \\ %0A %250A %0a \\n 0 A 25 \\N %5C".split(" ");
const field = fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }).map((parts) => parts.join(""));
/** For each format, the record of a field. */
const RECORDS: Record<string, (text: string) => string> = {
  "lines --out value,status": (text) => `${text}\n`,
  "tsv --escapes none --out value,status": (text) => `${text}\n`,
  "csv --out value,status": (text) => `"${text}"\n`,
  "jsonl --out value,status": (text) => `${JSON.stringify(text)}\n`,
  "rowbinary --out value,status": (text) => String.fromCharCode(text.length) + text,
};

describe("two values are never written the same way", () => {
  for (const [format, toRecord] of Object.entries(RECORDS)) {
    for (const option of ["--controls escape", "--controls escape-nul", "--controls escape-nul --field-enc hex"]) {
      test(`--format ${format} ${option}`, async () => {
        const plainByOutput = new Map<string, string>();
        const hex = option.includes("hex") ? " --field-enc hex" : "";
        const property = async (text: string): Promise<void> => {
          const record = toRecord(hex ? Buffer.from(text).toString("hex") : text);
          const written = await filter(`--format ${format} ${option}`, record);
          const plain = await filter(`--format ${format}${hex}`, record);
          expect(plainByOutput.get(written) ?? plain).toBe(plain);
          plainByOutput.set(written, plain);
        };
        for (const text of ["a%00b", "a%2500b", "a%252500b", "%250A", "%0A"]) await property(text);
        await fc.assert(fc.asyncProperty(field, property), { numRuns: readSize("RECORDS") });
        expect(plainByOutput.size).toBeGreaterThan(20);
      });
    }
  }
});

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
