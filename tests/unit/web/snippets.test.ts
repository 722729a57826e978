import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { guess } from "../../../src/inspect/index.ts";
import { reportText } from "../../../src/inspect/report.ts";
import { FINDINGS } from "../../../src/inspect/finding-table.ts";
import { decodeAs, readToken } from "../../../web/app/decode-as.ts";
import { FINDING_TITLES } from "../../../web/app/finding-titles.ts";
import { encodeForPurposes } from "../../../web/app/purposes.ts";
import { quotePosix, quotePowerShell, toSnippets } from "../../../web/app/snippets.ts";

const TEXTS = ["a'b", '$(id) `x` "q" \\', "line\nbreak", "\u2018it\u2019s", "-x", "!"];

test.each(TEXTS)("a POSIX shell returns %j as it was quoted", (text) => {
  const { stdout } = spawnSync("sh", ["-c", `printf %s ${quotePosix(text)}`], { encoding: "utf8" });
  expect(stdout).toBe(text);
});

test("PowerShell reads typographic quotes as quotes, so they are doubled", () => {
  expect(quotePowerShell("a'b\u2019c$x")).toBe("'a''b\u2019\u2019c$x'");
});

const snippets = (text: string) =>
  Object.fromEntries(toSnippets(reportText(guess(text)[0]!)).map(({ label, code }) => [label, code]));

test.each([
  ["https://e.com/?q=it's", "curl command", "curl --globoff --url 'https://e.com/?q=it'\\''s'"],
  ["https://e.com/", "Shell command", "percodec clean 'https://e.com/'"],
  ["q=1&r=2", "Shell command", "percodec form parse 'q=1&r=2'"],
  ["%93%FA%96%7B%8C%EA", "Shell command", "percodec decode --encoding Shift_JIS '%93%FA%96%7B%8C%EA'"],
  ["- a b", "Shell command", "percodec encode -- '- a b'"],
  ["caf%25C3%25A9", "Shell command", "percodec decode 'caf%25C3%25A9' | percodec decode"],
  [
    "caf%25C3%25A9",
    "JavaScript code",
    'import { percentDecode } from "percodec";\n\nconst value = percentDecode(percentDecode("caf%25C3%25A9"));\n',
  ],
  ["a%20b\nc%2Fd\nplain", "Shell command", "percodec decode 'a%20b\nc%2Fd\nplain'"],
  ["a%20b\nc%zz", "Shell command", "percodec encode 'a%20b\nc%zz'"],
  ["it's %41", "PowerShell command", "percodec decode 'it''s %41'"],
])("of %s as %s", (text, label, code) => {
  expect(snippets(text)[label]).toBe(code);
});

test.each(["https://e.com/?a=%20", "a=1&b", "caf%C3%A9", "caf%25C3%25A9", "a%20b\nc%2Fd", 'it\'s \u2028 "x"'])(
  "Python runs the snippet of %j",
  (text) => {
    const { status, stderr } = spawnSync("python3", ["-c", snippets(text)["Python code"]!], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  },
);

test("decodes bytes of another encoding with the decoder of the host, and refuses others", () => {
  expect(decodeAs("%83A%83C", "Shift_JIS")).toBe("\u30a2\u30a4");
  expect(decodeAs("%83", "Shift_JIS")).toBeUndefined();
  expect(decodeAs("\u00e9", "Shift_JIS")).toBeUndefined();
});

test("reads the header and the payload of a token", () => {
  expect(readToken("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln")).toBe('{\n  "alg": "HS256"\n}\n{\n  "sub": "1"\n}');
  expect(readToken("eyJ.x.y")).toBeUndefined();
});

test("encodes a text for each purpose, and every finding has a title", () => {
  expect(encodeForPurposes("a b&c/d%").map(({ value }) => value)).toEqual([
    "a%20b%26c%2Fd%25",
    "a%20b%26c%2Fd%25",
    "a+b%26c%2Fd%25",
    "a%20b&c/d%25",
    "UTF-8''a%20b&c%2Fd%25",
    "a%20b&c/d%25",
    "a%20b%26c%2Fd%25",
    "a%20b&c/d%25",
  ]);
  expect(encodeForPurposes("..").filter(({ fault }) => fault !== undefined)).toMatchObject([
    { name: "As a path segment", fault: expect.stringContaining("unsafe segment") as string },
    { name: "As a file name", fault: expect.stringContaining("unsafe segment") as string },
  ]);
  expect(Object.keys(FINDING_TITLES)).toEqual(Object.keys(FINDINGS));
});
