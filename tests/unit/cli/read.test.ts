import { describe, expect, test } from "vitest";
import { OPTIONS } from "../../../tool/shared/option-table.ts";
import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { findOwner } from "../../../tool/shared/reading/owner.ts";
import { READING_TITLES, reportText } from "../../../tool/shared/reading/report.ts";
import { percodec } from "../../support/command.ts";

const read = async (...args: string[]): Promise<string> => (await percodec(["read", ...args])).stdout;

describe("read", () => {
  test("the first line is the verdict, and the second says how the text is read", async () => {
    const text = "https://paypal.com@xn--pypal-4ve.com/?u=https%253A%252F%252Fb.org&q=%83A%83C";
    const lines = (await read(text)).split("\n");
    expect(lines[0]).toBe(reportText(guess(text)[0]!, findOwner).verdict);
    expect(lines[0]).toContain("Goes to pаypal.com (Cyrillic а), not paypal.com, and perhaps on to b.org.");
    expect(lines[1]).toBe("Read as URL, because: it begins with https:// and a name.");
    expect(lines).toContain("host         in Unicode  pаypal.com");
    expect(lines).toContain("parameter u  decoded 2×  https://b.org");
    expect(lines).toContain("parameter q  Shift_JIS   アイ");
    expect(lines.some((line) => line.startsWith("danger    host       19     13      look-alike-host"))).toBe(true);
  });

  // prettier-ignore
  test.each<[what: string, words: readonly string[], ...patterns: RegExp[]]>([
    ["the URLs inside and the owner of a host", ["https://www.google.com/url?q=https%3A%2F%2Fa.phish.example%2Flogin"], /^host +owner +google\.com$/m, /^1 +Google +phish\.example +https:\/\/a\.phish\.example\/login$/m],
    ["the address that a host stands for", ["http://0x7f.1/"], /^host +address +127\.0\.0\.1$/m],
    ["a host that browsers refuse, as written", ["http://a^b/"], /Leads nowhere: browsers refuse the host a\^b\./, /^host +written +a\^b$/m],
    ["plain text encoded for each purpose, and why it cannot be", ["a b."], /^query-value +a%20b\.$/m, /^form-field +a\+b\.$/m, /^filename +\S.*dot/m],
    ["a parameter without =, which has no value", ["?a&b=1"], /^parameter a +no value/m],
    ["lines one by one", ["a=1\nhttps://e.com/"], /^query or form +- +a=1$/m, /^URL +- +https:\/\/e\.com\/$/m],
    ["bytes beyond the guessed part, which are replaced", [`q=${"%93%FA".repeat(1500)}%FF`], /^parameter q +Shift_JIS +(?:日){1500}\ufffd$/m],
    ["a + in a query, which is a space in other encodings too", ["q=%93%FA+%96%7B"], /^parameter q +Shift_JIS +\u65e5 \u672c$/m],
    ["a + elsewhere, which is a plus", ["%93%FA+%96%7B"], /^text +Shift_JIS +\u65e5\+\u672c$/m],
    ["a text as --as says", ["--as", "text", "a=1"], /^Read as plain text, because: any text is plain text\.$/m],
    ["a text as --as says, also if it was not guessed", ["--as", "query", "plain"], /^Read as query or form, because: chosen by you\.$/m],
  ])("shows %s", async (_, words, ...patterns) => {
    const output = await read(...words);
    for (const pattern of patterns) expect(output).toMatch(pattern);
  });

  test("--as and the titles have each reading", () => {
    expect([...OPTIONS.as.choices].sort()).toEqual(Object.keys(READING_TITLES).sort());
  });

  test("--json writes the report, and each text of several has its place", async () => {
    const [first] = (await read("--json", "?a=%2520")).split("\n");
    const report = JSON.parse(first!) as Record<string, unknown>;
    expect(report).toMatchObject({
      text: "?a=%2520",
      readings: ["query", "escaped-value", "text"],
      verdict: "A query of one pair.",
      parameters: [{ name: "a", raw: "%2520", layers: ["%20", " "] }],
    });
    expect(await read("/a", "/b")).toContain("argument 2: A path: it stays on the site that it is used on.");
  });
});

describe("a text without a command", () => {
  test.each(["a%41", "a/b", "e.com:80", "?q", "#f", "a=1", "a&b", "a b", "é", "日本"])("%s is read", async (text) => {
    expect(await percodec([text])).toEqual(await percodec(["read", text]));
  });

  test("options of read may stand beside it", async () => {
    expect(await percodec(["--json", "a%41"])).toEqual(await percodec(["read", "--json", "a%41"]));
    expect((await percodec(["a%41", "--help"])).stdout).toContain("Usage: percodec read");
  });

  test.each(["word", "file.txt", "a-b", "toString"])("%s alone is an unknown command", async (word) => {
    const { status, stdout, stderr } = await percodec([word]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`percodec: no command is named "${word}"; did you mean percodec read '${word}'?\n`);
  });

  test("no name of a command has a character that makes a text", () => {
    for (const name of Object.keys(COMMANDS)) expect(name.replace(/^form /, "")).toMatch(/^[a-z]+$/);
  });
});
