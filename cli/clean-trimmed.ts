import { PercentEncodingError } from "../src/index.ts";
import {
  type CleanOptions,
  type CleanReport,
  type CleanSpan,
  cleanUri,
  cleanUriReport,
  type Repair,
} from "../src/uri/index.ts";

/** A text without the C0 controls and spaces around it, and its range in the original text. */
interface Trimmed {
  readonly core: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Cleans a URI that was typed or pasted: C0 controls and spaces around it are removed first, as browsers do
 * (https://url.spec.whatwg.org/#concept-basic-url-parser, step 1).
 *
 * @throws PercentEncodingError as `cleanUri` does, with an index into the original text
 */
export function cleanTrimmed(text: string, options: CleanOptions): string {
  const { core, start } = trim(text);
  return shiftErrorIndex(start, () => cleanUri(core, options));
}

/** Reports what {@link cleanTrimmed} does. The removed ends are repairs too; all indexes are into the original text. */
export function cleanTrimmedReport(text: string, options: CleanOptions): CleanReport {
  const { core, start, end } = trim(text);
  const report = shiftErrorIndex(start, () => cleanUriReport(core, options));
  const move = <Span extends CleanSpan>(span: Span): Span => ({ ...span, index: start + span.index });
  const repairs = [toRemovedRepair(0, start), report.repairs.map(move), toRemovedRepair(end, text.length)].flat();
  return { ...report, invalid: report.invalid.map(move), repairs };
}

function trim(text: string): Trimmed {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  let start = 0;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  return { core: text.slice(start, end), start, end };
}

function toRemovedRepair(index: number, end: number): Repair[] {
  return end > index ? [{ index, length: end - index, repair: "removed" }] : [];
}

/** Cleans a text that starts at `start` in the original text, and moves the index of an error by as much. */
function shiftErrorIndex<T>(start: number, clean: () => T): T {
  try {
    return clean();
  } catch (error) {
    if (start === 0 || !(error instanceof PercentEncodingError)) throw error;
    const { operation, code, index, length, unit, excerpt, detail } = error;
    throw new PercentEncodingError({ operation, code, index: start + index, length, unit, excerpt, detail });
  }
}
