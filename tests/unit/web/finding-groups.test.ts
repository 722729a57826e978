import { expect, test } from "vitest";
import { inspect } from "../../../library/src/inspect/index.ts";
import { groupFindings } from "../../../tool/page/app/finding-titles.ts";

test("findings of one code are one group, in the order of the first of each", () => {
  const { findings } = inspect("/%zz/%41/%zy\u200b\u200c/%42");
  const groups = groupFindings(findings);
  expect(groups.map(({ code, findings: { length } }) => [code, length])).toEqual([
    ["malformed-escape", 2],
    ["needless-escape", 2],
    ["raw-non-ascii", 1],
    ["invisible-character", 2],
  ]);
  expect(groups.flatMap((group) => group.findings).length).toBe(findings.length);
});

test("a group has the message of its findings if they have the same one", () => {
  const { findings } = inspect("/%zz/%zy\u200b\u200c");
  expect(groupFindings(findings).map(({ code, message }) => [code, message])).toEqual([
    ["malformed-escape", "Some decoders refuse a % without two hex digits, and others keep it."],
    ["raw-non-ascii", "The text has non-ASCII characters."],
    ["invisible-character", undefined],
  ]);
});
