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

const LINE = /[^\r\n]+/g;

/** Cleans a URL, or repairs it if it is not valid then; returns undefined if `cleanUri` refuses it. */
export function cleanOrRepair(text: string): Cleaned | undefined {
  const cleaned = unlessRefused(() => cleanUriReport(text));
  if (cleaned?.valid) return { value: cleaned.value, way: "clean" };
  const repaired = unlessRefused(() => cleanUri(text, { level: "advanced" }));
  return repaired === undefined ? undefined : { value: repaired, way: "repair" };
}

/**
 * Whether each line is a URL as it is written: with a scheme, and without spaces and controls around it, which the command removes and
 * the library does not.
 */
export function areUrls(text: string, lines: TextReport["lines"]): boolean {
  return (
    // The report lists neither blank lines nor all lines of a long text.
    splitLines(text).length === lines.length &&
    lines.length > 0 &&
    lines.every(({ text: line, reading }) => reading.name === "url" && reading.text === line) &&
    // The command reads a CR without LF as data.
    !/\r(?!\n)/.test(text)
  );
}

/** Cleans each line alone, all of them at the same level; returns undefined unless each is a URL. */
export function cleanLines(text: string, lines: TextReport["lines"]): CleanedLines | undefined {
  if (!areUrls(text, lines)) return undefined;
  const isRepaired = lines.some(({ text: line }) => cleanOrRepair(line)?.way === "repair");
  let refused = 0;
  const value = text.replace(LINE, (line) => {
    const cleaned = unlessRefused(() => cleanUri(line, { level: isRepaired ? "advanced" : "basic" }));
    if (cleaned === undefined) refused++;
    return cleaned ?? line;
  });
  return { value, way: isRepaired ? "repair" : "clean", refused };
}

/** Returns the lines of a text that are not empty. */
export function splitLines(text: string): readonly string[] {
  return text.match(LINE) ?? [];
}

/** Says how many lines are copied as they are; undefined if each is cleaned. */
export function describeRefusedLines({ refused }: CleanedLines): string | undefined {
  if (refused === 0) return undefined;
  return refused === 1
    ? "1 line is copied as it is: it cannot be cleaned."
    : `${refused} lines are copied as they are: they cannot be cleaned.`;
}
