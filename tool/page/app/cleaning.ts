import { refang } from "../../shared/reading/unwrap.ts";
import type { TextReport } from "../../shared/reading/report.ts";
import { cleanUri, cleanUriReport } from "percodec/uri";
import { convertLines, describeKept } from "./lines.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";

/** A text after cleaning, and how it was cleaned: URLs that are not valid then are repaired. */
export interface Cleaned {
  readonly value: string;
  readonly way: "clean" | "repair";
}

/** Lines after cleaning; those that `cleanUri` refuses stay as they are, and `kept` says so. */
export interface CleanedLines extends Cleaned {
  readonly kept: string | undefined;
}

/** Cleans a URL, or repairs it if it is not valid then; returns undefined if `cleanUri` refuses it, and for a defanged one. */
export function cleanOrRepair(text: string): Cleaned | undefined {
  if (refang(text) !== text) return undefined;
  const cleaned = unlessRefused(() => cleanUriReport(text));
  if (cleaned?.valid) return { value: cleaned.value, way: "clean" };
  const repaired = unlessRefused(() => cleanUri(text, { level: "advanced" }));
  return repaired === undefined ? undefined : { value: repaired, way: "repair" };
}

/**
 * Whether each line is a URL as it is written: with a scheme, and without spaces and controls around it.
 */
export function areUrls(text: string, lines: TextReport["lines"]): boolean {
  // The report lists neither blank lines nor all lines of a long text, and its lines end with a CR too.
  const written = splitLines(text);
  return (
    written.length > 0 &&
    written.length === lines.length &&
    lines.every(({ text: line, reading }, k) => reading.name === "url" && reading.text === line && line === written[k])
  );
}

/** Cleans each line alone, all of them at the same level; returns undefined unless each is a URL. */
export function cleanLines(text: string, lines: TextReport["lines"]): CleanedLines | undefined {
  if (!areUrls(text, lines)) return undefined;
  const way = lines.some(({ text: line }) => cleanOrRepair(line)?.way === "repair") ? "repair" : "clean";
  const level = way === "repair" ? "advanced" : "basic";
  const { value, faults } = convertLines(text, (line) => cleanUri(line, { level }));
  return { value, way, kept: describeKept(faults.length, "cannot be cleaned", "cannot be cleaned") };
}

/** Returns the lines of a text that are not empty. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}
