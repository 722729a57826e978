import { describe, expect, test } from "vitest";
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
