import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandLine, done, shell } from "../../support/command.ts";

interface Pairs {
  readonly options: readonly string[];
  readonly pairs: readonly {
    readonly options: readonly string[];
    readonly task: string;
    readonly percodec?: { readonly line: string; readonly output: string };
  }[];
}

const { options, pairs } = JSON.parse(readFileSync("tests/surveys/trurl/pairs.json", "utf8")) as Pairs;

test("docs/trurl.md has a task for each option of trurl, and each task once", () => {
  const listed = pairs.flatMap((pair) => pair.options);
  expect([...new Set(listed)].sort()).toEqual([...options].sort());
  expect(new Set(pairs.map(({ task }) => task)).size).toBe(pairs.length);
});

for (const { task, percodec } of pairs) {
  if (percodec === undefined) continue;
  const { line, output } = percodec;
  // A loop needs the built command.
  const run = line.startsWith("for ") ? shell : commandLine;
  test(`each command of percodec in docs/trurl.md prints what the page shows: ${task}`, async () =>
    expect(await run(line)).toEqual(done(output)));
}
