import { expect, test } from "vitest";
import { type CommandName, COMMANDS } from "../../../tool/command/line/command-table.ts";
import { findFlag, FLAGS, listFlags } from "../../../tool/command/line/flags.ts";
import { percodec } from "../../support/command.ts";

const ROWS = (Object.keys(COMMANDS) as CommandName[]).flatMap((command) =>
  listFlags(command)
    .filter((name) => findFlag(command, name).value !== undefined)
    .map((name) => [command, name] as const),
);

test("an option without its value says which values it takes", async () => {
  for (const [command, name] of ROWS) {
    const { value, choices = [], summary, short } = findFlag(command, name);
    for (const typed of [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]) {
      const { stderr, status } = await percodec([...command.split(" "), typed]);
      const values = choices.length === 0 ? summary : choices.join(", ");
      expect(status).toBe(2);
      expect(stderr, command).toContain(`option ${typed} needs ${value!}: `);
      expect(stderr.endsWith(`${values}\n`), stderr).toBe(true);
    }
  }
  expect(
    ROWS.some(([command, name]) => findFlag(command, name).choices !== (FLAGS[name] as { choices?: unknown }).choices),
  ).toBe(true);
});

test("an empty or unknown value is answered with all values too", async () => {
  for (const [command, name] of ROWS) {
    const { choices } = findFlag(command, name);
    if (choices === undefined) continue;
    for (const value of ["", "nonsense"]) {
      const { stderr, status } = await percodec([...command.split(" "), `--${name}=${value}`, "a"]);
      expect(status).toBe(2);
      expect(stderr).toContain(
        `option --${name} must be ${choices.length === 1 ? "" : "one of "}${choices.join(", ")}, `,
      );
    }
  }
});
