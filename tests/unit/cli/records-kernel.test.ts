import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CsvReader } from "../../../tool/command/records/csv.ts";
import { JsonlReader } from "../../../tool/command/records/jsonl.ts";
import { RecordFilter } from "../../../tool/command/records/filter.ts";
import { readSize } from "../../support/sizes.ts";
import { INPUT } from "./records-inputs.ts";
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

/** For each format, the columns, and the options that choose them. */
const FORMATS: Record<keyof typeof INPUT, readonly [columns: string, ...more: string[]]> = {
  lines: ["1", "", "--escapes backslash"],
  nul: ["1", "", "--escapes backslash"],
  tsv: ["1,2", "--field 2", "--field 2 --escapes none", "--header --field 1", "--field 1"],
  csv: ["1,2", "--field 2", "--header --field 1"],
  jsonl: ["id,u", "--field u", "--field id"],
  rowbinary: ["id,u", "--columns id:UInt16,u:Nullable(String) --field u"],
};
const CONTROLS = ["", "--controls refuse-nul", "--controls escape-nul", "--controls escape"];
const OPTIONS = [...CONTROLS, "--form", "--field-enc hex", "--field-enc hex --controls refuse-nul", "--max-record 30"];
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
  for (const format of Object.keys(INPUT) as (keyof typeof INPUT)[]) {
    const [columns, ...more] = FORMATS[format];
    test(format, async () => {
      const out = fc.uniqueArray(fc.constantFrom(...RESULTS, ...columns.split(",")), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(
          INPUT[format],
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

  const urls = Array.from({ length: 500 }, (_, k) => (k % 7 === 0 ? "%zz" : `a%20${k}`));
  const chunks = [urls.slice(0, 1), [], urls.slice(1, 300), urls.slice(300)];
  const wide = Array.from({ length: 300 }, (_, k) => String(k + 1)).join(",");
  // prettier-ignore
  test.each<[what: string, words: readonly string[], inputs: readonly string[], sizes?: readonly number[]]>([
    ["chunks with their number of records", ["--out value,status --chunk-header"],
      [chunks.map((chunk) => `${chunk.length}\n${chunk.map((row) => `${row}\n`).join("")}`).join("")], [1, 2, 3, 64, 1 << 16]],
    ["records that are longer than the buffers", ["--out value,status", "--format tsv", "--max-record 20000"],
      [20_000, 21_846, 130_000, 262_143, 262_144, 400_000].map((length) => `a\n${"%C3%A9x".repeat(length / 7)}\n%20\n`)],
    ["columns that it cannot write", ["value,layers", wide, "300", "value,status,".repeat(200).slice(0, -1)].map((out) => `--format tsv --out ${out}`), ["%2541\t\\N\n"]],
  ])("%s", async (_, words, inputs, cuts = [1 << 16]) => {
    for (const [args, text] of words.flatMap((line) => inputs.map((input) => [line.split(" "), input] as const))) {
      const wanted = await runWithoutKernel(args, Buffer.from(text));
      for (const size of cuts) expect(await run(args, Buffer.from(text), [size])).toEqual(wanted);
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
