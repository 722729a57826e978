import { PercentEncodingError } from "percodec";
import { orRefusal } from "../../shared/unless-refused.ts";

/** A line that could not be converted and stays unchanged. */
export interface LineFault {
  /** The number of the line, from 1. */
  readonly number: number;
  /** The index of the fault in the whole text. */
  readonly index: number;
  readonly length: number;
  readonly error: PercentEncodingError;
}

/**
 * Converts each line separately, without its LF or CR LF; a line that cannot be converted stays unchanged and is reported.
 *
 * @param convert converts a line that begins at an index of the text
 */
export function convertLines(
  text: string,
  convert: (line: string, index: number) => string,
): { readonly value: string; readonly faults: readonly LineFault[] } {
  const faults: LineFault[] = [];
  let at = 0;
  const value = text.split("\n").map((raw, k, all) => {
    const from = at;
    at += raw.length + 1;
    const end = k < all.length - 1 && raw.endsWith("\r") ? "\r" : "";
    const line = raw.slice(0, raw.length - end.length);
    const converted = orRefusal(() => convert(line, from));
    if (!(converted instanceof PercentEncodingError)) return converted + end;
    faults.push({ number: k + 1, index: from + converted.index, length: converted.length, error: converted });
    return raw;
  });
  return { value: value.join("\n"), faults };
}

/** Returns the lines of a text without those that could not be converted. */
export function keepConverted(text: string, faults: readonly LineFault[]): readonly string[] {
  const faulty = new Set(faults.map(({ number }) => number));
  return text.split("\n").filter((_, k) => !faulty.has(k + 1));
}

/** Says how many lines are copied as they are, and why; undefined if there is none. */
export function describeKept(count: number, itIs: string, theyAre: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? `1 line is copied as it is: it ${itIs}.`
    : `${count} lines are copied as they are: they ${theyAre}.`;
}
