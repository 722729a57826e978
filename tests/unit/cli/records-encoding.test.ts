import { afterEach, describe, expect, test, vi } from "vitest";
import { RecordFilter } from "../../../tool/command/records/filter.ts";
import { type Encoding, encoding } from "../../../library/src/charset/index.ts";
import { parseForm } from "../../../library/src/form/index.ts";
import { encodeFor, PURPOSES } from "../../../library/src/guard/index.ts";
import { PercentEncodingError, percentDecode, percentEncode } from "../../../library/src/index.ts";
import type { Answer } from "./records-reference.ts";
import { filterChunks } from "./records-run.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const LABELS = ["gbk", "gb18030", "shift_jis", "euc-kr", "iso-2022-jp"];

/** Fields with valid, malformed and incomplete escapes beside raw characters, in every encoding. */
const FIELDS = [
  ..."a%82%A0b %83A%81%zz é%B0%A1가%C4%E3 %1B%24B%24%22 %24%22 %1B(B%1B(J\\%7E %84%31%A4%37".split(" "),
  ..."%81\\ %FF %8 +%2B".split(" "),
  "",
  ..."x=%82%A0&y=%C4%E3&x=é+ /p?x=%B0%A1#%zz %00%81".split(" "),
];

/** For each format, its options and the record of a field. */
const FORMATS: Record<string, readonly [args: string, toRecord: (field: string) => string]> = {
  lines: ["", (field) => `${field}\n`],
  nul: ["", (field) => `${field}\0`],
  tsv: ["--field 2", (field) => `1\t${field.replaceAll("\\", "\\\\")}\r\n`],
  csv: ["--field 2", (field) => `1,"${field}"\r\n`],
  jsonl: ["--field a.u", (field) => `{"a":{"u":${JSON.stringify(field)}}}\n`],
  // A length below 128 is one byte.
  rowbinary: [
    "--columns id:UInt8,u:Nullable(String) --field u",
    (field) => `\x01\0${String.fromCharCode(Buffer.byteLength(field))}${field}`,
  ],
};

/** Reads rows of JSON. */
const readLines = (output: Buffer) =>
  Array.from(output.toString().matchAll(/.+/g), ([line]) => JSON.parse(line) as Answer);

/** The answer for a field, by functions of the library over text. */
function answer(field: string, run: (text: string) => string | null): Answer {
  try {
    return { value: run(field), status: "ok", code: null, byte_offset: null };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { code, index } = error;
    const byte_offset = Buffer.byteLength(field.slice(0, index));
    return { value: null, status: "malformed", code, byte_offset };
  }
}

type Run = (text: string, charset: Encoding) => string | null;

/** The options of operations, and the same by functions of the library. */
const OPERATIONS: readonly (readonly [args: string, run: Run])[] = [
  ...(
    [
      ["throw", "throw"],
      ["keep", "replace"],
      ["drop", "keep"],
      ["replace", "drop"],
    ] as const
  ).map(([malformed, invalidUtf8]): [string, Run] => [
    `--malformed ${malformed} --invalid-utf8 ${invalidUtf8}`,
    (text, charset) => percentDecode(text, { encoding: charset, malformed, invalidUtf8 }),
  ]),
  [
    "--form --accept /[^b]/u",
    (text, charset) => percentDecode(text, { encoding: charset, plus: "space", accept: /[^b]/u }),
  ],
  [
    "--op query-param --param x",
    (text, charset) => {
      const [, query = ""] = /^[^?#]*(?:\?([^#]*))?/.exec(text)!;
      try {
        return parseForm(query, { encoding: charset }).get("x") ?? null;
      } catch (error) {
        if (!(error instanceof PercentEncodingError)) throw error;
        throw new PercentEncodingError({ ...error, index: error.index + text.indexOf("?") + 1 });
      }
    },
  ],
  ["--op encode --unencodable reference", (text, charset) => percentEncode(text, undefined, { encoding: charset })],
  [
    "--op encode --set whatwg-form",
    (text, charset) => {
      const encoded = percentEncode(text, undefined, { encoding: charset, unencodable: "throw" });
      return encoded.replaceAll("%2A", "*").replaceAll("%20", "+").replaceAll("~", "%7E");
    },
  ],
];

describe("a column in another encoding: the same as the library, in every format, however it is cut", () => {
  for (const [format, [args, toRecord]] of Object.entries(FORMATS)) {
    test.each(LABELS)(`${format}, %s`, async (label) => {
      for (const [words, run] of OPERATIONS) {
        const input = Buffer.from(FIELDS.map(toRecord).join(""));
        const all = `--format ${format} --encoding ${label} ${args} ${words}`.split(/ +/);
        const { output } = await filterChunks([...all, "--out", "value,status,code,byte_offset"], input);
        const wanted = FIELDS.map((field) => answer(field, (text) => run(text, encoding(label))));
        if (format === "jsonl") expect(readLines(output), all.join(" ")).toEqual(wanted);
        const { output: statuses, summary } = await filterChunks([...all, "--out", "status"], input);
        expect(statuses.toString().match(/\b(?:ok|malformed|invalid-utf8)\b/g)).toEqual(
          wanted.map(({ status }) => status),
        );
        expect(summary.records).toBe(FIELDS.length);
        for (const size of [1, 5, 64])
          expect(
            (await filterChunks([...all, "--out", "value,status,code,byte_offset"], input, [size])).output,
          ).toEqual(output);
      }
    });
  }
});

test("a record that becomes much longer, and one that is longer than the buffer", async () => {
  const long = "¥\\".repeat(50_000);
  const { output } = await filterChunks(["--op", "encode", "--encoding", "iso-2022-jp"], Buffer.from(`${long}\na\n`));
  expect(output.toString()).toBe(`${"%1B%28J%5C%1B%28B%5C".repeat(50_000)}\na\n`);
  const decoded = await filterChunks(["--encoding", "gbk"], Buffer.from(`${"%C4%E3".repeat(100_000)}\n`));
  expect(decoded.output.toString()).toBe(`${"你".repeat(100_000)}\n`);
});

test("a label of UTF-8 chooses the same way as no label", async () => {
  const one = vi.spyOn(RecordFilter.prototype, "record");
  const { output } = await filterChunks(["--encoding", "utf8"], Buffer.from("caf%C3%A9\n".repeat(100)));
  expect(output.toString()).toBe("café\n".repeat(100));
  expect(one).not.toHaveBeenCalled();
});

describe("--op encode --for", () => {
  const TEXTS = ["a b&c/d", "..", ".", "", "naïve plan.txt", "CON", "a.", "http://e.com/ü?q= x", "100%", "é,;", " x "];

  test.each(PURPOSES)("%s: the same as encodeFor", async (purpose) => {
    const input = Buffer.from(TEXTS.map((text) => `${JSON.stringify(text)}\n`).join(""));
    const { output } = await filterChunks(["--format", "jsonl", "--op", "encode", "--for", purpose], input);
    const wanted = TEXTS.map((text) => ({ ...answer(text, () => encodeFor(purpose, text)) }));
    expect(readLines(output)).toEqual(wanted);
  });
});
