import { expect, test } from "vitest";
import { toFlag } from "../../../tool/command/line/flags.ts";
import { MODES } from "../../../tool/page/app/modes.ts";
import { OPTIONS } from "../../../tool/shared/option-table.ts";
import { optionsPage, readLibraryOptions } from "../../support/options-page.mjs";

const library = readLibraryOptions("./");
const page = (tables = library) => optionsPage(OPTIONS, tables, toFlag, MODES);

test("each option of the library is on the page", () => {
  expect(library.size).toBeGreaterThan(50);
  for (const name of library.keys()) expect(page()).toContain(`\`${name}\``);
  expect(page(new Map([...library, ["brandNew", ["NewOptions"]]]))).toContain("| `brandNew` | `NewOptions` |");
});

test("no option of the command is listed as one of the library only", () => {
  const [, rest] = page().split("## The library only");
  for (const name of ["except", "host", "legacy", "pairs", "scheme", "windows"])
    expect(rest).not.toContain(`| \`${name}\` |`);
});

test("an option that the library does not have has a stale row", () => {
  const left = new Map([...library].filter(([name]) => name !== "hex"));
  expect(() => page(left)).toThrow("the library has no option hex");
});
