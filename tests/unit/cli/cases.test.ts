import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import type { Command } from "../../../tool/command/line/flags.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { done, percodec, shell } from "../../support/command.ts";

interface Case {
  name: string;
  args: string[];
  stdin?: string;
  stdout: string;
  stderr?: string;
  status?: number;
}

describe("arguments and stdin determine stdout, stderr and exit code", () => {
  const cases = JSON.parse(readFileSync("tests/unit/cli/cases.json", "utf8")) as Case[];
  for (const { name, args, stdin, stdout, stderr = "", status = 0 } of cases) {
    test(name, async () => expect(await percodec(args, stdin)).toEqual({ stdout, stderr, status }));
  }
});

// docs/cli.md has all examples, and tests/unit/docs/examples.test.ts runs them.
describe("the built command prints the same as main", () => {
  for (const [name, { examples }] of Object.entries<Command>(COMMANDS)) {
    const [example] = Object.entries(examples);
    if (example === undefined) continue;
    test(name, () => expect(shell(example[0])).toEqual(done(`${example[1]}\n`)));
  }
});

describe("help and version", () => {
  test("without arguments it prints a short help with examples to stderr, exit 2", async () => {
    const { stdout, stderr, status } = await percodec([]);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain("$ percodec encode 'café & ✓'\n  caf%C3%A9%20%26%20%E2%9C%93");
  });

  test("--help, help and help COMMAND go to stdout, exit 0", async () => {
    for (const args of [["--help"], ["help"], ["-h"]]) {
      const { stdout, status } = await percodec(args);
      expect(status).toBe(0);
      for (const command of Object.keys(COMMANDS)) expect(stdout).toContain(`  ${command} `);
      expect(stdout).toContain("`percodec COMMAND --help` lists the options of a command.");
    }
    expect(await percodec(["help", "decode"])).toEqual(await percodec(["decode", "--help"]));
    expect((await percodec(["decode", "-h"])).stdout).toContain("--malformed throw|keep|drop|replace");
  });

  test("no line of any help is longer than 100 characters", async () => {
    for (const args of [[], ["--help"], ...Object.keys(COMMANDS).map((name) => [name, "--help"])]) {
      const { stdout, stderr } = await percodec(args);
      for (const line of (stdout + stderr).split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }
  });

  test("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync("tool/package.json", "utf8")) as { version: string };
    expect((await percodec(["--version"])).stdout).toBe(`percodec ${version}\n`);
  });
});
