import { type DecodeIssue, type DecodeOptions, percentDecodeReport } from "percodec";
import { PERCENT, readEscape } from "../text.ts";
import { isSurrogate } from "./steps.ts";

/** The most UTF-16 units of one character in escapes: four bytes, or a surrogate pair as `%uXXXX%uXXXX`. */
const CHARACTER_UNITS = 12;

/** Returns all issues of decoding a string, not only the first ones that `percentDecodeReport` keeps. */
export function listIssues(text: string, options: DecodeOptions): readonly DecodeIssue[] {
  const { issues: first, issueCount } = percentDecodeReport(text, options);
  if (issueCount === first.length) return first;
  // A part of so many units has at most so many issues. Each part begins with a character or a fault.
  const units = first.length;
  const issues: DecodeIssue[] = [];
  for (let from = 0; from < text.length;) {
    const part = percentDecodeReport(text.slice(from, from + units + CHARACTER_UNITS), options);
    let at = from;
    for (const { code, index, length } of part.issues) {
      if (index >= units) break;
      issues.push({ code, index: from + index, length });
      at = from + index + length;
    }
    while (at < from + units && at < text.length) at += countUnits(text, at, options);
    from = at;
  }
  return issues;
}

/** Returns the number of UTF-16 units of the character at an index, raw or in escapes. */
function countUnits(text: string, at: number, { percentU }: DecodeOptions): number {
  if (text.charCodeAt(at) !== PERCENT) return text.codePointAt(at)! > 0xffff ? 2 : 1;
  if (percentU === true && text[at + 1] === "u") return isSurrogate(readPercentU(text, at)) ? 12 : 6;
  return 3 * sequenceLength(readEscape(text, at));
}

/** Returns the UTF-16 unit of the `%uXXXX` at an index. */
export function readPercentU(text: string, at: number): number {
  return (readEscape(text, at + 1) << 8) | readEscape(text, at + 3);
}

/** Returns the number of bytes of a UTF-8 sequence by its first byte, which is valid. */
export function sequenceLength(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
