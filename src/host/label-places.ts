import { DOTS } from "./labels.ts";

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Finds the labels of a domain before mapping (https://www.unicode.org/reports/tr46/#Processing, step 3). */
export function locateLabels(domain: string): readonly Span[] {
  const labels: Span[] = [];
  let from = 0;
  for (let at = 0; at < domain.length; at++) {
    if (!DOTS.test(domain[at]!)) continue;
    labels.push({ from, to: at });
    from = at + 1;
  }
  labels.push({ from, to: domain.length });
  return labels;
}

/** Returns the place of a label. That of an empty label is the dot after it, or at the end of the domain the dot before it. */
export function toVisiblePlace(labels: readonly Span[], index: number): Span {
  const { from, to } = labels[index]!;
  if (from < to) return { from, to };
  return index < labels.length - 1 ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to };
}
