import { describe, expect, test } from "vitest";
import { percentDecode } from "percodec";
import { readDecoderOptions } from "../../../tool/page/app/text-files.ts";
import { percodec } from "../../support/command.ts";

// The rows of tests/vectors/text-options.json have whole inputs; cases.json has input in UTF-8.

const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("bytes that are not UTF-8", () => {
  test("a file in Shift_JIS, each line by itself", async () => {
    const args = ["encode", "--input-encoding", "shift_jis", "--encoding", "shift_jis"];
    expect(await percodec([...args, "--lines"], latin1("\x82\xa0\r\n\x83A"))).toMatchObject({
      stdout: "%82%A0\r\n%83A",
    });
    expect(await percodec([...args, "--null"], latin1("\x82\xa0\n\0\x83A\0"))).toMatchObject({
      stdout: "%82%A0%0A\0%83A\0",
    });
  });

  test("a fault has its place in its line, which is counted with the byte order mark", async () => {
    const lines = await percodec(["encode", "--input-encoding", "auto", "--lines"], latin1("\xef\xbb\xbfa\n\xff\n"));
    expect(lines.stdout).toBe("a\n");
    expect(lines.stderr).toMatch(/record 2 \(byte 5\): .* at 0; /);
  });

  test("UTF-16 by its byte order mark", async () => {
    const { stdout, stderr } = await percodec(
      ["encode", "--input-encoding", "auto"],
      latin1("\xff\xfea\0\x3d\xd8\0\xde"),
    );
    expect(stdout).toBe("a%F0%9F%98%80");
    expect(stderr).toBe("percodec: standard input: a byte order mark says UTF-16LE\n");
  });
});

test("inputs larger than a block: wrapped, and joined again", async () => {
  const text = "a é✓\r\n".repeat(30_000);
  for (const legacy of [[], ["--legacy"]]) {
    const wrapped = await percodec(["encode", "--wrap", "76", ...legacy], text);
    const lines = wrapped.stdout.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.every((line) => line.length <= 76 && !/%(?:u[0-9A-F]{0,3}|[0-9A-F]?)$/.test(line))).toBe(true);
    expect((await percodec(["decode", "--unwrap", ...legacy], wrapped.stdout)).stdout).toBe(text);
  }
});

test("the place of a fault in joined lines, in every block", async () => {
  for (const length of [10, 4090, 4096, 70_000]) {
    const { stderr } = await percodec(["decode", "--unwrap"], `${"ab\n".repeat(length)}%\nz`);
    expect(stderr).toContain(`"%z" at ${length * 3};`);
  }
  const { stdout } = await percodec(["decode", "--unwrap", "--json", "--malformed", "keep", "-f", "-"], "a\n%\nzz");
  expect(JSON.parse(stdout)).toMatchObject({
    value: "a%zz",
    issues: [{ code: "malformed-escape", index: 2, length: 1 }],
  });
});

test("many line ends inside an escape need no memory and end nothing", async () => {
  const { stdout } = await percodec(["decode", "--unwrap"], `%${"\n".repeat(300_000)}41b`);
  expect(stdout).toBe("Ab");
});

test("a long record in an encoding whose result is much longer", async () => {
  const { stdout } = await percodec(["encode", "--encoding", "iso-2022-jp", "--lines"], `${"¥\\".repeat(40_000)}\n`);
  expect(stdout.length).toBe(40_000 * "%1B%28J%5C%1B%28B%5C".length + 1);
});

test("a slow expression runs once for each character, not for each place", async () => {
  // 2 to the power of 17 ways to match nothing before the expression fails: 4 ms for each character that is not x.
  const pattern = `/(?:(?:a?|b?){17}c)|x/u`;
  const { stdout, status } = await percodec(["decode", "--accept", pattern], "x".repeat(300_000));
  expect([stdout.length, status]).toEqual([300_000, 0]);
  const input = `${"y\n".repeat(30_000)}x\n`;
  const records = await percodec(["records", "--accept", pattern, "--out", "status"], input);
  expect(records.stdout).toBe(`${"malformed\n".repeat(30_000)}ok\n`);
});

test("a file of several blocks has the place of the fault", async () => {
  for (const length of [1, 65_535, 65_536, 200_000, 1_000_000]) {
    const input = `${"%C3%A9".repeat(length)}<b`;
    const { stdout, stderr } = await percodec(["decode", "--accept", "/[^<]/u"], input);
    expect(stderr).toBe(`percodec: standard input: Cannot percent-decode: not accepted "<" at ${length * 6}\n`);
    expect(stdout).toBe("é".repeat(length));
  }
});

test("the page and the command read a value of accept by the same rule", () => {
  for (const typed of ["rfc3986-component", "whatwg-form", "form", "/[a-z/]/u"]) {
    const { accept } = readDecoderOptions({ mode: "decode", options: { accept: typed } });
    const [kept, refused] = typed.endsWith("form") ? ["*", "~"] : ["a", "<"];
    expect(percentDecode(kept, { accept })).toBe(kept);
    expect(() => percentDecode(refused, { accept })).toThrow("not accepted");
  }
  const read = (accept: string) => () => readDecoderOptions({ mode: "decode", options: { accept } });
  expect(read("/[a-z]/")).toThrow(
    new SyntaxError('"/[a-z]/" needs the flag u, with which it matches whole characters'),
  );
  expect(read("rfc3986-componet")).toThrow('no set is named "rfc3986-componet"');
});

test("a file that was encoded more than once is reported for any cut of its chunks", async () => {
  for (const length of [65_534, 65_535, 131_070, 131_072]) {
    for (const [escape, stillEncoded] of [
      ["%2541", true],
      ["%u0025%u0034%u0031", true],
      ["%FF%41", false],
    ] as const) {
      const words = ["decode", "--json", "--percent-u", "--invalid-utf8", "keep"];
      const { stdout } = await percodec(words, "x".repeat(length - 9) + escape);
      expect([length, escape, stdout]).toEqual([
        length,
        escape,
        expect.stringContaining(`"stillEncoded":${stillEncoded}}`),
      ]);
    }
  }
});
