import { expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import { type Job, JobRefused } from "../../../tool/page/app/state.ts";
import { convertFile } from "../../support/page-jobs.ts";

/** Longer than a block, with escapes and characters across the block boundaries. */
const LONG = "caf%C3%A9%20✓\n".repeat(60_000);
const SJIS_LINES = { encoding: "Shift_JIS", lines: "true" };
/** A line that is not UTF-8, and another one. */
const NOT_UTF8 = "a%\xe2\x98\xff\na";
const URIS = "http://e.com/a b\nhttp://good.com\\@evil.com/\n";

// The rows of tests/vectors/text-options.json have short files and other options.
// prettier-ignore
test.each<[what: string, mode: Job["mode"], options: Job["options"], input: string, wanted: object]>([
  ["across blocks", "decode", {}, LONG, { text: percentDecode(LONG), issueCount: 0 }],
  ["lines across blocks", "decode", { lines: "true" }, LONG, { text: percentDecode(LONG), lines: 60_000 }],
  ["an issue with its index", "decode", { malformed: "keep" }, "abc%zz%41", { text: "abc%zzA", issues: [{ code: "malformed-escape", index: 3, length: 1 }] }],
  ["a malformed line, which stays", "decode", { lines: "true" }, "a%20b\n%zz\n\n%41", { text: "a b\n%zz\n\nA", lines: 4, refused: 1, issues: [{ code: "malformed-escape", index: 0, length: 1, line: 2 }] }],
  ["lines", "encode", { lines: "true" }, "a b\nc\n", { text: "a%20b\nc\n" }],
  ["lines in another encoding", "decode", SJIS_LINES, "%83A\n%82%A0", { text: "ア\nあ" }],
  ["lines into another encoding", "encode", SJIS_LINES, "ア\nあ", { text: "%83A\n%82%A0" }],
  ["URLs", "clean", {}, URIS, { text: "http://e.com/a%20b\nhttp://good.com\\@evil.com/\n", issues: [expect.objectContaining({ code: "host-ambiguous", line: 2 })] }],
  ["URLs to show", "display", {}, "/%C3%BC\n", { text: "/ü\n" }],
  ["a form, without the line end of the file", "form", {}, "a=caf%C3%A9+1&&b=%zz", { text: '["a","café 1"]\n["b","%zz"]\n', issueCount: 1 }],
  ["a form with CR LF at its end", "form", {}, "a=1&b=%zz\r\n", { text: '["a","1"]\n["b","%zz"]\n', issueCount: 1 }],
  ["a form with two line ends", "form", {}, "a=1\r\n\n", { text: '["a","1\\r\\n"]\n' }],
  // A CR without LF is part of the line.
  ["a CR in a line", "encode", { lines: "true" }, "a\rb\r\r\nc\r", { text: "a%0Db%0D\r\nc%0D" }],
  ["nothing", "decode", {}, "", { text: "" }],
])("a file with %s", async (_, mode, options, input, wanted) => {
  expect(await convertFile({ mode, options }, input)).toMatchObject(wanted);
});

test("bytes that are not UTF-8 keep the line, and the index is in bytes", async () => {
  const bytes = Buffer.from(NOT_UTF8, "latin1");
  const issues = [{ code: "invalid-utf8", index: 2, length: 2, line: 1 }];
  expect(await convertFile({ mode: "clean", options: {} }, bytes)).toMatchObject({ bytes, issues });
  const inspected = await convertFile({ mode: "inspect", options: {} }, bytes);
  expect(inspected.text).toContain("\n1\tdanger\t\t2\t2\tinvalid-utf8\t");
  const options = { inputEncoding: "Shift_JIS", invalidUtf8: "drop" };
  expect(await convertFile({ mode: "encode", options }, Uint8Array.of(0x61, 0x82, 0x0a, 0x62))).toMatchObject({
    text: "a%0Ab",
    issues: [{ code: "undecodable", index: 1, length: 1 }],
  });
});

test.each<[job: Job, input: string, error: object]>([
  [{ mode: "decode", options: {} }, "abc%zz", { code: "malformed-escape", index: 3 }],
  [{ mode: "decode", options: { encoding: "Shift_JIS", unwrap: "true" } }, "%83\nA%8\n2%FF", { code: "undecodable", index: 5, length: 7 }], // prettier-ignore
  // The field _charset_ needs the whole form.
  [{ mode: "form", options: { charsetField: "true" } }, "_charset_=sjis&a=1", { message: expect.stringMatching(/charsetField/) as string }], // prettier-ignore
])("%j refuses %s", (job, input, error) => expect(convertFile(job, input)).rejects.toMatchObject(error));

test("inspect lists the findings of a severity", async () => {
  const { text } = await convertFile({ mode: "inspect", options: { severity: "danger" } }, "/a%2Fb\n/%C0%AF\n");
  expect(text.split("\n").map((row) => row.split("\t")[5])).toEqual(["code", "overlong-utf8", undefined]);
});

test("lines keep their ends, CR LF or LF, in every mode that converts lines", async () => {
  const lines = ["a%20b", "/%zz", "", "/x"];
  const jobs: Job[] = [
    ...(["decode", "encode"] as const).flatMap((mode) => [
      { mode, options: { lines: "true" } },
      { mode, options: SJIS_LINES },
    ]),
    { mode: "clean", options: {} },
    { mode: "display", options: {} },
  ];
  for (const job of jobs) {
    const expected = (await convertFile(job, lines.join("\n"))).text.split("\n");
    expect(expected).toHaveLength(lines.length);
    expect((await convertFile(job, lines.join("\r\n"))).text).toBe(expected.join("\r\n"));
    expect((await convertFile(job, `${lines.join("\r\n")}\n`)).text).toBe(`${expected.join("\r\n")}\n`);
  }
  const inspect: Job = { mode: "inspect", options: {} };
  const [inspected, again] = [await convertFile(inspect, lines.join("\n")), await convertFile(inspect, lines.join("\r\n"))]; // prettier-ignore
  expect(again.text).toBe(inspected.text);
});

test("a line has at most 1 MiB", async () => {
  const job: Job = { mode: "decode", options: { lines: "true" } };
  for (const end of ["\n", "\r\n"]) {
    const most = `${"%41a".repeat(1 << 18)}${end}`;
    expect((await convertFile(job, most + most)).bytes).toHaveLength(2 * ((1 << 19) + end.length));
    await expect(convertFile(job, `a${most}`)).rejects.toThrow(JobRefused);
  }
  await expect(convertFile(job, "a".repeat(3_000_000))).rejects.toThrow(JobRefused);
});
