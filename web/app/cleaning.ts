import type { TextReport } from "../../src/inspect/report.ts";
import { cleanUri, cleanUriReport } from "../../src/uri/index.ts";
import { unlessRefused } from "./unless-refused.ts";

/** A text after cleaning, and how it was cleaned: URLs that are not valid then are repaired. */
export interface Cleaned {
  readonly value: string;
  readonly way: "clean" | "repair";
}

/** Lines after cleaning; those that `cleanUri` refuses stay as they are. */
export interface CleanedLines extends Cleaned {
  readonly refused: number;
}

/** Cleans a URL, or repairs it if it is not valid then; returns undefined if `cleanUri` refuses it. */
export function cleanOrRepair(text: string): Cleaned | undefined {
  return unlessRefused(() => {
    const { value, valid } = cleanUriReport(text);
    return valid ? { value, way: "clean" } : { value: cleanUri(text, { level: "advanced" }), way: "repair" };
  });
}

/** Whether each line is a URL. The command removes spaces around a URL, and the library does not, so there must be none. */
export function areUrls(text: string, lines: TextReport["lines"]): boolean {
  return (
    lines.length > 0 &&
    lines.every(({ reading: { name } }) => name === "url") &&
    text.split(/\r?\n/).every((line) => line === line.trim() && !line.includes("\r"))
  );
}

/** Cleans each line alone, all of them in the same way; returns undefined unless each is a URL. */
export function cleanLines(text: string, lines: TextReport["lines"]): CleanedLines | undefined {
  if (!areUrls(text, lines)) return undefined;
  const cleaned = new Map((text.match(LINE) ?? []).map((line) => [line, cleanOrRepair(line)]));
  const way = [...cleaned.values()].some((one) => one?.way === "repair") ? "repair" : "clean";
  let refused = 0;
  const value = text.replace(LINE, (line) => {
    const one = cleaned.get(line);
    if (one === undefined) refused++;
    return one === undefined ? line : one.way === way ? one.value : cleanUri(line, { level: "advanced" });
  });
  return { value, way, refused };
}

const LINE = /[^\r\n]+/g;

/** Says how many lines are copied as they are, and why; undefined if each is cleaned. */
export function describeRefusedLines({ refused }: CleanedLines): string | undefined {
  if (refused === 0) return undefined;
  return refused === 1
    ? "1 line is copied as it is: programs do not agree what it is."
    : `${refused} lines are copied as they are: programs do not agree what they are.`;
}
