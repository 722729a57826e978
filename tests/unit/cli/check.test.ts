import { expect, test } from "vitest";
import { describeUrl } from "../../../tool/command/commands/check.ts";
import type { UrlCheck } from "../../../library/src/uri/index.ts";
import { percodec } from "../../support/command.ts";

const make = (valid: boolean, parses: boolean, reportedBy: UrlCheck["reportedBy"]): UrlCheck => ({
  valid,
  kind: "uri",
  issues: [],
  parses,
  reportedBy,
});
// The rows of cases.json have the other sentences.
test.for<[check: UrlCheck, sentence: string]>([
  [make(false, true, "grammar"), "not a valid URL, but browsers accept it; only the grammar reports it"],
  [make(true, true, "parser"), "a valid URL; only the parser reports it"],
])("the sentence for a URL: $1", ([check, sentence]) => expect(describeUrl(check)).toBe(sentence));

test("a table lists the first 100 issues and the number of the others, JSON all", async () => {
  const text = `/${"a ".repeat(250)}`;
  const { stdout, status } = await percodec(["check", text]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2 + 100 + 1);
  expect(lines.at(-1)!.trim()).toBe("150 more issues.");
  expect(status).toBe(1);
  const json = JSON.parse((await percodec(["check", "--json", text])).stdout) as { issues: unknown[] };
  expect(json.issues).toHaveLength(250);
});
