import { hexValue, indexOfPercent, readEscape } from "../base/escape.ts";
import { classifySequence, sequenceLength } from "../base/utf8.ts";
import type { PercentEncodingErrorCode } from "../base/errors.ts";

/** The first fault that `percentDecode` finds in a text, with its position in UTF-16 units. */
export interface EscapeFault {
  readonly code: PercentEncodingErrorCode;
  readonly index: number;
  readonly length: number;
}

/** Returns the first malformed escape or invalid UTF-8; a text without one can be decoded by `decodeURIComponent`. */
export function findEscapeFault(text: string): EscapeFault | undefined {
  for (let index = indexOfPercent(text, 0), end: number; index >= 0; index = indexOfPercent(text, end)) {
    const lead = readEscape(text, index);
    if (lead < 0) return describeMalformed(text, index);
    end = index + 3;
    if (lead < 0x80) continue;
    const sequence = [lead];
    for (let byte: number; sequence.length < sequenceLength(lead) && text[end] === "%"; end += 3) {
      byte = readEscape(text, end);
      if (byte >> 6 !== 2) break;
      sequence.push(byte);
    }
    const kind = classifySequence(sequence);
    if (kind !== "character") return { code: kind, index, length: end - index };
  }
  return undefined;
}

/** A malformed escape is `%` and the one hex digit after it, if any; it is truncated only if the text ends there. */
function describeMalformed(text: string, index: number): EscapeFault {
  const length = hexValue(text.charCodeAt(index + 1)) < 0 ? 1 : 2;
  return { code: index + length === text.length ? "truncated-escape" : "malformed-escape", index, length };
}
