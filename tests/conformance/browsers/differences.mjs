/**
 * The known differences, `differences.json`. A row is
 * `{ encoding, codePoints, chromium, percodec, reason }`: the encoding's name; ranges like "U+0080" or
 * "U+E000–U+F8FF"; what each side sends for one of these code points, where `{decimal}` is its number; and the
 * clause of the Encoding Standard that decides.
 */
import { readFileSync } from "node:fs";

export class Differences {
  #rows;

  constructor(file) {
    this.#rows = JSON.parse(readFileSync(file, "utf8")).map((row) => {
      for (const field of ["encoding", "codePoints", "chromium", "percodec", "reason"]) {
        if (!row[field]?.length) throw new Error(`differences.json: a row has no ${field}`);
      }
      return { ...row, pending: expand(row.codePoints) };
    });
    for (const row of this.#rows) row.codePoints = new Set(row.pending);
  }

  /** Returns whether this difference of a single code point is listed, and marks it as seen. */
  explainsCodePoint(encoding, codePoint, chromium, percodec) {
    const row = this.#row(encoding, codePoint);
    const fill = (template) => template.replaceAll("{decimal}", `${codePoint}`);
    if (!row || fill(row.chromium) !== chromium || fill(row.percodec) !== percodec) return false;
    row.pending.delete(codePoint);
    return true;
  }

  /** Returns whether a string contains a code point with a listed difference. */
  explainsString(encoding, text) {
    return Array.from(text, (character) => character.codePointAt(0)).some((one) => this.#row(encoding, one));
  }

  /** Returns a line for each row with differences that did not occur. */
  stale() {
    return this.#rows
      .filter((row) => row.pending.size > 0)
      .map(
        (row) =>
          `${row.encoding}: listed differences that do not occur: ${row.pending.size}, first ${hex(row.pending)}`,
      );
  }

  #row(encoding, codePoint) {
    return this.#rows.find((row) => row.encoding === encoding && row.codePoints.has(codePoint));
  }
}

function hex([first]) {
  return `U+${first.toString(16).toUpperCase().padStart(4, "0")}`;
}

function expand(ranges) {
  const codePoints = new Set();
  for (const range of ranges) {
    const [, first, end = first] = /^U\+([0-9A-F]{4,6})(?:–U\+([0-9A-F]{4,6}))?$/.exec(range) ?? [];
    if (first === undefined || end === undefined)
      throw new Error(`differences.json: ${range} is not a range of code points`);
    const last = Number.parseInt(end, 16);
    for (let codePoint = Number.parseInt(first, 16); codePoint <= last; codePoint++) codePoints.add(codePoint);
  }
  return codePoints;
}
