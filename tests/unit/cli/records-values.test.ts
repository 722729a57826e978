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

  test("one decoding returns the value", async () => {
    expect(await filter("--controls escape --out value,status", "a%2500b%00%25\n")).toBe("a%2500b%00%25\tok\n");
    expect(await filter("--controls escape-nul --out value,status", "50%25%00%0A\n")).toBe("50%25%00\\n\tok\n");
  });
});

describe("--controls refuse-nul", () => {
  test("makes the record bad, with the place of the NUL in the field", async () => {
    const out = "--controls refuse-nul --out value,status,code,byte_offset";
    expect(await filter(out, "a%41%00b\na\0\nok%25\n%2500\n")).toBe(
      "\\N\tmalformed\tnot-accepted\t4\n\\N\tmalformed\tnot-accepted\t1\nok%\tok\t\\N\t\\N\n%00\tok\t\\N\t\\N\n",
    );
    expect(await filter(`${out} --malformed keep`, "%%00\n")).toBe("\\N\tmalformed\tnot-accepted\t1\n");
  });

  test("an operation that does not decode the field reports no place", async () => {
    const out = "--controls refuse-nul --op query-param --param a --out value,status,code,byte_offset";
    expect(await filter(out, "?a=%00\n?a=1&b=%00\n")).toBe("\\N\tmalformed\tnot-accepted\t\\N\n1\tok\t\\N\t\\N\n");
    expect(await filter(`${out} --param b`, "?a=1&b=%00\n")).toContain("not-accepted");
  });
});

describe("--out layers", () => {
  test("counts how often the value can be decoded", async () => {
    const rows = { a: "0", "%41": "0", "%2541": "1", "%252541": "2", "%25zz": "0", "%2525": "1", "%252541%2541": "2" };
    for (const [text, layers] of Object.entries(rows)) expect(await filter("--out layers", text)).toBe(`${layers}\n`);
    expect(await filter("--out value,layers", "%zz")).toBe("\\N\t\\N\n");
    expect(await filter("--format jsonl --out layers", '"%2541"')).toBe('{"layers":1}\n');
    expect(await filter("--format rowbinary --out layers", "\x05%2541")).toBe("\0\x01\0\0\0\0\0\0\0");
    expect(await filter("--field-enc hex --out value,layers", "2532353431")).toBe("253431\t1\n");
  });

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

test.each([
  ["--out value,statuss", 'no column or field is named "statuss"; did you mean status?'],
  ["--format tsv --header --out layer", ""],
  ["--out user", 'no column or field is named "user": use a number from 1 on'],
  ["--format rowbinary --columns url --out value,ulr", 'no column or field is named "ulr"; did you mean url?'],
  ["--format tsv --field url", 'no field is named "url": use a number from 1 on'],
])("messages name what was meant: %s", async (args, message) => {
  const filtering = filter(args, "");
  if (message === "") await filtering;
  else await expect(filtering).rejects.toThrow(message);
});
