import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CsvReader } from "../../../tool/command/records/csv.ts";
import { JsonlReader } from "../../../tool/command/records/jsonl-reader.ts";
import { RecordFilter } from "../../../tool/command/records/filter.ts";
import { readSize } from "../../support/sizes.ts";
import { string } from "./records-reference.ts";
import { filterChunks } from "./records-run.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The output and the counts, or the message of the error that stops the filter. */
async function run(args: readonly string[], input: Uint8Array, sizes?: number[]): Promise<object> {
  try {
    const { output, summary } = await filterChunks([...args], input, sizes);
    return { output: output.toString("latin1"), summary };
  } catch (error) {
    return { error: String(error) };
  }
}

/** The same without the kernel: the host refuses to compile. */
async function runWithoutKernel(args: readonly string[], input: Uint8Array): Promise<object> {
  const refusal = vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
    throw new Error("refused");
  });
  try {
    return await run(args, input);
  } finally {
    refusal.mockRestore();
  }
}

const GOOD = [
  ..."a caf%C3%A9 x=1&y=%20 é✓😀 %E2%9C%93 %F0%9F%98%80 %25 + %2B".split(" "),
  "0123456789".repeat(4),
  " ",
  ",",
];
const HARD = [
  ...'%00 \0 %0A \r %0D %09 \\ %5C \\n \\\\ \\N " %22 %zz % %4 %C3 %FF \xff \xc3 %ED%A0%80'.split(" "),
  ..."%F4%90%80%80 %C0%AF %E0%80%80 %F0%80%80%80 \u001f %1f ' \\' \\b".split(" "),
];
const part = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...GOOD) }, fc.constantFrom(...HARD));
/** A text as bytes, one unit for each. */
const field = fc
  .array(part, { maxLength: 7 })
  .map((parts) =>
    parts.map((text) => (/^[\x80-\xff]$/.test(text) ? text : Buffer.from(text).toString("latin1"))).join(""),
  );
const maybeHex = field.map((text) => (text.length % 3 === 0 ? text : Buffer.from(text, "latin1").toString("hex")));

const without = (unit: RegExp) => (text: string) => text.replace(unit, "");
const list = (record: fc.Arbitrary<string>, end: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.tuple(record, end).map((both) => both.join("")),
      { maxLength: 20 },
    )
    .map((records) => records.join(""));
const lineEnd = fc.constantFrom("\n", "\n", "\r\n");
const jsonString = fc.oneof(
  field.map((text) => `"${text.replace(/[\0-\x1f"\\]/g, (unit) => JSON.stringify(unit).slice(1, -1))}"`),
  field.map((text) => `"${text}"`),
  fc.constantFrom('"\\/\\b\\f\\t"', '"\\u0041%\\u0034\\u0031"', '"\\"%22"', "null", "7", "[{}]"),
);

/** For each format: records, and the options that choose columns. */
const FORMATS: Record<string, { input: fc.Arbitrary<string>; columns: readonly string[]; more: readonly string[] }> = {
  lines: { input: list(maybeHex.map(without(/\n/g)), lineEnd), columns: ["1"], more: ["", "--escapes backslash"] },
  nul: {
    input: list(maybeHex.map(without(/\0/g)), fc.constant("\0")),
    columns: ["1"],
    more: ["", "--escapes backslash"],
  },
  tsv: {
    input: list(
      fc.array(maybeHex.map(without(/[\n\t]/g)), { minLength: 1, maxLength: 4 }).map((all) => all.join("\t")),
      lineEnd,
    ),
    columns: ["1", "2", "3"],
    more: ["--field 2", "--field 2 --escapes none", "--header --field 1", "--field 1"],
  },
  csv: {
    input: list(
      fc
        .array(
          fc.oneof(
            field,
            field.map((text) => `"${text.replace(/"/g, '""')}"`),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((all) => all.join(",")),
      lineEnd,
    ),
    columns: ["1", "2"],
    more: ["--field 2", "--header --field 1"],
  },
  jsonl: {
    input: list(
      fc.tuple(jsonString, jsonString).map(([a, b]) => `{"a":${a}, "b" :\r${b}}`),
      lineEnd,
    ),
    columns: ["a", "b"],
    more: ["--field a", "--field b"],
  },
  rowbinary: {
    input: list(
      fc
        .tuple(fc.constantFrom("ab", "\0\xff"), fc.option(field), field)
        .map(([id, a, b]) => id + (a === null ? "\x01" : `\0${string(a)}`) + string(b)),
      fc.constantFrom("", "", "", "\0"),
    ),
    columns: ["id", "a", "b"],
    more: [
      "--columns id:UInt16,a:Nullable(String),b:String --field a",
      "--columns id:UInt16,a:Nullable(String),b:String --field b",
    ],
  },
};
const OPTIONS = [
  "",
  "--form",
  "--controls refuse-nul",
  "--controls escape-nul",
  "--controls escape",
  "--field-enc hex",
  "--field-enc hex --controls refuse-nul",
  "--max-record 30",
];
const RESULTS = ["value", "status", "code", "byte_offset"];

describe("the kernel changes no result, for any columns, options and chunks", () => {
  test("a record that is too long and has a wrong length is named by its first byte", async () => {
    const args = "--format rowbinary --columns a:String,b:String --field a --max-record 8 --out value".split(" ");
    const bytes = Buffer.from(`\x01a\x01b\x10${"c".repeat(16)}\xff\xff\xff\xff\x7f`, "latin1");
    const wanted = await run(args, bytes);
    const message = expect.stringContaining("record 2 (byte 4): a length of more than 1 GiB") as unknown;
    expect(wanted).toMatchObject({ error: message });
    expect(await run(args, bytes, [1])).toEqual(wanted);
  });

  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 });
  for (const [format, { input, columns, more }] of Object.entries(FORMATS)) {
    test(format, async () => {
      const out = fc.uniqueArray(fc.constantFrom(...RESULTS, ...columns), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(
          input,
          out,
          fc.constantFrom(...more),
          fc.constantFrom(...OPTIONS),
          sizes,
          async (text, names, choice, option, cuts) => {
            const words = ["--format", format, "--out", names.join(","), ...choice.split(" "), ...option.split(" ")];
            const args = words.filter((word) => word !== "");
            const bytes = Buffer.from(text, "latin1");
            const wanted = await runWithoutKernel(args, bytes);
            expect(await run(args, bytes)).toEqual(wanted);
            expect(await run(args, bytes, cuts)).toEqual(wanted);
          },
        ),
        { numRuns: readSize("RECORDS") * 2 },
      );
    });
  }

  test("chunks with their number of records", async () => {
    const rows = Array.from({ length: 500 }, (_, k) => (k % 7 === 0 ? "%zz" : `a%20${k}`));
    const chunks = [rows.slice(0, 1), [], rows.slice(1, 300), rows.slice(300)];
    const input = Buffer.from(
      chunks.map((chunk) => `${chunk.length}\n${chunk.map((row) => `${row}\n`).join("")}`).join(""),
    );
    const args = ["--out", "value,status", "--chunk-header"];
    const wanted = await runWithoutKernel(args, input);
    for (const size of [1, 2, 3, 64, 1 << 16]) expect(await run(args, input, [size])).toEqual(wanted);
  });

  test("records that are longer than the buffers", async () => {
    for (const length of [20_000, 21_846, 130_000, 262_143, 262_144, 400_000]) {
      const input = Buffer.from(`a\n${"%C3%A9x".repeat(length / 7)}\n%20\n`);
      for (const args of [
        ["--out", "value,status"],
        ["--format", "tsv"],
        ["--max-record", "20000"],
      ]) {
        expect(await run(args, input)).toEqual(await runWithoutKernel(args, input));
      }
    }
  });

  test("columns that it cannot write", async () => {
    const input = Buffer.from("%2541\t\\N\n");
    const wide = Array.from({ length: 300 }, (_, k) => String(k + 1)).join(",");
    for (const out of ["value,layers", wide, "300", "value,status,".repeat(200).slice(0, -1)]) {
      const args = ["--format", "tsv", "--out", out];
      expect(await run(args, input)).toEqual(await runWithoutKernel(args, input));
    }
  });
});

describe("the kernel handles every good record", () => {
  const URL = "https://example.com/caf%C3%A9/%E2%9C%93?q=a%20b+c";
  const ROWS: Record<string, string> = {
    "--format lines": `${URL}\n`,
    "--format nul": `${URL}\0`,
    "--format tsv --field 2 --out 1,value,status": `7\t${URL}\tx\r\n`,
    "--format tsv --field 2 --field-enc hex": `7\t${Buffer.from(URL).toString("hex")}\n`,
    "--format tsv --header --field url --out url,value": `7\t${URL}\tx\r\n`,
    "--format rowbinary": string(URL),
    "--format rowbinary --columns a:Nullable(UInt8),b:Nullable(String) --field b --out a,value": `\x01\0${string(URL)}`,
  };
  test.each(Object.entries(ROWS))("%s", async (args, row) => {
    const one = vi.spyOn(RecordFilter.prototype, "record");
    const header = args.includes("--header") ? "id\turl\tx\r\n" : "";
    const { summary } = await filterChunks(args.split(" "), Buffer.from(header + row.repeat(1000), "latin1"), [
      1 << 16,
    ]);
    expect(summary).toMatchObject({ records: 1000, ok: 1000 });
    // A record that is cut by the end of a chunk may be handled alone.
    expect(one.mock.calls.length).toBeLessThan(5);
  });

  test.each([
    ["--format csv --field 2", `7,"${URL}",x\r\n`],
    ["--format jsonl --field u", `{"id":7,"u":"${URL}"}\n`],
  ])("%s, after the reader has cut it", async (args, row) => {
    const load = vi.fn();
    for (const { prototype } of [CsvReader, JsonlReader]) vi.spyOn(prototype, "load").mockImplementation(load);
    const { summary } = await filterChunks(args.split(" "), Buffer.from(row.repeat(100)));
    expect(summary).toMatchObject({ ok: 100 });
    expect(load).not.toHaveBeenCalled();
  });
});
