import { expect, test } from "vitest";
import { FINDINGS } from "../../../library/src/inspect/finding-table.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { groupFindings } from "../../../tool/page/app/finding-titles.ts";
import { filterTopics, FINDING_TOPICS } from "../../../tool/page/app/finding-topics.ts";

const codes = (topics: typeof FINDING_TOPICS): readonly string[] =>
  topics.flatMap(({ entries }) => entries.map(({ code }) => code));

test("every finding is in one topic, in the order of the table", () => {
  expect(codes(FINDING_TOPICS)).toEqual(Object.keys(FINDINGS));
});

test("a filter finds the findings that contain every word, in any letter case", () => {
  expect(codes(filterTopics(""))).toEqual(Object.keys(FINDINGS));
  expect(codes(filterTopics(" PADLOCK "))).toContain("look-alike");
  expect(codes(filterTopics("truncated-escape"))).toContain("truncated-escape");
  expect(codes(filterTopics("danger slash")).length).toBeLessThan(codes(filterTopics("slash")).length);
  expect(filterTopics("no finding has these words")).toEqual([]);
});

test.each([
  ["lookalike", "look-alike-host"],
  ["look-alike", "mixed-script-host"],
  ["homoglyph", "look-alike-host"],
  ["punycode", "look-alike-host"],
  ["phishing", "credentials"],
  ["XSS", "script-url"],
  ["open redirect", "scheme-relative"],
  ["traversal", "encoded-dot-segment"],
  ["directory", "traversal"],
  ["ssrf", "non-public-host"],
])("the words %s find %s", (words, code) => {
  expect(codes(filterTopics(words))).toContain(code);
});

test("the finding whose code is searched for comes first", () => {
  for (const code of Object.keys(FINDINGS)) expect(codes(filterTopics(code))[0]).toBe(code);
  expect(codes(filterTopics("nul")).length).toBeGreaterThan(1);
});

test("no text about a finding points to an example, because Details shows none", () => {
  const entries = FINDING_TOPICS.flatMap((topic) => topic.entries);
  for (const { what, why, reader = "", advice } of entries) {
    expect([what, why, reader, advice].join(" ")).not.toMatch(/\b(?:first|second|last|this|these) examples?\b/);
  }
});

test("a person who writes no program is told what to do about each danger and each warning, without code", () => {
  const entries = FINDING_TOPICS.flatMap((topic) => topic.entries);
  const serious = entries.filter(({ severity }) => severity !== "info");
  expect(serious.filter(({ reader }) => reader === undefined)).toEqual([]);
  for (const { reader = "" } of entries) expect(reader).not.toContain("`");
});

test("findings of one code are one group, in the order of the first of each, with the message that all of them have", () => {
  const { findings } = inspect("/%zz/%41/%zy\u200b\u200c/%42");
  const groups = groupFindings(findings);
  expect(groups.map(({ code, message, findings: { length } }) => [code, length, message])).toEqual([
    ["malformed-escape", 2, "Some decoders refuse a % without two hex digits, and others keep it."],
    ["needless-escape", 2, "An unreserved character is escaped, which is never necessary."],
    ["raw-non-ascii", 1, "The text has non-ASCII characters."],
    ["invisible-character", 2, undefined],
  ]);
  expect(groups.flatMap((group) => group.findings).length).toBe(findings.length);
});
