import { describe, expect, test } from "vitest";
import { percentDecode, percentDecodeBytes } from "../../../library/src/index.ts";
import { type Job, JobRefused } from "../../../tool/page/app/state.ts";
import { type Outcome, type Modules, runJob } from "../../../tool/page/worker/jobs.ts";

const modules: Modules = {
  charset: () => import("../../../tool/page/app/charset.ts"),
  uri: () => import("../../../library/src/uri/index.ts"),
  inspect: () => import("../../../library/src/inspect/index.ts"),
  stream: () => import("../../../library/src/stream.ts"),
  text: () => import("../../../tool/page/app/text-steps.ts"),
};

async function run(
  job: Job,
  input: string | Uint8Array,
): Promise<Outcome & { readonly bytes: Uint8Array; readonly text: string }> {
  const written: Uint8Array[] = [];
  const reads: number[] = [];
  const file = new Blob([input as Uint8Array<ArrayBuffer>]);
  const outcome = await runJob(job, file, { write: (bytes) => void written.push(bytes.slice()) }, modules, (read) =>
    reads.push(read),
  );
  if (file.size > 0) expect(reads.at(-1)).toBe(file.size);
  expect(reads.toSorted((a, b) => a - b)).toEqual(reads);
  const bytes = new Uint8Array(await new Blob(written as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return { ...outcome, bytes, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}

/** Longer than a block, with escapes and characters across the block boundaries. */
const LONG = "caf%C3%A9%20✓\n".repeat(60_000);

// The rows of tests/vectors/text-options.json have short files.
describe("files", () => {
  test("are decoded across block boundaries as the whole text is", async () => {
    const { bytes, issueCount } = await run({ mode: "decode", options: {} }, LONG);
    expect(Buffer.compare(bytes, percentDecodeBytes(new TextEncoder().encode(LONG)))).toBe(0);
    expect(issueCount).toBe(0);
  });

  test("that are malformed throw, or have issues with their indexes", async () => {
    await expect(run({ mode: "decode", options: {} }, "abc%zz")).rejects.toMatchObject({
      code: "malformed-escape",
      index: 3,
    });
    const { text, issues } = await run({ mode: "decode", options: { malformed: "keep" } }, "abc%zz%41");
    expect(text).toBe("abc%zzA");
    expect(issues).toEqual([{ code: "malformed-escape", index: 3, length: 1 }]);
  });

  test("are converted line by line, and a malformed line stays unchanged", async () => {
    const { text, lines, refused, issues } = await run(
      { mode: "decode", options: { lines: "true" } },
      "a%20b\n%zz\n\n%41",
    );
    expect(text).toBe("a b\n%zz\n\nA");
    expect([lines, refused]).toEqual([4, 1]);
    expect(issues).toEqual([{ code: "malformed-escape", index: 0, length: 1, line: 2 }]);
    expect((await run({ mode: "encode", options: { lines: "true" } }, "a b\nc\n")).text).toBe("a%20b\nc\n");
    const long = await run({ mode: "decode", options: { lines: "true" } }, LONG);
    expect(long.text).toBe(percentDecode(LONG));
    expect(long.lines).toBe(60_000);
  });

  test("in another encoding are converted line by line", async () => {
    const options = { encoding: "Shift_JIS", lines: "true" };
    expect((await run({ mode: "decode", options }, "%83A\n%82%A0")).text).toBe("ア\nあ");
    expect((await run({ mode: "encode", options }, "ア\nあ")).text).toBe("%83A\n%82%A0");
  });

  test("have faults and issues with their places in the file", async () => {
    await expect(
      run({ mode: "decode", options: { encoding: "Shift_JIS", unwrap: "true" } }, "%83\nA%8\n2%FF"),
    ).rejects.toMatchObject({ code: "undecodable", index: 5, length: 7 });
    const options = { inputEncoding: "Shift_JIS", invalidUtf8: "drop" };
    const { text, issues } = await run({ mode: "encode", options }, Uint8Array.of(0x61, 0x82, 0x0a, 0x62));
    expect(text).toBe("a%0Ab");
    expect(issues).toEqual([{ code: "undecodable", index: 1, length: 1 }]);
  });

  test("are cleaned, shown and inspected a line at a time", async () => {
    const uris = "http://e.com/a b\nhttp://good.com\\@evil.com/\n";
    const cleaned = await run({ mode: "clean", options: {} }, uris);
    expect(cleaned.text).toBe("http://e.com/a%20b\nhttp://good.com\\@evil.com/\n");
    expect(cleaned.issues).toMatchObject([{ code: "host-ambiguous", line: 2 }]);
    expect((await run({ mode: "display", options: {} }, "/%C3%BC\n")).text).toBe("/ü\n");
    const inspected = await run({ mode: "inspect", options: { severity: "danger" } }, "/a%2Fb\n/%C0%AF\n");
    expect(inspected.text.split("\n").map((row) => row.split("\t")[5])).toEqual(["code", "overlong-utf8", undefined]);
  });

  test("that are not UTF-8 keep the line, and the index is in bytes", async () => {
    const bytes = Uint8Array.of(0x61, 0x25, 0xe2, 0x98, 0xff, 0x0a, 0x61);
    const cleaned = await run({ mode: "clean", options: {} }, bytes);
    expect(Buffer.compare(cleaned.bytes, bytes)).toBe(0);
    expect(cleaned.issues).toEqual([{ code: "invalid-utf8", index: 2, length: 2, line: 1 }]);
    const inspected = await run({ mode: "inspect", options: {} }, bytes);
    expect(inspected.text).toContain("\n1\tdanger\t\t2\t2\tinvalid-utf8\t");
  });

  test("of a form have no field _charset_, which needs the whole form", async () => {
    const job = { mode: "form", options: { charsetField: "true" } } as const;
    await expect(run(job, "_charset_=sjis&a=1")).rejects.toThrow(/charsetField/);
  });

  test("of a form are written as pairs, without the line end at the end of the file", async () => {
    for (const end of ["", "\n", "\r\n"]) {
      const { text, issueCount } = await run({ mode: "form", options: {} }, `a=caf%C3%A9+1&&b=%zz${end}`);
      expect(text).toBe('["a","café 1"]\n["b","%zz"]\n');
      expect(issueCount).toBe(1);
    }
    expect((await run({ mode: "form", options: {} }, "a=1\r\n\n")).text).toBe('["a","1\\r\\n"]\n');
  });

  test("keep their line ends, CR LF or LF, in every mode that converts lines", async () => {
    const lines = ["a%20b", "/%zz", "", "/x"];
    const jobs: Job[] = [
      { mode: "decode", options: { lines: "true" } },
      { mode: "decode", options: { lines: "true", encoding: "Shift_JIS" } },
      { mode: "encode", options: { lines: "true" } },
      { mode: "encode", options: { lines: "true", encoding: "Shift_JIS" } },
      { mode: "clean", options: {} },
      { mode: "display", options: {} },
    ];
    for (const job of jobs) {
      const expected = (await run(job, lines.join("\n"))).text.split("\n");
      expect(expected).toHaveLength(lines.length);
      expect((await run(job, lines.join("\r\n"))).text).toBe(expected.join("\r\n"));
      expect((await run(job, `${lines.join("\r\n")}\n`)).text).toBe(`${expected.join("\r\n")}\n`);
    }
    const inspected = await run({ mode: "inspect", options: {} }, lines.join("\n"));
    expect((await run({ mode: "inspect", options: {} }, lines.join("\r\n"))).text).toBe(inspected.text);
    // A CR without LF is part of the line.
    expect((await run({ mode: "encode", options: { lines: "true" } }, "a\rb\r\r\nc\r")).text).toBe("a%0Db%0D\r\nc%0D");
  });

  test("that are empty have an empty output", async () => {
    expect((await run({ mode: "decode", options: {} }, "")).bytes).toHaveLength(0);
  });

  test("may not have a line of more than 1 MiB", async () => {
    for (const end of ["\n", "\r\n"]) {
      const most = `${"%41a".repeat(1 << 18)}${end}`;
      const { bytes } = await run({ mode: "decode", options: { lines: "true" } }, most + most);
      expect(bytes).toHaveLength(2 * ((1 << 19) + end.length));
      await expect(run({ mode: "decode", options: { lines: "true" } }, `a${most}`)).rejects.toThrow(JobRefused);
    }
    await expect(run({ mode: "decode", options: { lines: "true" } }, "a".repeat(3_000_000))).rejects.toThrow(
      JobRefused,
    );
  });
});
