/** Random inputs of the record filter. */
import fc from "fast-check";
import { type Bytes, type ReferenceOptions, string, toBytes } from "./records-reference.ts";

/** The parts of fields: good and bad escapes, bytes that end records and fields, and bytes that are not UTF-8. */
const PARTS = [
  ..."ab%\\N\"',:{}[]\t\r\0 +&=?#/",
  ..."%41 %25 %2500 %0A %09 %00 %0d %5C %22 %2C %C3%A9 %E2%9C %FF %zz %4 % %C0%AF \\n \\t \\\\ \\N \\q".split(" "),
  ...'\\0 \\\' \\r \\v "" \r\n 41 5c'.split(" "),
  toBytes("é"),
  toBytes("✓"),
  toBytes("😀"),
  ..."\xff \xc3 \xed\xa0\x80".split(" "),
  "x".repeat(90),
];
export const field = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(""));
const hexField = fc.oneof(
  field,
  fc.stringMatching(/^([0-9a-fA-F]{2}){0,8}$/),
  fc.constantFrom("2541", "25zz", "254", "C3A9", "ff"),
);

const line = fc.oneof(field, hexField);
const MARK = toBytes("\ufeff");
export const without = (unit: RegExp) => (text: string) => text.replace(unit, "");
const joined = (record: fc.Arbitrary<Bytes>, end: string) =>
  fc
    .tuple(fc.constantFrom("", MARK, MARK.slice(0, 2)), fc.array(record, { maxLength: 12 }), fc.boolean())
    .map(([mark, records, last]) => mark + records.map((text) => text + end).join("") + (last ? "" : "a%20b"));

const csvField = fc.oneof(
  line,
  line.map((text) => `"${text.replace(/"/g, '""')}"`),
  line.map((text) => `"${text}\n"`),
);
export const jsonText = fc.oneof(
  line.map((text) => JSON.stringify(text)),
  line.map((text) => `"${text}"`),
  fc.constantFrom(...'"\\u0025\\u0034\\u0031" "\\ud83d\\ude00%41" null 1e400 [[]] {"u":"x"} -0 01 tru'.split(" ")),
);
export const jsonId = fc.oneof(
  fc.jsonValue().map((value) => toBytes(JSON.stringify(value))),
  fc.constantFrom("7", '"\xff"'),
);

/** Inputs of each format. */
export const INPUT: Record<ReferenceOptions["format"], fc.Arbitrary<Bytes>> = {
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
