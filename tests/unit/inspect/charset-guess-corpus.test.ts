import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encoding, percentEncodeAfterEncoding } from "../../../library/src/charset/index.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";

interface Corpus {
  readonly phrases: readonly { readonly encoding: string; readonly texts: readonly string[] }[];
  readonly valid: readonly { readonly language: string; readonly texts: readonly string[] }[];
}

const corpus = JSON.parse(readFileSync("tests/unit/inspect/phrases.json", "utf8")) as Corpus;

describe("phrases whose author did not see the implementation", () => {
  const byEncoding = new Map<string, string[]>();
  for (const { encoding: name, texts } of corpus.phrases) {
    byEncoding.set(name, [...(byEncoding.get(name) ?? []), ...texts]);
  }

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
  const texts = corpus.valid.flatMap(({ texts: all }) => all);
  const flagged = texts.filter((text) =>
    [text, percentEncode(text)].some((written) =>
      inspect(`/${written}`).findings.some(({ code }) => code === "legacy-charset" || code === "mojibake"),
    ),
  );
  expect(texts.length).toBeGreaterThan(5000);
  expect(flagged.length / texts.length, flagged.join(", ")).toBeLessThanOrEqual(0.001);
});
