import { escapeInvisible } from "../../../library/src/base/invisible.ts";
import { describe, expect, test } from "vitest";
import { percentEncode } from "../../../library/src/index.ts";
import {
  cleanUri,
  displayUri,
  displayUriReport,
  type DisplayProfile,
  type KeptReason,
} from "../../../library/src/uri/index.ts";
import { findCharacterReason, FREQUENT_LETTER } from "../../../library/src/uri/display.ts";
import { anyUri } from "./arbitrary.ts";
import { isFull, readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { escapeText } from "../../support/escape-bytes.ts";
import { attempt } from "../../support/catch-fault.ts";

/** The sets of library/src/uri/display.ts as code points, written independently to reveal a mistake in either. */
const range = (from: number, to = from): number[] => Array.from({ length: to - from + 1 }, (_, k) => from + k);
/** Reads code points and ranges of them, in hexadecimal. */
const ranges = (text: string) =>
  text.split(" ").flatMap((word) => range(...(word.split("-").map((hex) => parseInt(hex, 16)) as [number, number?])));
const CHROMIUM_REFUSES = [
  ...ranges("85 a0 ad 34f 61c 6dd 70f 8e2 1680 2800 3000 3164 feff ffa0 110bd 110cd 600-605 115f-1160"),
  ...ranges("17b4-17b5 180b-180e 2000-200f 2028-202f 205f-206f fe00-fe0f fff0-fffb 13430-13438"),
  ...ranges("1bca0-1bca3 1d173-1d17a 1f50f-1f510 1f512-1f513 e0000-e0fff"),
];
const MISSED_BY_BOTH = [...ranges("180f 890 891 13439-1343f 2024 2044 2215 29f8 3002 ff0e ff0f ff61 fe15")];
const NONCHARACTERS = [
  ...range(0xfdd0, 0xfdef),
  ...range(0, 16).flatMap((plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]),
];
const FIREFOX_ONLY = [...range(0x80, 0x9f), 0xfffc, 0x1f511, 0x1f6e1, ...range(0xe000, 0xf8ff)];
const CONTROLS = [...range(0, 0x1f), ...range(0x7f, 0x9f)];

/** How many planes of Unicode the sweeps cover. */
const PLANES = isFull ? 17 : 1;
/** Blocks of ideographs and syllables behave alike, so only a sample of them is swept. */
const ALIKE = { start: 0x3400, end: 0xd800, step: readSize("LEADS") * 1024 };
const isLeftOut = (start: number) =>
  start >= ALIKE.start && start < ALIKE.end && (start - ALIKE.start) % ALIKE.step > 0;

/** All scalar values that a profile shows in a component. */
function shownIn(profile: DisplayProfile, before: string, planes: number): Set<number> {
  const shown = new Set<number>();
  for (let start = 0; start < planes * 0x10000; start += 1024) {
    if (isLeftOut(start)) continue;
    // An `x` before each, because a combining mark needs a letter before it.
    const codes = range(start, start + 1023).filter((code) => code < 0xd800 || code > 0xdfff);
    const uri = before + codes.map((code) => `x${percentEncode(String.fromCodePoint(code))}`).join("");
    const value = displayUri(uri, { profile });
    const escaped = new Set(value.match(/(?:%[0-9A-F]{2})+/g) ?? []);
    for (const code of codes) {
      const character = String.fromCodePoint(code);
      if (!escaped.has(percentEncode(character)) && !escaped.has(escapeText(character).toUpperCase())) shown.add(code);
    }
  }
  return shown;
}

const STRICT_REFUSES = [...CHROMIUM_REFUSES, ...MISSED_BY_BOTH, ...NONCHARACTERS, ...FIREFOX_ONLY, ...CONTROLS];
const FIREFOX_REFUSES = [...CHROMIUM_REFUSES.filter((code) => code !== 0x200c && code !== 0x200d), ...FIREFOX_ONLY];

describe("of all 1,112,064 scalar values, none of the refused ones is shown", () => {
  test.each<[DisplayProfile, before: string, refused: number[]]>([
    ["strict", "http://e.com/", STRICT_REFUSES],
    ["strict", "http://e.com/?", STRICT_REFUSES],
    ["strict", "http://e.com/#", STRICT_REFUSES],
    ["chromium", "http://e.com/", CHROMIUM_REFUSES],
    ["firefox", "http://e.com/", FIREFOX_REFUSES],
    ["basic", "http://e.com/", [...CONTROLS, ...MISSED_BY_BOTH]],
  ])("%s, after %s", (profile, before, refused) => {
    const isStrict = profile === "strict";
    const shown = shownIn(profile, before, isStrict ? PLANES : Math.min(PLANES, 2));
    expect(refused.filter((code) => shown.has(code)).map((code) => code.toString(16))).toEqual([]);
    expect(shown.size).toBeGreaterThan(PLANES === 1 ? 10_000 : isStrict ? 100_000 : 40_000);
    if (!isStrict) return;
    expect([...(PLANES > 1 ? "éßжあ漢😀✓" : "éßжあ漢✓")].every((one) => shown.has(one.codePointAt(0)!))).toBe(true);
    const ascii = [...shown].filter((code) => code < 0x80).map((code) => String.fromCharCode(code));
    expect(ascii.join("")).toMatch(/^[-.0-9A-Za-z_~]*$/);
  });

  test("every profile shows each frequent letter, and each of them is a letter", () => {
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
      FREQUENT_LETTER.test(character),
    );
    expect(letters.length).toBeGreaterThan(30_000);
    for (const profile of ["strict", "basic", "chromium", "firefox"] as const) {
      expect(letters.filter((letter) => findCharacterReason(letter, profile, false) !== undefined)).toEqual([]);
    }
    expect(letters.filter((letter) => !/^\p{L}$/u.test(letter))).toEqual([]);
  });
});

test("reserved, malformed, misleading and misplaced escapes stay, and are reported", () => {
  expect(displayUriReport("/%2F%C3%A9%FF%E2%80%AE%CC%81?%20a")).toEqual({
    value: "/%2Fé%FF%E2%80%AE%CC%81?%20a",
    cleaned: "/%2F%C3%A9%FF%E2%80%AE%CC%81?%20a",
    kept: [
      { index: 1, length: 3, reason: "reserved" },
      { index: 10, length: 3, reason: "not-utf8" },
      { index: 13, length: 9, reason: "misleading" },
      { index: 22, length: 6, reason: "position" },
      { index: 29, length: 3, reason: "profile" },
    ],
  });
});

test("indexes are those of the cleaned URI, also after a scheme and an authority", () => {
  const places = (uri: string) => displayUriReport(uri).kept.map(({ index, length }) => [index, length]);
  for (const before of ["http://e.com", "http://u%40@xn--caf-dma.fr:80", "mailto:", "//e.com", "file://", ""]) {
    const at = before.length;
    expect(places(`${before}/%2F?%26%C3%A9#%FF`), before).toEqual([[at + 1, 3], [at + 5, 3], [at + 15, 3]]); // prettier-ignore
  }
  expect(places("?%26")).toEqual([[1, 3]]);
  expect(places("#%26")).toEqual([[1, 3]]);
});

test("raw characters are treated like escaped ones", () => {
  expect(displayUri("/\u202e\u{1f512}é\ta")).toBe("/%E2%80%AE%F0%9F%94%92é%09a");
});

test("a text that cleaning refuses or trims is shown unchanged, with invisible characters written out", () => {
  const expectUnchanged = (text: string, shown = escapeInvisible(text)) => {
    const kept = [{ index: 0, length: text.length, reason: "changes-uri" }];
    expect(displayUriReport(text)).toEqual({ value: shown, cleaned: text, kept });
  };
  expectUnchanged("http://good.com\\@evil.com/\u202e%C3%A9", "http://good.com\\@evil.com/\\u{202E}%C3%A9");
  expectUnchanged(" https://e.com/%41é", " https://e.com/%41é");
  expectUnchanged("/\ud800", "/\\u{D800}");
  expectUnchanged("ht\ttp://e.com/", "ht\\u{9}tp://e.com/");
  let refused = 0;
  forAll(readSize("URIS"), anyUri, (text) => {
    if (/^[\0- ]|[\0- ]$/.test(text) || "value" in attempt(() => cleanUri(text))) return;
    refused++;
    expectUnchanged(text);
  });
  expect(refused).toBeGreaterThan(readSize("URIS") / 20);
});

const [basic, strict, chromium, firefox] = ["basic", "strict", "chromium", "firefox"] as const;
test.each<[uri: string, profile: DisplayProfile, shown: string, ...kept: [index: number, reason: KeptReason][]]>([
  ["/%41%2d%2E%5f%7E%30", strict, "/A-._~0"],
  ["/%21%2a%3a", basic, "/%21%2a%3a", [1, "reserved"], [4, "reserved"], [7, "reserved"]],
  ["/%00%1F", basic, "/%00%1F", [1, "misleading"], [4, "misleading"]],
  // A browser reads a backslash as a slash.
  ["/%7F%5C", basic, "/%7F%5C", [1, "misleading"], [4, "misleading"]],
  ["/%22%3C%3E%5E%60%7B%7C%7D", basic, '/"<>^`{|}'],
  ["/%22%3C%3E%5E%60%7B%7C%7D", firefox, '/"<>^`{|}'],
  ["/a%22", chromium, "/a%22", [2, "profile"]],
  ["/a%22", strict, "/a%22", [2, "profile"]],
  ["/%E3%80%80", strict, "/%E3%80%80", [1, "misleading"]],
  ["http://xn--caf-dma.fr/", strict, "http://café.fr/"],
  ["http://xn--fsq/", strict, "http://例/"],
  ["http://xn--a/", strict, "http://xn--a/"],
  ["http://e.com/xn--caf-dma", strict, "http://e.com/xn--caf-dma"],
  // A host that cleaning would not restore stays, and a path in which a browser would see a host stays as a whole.
  ["http://xn--caf-dma.%7C/a%20b", basic, "http://xn--caf-dma.%7C/a b"],
  ["http:a:%38%C3%A9", strict, "http:a:%38%C3%A9", [0, "changes-uri"]],
  ["http:a:%38", strict, "http:a:%38", [0, "changes-uri"]],
  // A space that would be invisible.
  ["/a%20b", basic, "/a b"],
  ["/a%20", basic, "/a%20", [2, "position"]],
  ["/a%20%20b", basic, "/a%20 b", [2, "position"]],
  ["?%20a", basic, "?%20a", [1, "position"]],
  // Bytes that are not valid UTF-8 keep a component escaped, or the whole URI.
  ["/%FF%C3%A9?%C3%A9", strict, "/%FFé?é", [1, "not-utf8"]],
  ["/%FF%C3%A9?%C3%A9", chromium, "/%FF%C3%A9?é", [1, "not-utf8"], [4, "not-utf8"]],
  ["/%FF%C3%A9?%C3%A9", firefox, "/%FF%C3%A9?%C3%A9", [1, "not-utf8"], [4, "not-utf8"], [11, "not-utf8"]],
  ["/%2541%C3%A9", firefox, "/%2541%C3%A9", [1, "not-utf8"], [6, "not-utf8"]],
  ["/%4F%9", firefox, "/O%9"],
  ["/%254g%C3%A9", firefox, "/%254gé", [1, "reserved"]],
  // A combining mark needs a letter before it, shown or raw; the hex digits of an escape do not count.
  ["/e%CC%81", strict, "/e\u0301"],
  ["/%4a%CC%81", strict, "/J\u0301"],
  ["/9%CC%81", strict, "/9\u0301"],
  ["/%C3%A9%CC%81%CC%81", strict, "/é\u0301\u0301"],
  ["/%C3%A9x-%CC%81", strict, "/éx-%CC%81", [9, "position"]],
  ["/%CC%81", strict, "/%CC%81", [1, "position"]],
  ["/-%CC%81", strict, "/-%CC%81", [2, "position"]],
  ["%CC%81a", strict, "%CC%81a", [0, "position"]],
  ["/a?%CC%81", strict, "/a?%CC%81", [3, "position"]],
  ["/%7E%CC%81", strict, "/~%CC%81", [4, "position"]],
  ["/%2F%CC%81", strict, "/%2F%CC%81", [1, "reserved"], [4, "position"]],
  // A character that would complete an escape, or a dot segment.
  ["/%%341", strict, "/%%341", [2, "changes-uri"]],
  ["/%4%31", strict, "/%4%31", [3, "changes-uri"]],
  ["/.%2e/", strict, "/.%2e/", [2, "position"]],
  ["/%2e.", strict, "/%2e.", [1, "position"]],
  ["%2e", strict, "%2e", [0, "position"]],
  ["/.../%2e", strict, "/.../%2e", [5, "position"]],
  ["/%2e%2E/a", strict, "/%2e%2E/a", [1, "position"], [4, "position"]],
  ["/%2e%2e%2e", strict, "/..."],
  ["/%2ea%2e", strict, "/.a."],
  ["/aaaaaaa%2e", strict, "/aaaaaaa."],
])("why an escape stays: %s, %s", (uri, profile, shown, ...kept) => {
  const report = displayUriReport(uri, { profile });
  expect([report.value, ...report.kept.map(({ index, reason }) => [index, reason])]).toEqual([shown, ...kept]);
});

test("look-alikes of delimiters, and marks on delimiters, stay", () => {
  for (const character of "？＃＠：＆＝％＼꞉∶ǀ╱⧹﹖﹫﹟﹨﹒۔\u037e\ufffd") {
    const uri = `/a${escapeText(character).toUpperCase()}b`;
    expect(displayUri(uri)).toBe(uri);
  }
  expect(displayUri("/a%2E%CC%B8%7E%CC%B8e%CC%81")).toBe("/a.%CC%B8~%CC%B8e\u0301");
  expect(displayUri("http://e.com/%%34%31/%C3%A9")).toBe("http://e.com/%%341/é");
});
