import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import { listFlags } from "../../../tool/command/line/flags.ts";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { done, failed, percodec, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();

describe("a lone - where operands are texts is a usage error", () => {
  for (const name of Object.keys(COMMANDS)) {
    test(name, async () => {
      const input = listFlags(name).includes("file") ? "-f - reads standard input, " : "";
      expect(await percodec([...name.split(" "), "-"], "a")).toEqual(
        failed(`percodec: a lone - is not a TEXT: ${input}-- - is a hyphen\n`, 2),
      );
    });
  }

  test.each(["a -", "- a", "- --json"])("among other texts, and before options: %s", async (words) =>
    expect((await percodec(["decode", ...words.split(" ")], "%41")).status).toBe(2),
  );
});

test.each([
  ["encode", ["-"], "-\n"],
  ["compare", ["-", "-"], "The texts are identical.\n"],
  ["form parse", ["-"], '["-",""]\n'],
])("after -- it is a hyphen: %s", async (command, words, stdout) =>
  expect(await percodec([...command.split(" "), "--", ...words], "x")).toEqual(done(stdout)),
);

describe("with --file it is standard input", () => {
  writeFileSync(`${folder}/file`, "a%20b");

  test("before and after --file", async () => {
    expect((await percodec(["decode", "-f", "file", "-"], "%41", { cwd: folder })).stdout).toBe("a bA");
    expect((await percodec(["decode", "-", "-f", "file"], "%41", { cwd: folder })).stdout).toBe("Aa b");
    expect((await percodec(["form", "parse", "-f", "-"], "a=1")).stdout).toBe('["a","1"]\n');
  });

  test("except as the template of template", async () => {
    expect((await percodec(["template", "-", "--lines", "-f", "-"], "{}\n")).status).toBe(2);
  });
});
