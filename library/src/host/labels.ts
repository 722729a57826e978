import { isAscii } from "../base/utf8.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import { decodeHost, type WrittenHost } from "./host.ts";

/** The separators of labels (https://www.unicode.org/reports/tr46/#Notation). */
export const DOTS: RegExp = /[.\u3002\uff0e\uff61]/;
export const OTHER_DOTS: RegExp = /[\u3002\uff0e\uff61]/g;
/** What a name cannot contain (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
const NOT_REG_NAME = /[^\w!$&'()*+,;=.~-]+/g;

/**
 * Decodes each label, and writes one that is not ASCII as an A-label. Other labels, and a host without raw non-ASCII characters, stay as
 * they are written. Returns undefined if the decoded host is not a domain (https://url.spec.whatwg.org/#concept-domain-to-ascii).
 */
export function hostToAscii(host: WrittenHost): string | undefined {
  const { text } = host;
  if (isAscii(text)) return text;
  const { domain } = host;
  if (typeof domain !== "string") return undefined;
  // A dot needs no escape, so the labels may be encoded together.
  const encoded = encodeRuns(domain, NOT_REG_NAME);
  // Without capitals and escapes every ASCII label equals its mapped form.
  if (encoded === domain && !/[A-Z%]/.test(text)) return domain;
  const labels = encoded.split(".");
  // Splitting by a regular expression takes up to three times as long (55 ms instead of 16 ms for 500,000 labels).
  const written = text.split(text.search(OTHER_DOTS) < 0 ? "." : DOTS);
  // An escaped dot, or a character that is mapped to dots, makes more labels.
  if (written.length !== labels.length) return encoded;
  return written.map((label, k) => (isAscii(label) && isAscii(decodeHost(label)) ? label : labels[k])).join(".");
}

/** A part of a string, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the place of the label after `index` dots in a domain before mapping (https://www.unicode.org/reports/tr46/#Processing, step 3).
 * The place of an empty label is the dot after it, or at the end of the domain the dot before it.
 */
export function locateLabel(domain: string, index: number): Span {
  const labels = domain.split(DOTS).slice(0, index + 1);
  const to = labels.join(".").length;
  const from = to - (labels[labels.length - 1] ?? "").length;
  if (from < to) return { from, to };
  return to < domain.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to };
}
