import { codePointAt } from "../base/utf8.ts";
import { findMapping } from "./idna-table.ts";

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the labels of a domain and the dots between them are written. */
export interface LabelPlaces {
  readonly labels: readonly Span[];
  /** The character that is or contains each dot; there is one dot less than labels. */
  readonly dots: readonly Span[];
}

/**
 * Finds the labels of a domain before mapping (https://www.unicode.org/reports/tr46/#Processing, step 3). A character that is mapped
 * to dots and other characters, such as U+2488 to `1.`, belongs to the label before it.
 */
export function locateLabels(domain: string): LabelPlaces {
  const labels: Span[] = [];
  const dots: Span[] = [];
  let from = 0;
  for (let at = 0, end: number; at < domain.length; at = end) {
    const code = codePointAt(domain, at);
    end = at + (code > 0xffff ? 2 : 1);
    const mapped = code < 0x80 ? domain[at]! : (findMapping(code) ?? "");
    if (!mapped.includes(".")) continue;
    for (const before of mapped.split(".").slice(0, -1)) {
      labels.push({ from, to: before === "" ? Math.max(from, at) : end });
      dots.push({ from: at, to: end });
      from = end;
    }
  }
  labels.push({ from, to: domain.length });
  return { labels, dots };
}

/** Returns the place of a label. That of an empty label is the dot after it, or at the end of the domain the dot before it. */
export function toVisiblePlace({ labels, dots }: LabelPlaces, index: number): Span {
  const label = labels[index]!;
  return label.from < label.to ? label : (dots[index] ?? dots[index - 1] ?? label);
}
