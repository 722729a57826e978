import { expect, test } from "vitest";
import { percodec } from "../../support/command.ts";
import { percentDecode } from "percodec";
import { readDecoderOptions } from "../../../tool/page/app/text-files.ts";

// The rows of cases.json have short inputs.

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
