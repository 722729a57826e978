import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { decodeHostWithPlaces } from "../../../library/src/uri/check/url-host.ts";
import { GRAMMAR_FAULTS, VALIDATION_ERRORS } from "../../../library/src/uri/check/issue.ts";
import { percentDecode } from "../../../library/src/index.ts";
import { type CheckOptions, checkUri, isHttpUrl, isUriReference } from "../../../library/src/uri/index.ts";
import { URL as Oracle, parseURL, parseURLWithValidationErrors } from "../../support/oracle/index.mjs";
import { percodec } from "../../support/command.ts";
import { readSize } from "../../support/sizes.ts";
import { hostile as hostileHost } from "../host/oracle.ts";
import { matches } from "./grammar.ts";
import { forAll } from "../../support/for-all.ts";

const RUNS = readSize("URIS");

interface Row {
  id: string;
  input: string;
  options: CheckOptions;
  value: { issues: [string, number, number][]; parses?: boolean };
}
const { rows } = JSON.parse(readFileSync("tests/vectors/uri-check.json", "utf8")) as { rows: Row[] };

const checkUrl = (text: string) => checkUri(text, { grammar: "whatwg" });
const list = (text: string, options?: CheckOptions) =>
  checkUri(text, options).issues.map(({ code, index, length }) => [code, index, length]);

describe("the vectors", () => {
  test("their validation errors are those of whatwg-url", () => {
    for (const { id, input, options, value } of rows.filter((row) => row.options.grammar === "whatwg")) {
      const hasScheme = /^[\0-\x20]*[a-z\n]+:/i.test(input);
      const base = options.base ?? (hasScheme ? undefined : "https://base.invalid/");
      const baseURL = base === undefined ? undefined : parseURL(base);
      const { url, validationErrors } = parseURLWithValidationErrors(toWellFormed(input), { baseURL });
      const names = value.issues.map(([name]) => name).filter((name) => name !== "lone-surrogate");
      expect(new Set(names), id).toEqual(new Set(validationErrors));
      expect(value.parses, id).toBe(url !== null);
    }
  });

  test("each fault is explained in a sentence without raw input", () => {
    for (const { id, input, options } of rows) {
      for (const { message } of checkUri(input, options).issues) expect(message, id).toMatch(/^[A-Z][ -~]{8,140}\.$/);
    }
  });
});

describe("the grammars of the RFCs", () => {
  test("agree with the ABNF for each boundary of the classes above U+007F, in each component", () => {
    const planes = Array.from({ length: 17 }, (_, plane) =>
      [0, 1, 0xfffd, 0xfffe, 0xffff].map((code) => plane * 0x10000 + code),
    );
    const edges = [
      0x7f, 0x80, 0x9f, 0xa0, 0xd7ff, 0xe000, 0xf8ff, 0xf900, 0xfdcf, 0xfdd0, 0xfdef, 0xfdf0, 0xffef, 0xfff0,
    ];
    for (const code of [...edges, 0xe0fff, 0xe1000, ...planes.flat()]) {
      const character = String.fromCodePoint(code);
      for (const frame of "/* ?* #* //* //*@h //h:* //[*] *".split(" ")) {
        const input = frame.replace("*", character);
        const isValid = checkUri(input, { grammar: "rfc3987" }).valid;
        expect(isValid, JSON.stringify(input)).toBe(matches("IRI-reference", input));
        expect(isUriReference(input), JSON.stringify(input)).toBe(matches("URI-reference", input));
      }
    }
  });

  test("adjacent colons are one issue, and issues come in order of index", () => {
    expect(list(" a:b::c/d:e ")).toEqual([
      ["illegal-character", 0, 1],
      ["colon-in-first-segment", 2, 1],
      ["colon-in-first-segment", 4, 2],
      ["illegal-character", 11, 1],
    ]);
  });

  test("the message names the character and the component", () => {
    expect(checkUri("?\u0000\u202e").issues[0]!.message).toBe(
      'A query does not contain "\\u{0}\\u{202E}"; write an escape.',
    );
  });
});

describe("the URL Standard", () => {
  test("TAB, LF and CR and the spaces around a text move no place", () => {
    const text = "http://u@a_b:8x/";
    const clean = checkUrl(text).issues;
    forAll(fc.array(fc.constantFrom("", "\t", "\n\r"), { minLength: text.length, maxLength: text.length }), (gaps) => {
      const given = Array.from(text, (character, k) => character + gaps[k]!).join("");
      const issues = checkUrl(` ${given}\0`).issues.filter(({ code }) => code !== "invalid-URL-unit");
      const places = Array.from(given, (_, k) => k).filter((k) => !/[\t\n\r]/.test(given[k]!));
      expect(issues.map(({ code, index, length }) => [code, index, length])).toEqual(
        clean.map(({ code, index, length }) => {
          const start = places[index]!;
          return [code, 1 + start, length === 0 ? 0 : places[index + length - 1]! + 1 - start];
        }),
      );
    });
  });

  test("more combining marks than the host parser normalizes are a fault of the host", () => {
    expect(checkUrl(`https://a${"\u0301".repeat(64)}/`)).toMatchObject({
      issues: [{ code: "domain-to-ASCII", index: 8, length: 65 }],
      parses: false,
      reportedBy: "both",
    });
  });

  test("all names of the standard are in the table", () => expect(Object.keys(VALIDATION_ERRORS)).toHaveLength(31));

  test.each([
    ...Object.keys(VALIDATION_ERRORS).map((name) => [name, 5] as const),
    ...Object.keys(GRAMMAR_FAULTS).map((name) => [name, 2] as const),
  ])("%s has at least %i vectors", (name, least) => {
    const found = rows.filter(({ value }) =>
      (value as Row["value"] | undefined)?.issues.some(([code]) => code === name),
    );
    expect(found.length).toBeGreaterThanOrEqual(least);
  });
});

test("the text of a decoded host is that of percentDecode, and each character is at its escapes", () => {
  forAll(RUNS, hostileHost, (given) => {
    const host = toWellFormed(given);
    const { text, locate } = decodeHostWithPlaces(host);
    expect(text).toBe(percentDecode(host, { malformed: "keep", invalidUtf8: "replace" }));
    expect(locate({ from: 0, to: text.length })).toEqual({ from: 0, to: host.length });
    let at = 0;
    let end = 0;
    for (const character of text) {
      const { from, to } = locate({ from: at, to: at + character.length });
      const written = host.slice(from, to);
      expect(from).toBe(end);
      expect(percentDecode(written, { malformed: "keep", invalidUtf8: "replace" })).toBe(character);
      at += character.length;
      end = to;
    }
  });
});

test("isHttpUrl agrees with the parser of the URL Standard", async () => {
  const token = fc.constantFrom(
    ..."http https HTTPS ftp javascript : :// // / \\ e.com E.COM é.com [::1] 1.2.3.4 0x7f xn-- a@ u:p@ @".split(" "),
    ...":80 :70000 :x ? # %zz %00 % < | é".split(" "),
    ..."\t \n \r \x01 \0 \u00a0 \u3000 \ud800".split(" "),
    " ",
  );
  const text = fc
    .tuple(
      fc.constantFrom("http://", "https://", "HTTP://e.com", "http://e.com/", ""),
      fc.array(token, { maxLength: 5 }),
    )
    .map(([start, tokens]) => start + tokens.join(""));
  let found = 0;
  forAll(readSize("URIS"), text, (input) => {
    const start = input.toLowerCase();
    const isAsWritten =
      (start.startsWith("http://") || start.startsWith("https://")) &&
      !["/", "?", "#"].includes(start.charAt(start.indexOf("//") + 2)) &&
      input.trim() === input &&
      input.charCodeAt(input.length - 1) > 0x20 &&
      !["\t", "\n", "\r", "\\"].some((unit) => input.includes(unit));
    const wanted = isAsWritten && Oracle.canParse(input) && new Oracle(input).hostname !== "";
    if (wanted) found++;
    expect(isHttpUrl(input), JSON.stringify(input)).toBe(wanted);
  });
  expect(found).toBeGreaterThan(readSize("URIS") / 20);
  const { stdout, status } = await percodec(["check", "--http", "https://e.com/a b", "http://e.com/ "]);
  const kind = "an http or https URL that browsers open as it is written";
  expect(stdout.split("\n").slice(0, 2)).toEqual([`argument 1: ${kind}`, `argument 2: not ${kind}`]);
  expect(status).toBe(1);
  expect(await percodec(["check", "--http", "--grammar", "whatwg", "a"])).toMatchObject({ status: 2 });
});
