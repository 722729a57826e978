import { expect, test } from "vitest";
import { MODE_NAMES } from "../../../tool/page/app/modes.ts";
import { findOption, findOptions, wordChoice } from "../../../tool/page/app/options.ts";

const OPTIONS_OF_VIEWS = MODE_NAMES.flatMap((mode) => findOptions(mode).map((name) => [mode, name] as const));

test.each(OPTIONS_OF_VIEWS)("in %s the help of %s uses the words of its menu", (mode, name) => {
  const { summary, choices = [] } = findOption(mode, name);
  const renamed = choices.filter((choice) => /^[a-z]{4,}$/.test(choice) && wordChoice(name, choice) !== choice);
  const words = renamed.map((choice) => wordChoice(name, choice)).join(" ");
  for (const choice of renamed) {
    const names = new RegExp(`\\b${choice}s?\\b`);
    if (!names.test(words)) expect(summary).not.toMatch(names);
  }
});
