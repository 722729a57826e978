import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setNames } from "../../../src/sets/index.ts";
import { percodec, percodecBytes, shell, shellSeconds, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();

describe("random bytes through encode and decode come back", () => {
  const bytes = randomBytes(1_500_000);
  for (const set of ["rfc3986-component", "whatwg-form", "all", "rfc3987-query"]) {
    test(set, () => {
      expect(setNames()).toContain(set);
      const encoded = percodecBytes(["encode", "--set", set], bytes);
      const plus = set === "whatwg-form" ? ["--form"] : [];
      const decoded = percodecBytes(["decode", ...plus], encoded.stdout);
      expect([encoded.status, decoded.status]).toEqual([0, 0]);
      expect(decoded.stdout.equals(bytes)).toBe(true);
    });
  }

  test("as NUL records", () => {
    const records = Buffer.from(bytes.map((byte) => (byte % 97 === 0 ? 0 : byte)));
    const encoded = percodecBytes(["encode", "-0"], records);
    expect(percodecBytes(["decode", "-0"], encoded.stdout).stdout.equals(records)).toBe(true);
  });
});

describe("blocks of input", () => {
  const BLOCK = 0x40000;

  test("an escape cut at the edge of a block is whole, and a fault is counted from the start", () => {
    for (const before of [BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK - 1]) {
      const text = `${"a".repeat(before)}%41`;
      expect(percodec(["decode"], text).stdout === `${"a".repeat(before)}A`).toBe(true);
      expect(percodec(["decode"], `${text}%z`).stderr).toContain(`"%z" at ${before + 3}`);
    }
  });

  test("lines longer than a block, with and without --keep-going", () => {
    const long = "a%20".repeat(200_000);
    const input = `${long}\n${long}%zz\n%41\n`;
    const kept = percodec(["decode", "--lines", "--keep-going"], input);
    expect(kept.stdout === `${"a ".repeat(200_000)}\n${long}%zz\nA\n`).toBe(true);
    expect(kept).toMatchObject({
      status: 1,
      stderr: `percodec: standard input: record 2 (byte 800001): Cannot percent-decode: malformed escape "%zz" at 800000; --malformed keep accepts it\n`,
    });
    const stopped = percodec(["decode", "--lines"], input);
    expect(stopped.stdout === `${"a ".repeat(200_000)}\n`).toBe(true);
    expect(stopped.stderr).toBe(kept.stderr);
  });

  test("a file that ends with the block", () => {
    const lines = "a%20b\n".repeat(BLOCK / 2);
    writeFileSync(`${folder}/even`, lines.slice(0, 3 * BLOCK));
    const { stdout, status } = percodec(["decode", "--lines", "-k", "-f", `${folder}/even`]);
    expect(status).toBe(0);
    expect(stdout === "a b\n".repeat(BLOCK / 2)).toBe(true);
  });
});

test("several files one after the other, each by itself", () => {
  writeFileSync(`${folder}/one`, "a%4");
  writeFileSync(`${folder}/two`, "1%42");
  const { stdout, stderr, status } = shell(
    "percodec decode --malformed keep -f one two; percodec decode --json -f two -f two",
    folder,
  );
  expect(stdout).toBe(
    'a%41B{"file":"two","value":"1B","issues":[],"issueCount":0,"lossy":false,"stillEncoded":false}\n' +
      '{"file":"two","value":"1B","issues":[],"issueCount":0,"lossy":false,"stillEncoded":false}\n',
  );
  expect([stderr, status]).toEqual(["", 0]);
});

test("output comes as input does, not at the end", () => {
  const { stdout } = shell(
    `
    mkfifo in out
    percodec decode --lines < in > out &
    exec 3> in 4< out
    printf 'a%%20b\\n' >&3
    read -t 10 -r first <&4; echo "first: $first"
    printf 'c%%20d\\n' >&3
    read -t 10 -r second <&4; echo "second: $second"
    exec 3>&-; wait`,
    folder,
  );
  expect(stdout).toBe("first: a b\nsecond: c d\n");
});

test("an argument that was no UTF-8 is refused, not changed", () => {
  const { stdout, stderr, status } = shell("percodec decode ok $'\\xff' $'\\xef\\xbf\\xbd'");
  expect([stdout, status]).toEqual(["", 1]);
  expect(stderr).toContain("word 3 of the arguments is not UTF-8");
  expect(shell("percodec encode $'\\xef\\xbf\\xbd'").stdout).toBe("%EF%BF%BD\n");
  for (const line of [
    "records --op query-param $'\\xff'",
    "records --format jsonl --field $'\\xff'",
    "records --out $'\\xff'",
    "records --op encode --output $'\\xff'",
    "form edit a=1 --set $'\\xff=1'",
    "template '{a}' --match $'\\xff'",
    "encode a --keep $'\\xff'",
  ]) {
    const outcome = shell(`percodec ${line}`, folder);
    expect([outcome.stdout, outcome.status], line).toEqual(["", 1]);
    expect(outcome.stderr, line).toContain("of the arguments is not UTF-8");
  }
  expect(shell("printf '?\\xef\\xbf\\xbd=1' | percodec records --op query-param $'\\xef\\xbf\\xbd'").stdout).toBe(
    "1\n",
  );
});

test("JSON that is too deep or too much for a form is refused in one line", () => {
  const deep = percodec(["form", "build"], `${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(deep).toEqual({ stdout: "", stderr: "percodec: standard input: the JSON is nested too deep\n", status: 1 });
  const much = percodec(["form", "build"], `["${"a".repeat(1 << 26)}","b"]`);
  expect(much).toEqual({
    stdout: "",
    stderr: "percodec: standard input: more than 67108864 bytes of JSON\n",
    status: 1,
  });
});

test("a long record takes linear time under --keep-going, and so do bad records before one", () => {
  const seconds = (input: string): number => {
    writeFileSync(`${folder}/long`, input);
    const line = "cat long | percodec decode --lines --keep-going --max-record 64M > /dev/null 2>&1";
    return Math.min(...[1, 2, 3].map(() => shellSeconds(line, folder)));
  };
  // Four times the input: quadratic time would be sixteen times as much.
  expect(seconds("a".repeat(32_000_000)) / seconds("a".repeat(8_000_000))).toBeLessThan(8);
  const bad = (count: number) => `${"a".repeat(4_000_000)}\n${"%\n".repeat(count)}${"a".repeat(4_000_000)}`;
  expect(seconds(bad(8000)) / seconds(bad(2000))).toBeLessThan(8);
});
