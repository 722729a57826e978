import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ESCAPED_ASCII_FINDINGS, RAW_ASCII_FINDINGS } from "../../../library/src/inspect/characters.ts";
import { type FindingCode, FINDINGS } from "../../../library/src/inspect/finding-table.ts";
import { inspectFully, REFERENCE_NAMES } from "../../../library/src/inspect/inspect.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { skipCleanLine, type Trigger, TRIGGERS } from "../../../library/src/inspect/prefilter.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

const CODES = Object.keys(FINDINGS) as FindingCode[];

/** Whether the prefilter skips a line that ends with LF, and with CR LF. */
function isSkipped(line: string): boolean {
  const results = ["\n", "\r\n"].map((end) => skipCleanLine(line + end, 0) === line.length + end.length);
  expect(results[0], line).toBe(results[1]);
  return results[0]!;
}

/** The findings of a row of vectors: its input, and the codes that the row expects. */
interface Row {
  readonly input: string;
  readonly value: readonly (readonly [code: FindingCode])[];
}

const FOLDER = "tests/vectors/findings";
const ROWS = readdirSync(FOLDER).flatMap((file) =>
  (JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as { rows: (Row & { op: string })[] }).rows.filter(
    ({ op }) => op === "inspect",
  ),
);

/** Whether a text has a trigger, decided apart from the expression of the prefilter. */
function hasTrigger(text: string, trigger: Trigger): boolean {
  const isListed = (tables: typeof RAW_ASCII_FINDINGS, character: string): boolean =>
    Object.values(tables).some((table) => table[character.charCodeAt(0)] !== undefined);
  const bytes = (text.match(/%[0-7][0-9A-F]/gi) ?? []).map((escape) => decodeURIComponent(escape));
  if (trigger === "raw") return Array.from(text).some((character) => isListed(RAW_ASCII_FINDINGS, character));
  if (trigger === "escaped") return bytes.some((character) => isListed(ESCAPED_ASCII_FINDINGS, character));
  if (trigger === "percent") return /%(?![0-9A-F]{2})/.test(text);
  if (trigger === "non-ascii") return /[^\0-\x7f]|%[89A-F]/i.test(text);
  if (trigger === "start") return !isPlainStart(text);
  const { before = "", character, after } = trigger;
  return new RegExp(`(?:${before})${character.replace(/\W/, "\\$&")}${after}`).test(text);
}

function isPlainStart(text: string): boolean {
  const [, host, port = ""] = /^https?:\/\/([^/?#:]*)(?::(\d*))?(?:[/?#]|$)/.exec(text) ?? [];
  if (host === undefined) return text === "" || /^[?#]|^\/[^/\\\t\n\r]|^\/$/.test(text);
  const labels = host.split(".");
  return (
    /^(?!localhost$)[a-z]/i.test(labels.at(-1)!) &&
    labels.every((label) => /^[\w-]+$/.test(label) && !/^xn--/i.test(label)) &&
    port.length < 5
  );
}

describe("the table of triggers", () => {
  test.each(CODES)("%s: each vector with the finding has one of its triggers, and is not skipped", (code) => {
    const rows = ROWS.filter(({ value }) => value.some(([found]) => found === code));
    expect(rows.length).toBeGreaterThan(0);
    for (const { input } of rows) {
      expect(isSkipped(input), input).toBe(false);
      const [, ...triggers] = TRIGGERS.find(([codes]) => codes.split(" ").includes(code))!;
      const found = triggers.some((trigger) => hasTrigger(input, trigger));
      expect(found, `${input} has ${code}, and none of its triggers`).toBe(true);
    }
  });
});

test("a character reference is found in each component, with and without the prefilter", () => {
  for (const text of REFERENCE_NAMES.split("|").flatMap((name) => [`/a&${name};b`, `/?a&${name};b`, `/#a&${name};b`])) {
    expect(isSkipped(text), text).toBe(false);
    expect(inspect(text).findings[0], text).toMatchObject({ code: "html-reference" });
  }
});

test("every character above U+007F that is skipped has no finding, alone, repeated, and beside others", () => {
  const accepted: string[] = [];
  const step = readSize("EVERY");
  for (let code = 0x80; code <= 0x10ffff; code += step) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = encodeURIComponent(String.fromCodePoint(code));
    const skipped = ["/", "?", "#"].map((before) => isSkippedFast(before + character));
    expect(new Set(skipped).size, character).toBe(1);
    if (skipped[0] === true) accepted.push(character);
  }
  expect(accepted.length).toBeGreaterThan(30_000 / step);
  for (const [k, character] of accepted.entries()) {
    const other = accepted[(k * 7919) % accepted.length]!;
    for (const text of [`/${character}`, `?${character}${character}`, `#${character}${other}`])
      if (inspectFully(text).findings.length > 0) expect.fail(`${text} has a finding`);
  }
});

function isSkippedFast(line: string): boolean {
  return skipCleanLine(`${line}\n`, 0) > 0;
}

/** Parts of lines without findings. */
const ORIGINS = [
  "",
  "",
  ..."http://e.com https://www.example.co.uk:8080 https://a-b.c_d.org http://h http://localhosts.e.com".split(" "),
];
const SEGMENTS = ["", "a", "index.html", "caf%C3%A9", "%E4%B8%AD%E6%96%87", "x%20y", "a:b@c", "~me", "(1)", "%D0%9F", ".well-known", "a..b", "100%25", "%25-", "...", "%3B", "%5B%5D"]; // prettier-ignore
const VALUES = ["a=1", "q=a+b", "u=%2Fx%2F", "t=10:30", "e=me@e.com", "x=", "&", "p=/a/b", "%3D%26", "d=..", "v=1.2.3", "%5C", "%25", "=%C3%BC", "m:x", "=a:b", "u=/", "u=x//y", "amp;"]; // prettier-ignore
/** Parts that are hostile, or nearly so. */
const HOSTILE = [
  ..."\0\t\v\x1f\x7f \"<>\\^`{|}[];+#?/.%@:!'\r\x80\x85\xa0\xff\u2028\u202e\ufeff\ufffd\ud800\udc00éж中😀",
  "//", "..", "/..", "/.", "../", "/./", "/../", "..%2F", "%2F..", "%5C..", "..;", "/..%3B", "..%5c", "%2e", "%2E%2E",
  "%", "%4", "%zz", "%u0041", "%u00e9", "%uD83D", "%25", "%252F", "%2541", "%25u0041", "%25%34%31", "%2525252e", "%25".repeat(20),
  "%00", "%0A", "%0D", "%1F", "%7F", "%41", "%7E", "%2f", "%2F", "%5C", "%5c", "%3a", "%AA", "%aA",
  "%80", "%C0%AF", "%C2%80", "%C2%A0", "%C3", "%C3%", "%C3%A", "%C3%83%C2%A9", "%C3%A9%A9", "%E2%82%AC", "%E2%80%AE", "%EF%BF%BD", "%ED%A0%80", "%ED%9E%BF",
  "%F0%9F%98%80", "%F4%90%80%80", "%F5", "%FF", "%E0%80%80", "%E0%A4%85", "%E3%80%80", "%E3%82%99", "%D0%81", "%D1%91", "%C5%93", "%C5%BE", "%C4%B1", "%C3%B6",
  "http:", "https://", "HTTP://", "javascript:", "mailto:", "file:///", "http:/", "http:\\\\", "//e.com", "xn--", "XN--caf-dma.", "127.0.0.1", "0x7f", "1.2.3", "[::1]",
  ":80", ":65536", ":x", ":00080", "user@", "user:pw@", "e.com.", "..com", "&amp;", "http%3A%2F%2Fe.com", "a".repeat(5000),
  "JavaScript:", "javascript%3A", "vbscript:", "data:text/html,", "Data:", "java\tscript:", " javascript:", "%6Aavascript:", "mailto:a", "x:", "x://", "x:%2F/", "ws:",
  "//host", "=//host", "&//host", "#//host", "/%2Fhost", "=%2F%2Fhost", "=%2F/host", "=/%5Chost", "=%5C%5Chost", "=%20//host", "&%20%20/%2Fhost", "#%20%2F/host", "=%20javascript:", "/\\host", "/\t/host",
  "localhost", "http://localhost", ".LocalHost", "a.localhost.", "10.0.0.1", "http://169.254.169.254/", "[fe80::1]", "http://0x7f.1", "192.168.1",
  "=http://127.0.0.1", "=https:e.com", "=HTTPS%3Ae.com", "=http://u@e.com", "=http://e.com/?u=//x", "=ftp:", "=file:", "#javascript:x", "?javascript:x",
  "&lt;", "&QUOT;", "&colon;", "&NewLine;", "&lsqb;", "&nbsp;", "&amp", "&#38;", "&#x26;", "&#", "\\u0026", "\\x26", "\\/\\/", ":\\/\\/", "\\u00e9",
]; // prettier-ignore

/** Makes a line that is often clean, and otherwise has a few hostile parts at random places. */
function makeLine(random: Random): string {
  const several = (parts: readonly string[], before: string): string =>
    Array.from({ length: random(4) }, () => before + pick(random, parts)).join("");
  const query = random(2) === 0 ? `?${several(VALUES, "&")}` : "";
  const fragment = random(4) === 0 ? `#${several([...VALUES, ...SEGMENTS], "/")}` : "";
  let line = pick(random, ORIGINS) + several(SEGMENTS, "/") + query + fragment;
  for (let count = random(4); count > 0; count--) {
    const at = random(3) === 0 ? random(12) : random(line.length + 1);
    line = line.slice(0, at) + pick(random, HOSTILE) + line.slice(at + random(2));
  }
  // A CR at the end belongs to the end of the line.
  return line.replace(/\n/g, "").replace(/\r+$/, "");
}

test("a random line that is skipped has no finding, and inspect returns what it returns without the prefilter", () => {
  const random = makeRandom(seed);
  const count = readSize("LINES");
  const seen = new Set<FindingCode>();
  let skipped = 0;
  let clean = 0;
  for (let k = 0; k < count; k++) {
    const line = makeLine(random);
    const full = inspectFully(line);
    const found = full.findings;
    if (found.length === 0) expect(inspect(line)).toEqual(full);
    for (const { code } of found) seen.add(code);
    if (found.length === 0) clean++;
    if (!isSkippedFast(line)) continue;
    skipped++;
    if (found.length > 0) expect.fail(`${JSON.stringify(line)} is skipped, but has ${found[0]!.code}`);
  }
  countInputs(count);
  expect(skipped).toBeGreaterThan(clean / 2);
  expect(skipped).toBeLessThan(count / 2);
  expect(seen.size).toBeGreaterThan(CODES.length - 8);
});

test("a line is skipped only with its end, and only up to 4096 units", () => {
  expect(skipCleanLine("/a\n/b\n/c", 0)).toBe(3);
  expect(skipCleanLine("/a\n/b\n/c", 3)).toBe(6);
  expect(skipCleanLine("/a\n/b\n/c", 6)).toBe(6);
  expect(skipCleanLine("\n", 0)).toBe(1);
  expect(skipCleanLine("/a\rb\n", 0)).toBe(0);
  expect(isSkippedFast(`/${"a".repeat(4094)}`)).toBe(true);
  expect(isSkippedFast(`/${"a".repeat(4095)}`)).toBe(false);
  expect(isSkippedFast(`/${"a".repeat(1 << 20)}`)).toBe(false);
});
