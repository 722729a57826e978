import { type CleanOptions, type CleanReport, cleanUri, cleanUriReport } from "percodec/uri";
import { listRepairs, move, shiftErrorIndex, trim } from "./trim.ts";

/**
 * Trims and cleans a URI that was typed or pasted.
 *
 * @throws PercentEncodingError as `cleanUri` does, with an index into the original text
 */
export function cleanTrimmed(text: string, options: CleanOptions): string {
  const { core, start } = trim(text);
  return shiftErrorIndex(start, () => cleanUri(core, options));
}

/** Reports what {@link cleanTrimmed} does. The removed ends are repairs too; all indexes are into the original text. */
export function cleanTrimmedReport(text: string, options: CleanOptions): CleanReport {
  const trimmed = trim(text);
  const { start } = trimmed;
  const report = shiftErrorIndex(start, () => cleanUriReport(trimmed.core, options));
  const repairs = listRepairs(text, trimmed, report.repairs);
  return {
    ...report,
    invalid: report.invalid.map((span) => move(span, start)),
    repairs,
    kept: report.kept.map((span) => move(span, start)),
  };
}
