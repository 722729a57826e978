import { expect, test } from "vitest";
import { inspect, skipCleanLine } from "../../../library/src/inspect/index.ts";
import { encoded, isHttpUrl, normalizeUri, uri } from "../../../library/src/uri/index.ts";
import { readAsGo } from "../../../tool/shared/explain/readers.ts";
import { readAsJava } from "../../../tool/shared/explain/read-java.ts";

// The engine's regular expressions have a stack of 64 MB. A repeated group fills it with a few bytes for each match, and the engine
// throws a RangeError.
const LONG = 12e6;

/** Fills a hole that was filled before, so that its rule is known. */
function fillAgain(value: string): string {
  return ["a", value].map((one) => uri`/${one}`)[1]!;
}

const codes = (text: string): string[] => inspect(text).findings.map(({ code }) => code);

test.each<[name: string, read: () => unknown, expected: unknown]>([
  ["a value with many segments", () => fillAgain("/a".repeat(LONG / 2)).length, 1 + LONG * 2],
  ["an encoded segment", () => uri`/${encoded("a".repeat(LONG), "segment")}`.length, 1 + LONG],
  ["text of a template", () => uri(Object.assign(["a".repeat(LONG)], { raw: [""] })).length, LONG],
  ["brackets in a host", () => isHttpUrl(`http://${"[]".repeat(LONG / 2)}`), false],
  ["dot segments", () => normalizeUri(`x:${"./".repeat(LONG)}a`), "x:a"],
  ["brackets and names in a host", () => isHttpUrl(`http://${"a".repeat(99)}${"[]a".repeat(LONG / 3)}`), false],
  ["slashes of a file URL", () => codes(`file:${"/".repeat(LONG)}a`).includes("scheme-relative"), true],
  ["escaped slashes", () => codes(`file:///${"%2f".repeat(9000)}a`).includes("scheme-relative"), true],
  ["controls before a URL", () => inspect("\0".repeat(2 * LONG)).findings[0]!.length, 2 * LONG],
  ["a line that is not skipped", () => skipCleanLine(`http://h/${"a.".repeat(LONG)}\n`, 0), 0],
  ["a path of Java", () => readAsJava(`http://e.com/${"a".repeat(LONG)}`)?.host, "e.com"],
  ["a host of Go", () => readAsGo(`x://${"a".repeat(LONG)}/`)?.host?.length, LONG],
])("%s may be long", (_, read, expected) => {
  expect(read()).toBe(expected);
});
