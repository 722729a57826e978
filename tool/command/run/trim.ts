import { PercentEncodingError } from "percodec";
import type { CleanSpan, Repair } from "percodec/uri";

/** A text without the C0 controls and spaces around it, and its range in the original text. */
export interface Trimmed {
  readonly core: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Removes the C0 controls and spaces around a URI that was typed or pasted, as browsers do
 * (https://url.spec.whatwg.org/#concept-basic-url-parser, step 1).
 */
export function trim(text: string): Trimmed {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  let start = 0;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  return { core: text.slice(start, end), start, end };
}

/** Returns the repairs of a trimmed text, with indexes into the original one: the removed ends, and those inside. */
export function listRepairs(text: string, { start, end }: Trimmed, inside: readonly Repair[] = []): Repair[] {
  return [...toRemoved(0, start), ...inside.map((repair) => move(repair, start)), ...toRemoved(end, text.length)];
}

/** Moves the index of a span into the original text. */
export function move<Span extends CleanSpan>(span: Span, start: number): Span {
  return { ...span, index: start + span.index };
}

function toRemoved(index: number, end: number): Repair[] {
  return end > index ? [{ index, length: end - index, repair: "removed" }] : [];
}

/**
 * Processes a text that starts at `start` in the original text, and moves the index of an error by as much.
 *
 * @param isInText whether the index of an error counts in the text, and not in an option
 */
export function shiftErrorIndex<T>(
  start: number,
  process: () => T,
  isInText: (error: PercentEncodingError) => boolean = () => true,
): T {
  try {
    return process();
  } catch (error) {
    if (start === 0 || !(error instanceof PercentEncodingError) || !isInText(error)) throw error;
    const { operation, code, index, length, unit, excerpt, detail } = error;
    throw new PercentEncodingError({ operation, code, index: start + index, length, unit, excerpt, detail });
  }
}
