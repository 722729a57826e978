import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import { MODES } from "../../../tool/page/app/modes.ts";
import { OPTION_GROUPS } from "../../support/option-rows.mjs";
import { optionsPage, readCommandOptions, readLibraryOptions, readPageOptions } from "../../support/options-page.mjs";

const tables = {
  library: readLibraryOptions("./"),
  command: readCommandOptions(COMMANDS),
  page: readPageOptions(MODES),
};

test("each option of the library, the command and the page has a row", () => {
  expect(tables.library.size).toBeGreaterThan(50);
  expect(optionsPage(OPTION_GROUPS, tables)).toContain("`--accept`: decode, form parse");
});

describe("the table cannot miss an option", () => {
  test.each(["library", "command", "page"])("a new one of the %s has no row", (place) => {
    const added = { ...tables, [place]: new Map([...tables[place], ["brandNew", ["encode"]]]) };
    expect(() => optionsPage(OPTION_GROUPS, added)).toThrow(`no row for brandNew of the ${place}`);
  });

  test.each([
    ["library", "hex"],
    ["command", "wrap"],
    ["page", "wrap"],
  ])("one of the %s that is gone has a stale row", (place, name) => {
    const left = { ...tables, [place]: new Map([...tables[place]].filter(([other]) => other !== name)) };
    expect(() => optionsPage(OPTION_GROUPS, left)).toThrow(`the ${place} has no option ${name}`);
  });

  test("an empty cell needs a reason", () => {
    const groups = OPTION_GROUPS.map((group) => ({ ...group, not: { ...group.not, records: "" } }));
    expect(() => optionsPage(groups, tables)).toThrow("neither an option nor a reason");
  });
});
