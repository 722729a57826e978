import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encoding, percentEncodeAfterEncoding } from "../../../library/src/charset/index.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";

/** The texts of each encoding; a line of the file is the encoding, the language and its texts. */
const byEncoding = new Map<string, string[]>();
for (const line of readFileSync("tests/unit/inspect/phrases.txt", "utf8").trimEnd().split("\n")) {
  if (line.startsWith("#")) continue;
  const [name = "", , ...texts] = line.split("\t");
  byEncoding.set(name, [...(byEncoding.get(name) ?? []), ...texts]);
}
const valid = byEncoding.get("UTF-8") ?? [];
byEncoding.delete("UTF-8");

describe("phrases whose author did not see the implementation", () => {
  test("there are 1,000 phrases in eight encodings", () => {
    expect(byEncoding.size).toBe(8);
    expect([...byEncoding.values()].flat()).toHaveLength(1000);
  });

  test.each([...byEncoding])("%s is one of the first two guesses for 90 % of its phrases", (name, texts) => {
    const missed = texts.filter((text) => {
      const url = `/search?q=${percentEncodeAfterEncoding(text, encoding(name), rfc3986.component)}&page=1`;
      const named = inspect(url).findings.find(({ code }) => code === "legacy-charset")?.charsets ?? [];
      return !named.slice(0, 2).includes(name);
    });
    expect(missed.length / texts.length, missed.join(", ")).toBeLessThanOrEqual(0.1);
  });
});

test("at most one in 1,000 valid UTF-8 texts has a finding", () => {
  const flagged = valid.filter((text) =>
    [text, percentEncode(text)].some((written) =>
      inspect(`/${written}`).findings.some(({ code }) => code === "legacy-charset" || code === "mojibake"),
    ),
  );
  expect(valid.length).toBeGreaterThan(5000);
  expect(flagged.length / valid.length, flagged.join(", ")).toBeLessThanOrEqual(0.001);
});
