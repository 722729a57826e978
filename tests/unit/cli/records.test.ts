import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
  string,
  toBytes,
} from "./records-reference.ts";
import { readSize } from "../../support/sizes.ts";

/** The number of random inputs for each way to run; `npm run ok` takes fewer. */
const INPUTS = readSize("RECORDS");

/** The parts of fields: good and bad escapes, bytes that end records and fields, and bytes that are not UTF-8. */
const PARTS = [
  ..."ab%\\N\"',:{}[]\t\r\0 +&=?#/",
  ..."%41 %0A %09 %00 %0d %5C %22 %2C %C3%A9 %E2%9C %FF %zz %4 % %C0%AF \\n \\t \\\\ \\N \\q".split(" "),
  ...'\\0 \\\' \\r \\v "" \r\n 41 5c'.split(" "),
  toBytes("é"),
  toBytes("✓"),
  toBytes("😀"),
  ..."\xff \xc3 \xed\xa0\x80".split(" "),
  "x".repeat(90),
];
const field = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(""));
const hexField = fc.oneof(
  field,
  fc.stringMatching(/^([0-9a-fA-F]{2}){0,8}$/),
  fc.constantFrom("2541", "25zz", "254", "C3A9", "ff"),
);

const line = fc.oneof(field, hexField);
const MARK = toBytes("\ufeff");
const without = (unit: RegExp) => (text: string) => text.replace(unit, "");
const joined = (record: fc.Arbitrary<Bytes>, end: string) =>
  fc
    .tuple(fc.constantFrom("", MARK, MARK.slice(0, 2)), fc.array(record, { maxLength: 12 }), fc.boolean())
    .map(([mark, records, last]) => mark + records.map((text) => text + end).join("") + (last ? "" : "a%20b"));

const csvField = fc.oneof(
  line,
  line.map((text) => `"${text.replace(/"/g, '""')}"`),
  line.map((text) => `"${text}\n"`),
);
const jsonText = fc.oneof(
  line.map((text) => JSON.stringify(text)),
  line.map((text) => `"${text}"`),
  fc.constantFrom(...'"\\u0025\\u0034\\u0031" "\\ud83d\\ude00%41" null 1e400 [[]] {"u":"x"} -0 01 tru'.split(" ")),
);
const jsonId = fc.oneof(
  fc.jsonValue().map((value) => toBytes(JSON.stringify(value))),
  fc.constantFrom("7", '"\xff"'),
);

const INPUT: Record<ReferenceOptions["format"], fc.Arbitrary<Bytes>> = {
  lines: joined(line.map(without(/\n/g)), "\n"),
  nul: joined(line.map(without(/\0/g)), "\0"),
  tsv: joined(
    fc.oneof(
      fc.tuple(line, line).map((fields) => fields.join("\t")),
      line,
    ),
    "\n",
  ),
  jsonl: joined(
    fc
      .oneof(
        { weight: 6, arbitrary: fc.tuple(jsonId, jsonText).map(([id, u]) => `{"id":${id}, "u":${u}}`) },
        jsonText.map((u) => `{"u" : ${u},"\\u0069d":7,"u2":"%zz"}`),
        jsonText,
        line,
      )
      .map(without(/\n/g)),
    "\n",
  ),
  csv: joined(
    fc.array(csvField, { minLength: 1, maxLength: 3 }).map((fields) => fields.join(",")),
    "\n",
  ),
  rowbinary: fc
    .tuple(
      fc.array(
        fc
          .tuple(fc.constantFrom("ab", "\xff\n"), fc.option(line))
          .map(([id, text]) => id + (text === null ? "\x01" : `\0${string(text)}`)),
        { maxLength: 12 },
      ),
      fc.constantFrom("", "a", "ab", "ab\0", "ab\0\x05%41"),
    )
    .map(([rows, rest]) => rows.join("") + rest),
};

const FORMATS = Object.keys(INPUT) as ReferenceOptions["format"][];
const WAYS: Omit<ReferenceOptions, "format">[] = [
  {},
  { op: "encode" },
  { hex: true },
  { controls: true, maxRecord: 40 },
  { escapes: true },
  { escapes: false, controls: true },
  { nul: "escape" },
  { nul: "throw" },
];

describe("the filter writes the same as the reference implementation, for any chunks", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });
  for (const format of FORMATS) {
    for (const way of WAYS) {
      if (way.escapes !== undefined && !["lines", "nul", "tsv"].includes(format)) continue;
      const options = { format, ...way };
      const args = toArguments(options);
      test(args.join(" "), async () => {
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
});

describe("--out '*' changes the field and no other byte, and the n-th record is the n-th", () => {
  const part = field.map(without(/[\t\n",]/g));
  const quoted = field.map((text) => `"${text.replace(/"/g, '""')}"`);
  const id = jsonId.map((text) => `{ "id":${text}\r,"u": `.replace("\xff", ""));
  const PARTS_OF_RECORDS: Record<string, [fc.Arbitrary<Bytes>, fc.Arbitrary<Bytes>, fc.Arbitrary<Bytes>]> = {
    tsv: [part.map((text) => `x${text}\t`).filter(isText), part, part.map((text) => `\t${text}\\`)],
    csv: [fc.constantFrom("7\r,", toBytes('"é\n""",')), fc.oneof(part, quoted), quoted.map((text) => `,${text},`)],
    jsonl: [id, jsonText.map(without(/\n/g)), fc.constantFrom("}", ' ,"z":1e400 , "u2":"%zz"}')],
  };
  for (const format of ["tsv", "csv", "jsonl"] as const) {
    test.each(["null", "keep"])(`${format}, --bad %s`, async (bad) => {
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
    });
  }
});
