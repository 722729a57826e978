import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { checkUri, isUri, isUriReference, type UriIssue } from "../../../library/src/uri/index.ts";
import { isValidURLString, parseURL, parseURLWithValidationErrors } from "../../support/oracle/index.mjs";
import { forAll } from "../../support/for-all.ts";
import { readSize } from "../../support/sizes.ts";
import { hostile as hostileHost } from "../host/oracle.ts";
import { anyUri, edited } from "./arbitrary.ts";
import { matches } from "./grammar.ts";

const RUNS = readSize("URIS");
/** The fewest texts with each validation error, per 60,000 texts. */
const LEAST = 8;

const { rows } = JSON.parse(readFileSync("tests/vectors/uri-check.json", "utf8")) as { rows: { input: string }[] };
const anyText = fc.oneof(
  anyUri,
  fc.tuple(fc.constantFrom("http:", "foo:", ""), hostileHost).map(([scheme, host]) => `${scheme}//${host}/`),
  edited(fc.constantFrom(...rows.map(({ input }) => input))),
  // Errors that the others seldom have: those of addresses, and of a drive letter.
  fc
    .array(fc.constantFrom(..."1: 0: ffff: 00a: :: : 256. 1.2 1.2.3. 1.2.3.4 :1:2:3:4:5: g".split(" ")), {
      maxLength: 5,
    })
    .map((pieces) => `http://[${pieces.join("")}]/`),
  fc
    .array(fc.constantFrom("1.", "0x7f.", "017.", "256", "4"), { minLength: 2, maxLength: 8 })
    .map((parts) => `http://${parts.join("")}/`),
  fc
    .tuple(fc.constantFrom("", "file:", "FILE:/", "file://", "file:///"), fc.constantFrom("C:", "d|", "C:/x", "D|/y"))
    .map((parts) => parts.join("")),
);
const BASES = ["https://h/p?q", "http://u:p@h:1/", "file:///C:/d/e", "file://h/x", "foo://h/p", "foo:/p", "mailto:a@b"];
const HTTPS = parseURL("https://base.invalid/");
const UNIT = "invalid-URL-unit";

const NOTHING = /^$/;
const ONE = /^.$/su;
const ONE_OR_END = /^.?$/su;
const SOME = /^[^/\\?#]+$/s;
const DRIVE = /^[A-Za-z][:|]$/;
/** What is at the place of each validation error: the span without TAB, LF and CR. */
const PLACES: Readonly<Record<string, RegExp>> = {
  "domain-to-ASCII": SOME,
  "domain-percent-encoded": /^%[\dA-Fa-f]{2}$/,
  "host-invalid-code-point": /^[\0 :<>@[\\\]^|]$/,
  // The last label is empty, or consists of characters that ToASCII ignores.
  "IPv4-empty-part": /^(?:.|(?:%..|\p{Default_Ignorable_Code_Point})+)$/su,
  "IPv4-too-few-parts": NOTHING,
  "IPv4-too-many-parts": SOME,
  "IPv4-non-numeric-part": SOME,
  "IPv4-non-decimal-part": SOME,
  "IPv4-out-of-range-part": SOME,
  "IPv4-non-ASCII-input": /^(?:[^\0-\x7f]|(?:%[89A-Fa-f].){2,4})$/u,
  "IPv6-unclosed": NOTHING,
  "IPv6-invalid-compression": /^:$/,
  // Without a special scheme a backslash is part of the host.
  "IPv6-too-many-pieces": /^[^/?#]+$/s,
  "IPv6-multiple-compression": /^:$/,
  "IPv6-invalid-code-point": ONE_OR_END,
  "IPv6-too-few-pieces": NOTHING,
  "IPv6-piece-leading-zero": /^0[\dA-Fa-f]{1,3}$/,
  "IPv4-in-IPv6-too-many-pieces": /^[\dA-Fa-f]{1,4}\./,
  "IPv4-in-IPv6-invalid-code-point": ONE_OR_END,
  "IPv4-in-IPv6-out-of-range-part": /^[1-9]\d{2,}$/,
  "IPv4-in-IPv6-too-few-parts": NOTHING,
  "invalid-URL-unit": /^(?:%[\dA-Fa-f]?|(?:[^\w.~!$&'()*+,;=:@/?\-%\xa0-\u{10fffd}]|\p{NChar})+)$/u,
  "special-scheme-missing-following-solidus": /^[/\\]*$/,
  "missing-scheme-non-relative-URL": NOTHING,
  "invalid-reverse-solidus": /^\\$/,
  "invalid-credentials": /^[^@/?#]*@$/s,
  "host-missing": NOTHING,
  "port-out-of-range": /^\d{5,}$/,
  "port-invalid": ONE,
  "file-invalid-Windows-drive-letter": DRIVE,
  "file-invalid-Windows-drive-letter-host": DRIVE,
};

const findKind = (text: string) => (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) ? "uri" : "relative-reference");

/** The text as the parser reads it: scalar values, without the characters that it removes. */
function readAsParser(text: string) {
  const scalar = toWellFormed(text);
  const inside = scalar.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
  const input = inside.replace(/[\t\n\r]/g, "");
  return { scalar, input, removed: Number(inside !== scalar) + Number(input !== inside) };
}

/** Whether a span consists of characters that the parser removes. */
function isRemoved(scalar: string, { index, length }: UriIssue): boolean {
  const span = scalar.slice(index, index + length);
  if (length === 0 || /[^\0-\x20]/.test(span)) return false;
  const isAtEnd = [scalar.slice(0, index), scalar.slice(index)].some((part) => !/[^\0-\x20]/.test(part));
  return isAtEnd || !/[^\t\n\r]/.test(span);
}

/** Counts the errors that an issue covers: adjacent characters with the same error are one issue. */
function countErrors(code: string, span: string): number {
  if (code === "special-scheme-missing-following-solidus") return Math.max(1, span.length);
  return code === UNIT && !span.startsWith("%") ? [...span].length : 1;
}

test("by the URL Standard the result is that of whatwg-url, and each place has what its error says", () => {
  const seen = new Map<string, number>();
  const add = (counts: Map<string, number>, code: string, count = 1) =>
    counts.set(code, (counts.get(code) ?? 0) + count);
  forAll(RUNS, anyText, fc.option(fc.constantFrom(...BASES), { nil: undefined, freq: 2 }), (text, base) => {
    const { scalar, input, removed } = readAsParser(text);
    const kind = findKind(input);
    const baseURL = base !== undefined ? parseURL(base) : kind === "uri" ? undefined : HTTPS;
    const { url, validationErrors } = parseURLWithValidationErrors(scalar, { baseURL });
    const { valid, parses, issues, reportedBy, ...result } = checkUri(text, { grammar: "whatwg", base });
    const isWanted = isValidURLString(text, { baseURL });
    assert.deepEqual([valid, parses, result.kind], [isWanted, url !== null, kind]);

    const wanted = new Map<string, number>();
    for (const code of validationErrors) add(wanted, code);
    const counts = new Map(removed > 0 ? [[UNIT, removed]] : []);
    let last = 0;
    for (const issue of issues) {
      const { code, index, length, message } = issue;
      assert.ok(index >= last && length >= 0 && index + length <= text.length && message !== "", code);
      last = index;
      if (code === "lone-surrogate") {
        assert.match(text.slice(index, index + length), /^\p{Surrogate}+$/u);
      } else if (!isRemoved(scalar, issue)) {
        const span = scalar.slice(index, index + length).replace(/[\t\n\r]/g, "");
        assert.match(span, PLACES[code]!, code);
        add(counts, code, countErrors(code, span));
      }
    }
    // An opaque host with several characters of one kind has one error, and an issue for each of its places.
    const scheme = kind === "uri" ? /^[^:]*/.exec(input.toLowerCase())![0] : baseURL!.scheme;
    const isOpaque = !/^(?:https?|wss?|ftp|file)$/.test(scheme);
    const list = (found: Map<string, number>) =>
      [...found].map(([code, count]) => (isOpaque && code === UNIT ? code : `${code} × ${count}`)).sort();
    assert.deepEqual(list(counts), list(wanted));

    const isAlike = valid === (validationErrors.length === 0);
    assert.match(reportedBy, isAlike ? /^(?:both|neither)$/ : /^grammar$/);
    if (scalar === text) assert.equal(reportedBy, valid ? "neither" : "both");
    for (const code of new Set(issues.map((issue) => issue.code))) add(seen, code);
  });
  const least = Math.floor((LEAST * RUNS) / 60_000);
  expect(Object.keys(PLACES).filter((code) => (seen.get(code) ?? 0) < least)).toEqual([]);
});

/** Replaces the places of all issues, which makes the text valid; undefined for an address in brackets. */
function repair(text: string, issues: readonly UriIssue[]): string | undefined {
  let repaired = "";
  let end = 0;
  for (const { code, index, length } of issues) {
    if (code === "invalid-ip-literal") return undefined;
    assert.ok(index >= end && index + length <= text.length && length > 0, code);
    repaired += text.slice(end, index) + (code === "invalid-port" ? "1" : "x").repeat(length);
    end = index + length;
  }
  return repaired + text.slice(end);
}

test.each([
  ["rfc3986", "URI-reference"],
  ["rfc3987", "IRI-reference"],
] as const)(
  "by %s the result is that of the ABNF, and so is the text with other characters at the places",
  (grammar, rule) => {
    forAll(RUNS, anyText, (text) => {
      const { valid, kind, issues } = checkUri(text, { grammar });
      assert.deepEqual([valid, kind], [matches(rule, text), findKind(text)]);
      const repaired = repair(text, issues);
      if (repaired !== undefined) assert.ok(matches(rule, repaired), repaired);
      assert.deepEqual([isUri(text), isUriReference(text)], [matches("URI", text), matches("URI-reference", text)]);
    });
  },
);
