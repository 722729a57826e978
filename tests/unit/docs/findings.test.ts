import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FINDING_PAGES } from "../../../tool/page/app/finding-pages.ts";
import { type FindingCode, FINDINGS } from "../../../library/src/inspect/finding-table.ts";
import { inspect } from "../../../library/src/inspect/inspect.ts";
import { listLinks } from "../../support/pages.ts";

const CODES = Object.keys(FINDINGS) as FindingCode[];

test("every finding has a page, in the order of the table", () => {
  expect(CODES.length).toBe(49);
  expect(Object.keys(FINDING_PAGES)).toEqual(CODES);
});

for (const code of CODES) {
  test(`every example has the finding of its page: ${code}`, () => {
    const { examples } = FINDING_PAGES[code];
    expect(examples.length === 2 || examples.length === 3).toBe(true);
    for (const text of examples) {
      expect(
        inspect(text).findings.map((finding) => finding.code),
        JSON.stringify(text),
      ).toContain(code);
    }
  });
}

test("every message is one sentence", () => {
  for (const { message } of Object.values(FINDINGS)) expect(message).toMatch(/^(?!.*[.!?] [A-Z])(?:\S.*[^ .])\.$/);
});

test("every part of a page is one to three sentences, and code is closed", () => {
  for (const { what, why, advice } of Object.values(FINDING_PAGES)) {
    for (const part of [what, why, advice]) {
      expect(part).toMatch(/\.$/);
      const prose = part.replace(/`[^`]*`/g, "x");
      expect(prose).not.toContain("`");
      expect(prose.split(/\. (?=[A-Zx])/).length, part).toBeLessThanOrEqual(3);
    }
  }
});

test("the message contains what was found", () => {
  for (const [code, { examples }] of Object.entries(FINDING_PAGES)) {
    const [before, after] = FINDINGS[code as FindingCode].message.split("{}");
    for (const finding of examples.flatMap((text) => inspect(text).findings)) {
      expect(finding.message).not.toContain("{}");
      if (after === undefined || finding.code !== code) continue;
      expect(finding.message.startsWith(before!) && finding.message.endsWith(after)).toBe(true);
      expect(finding.message.length).toBeGreaterThan(before!.length + after.length);
    }
  }
});

test("every link is a standard or an advisory, and has a label", () => {
  const known =
    /^https:\/\/(www\.rfc-editor\.org\/rfc\/rfc\d+#(section|appendix)-|nvd\.nist\.gov\/vuln\/detail\/CVE-|cwe\.mitre\.org\/data\/definitions\/\d+\.html$|(url|encoding|infra|html)\.spec\.whatwg\.org\/|tc39\.es\/ecma262\/#|www\.unicode\.org\/reports\/tr\d+\/|www\.iana\.org\/assignments\/|www\.w3\.org\/TR\/)/;
  for (const { links } of Object.values(FINDING_PAGES)) {
    expect(links.length >= 1 && links.length <= 3).toBe(true);
    for (const [label, target] of links) {
      expect(target).toMatch(known);
      expect(label).not.toBe("");
    }
  }
});

describe("docs/findings", () => {
  const folder = "docs/findings/";
  // Windows has no file named nul.
  const PAGES = CODES.map((code) => (code === "nul" ? "nul-character.md" : `${code}.md`));

  test("has a page for each finding, and nothing else", () => {
    expect(readdirSync(folder).toSorted()).toEqual(["README.md", ...PAGES].toSorted());
  });

  test("links every file from its README", () => expect(listLinks(`${folder}README.md`)).toEqual(PAGES));
});
