import { spawnSync } from "node:child_process";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { escapeInvisible } from "../../../library/src/base/invisible.ts";
import { isArgument, quoteFish, quotePosix, quotePowerShell } from "../../../tool/shared/literal.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { reportText, type TextReport } from "../../../tool/shared/reading/report.ts";
import { FINDINGS } from "../../../library/src/inspect/finding-table.ts";
import { cleanLines, cleanOrRepair } from "../../../tool/page/app/cleaning.ts";
import { decodeLines, readToken } from "../../../tool/page/app/decode-as.ts";
import { decodeAs } from "../../../tool/shared/text.ts";
import { FINDING_TITLES } from "../../../tool/page/app/finding-titles.ts";
import { shell } from "../../support/command.ts";
import { toSnippets, toWork, type UrlAction } from "../../../tool/page/app/snippets.ts";

const snippets = (text: string, urlAction?: UrlAction) =>
  Object.fromEntries(toSnippets(reportText(guess(text)[0]!), urlAction).map(({ label, code }) => [label, code]));

const DECODE_LINES = "percodec decode --lines --controls raw --keep-going --invalid-utf8 throw";

// The snippets of JavaScript, of Python and of one shell run below.
test.each([
  ["https://e.com/?q=it's", "curl: request it (shell)", "curl --globoff --url 'https://e.com/?q=it'\\''s'"],
  ["- a b", "percodec: encode it for a query (shell)", "percodec encode -- '- a b'"],
  ["a%20b\nc%zz", "percodec: decode each line (fish)", `printf %s 'a%20b'\\X0A'c%zz' | ${DECODE_LINES}`],
  ["a%20b\nc%zz", "percodec: decode each line (PowerShell)", `('a%20b' + [char]0xA + 'c%zz') | ${DECODE_LINES}`],
])("of %s as %s", (text, label, code) => {
  expect(snippets(text)[label]).toBe(code);
});

test.each<[text: string, urlAction: UrlAction | undefined, does: [string, string]]>([
  ["https://e.com/?q=1", undefined, ["clean this URL", "read its query"]],
  ["https://e.com/", undefined, ["clean this URL", "split it into parts"]],
  ["https://e.com\\@f.com/", "inspect", ["inspect this URL", "split it into parts"]],
  ["https://e.com/100 %", "repair", ["clean and repair this URL", "split it into parts"]],
  ["q=1&r=2", undefined, ["read its pairs", "read its pairs"]],
  ["a%20b\nc%2Fd", undefined, ["decode each line", "decode each line"]],
  ["https://e.com/\nhttps://f.com/?a=1", undefined, ["clean each URL", "split each URL into parts"]],
  ["https://e.com/100 %\nhttps://f.com/", "repair", ["clean and repair each URL", "split each URL into parts"]],
  ["a b", undefined, ["encode it for a query", "encode it for a query"]],
])("the labels of %j, which is to be %j, say what the code does", (text, urlAction, [does, python]) => {
  const labels = Object.keys(snippets(text, urlAction));
  const web = text.startsWith("https:") && !text.includes("\n") ? ["curl: request it (shell)"] : [];
  const shells = text.includes("\n") ? ["bash, zsh", "fish"] : ["shell"];
  expect(labels).toEqual([
    `JavaScript: ${does}`,
    `Python: ${python}`,
    ...web,
    ...shells.map((name) => `percodec: ${does} (${name})`),
    `percodec: ${does} (PowerShell)`,
  ]);
});

/** Converts the lines of a text by a function that needs its report. */
const readLines = <Result>(text: string, convert: (text: string, lines: TextReport["lines"]) => Result): Result =>
  convert(text, reportText(guess(text)[0]!).lines);

/** URLs, one a line; no level cleans the third. */
const URLS = "HTTPS://E.com/a b|?q=%c3%a9\r\n\nhttps://e.com\\@f.com/\nhttps://caf\u00e9.fr/'";
const CLEANED_URLS = "HTTPS://E.com/a%20b%7C?q=%c3%a9\r\n\nhttps://e.com\\@f.com/\nhttps://xn--caf-dma.fr/'";
/** The same with a URL that has to be repaired. */
const MORE_URLS = `${URLS}\nhttps://e.com/100 %`;
/** URLs that one level refuses: `advanced` the first two, and `basic` the third. */
const HALF_REFUSED = "https://$HOST:$PORT/a b\nhttps://e.com:{port}/\nhttps://e.com\t/\nhttps://f.com/%";
const HALF_CLEANED = "https://$HOST:$PORT/a b\nhttps://e.com:{port}/\nhttps://e.com/\nhttps://f.com/%25";

/** Texts that are decoded, and URLs that are cleaned, with what the page copies and what each language returns. */
type Copied = [text: string, value: string];
const DECODED: readonly Copied[] = [
  ["caf%25C3%25A9", "caf%C3%A9"],
  ["a%20b%zz", "a b%zz"],
  ["a%20b\nc%zz\r\nd%2F%FF\n%C3%A9", "a b\nc%zz\r\nd%2F%FF\né"],
  ["%87%40%93%FA%96%7B%8C%EA", "①日本語"],
];
const CLEANED: readonly Copied[] = [
  [URLS, CLEANED_URLS],
  [MORE_URLS, `${CLEANED_URLS}\nhttps://e.com/100%20%25`],
  [HALF_REFUSED, HALF_CLEANED],
];

const TWO_ENCODINGS = "https://e.com/?q=%83A%83C&r=%C3%A9";

const find = (text: string, start: string): string =>
  Object.entries(snippets(text, readLines(text, cleanLines)?.way)).find(([label]) => label.startsWith(start))![1];

/** Runs a program, which has to succeed without a message, and returns what it prints. */
function print(...[program, ...words]: [string, ...string[]]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Runs a snippet and returns what it assigns to a name, or what it prints. */
const RUN = {
  Python: (text: string, name: string): unknown =>
    JSON.parse(print("python3", "-c", `${find(text, "Python:")}\nimport json\nprint(json.dumps(${name}))`)),
  JavaScript: (text: string, name: string): unknown => {
    const code = `${find(text, "JavaScript:")}\nconsole.log(JSON.stringify(${name}));`;
    return JSON.parse(print(process.execPath, "--input-type=module", "-e", code));
  },
  percodec: (text: string): unknown => {
    const { stdout } = shell(find(text, "percodec: "));
    return stdout.replace(/\n$/, "");
  },
};

// prettier-ignore
test.each<[language: keyof typeof RUN, text: string, value: unknown, name?: string]>([
  ...(["Python", "JavaScript", "percodec"] as const).flatMap((language) => DECODED.map(([text, value]): [typeof language, string, string] => [language, text, value])),
  ...(["JavaScript", "percodec"] as const).flatMap((language) => CLEANED.map(([text, value]): [typeof language, string, string] => [language, text, value])),
  ["Python", 'it\'s \u2028 "x"', "it%27s%20%E2%80%A8%20%22x%22"],
  ["Python", "https://e.com/?a=%20&b&c=%C3%A9", [["a", " "], ["b", ""], ["c", "é"]], "pairs"],
  ["Python", "https://e.com/?q=%83A%83C&r=1", [["q", "アイ"], ["r", "1"]], "pairs"],
  ["Python", "?q=%87%40%83A%83C&r=%zz", [["q", "①アイ"], ["r", "%zz"]], "pairs"],
  ["Python", "https://e.com/?q=é&r=%83A%83C", [["q", "é"], ["r", "アイ"]], "pairs"],
  // No byte of a query in two encodings is lost.
  ["Python", TWO_ENCODINGS, ["%83A%83C", "%C3%A9"], '[__import__("urllib.parse").parse.quote(v, errors="surrogateescape") for _, v in pairs]'],
  // Python raises an error for an IPv6 address without "]".
  ["Python", "https://e.com/a%20b\r\n\nhttps://[::1/\nhttps://f.com/?q=1", [["https", "e.com", "/a%20b", "", ""], null, ["https", "f.com", "/", "q=1", ""]], "urls"],
  ["JavaScript", "%20%u0041%u0042", " AB"],
  ["JavaScript", "%93%FA%96%7B%8C%EA%u0041", "日本語%u0041"],
  ["JavaScript", "?q=%83A%83C&r=%zz", [["q", "アイ"], ["r", "%zz"]], "[...pairs]"],
  ["JavaScript", "q=%83A%83C&r=%C3%A9", [["q", "%83A%83C"], ["r", "é"]], "[...pairs]"],
  ["JavaScript", "https://e.com/a b", "https://e.com/a%20b", "url"],
  ["percodec", "?q=%83A%83C&r=%zz", '["q","アイ"]\n["r","%zz"]'],
])("%s returns for %j what the page shows or copies", (language, text, value, name = "value") => {
  expect(RUN[language](text, name)).toEqual(value);
});

test("JavaScript keeps a query in two encodings as it is written", () => {
  expect(find(TWO_ENCODINGS, "JavaScript:")).toContain("cleanUri");
  expect(find("q=%83A%83C&r=%C3%A9", "JavaScript:")).toContain('{ invalidUtf8: "keep" }');
});

/** Characters that a terminal, a shell or a language may read as more than text. */
const CONTROLS = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
  ...Array.from({ length: 0x21 }, (_, k) => String.fromCharCode(0x7f + k)),
  ..."\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u{e0001}",
  "\ud800",
  "\udc00",
];
/** Texts for each action. */
const BASES = ["https://e.com/?q=1", "https://e.com/100 %", "https://e.com/\nhttps://f.com/", "q=1&r=2", "caf%C3%A9", "a%20b\nc%2Fd", "it's"]; // prettier-ignore

test("copied code has no control character, and each language reads the same text", () => {
  const actions = new Set<string>();
  const python: { readonly code: string; readonly text: string }[] = [];
  for (const character of CONTROLS) {
    for (const base of BASES) {
      for (const at of [0, base.length >> 1, base.length]) {
        const report = reportText(guess(base.slice(0, at) + character + base.slice(at))[0]!);
        for (const urlAction of base.startsWith("https:") ? (["clean", "repair", "inspect"] as const) : [undefined]) {
          const { action, text } = toWork(report, urlAction ?? "clean");
          actions.add(action);
          const [javascript, inPython, ...commands] = toSnippets(report, urlAction);
          expect(runJavaScript(javascript!.code)).toBe(text);
          python.push({ code: inPython!.code, text });
          for (const { code } of [javascript!, inPython!]) expect(escapeInvisible(code, "\n")).toBe(code);
          expect(commands.length > 0).toBe(isArgument(text));
          for (const { label, code } of commands) {
            expect(escapeInvisible(code)).toBe(code);
            const quote = /PowerShell/.test(label) ? quotePowerShell : /fish/.test(label) ? quoteFish : quotePosix;
            expect(code).toContain(quote(text));
          }
        }
      }
    }
  }
  expect(actions.size).toBe(9);
  expect(
    readPythonStrings(python.map(({ code }) => code)).map((strings, k) => strings.includes(python[k]!.text)),
  ).toEqual(python.map(() => true));
});

const same = (text: string): string => text;
const functions = { percentDecode: same, percentEncode: same, cleanUri: same, parseQuery: same };
const context = createContext({
  ...functions,
  inspect: (findings: string) => ({ findings }),
  encoding: same,
  rfc3986: {},
});

/** Runs a snippet over functions that return their argument, and returns the text that reaches them. */
function runJavaScript(code: string): unknown {
  const result = /const \{? ?(\w+)/.exec(code)![1]!;
  return runInContext(`(() => {\n${code.replace(/^import .*\n/gm, "")}\nreturn ${result};\n})()`, context);
}

/** Returns the strings in each program of Python. */
function readPythonStrings(programs: readonly string[]): readonly (readonly string[])[] {
  const code =
    "import ast, json, sys\nprint(json.dumps([[node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant) and isinstance(node.value, str)] for code in json.load(sys.stdin)]))";
  const { stdout } = spawnSync("python3", ["-c", code], { input: JSON.stringify(programs), encoding: "utf8", maxBuffer: 1 << 26 }); // prettier-ignore
  return JSON.parse(stdout) as string[][];
}

test.each([
  ["https://e.com/a b", { value: "https://e.com/a%20b", way: "clean" }],
  ["https://e.com/100 %", { value: "https://e.com/100%20%25", way: "repair" }],
  // The level "basic" refuses it, since a browser removes the TAB and an RFC 3986 parser does not.
  ["https://e.com\t/", { value: "https://e.com/", way: "repair" }],
  ["https://e.com\\@f.com/", undefined],
  ["https://e.com:port/", undefined],
])("the URL %j is cleaned, or repaired if it is not valid then", (text, cleaned) => {
  expect(cleanOrRepair(text)).toEqual(cleaned);
});

describe("several lines", () => {
  const read = (text: string) => readLines(text, decodeLines);
  test.each([
    ["a%20b\r\nc%zz\r\n\r\n%C3%A9", "a b\r\nc%zz\r\n\r\né", "1 line is copied as it is: it is malformed."],
    ["a%20b\n100%\nc%4", "a b\n100%\nc%4", "2 lines are copied as they are: they are malformed."],
    ["a%20b\n%FF%20", "a b\n%FF%20", "1 line is copied as it is: it is not UTF-8."],
    ["a%20b\n%FF%20\n%zz", "a b\n%FF%20\n%zz", "2 lines are copied as they are: they are malformed or not UTF-8."],
  ])("%j are decoded, and those that are malformed stay", (text, value, kept) => {
    const decoded = read(text)!;
    expect(decoded).toEqual({ value, kept });
  });

  test("that are URLs are cleaned, and those that cannot be cleaned stay", () => {
    const cleaned = readLines(URLS, cleanLines)!;
    expect([cleaned.value, cleaned.way]).toEqual([CLEANED_URLS, "clean"]);
    expect(cleaned.kept).toBe("1 line is copied as it is: it cannot be cleaned.");
    const repaired = readLines(MORE_URLS.replace("caf\u00e9.fr", "e.com\\@a"), cleanLines)!;
    expect(repaired).toMatchObject({ way: "repair", kept: expect.stringMatching(/^2 lines are copied/) as string });
    expect(readLines("https://e.com/\nhttps://f.com/", cleanLines)!.kept).toBeUndefined();
  });

  test("are cleaned only if each is a URL as it is written", () => {
    for (const text of [
      "https://e.com/\nplain",
      "https://e.com/\na=1&b=2",
      " https://e.com/\nhttps://f.com/",
      "https://e.com/\n \nhttps://f.com/",
      "https://e.com/\rhttps://f.com/\nhttps://g.com/",
      "https://e.com/\nhttps://f.com/\r",
      "a%20b\nc%20d",
      "https://e.com/",
      "M\u00dcNCHEN.de\nhttps://e.com/",
      "www.e.com\ne.org",
      "https://e.com/\u0001\nhttps://f.com/",
      `${"https://e.com/\n".repeat(200)}plain text`,
    ]) {
      expect(readLines(text, cleanLines), text).toBeUndefined();
    }
  });

  test("that are not all values are not decoded", () => {
    expect(read("a%20b\nhttps://e.com/%20")).toBeUndefined();
    expect(read("a=%20&b=1\na%20b")).toBeUndefined();
  });
});

test("decodes bytes of another encoding with the decoder of the host, and refuses others", () => {
  expect(decodeAs("%83A%83C", "Shift_JIS")).toBe("\u30a2\u30a4");
  expect(decodeAs("%83", "Shift_JIS")).toBeUndefined();
  expect(decodeAs("\u00e9", "Shift_JIS")).toBeUndefined();
});

test("reads the header and the payload of a token", () => {
  expect(readToken("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln")).toBe('{\n  "alg": "HS256"\n}\n{\n  "sub": "1"\n}');
  expect(readToken("eyJ.x.y")).toBeUndefined();
});

test("every finding has a title", () => {
  expect(Object.keys(FINDING_TITLES)).toEqual(Object.keys(FINDINGS));
});
