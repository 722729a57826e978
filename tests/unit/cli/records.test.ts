import fc from "fast-check";
import { expect, test } from "vitest";
import { filterChunks } from "./records-run.ts";
import {
  toArguments,
  type Bytes,
  fromBytes,
  everyInPlace,
  inPlace,
  isText,
  type ReferenceOptions,
  referenceOutput,
  toBytes,
} from "./records-reference.ts";
import { field, INPUT, jsonId, jsonText, without } from "./records-inputs.ts";
import { readSize } from "../../support/sizes.ts";

/** The number of random inputs for each way to run; `npm run ok` takes fewer. */
const INPUTS = readSize("RECORDS");

const FORMATS = Object.keys(INPUT) as ReferenceOptions["format"][];
const WAYS: Omit<ReferenceOptions, "format">[] = [
  {},
  { op: "encode" },
  { hex: true },
  { controls: true, maxRecord: 40 },
  { escapes: true },
  { escapes: false, controls: true },
  { nul: "escape" },
  { nul: "escape", hex: true },
  { nul: "throw" },
];

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });
for (const format of FORMATS) {
  for (const way of WAYS) {
    if (way.escapes !== undefined && !["lines", "nul", "tsv"].includes(format)) continue;
    const options = { format, ...way };
    const args = toArguments(options);
    test(`the filter writes the same as the reference implementation, for any chunks: ${args.join(" ")}`, async () => {
      await fc.assert(
        fc.asyncProperty(INPUT[format], sizes, async (input, cuts) => {
          const { output } = await filterChunks(args, fromBytes(input), cuts);
          expect(output.toString("latin1")).toBe(referenceOutput(input, options));
        }),
        { numRuns: Math.ceil(INPUTS / WAYS.length) },
      );
    });
  }
}

const part = field.map(without(/[\t\n",]/g));
const quoted = field.map((text) => `"${text.replace(/"/g, '""')}"`);
const id = jsonId.map((text) => `{ "id":${text}\r,"u": `.replace("\xff", ""));
const PARTS_OF_RECORDS: Record<string, [fc.Arbitrary<Bytes>, fc.Arbitrary<Bytes>, fc.Arbitrary<Bytes>]> = {
  tsv: [part.map((text) => `x${text}\t`).filter(isText), part, part.map((text) => `\t${text}\\`)],
  csv: [fc.constantFrom("7\r,", toBytes('"é\n""",')), fc.oneof(part, quoted), quoted.map((text) => `,${text},`)],
  jsonl: [id, jsonText.map(without(/\n/g)), fc.constantFrom("}", ' ,"z":1e400 , "u2":"%zz"}')],
};
for (const format of ["tsv", "csv", "jsonl"] as const) {
  test.each(["null", "keep"])(
    `--out '*' changes the field and no other byte, and the n-th record is the n-th: ${format}, --bad %s`,
    async (bad) => {
      const record = fc.tuple(...PARTS_OF_RECORDS[format]!);
      const rows = fc.array(fc.tuple(record, fc.constantFrom("\n", "\r\n")), { maxLength: 12 });
      const args = ["--format", format, "--field", format === "jsonl" ? "u" : "2", "--out", "*", "--bad", bad];
      await fc.assert(
        fc.asyncProperty(rows, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (records, cuts) => {
          const input = records.map(([parts, end]) => parts.join("") + end).join("");
          const { output } = await filterChunks(args, fromBytes(input), cuts);
          const wanted = records.map(([parts, end]) => inPlace(format, parts, bad === "keep") + end);
          expect(output.toString("latin1")).toBe(wanted.join(""));
          if (format === "jsonl") return;
          const all = await filterChunks([...args, "--field", "*"], fromBytes(input), cuts);
          const every = records.map(([parts, end]) => everyInPlace(format, parts.join(""), bad === "keep") + end);
          expect(all.output.toString("latin1")).toBe(every.join(""));
        }),
        { numRuns: INPUTS },
      );
    },
  );
}
