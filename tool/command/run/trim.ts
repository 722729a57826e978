import type { PercentEncodingError } from "percodec";
import type { CleanSpan, Repair } from "percodec/uri";
import { withFault } from "../../shared/unless-refused.ts";

/** An input without the C0 controls and spaces around it, and its range in the original. */
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

/** Returns the repairs of a trimmed input, with indexes into the original: the removed ends, and those inside. */
export function listRepairs(text: string, { start, end }: Trimmed, inside: readonly Repair[] = []): Repair[] {
  return [...toRemoved(0, start), ...inside.map((repair) => move(repair, start)), ...toRemoved(end, text.length)];
}

/** Moves the index of a span into the original input. */
export function move<Span extends CleanSpan>(span: Span, start: number): Span {
  return { ...span, index: start + span.index };
}

function toRemoved(index: number, end: number): Repair[] {
  return end > index ? [{ index, length: end - index, repair: "trimmed" }] : [];
}

/**
 * Processes a part that starts at `start` in the original input, and moves the index of an error by as much.
 *
 * @param isInText whether the index of an error counts in the part, and not in an option
 */
export function shiftErrorIndex<T>(
  start: number,
  process: () => T,
  isInText: (error: PercentEncodingError) => boolean = () => true,
): T {
  return withFault(process, (error) => (isInText(error) ? { index: start + error.index } : {}));
}
