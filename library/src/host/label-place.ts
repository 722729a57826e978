import { DOTS } from "./labels.ts";

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the place of a label in a domain before mapping (https://www.unicode.org/reports/tr46/#Processing, step 3). The place of an
 * empty label is the dot after it, or at the end of the domain the dot before it.
 *
 * @param index the number of dots before the label
 */
export function locateLabel(domain: string, index: number): Span {
  let from = 0;
  let at = 0;
  for (let dots = 0; at < domain.length; at++) {
    if (!DOTS.test(domain[at]!)) continue;
    if (dots++ === index) break;
    from = at + 1;
  }
  if (from < at) return { from, to: at };
  return at < domain.length ? { from, to: at + 1 } : { from: Math.max(0, from - 1), to: at };
}
