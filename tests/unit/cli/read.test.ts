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

  test("the URLs inside are a table, and the owner of a host is a row", async () => {
    const output = await read("https://www.google.com/url?q=https%3A%2F%2Fa.phish.example%2Flogin");
    expect(output).toMatch(/^host +owner +google\.com$/m);
    expect(output).toMatch(/^1 +Google +phish\.example +https:\/\/a\.phish\.example\/login$/m);
  });

  test("a host that stands for an address has a row with the address", async () => {
    expect(await read("http://0x7f.1/")).toMatch(/^host +address +127\.0\.0\.1$/m);
  });

  test("a host that browsers refuse stays as written", async () => {
    const output = await read("http://a^b/");
    expect(output).toContain("Leads nowhere: browsers refuse the host a^b.");
    expect(output).toMatch(/^host +written +a\^b$/m);
  });

  test("plain text is shown encoded for each purpose, with the reason where it cannot be", async () => {
    const output = await read("a b.");
    expect(output).toMatch(/^query-value +a%20b\.$/m);
    expect(output).toMatch(/^form-field +a\+b\.$/m);
    expect(output).toMatch(/^filename +\S.*dot/m);
  });

  test("a parameter without = has no value, and lines are read one by one", async () => {
    expect(await read("?a&b=1")).toMatch(/^parameter a +no value/m);
    const output = await read("a=1\nhttps://e.com/");
    expect(output).toMatch(/^query or form +- +a=1$/m);
    expect(output).toMatch(/^URL +- +https:\/\/e\.com\/$/m);
  });

  test("bytes of another encoding beyond the guessed part are replaced, not refused", async () => {
    const output = await read(`q=${"%93%FA".repeat(1500)}%FF`);
    expect(output).toMatch(/^parameter q +Shift_JIS +(?:日){1500}\ufffd$/m);
  });

  test("a + is a space in a query, and a plus elsewhere, in other encodings too", async () => {
    expect(await read("q=%93%FA+%96%7B")).toMatch(/^parameter q +Shift_JIS +\u65e5 \u672c$/m);
    expect(await read("%93%FA+%96%7B")).toMatch(/^text +Shift_JIS +\u65e5\+\u672c$/m);
  });

  test("--as reads the text in another way, also in one that was not guessed", async () => {
    expect(await read("--as", "text", "a=1")).toContain("Read as plain text, because: any text is plain text.");
    expect(await read("--as", "query", "plain")).toContain("Read as query or form, because: chosen by you.");
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
