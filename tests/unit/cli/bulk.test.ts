import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setNames } from "../../../library/src/sets/index.ts";
import { growth } from "../../support/linear.ts";
import { done, failed, percodec, percodecBytes, shell, shellSeconds, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();

describe("random bytes stay the same through encode and decode", () => {
  const bytes = randomBytes(1_500_000);
  for (const set of ["rfc3986-component", "whatwg-form", "all", "rfc3987-query"]) {
    test(set, async () => {
      expect(setNames()).toContain(set);
      const encoded = await percodecBytes(["encode", "--set", set], bytes);
      const plus = set === "whatwg-form" ? ["--form"] : [];
      const decoded = await percodecBytes(["decode", ...plus], encoded.bytes);
      expect([encoded.status, decoded.status]).toEqual([0, 0]);
      expect(decoded.bytes.equals(bytes)).toBe(true);
    });
  }

  test("as NUL records", async () => {
    const records = Buffer.from(bytes.map((byte) => (byte % 97 === 0 ? 0 : byte)));
    const encoded = await percodecBytes(["encode", "-0"], records);
    expect((await percodecBytes(["decode", "-0"], encoded.bytes)).bytes.equals(records)).toBe(true);
  });
});

describe("blocks of input", () => {
  const BLOCK = 0x40000;

  test("an escape across two blocks is decoded, and the index of a fault counts from the start", async () => {
    for (const before of [BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK - 1]) {
      const text = `${"a".repeat(before)}%41`;
      expect((await percodec(["decode"], text)).stdout === `${"a".repeat(before)}A`).toBe(true);
      expect((await percodec(["decode"], `${text}%z`)).stderr).toContain(`"%z" at ${before + 3}`);
    }
  });

  test("lines longer than a block, with and without --keep-going", async () => {
    const long = "a%20".repeat(200_000);
    const input = `${long}\n${long}%zz\n%41\n`;
    const kept = await percodec(["decode", "--lines", "--keep-going"], input);
    expect(kept.stdout === `${"a ".repeat(200_000)}\n${long}%zz\nA\n`).toBe(true);
    expect(kept).toMatchObject({
      status: 1,
      stderr: `percodec: standard input: record 2 (byte 800001): Cannot percent-decode: malformed escape "%zz" at 800000; --malformed keep accepts it\n`,
    });
    const stopped = await percodec(["decode", "--lines"], input);
    expect(stopped.stdout === `${"a ".repeat(200_000)}\n`).toBe(true);
    expect(stopped.stderr).toBe(kept.stderr);
  });

  test("a file that ends with the block", async () => {
    const lines = "a%20b\n".repeat(BLOCK / 2);
    writeFileSync(`${folder}/even`, lines.slice(0, 3 * BLOCK));
    const { stdout, status } = await percodec(["decode", "--lines", "-k", "-f", `${folder}/even`]);
    expect(status).toBe(0);
    expect(stdout === "a b\n".repeat(BLOCK / 2)).toBe(true);
  });
});

test("several files are decoded one after the other, each separately", async () => {
  writeFileSync(`${folder}/one`, "a%4");
  writeFileSync(`${folder}/two`, "1%42");
  const surroundings = { cwd: folder };
  expect(await percodec(["decode", "--malformed", "keep", "-f", "one", "two"], "", surroundings)).toEqual(
    done("a%41B"),
  );
  const object = '{"file":"two","value":"1B","issues":[],"issueCount":0,"lossy":false,"stillEncoded":false}\n';
  expect(await percodec(["decode", "--json", "-f", "two", "-f", "two"], "", surroundings)).toEqual(
    done(object + object),
  );
});

test("output is written while input arrives, not at the end", () => {
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

describe("an argument that is not UTF-8 is refused, not changed", () => {
  test("in a process, and U+FFFD itself is accepted", () => {
    const { stdout, stderr, status } = shell("percodec decode ok $'\\xff' $'\\xef\\xbf\\xbd'");
    expect([stdout, status]).toEqual(["", 1]);
    expect(stderr).toContain("word 3 of the arguments is not UTF-8");
    expect(shell("percodec encode $'\\xef\\xbf\\xbd'").stdout).toBe("%EF%BF%BD\n");
  });

  test("in every operand and option", async () => {
    /** Runs the command with U+FFFD as an argument of these bytes. */
    const run = (line: string, bytes: string, input = "") => {
      const args = line.split(" ");
      const argumentBytes = args.map((word) => word.replace("\ufffd", bytes));
      return percodec(args, input, { argumentBytes, cwd: folder });
    };
    for (const line of [
      "records --op query-param --param \ufffd",
      "records --format jsonl --field \ufffd",
      "records --out \ufffd",
      "records --op encode --output \ufffd",
      "edit ?a=1 --set \ufffd=1",
      "template --match {a} \ufffd",
      "encode a --keep \ufffd",
    ]) {
      const outcome = await run(line, "\xff");
      expect([outcome.stdout, outcome.status], line).toEqual(["", 1]);
      expect(outcome.stderr, line).toContain("of the arguments is not UTF-8");
    }
    const { stdout } = await run("records --op query-param --param \ufffd", "\xef\xbf\xbd", "?\ufffd=1");
    expect(stdout).toBe("1\n");
  });
});

test("JSON that is nested too deeply or too long for a form is refused with one line", async () => {
  const deep = await percodec(["form", "build"], `${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(deep).toEqual(failed("percodec: standard input: the JSON is nested too deeply\n", 1));
  const much = await percodec(["form", "build"], `["${"a".repeat(1 << 26)}","b"]`);
  expect(much).toEqual(failed("percodec: standard input: more than 67108864 bytes of JSON\n", 1));
});

test("a long record takes linear time under --keep-going, and so do bad records before one", async () => {
  const line = "cat long | percodec decode --lines --keep-going --max-record 64M > /dev/null 2>&1";
  const seconds = (input: string): number => {
    writeFileSync(`${folder}/long`, input);
    return shellSeconds(line, folder);
  };
  expect(await growth((size) => seconds("a".repeat(size * 8_000_000)))).toBeLessThan(8);
  const long = "a".repeat(4_000_000);
  expect(await growth((size) => seconds(`${long}\n${"%\n".repeat(size * 2000)}${long}`))).toBeLessThan(8);
});
