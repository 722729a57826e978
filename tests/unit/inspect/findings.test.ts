import { guess } from "../../../tool/shared/reading/guess.ts";
import { listLinks } from "../../../tool/shared/reading/links.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessCharsets } from "../../../library/src/inspect/charset-guess.ts";
import { FINDINGS } from "../../../library/src/inspect/finding-table.ts";
import { type Finding, inspect } from "../../../library/src/inspect/index.ts";
import { mend } from "../../../tool/page/app/fix.ts";
import { reportText } from "../../../tool/shared/reading/report.ts";
import { percentDecodeReport } from "../../../library/src/index.ts";
import { WORST, WORST_PAIRS } from "../../checks/worst.mjs";
import { testLinearTime } from "../../support/linear.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

/** The number of random texts. */
const TEXTS = readSize("URIS");

const toPosition = ({ code, index, length }: Pick<Finding, "code" | "index" | "length">) => [code, index, length];

/** Texts that are a fault between any letters and dots. */
const FAULTS = {
  "malformed-escape": ["%", "%g", "%zz", "%4g", "%4G", "%-1", "%+1", "% 1", "%0x41", "%４１", "%u00", "%u00g0", "%%"],
  "invalid-utf8": ["%80", "%BF", "%c3", "%E2%9C", "%F0%9F%98", "%FF", "%f8", "%E2", "%F4%8F%BF"],
  "overlong-utf8": ["%C0%AF", "%c1%bf", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%C0%80"],
  "encoded-surrogate": ["%ED%A0%80", "%ed%bf%bf", "%ED%B0%80"],
  "code-point-out-of-range": ["%F4%90%80%80", "%F5%80%80%80", "%f7%bf%bf%bf"],
  "lone-surrogate": ["\ud800", "\udfff"],
  "percent-u": ["%u00e9", "%uD83D", "%uFF0F"],
  "percent-u-ascii": ["%u002e", "%u002F"],
} as const;
type FaultCode = keyof typeof FAULTS;

/** Returns the findings of a fault: a malformed escape covers only the % and one digit, and `%%` is two findings. */
function listFaults(code: FaultCode, text: string, at: number): unknown[] {
  if (code !== "malformed-escape") return [[code, at, text.length]];
  if (text === "%%") return [[code, at, 1], [code, at + 1, 1]]; // prettier-ignore
  return [[code, at, /^%[0-9A-Fa-f]/.test(text) ? 2 : 1]];
}

const GOOD = ["a", "Z", "9", ".", "~", "/", "%41", "%20", "%C3%A9", "%F0%9F%98%80", "é", "😀", "%2F", "+", "-x"];
const fault = fc
  .constantFrom(...(Object.keys(FAULTS) as FaultCode[]))
  .chain((code) => fc.constantFrom(...FAULTS[code]).map((text) => ({ code, text })));
const pieces = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...GOOD) }, fault), { maxLength: 12 });

describe("malformed texts", () => {
  test("every fault is found at its position, and nothing else", () => {
    const head = fc.constantFrom("", "/", "http://e.com/", "http://e.com/x?", "x:y#", "?", "http://u@e.com:80/#");
    forAll(TEXTS, head, pieces, (before, parts) => {
      let text = before;
      const wanted: unknown[] = [];
      for (const part of parts) {
        // `_` separates adjacent parts, so that their findings do not join.
        if (typeof part === "string") {
          text += `${part}_`;
        } else {
          wanted.push(...listFaults(part.code, part.text, text.length));
          text += `${part.text}_`;
        }
      }
      const found = inspect(text).findings.filter(({ code }) => code in FAULTS);
      expect(found.map(toPosition), text).toEqual(wanted);
    });
  });

  test("an escape is truncated at the end of the text, and malformed at the end of a component", () => {
    expect(inspect("/a%4").findings.map(toPosition)).toEqual([["truncated-escape", 2, 2]]);
    expect(inspect("/a%").findings.map(toPosition)).toEqual([["truncated-escape", 2, 1]]);
    expect(inspect("/a%4?x").findings.map(toPosition)).toEqual([["malformed-escape", 2, 2]]);
  });

  test("every issue of percentDecodeReport is a finding at the same position", () => {
    const codes = new Set<string>(["truncated-escape", ...Object.keys(FAULTS)]);
    const token = fc.constantFrom("%", "%4", "%C3", "%A9", "%E2%82%AC", "%ED%A0", "%C0", "%AF", "a", "/", "?", "#", "4", "g", "é", "\ud800", "\udc00", "😀", "%F4%90", "%80"); // prettier-ignore
    forAll(TEXTS / 10, fc.array(token, { maxLength: 20 }), (tokens) => {
      const text = tokens.join("");
      const found = inspect(text).findings.filter(({ code }) => codes.has(code));
      expect(found.map(toPosition)).toEqual(
        percentDecodeReport(text).issues.map((issue) => toPosition(issue as Finding)),
      );
    });
  });
});

test("messages contain only the sentence of the table, a number or a code point, no decoded text", () => {
  const token = fc.constantFrom("secret", "%73ecret", "%2573", "%2f", "..", "%2e", "\u202e", "%E2%80%AE", "🔒", "%FF", "@", "//", "http:", "?", ";", "\\", "%0d%0a", "%u0073"); // prettier-ignore
  forAll(TEXTS / 20, fc.array(token, { maxLength: 15 }), (tokens) => {
    const { findings } = inspect(tokens.join(""));
    expect(findings).toEqual(findings.toSorted((a, b) => a.index - b.index));
    for (const { code, message, index, length, severity } of findings) {
      const row = FINDINGS[code];
      const [before, after] = row.message.split("{}") as [string, string?];
      expect(severity).toBe(row.severity);
      expect(message.startsWith(before)).toBe(true);
      const filled = after === undefined ? "" : message.slice(before.length, message.length - after.length);
      expect(filled).toMatch(
        /^(?:|(?:more than )?\d+|U\+[0-9A-F]{4,6}|[A-Za-z0-9_-]+(?: or [A-Za-z0-9_-]+)*|(?:[/\\<>'"]|\.\.|NUL|CRLF|, )+)$/,
      );
      expect(index).toBeGreaterThanOrEqual(0);
      expect(length).toBeGreaterThan(0);
      expect(index + length).toBeLessThanOrEqual(tokens.join("").length);
    }
  });
});

test("more than 10,000 of a code are counted, not listed", () => {
  const found = inspect("%zz".repeat(25_000)).findings;
  expect(found).toHaveLength(10_000);
  expect(found.at(-1)!.more).toBe(15_000);
  expect(found.at(-2)!.more).toBeUndefined();
});

describe("each text has these findings and no others", () => {
  test.each<[text: string, ...wanted: [code: string, component: string, index: number, length: number][]]>([
    // A component ends before its delimiter.
    [
      "//é:8é/é?é#é",
      ["scheme-relative", "host", 0, 6],
      ...["host", "port", "path", "query", "fragment"].map(
        (component, k) => ["raw-non-ascii", component, [2, 5, 7, 9, 11][k]!, 1] as [string, string, number, number],
      ),
      ["invalid-port", "port", 4, 2],
    ],
    // A surrogate as %uXXXX is a finding of its own if no other half follows.
    ["%uD83D%uDE00", ["percent-u", "path", 0, 12]],
    ["%uD83DxuDE00", ["percent-u", "path", 0, 6]],
    ["%uD83D%xDE00", ["percent-u", "path", 0, 6], ["malformed-escape", "path", 6, 1]],
    ["%uD83D%u0041", ["percent-u", "path", 0, 6], ["percent-u-ascii", "path", 6, 6]],
    ["%u007F%u0080", ["percent-u-ascii", "path", 0, 6], ["percent-u", "path", 6, 6]],
    // A UTF-8 sequence continues only in escapes.
    ["%C3xA9", ["invalid-utf8", "path", 0, 3], ["legacy-charset", "path", 0, 3]],
    ["%C3%g9", ["invalid-utf8", "path", 0, 3], ["legacy-charset", "path", 0, 3], ["malformed-escape", "path", 3, 1]],
    // An overlong sequence has no guess, even if another encoding could decode it.
    ["%C1%AA%CD%A8", ["overlong-utf8", "path", 0, 6]],
    // C1 ends at U+009F; U+00A0 is an invisible blank.
    ["%C2%80x%C2%9F", ["control-character", "path", 0, 6], ["control-character", "path", 7, 6]],
    ["%C2%A0", ["invisible-character", "path", 0, 6]],
    // A variation selector belongs to a visible character before it, even to a look-alike; at the start it is a finding.
    ["%E2%88%95%EF%B8%8F", ["look-alike", "path", 0, 9]],
    ["%E2%80%AE%EF%B8%8F", ["bidi-control", "path", 0, 9], ["invisible-character", "path", 9, 9]],
    ["\ufe0f", ["raw-non-ascii", "path", 0, 1], ["invisible-character", "path", 0, 1]],
    // The digit of a keycap is a character, raw or escaped, but not a hex digit of an escape.
    ["1\ufe0f\u20e3", ["raw-non-ascii", "path", 1, 2]],
    ["%2A\ufe0f\u20e3", ["raw-non-ascii", "path", 3, 2]],
    ["x%C3%A99\ufe0f\u20e3", ["raw-non-ascii", "path", 8, 2]],
    ["%20\ufe0f", ["raw-non-ascii", "path", 3, 1], ["invisible-character", "path", 3, 1]],
    ["a%25\ufe0f", ["raw-non-ascii", "path", 4, 1], ["invisible-character", "path", 4, 1]],
    ["aÐ¿Ñ€", ["raw-non-ascii", "path", 1, 4], ["mojibake", "path", 1, 4]],
  ])("%j", (text, ...wanted) => {
    const found = inspect(text).findings.map(({ code, component, index, length }) => [code, component, index, length]);
    const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
    expect(inOrder(found)).toEqual(inOrder(wanted));
  });

  test("the message contains the guessed encodings", () => {
    const [, legacy] = inspect("/r%E9sum%E9").findings;
    expect(legacy).toMatchObject({ code: "legacy-charset", index: 2, length: 9 });
    expect(legacy!.charsets!.length).toBeGreaterThan(1);
    expect(legacy!.message).toBe(`The bytes are not UTF-8; they look like ${legacy!.charsets!.join(" or ")}.`);
  });
});

test("after one decoding %u00XX of ASCII is an escape too, and no other %u is", () => {
  const nested = (text: string) =>
    inspect(text)
      .findings.filter(({ code }) => code === "multiple-encoding")
      .map(toPosition);
  for (const text of ["%25u002f", "%25u007F", "%25u0000"])
    expect(nested(text), text).toEqual([["multiple-encoding", 0, 8]]);
  for (const text of "%25u002 %25x002f %25u102f %25u012f %25u0080 %25u00g1 %25u001g %u0041 %254 %25".split(" ")) {
    expect(nested(text), text).toEqual([]);
  }
  const messages = (text: string) => inspect(text).findings.map(({ code, message }) => [code, message]);
  expect(messages("%252f%255c")).toContainEqual(["hidden-delimiter", FINDINGS["hidden-delimiter"].message.replace("{}", "/, \\")]); // prettier-ignore
  expect(messages(`%${"25".repeat(16)}41`)).toContainEqual(["multiple-encoding", FINDINGS["multiple-encoding"].message.replace("{}", "more than 16")]); // prettier-ignore
});

describe("which bytes a legacy charset is guessed from", () => {
  const spring = "%E2%E5%F1%ED%E0";
  test.each([
    ["only the value after =", `?${"a".repeat(99)}=${spring}`, "\xe2\xe5\xf1\xed\xe0"],
    ["only the value after &", `?${"a".repeat(99)}&${spring}`, "\xe2\xe5\xf1\xed\xe0"],
    ["only the value after ;", `?${"a".repeat(99)};${spring}`, "\xe2\xe5\xf1\xed\xe0"],
    ["only the segment", `/${"a".repeat(99)}/${spring}`, "\xe2\xe5\xf1\xed\xe0"],
    ["also the text before them", `?q=%C3%B1%E5%F0%E2%E8%F1`, "\xc3\xb1\xe5\xf0\xe2\xe8\xf1"],
    [
      "also the text after them, up to the end of the component",
      `?q=${spring};%C0&b#%E0`,
      "\xe2\xe5\xf1\xed\xe0;\xc0&b",
    ],
    ["not the component before", `/${"a".repeat(99)}?${spring}`, "\xe2\xe5\xf1\xed\xe0"],
    ["not the next component", `/%CF?x=${spring}`, "\xcf"],
    [
      "an escape is one byte, also %00",
      `/%CF${"%00".repeat(1000)}${spring}`,
      `\xcf${"\0".repeat(1000)}\xe2\xe5\xf1\xed\xe0`,
    ],
    ["a malformed escape is its ASCII", `/%${spring}%2`, "%\xe2\xe5\xf1\xed\xe0%2"],
    ["a raw character above U+007F is a space", `/éàç${spring}漢`, "   \xe2\xe5\xf1\xed\xe0 "],
    ["at most 2,048 bytes", `/%CF${"0".repeat(2047)}${spring}`, `\xcf${"0".repeat(2047)}`],
    [
      "at most 1,024 bytes before the first invalid one",
      `/${"a".repeat(5000)}${spring}`,
      `${"a".repeat(1024)}\xe2\xe5\xf1\xed\xe0`,
    ],
  ])("%s", (_, text, bytes) => {
    const found = inspect(text).findings.find(({ code }) => code === "legacy-charset");
    const guessed = guessCharsets(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
    expect(found?.charsets ?? []).toEqual(guessed);
  });
});

test("padding does not hide an ambiguous host", () => {
  const codes = (text: string) => inspect(text).findings.map(({ code }) => code as string);
  for (const text of [
    `http://good.com\\${"ab".repeat(2100)}@evil.com/`,
    `http://good.com\\${"a@b".repeat(50_000)}@evil.com/`,
    `${"/\\".repeat(2100)}evil.com/`,
    `http:${"/\\".repeat(2100)}evil.com/`,
    `http://${"ab".repeat(2100)}@127.1/`,
    `${" \0".repeat(3000)}https:evil.com`,
  ]) {
    expect(codes(text), text.slice(0, 30)).toContain("host-ambiguous");
  }
  for (const text of [
    `data:text/plain,${"ab".repeat(50_000)}`,
    "x".repeat(90_000),
    `http://e.com/${"a".repeat(90_000)}`,
  ]) {
    expect(codes(text), text.slice(0, 30)).not.toContain("host-ambiguous");
  }
});

testLinearTime(
  {
    "guess, reportText": (text) => reportText(guess(text)[0]!),
    listLinks: (text) => void listLinks(text),
    mend: (text) => {
      const { findings } = inspect(text);
      for (const { code } of findings.slice(0, 5))
        mend(
          text,
          findings.filter((finding) => finding.code === code),
        );
    },
  },
  { ...WORST, ...WORST_PAIRS },
);
