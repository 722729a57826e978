import { encodeRuns } from "../codec/encode-runs.ts";
import { decodeHost } from "./decode-host.ts";
import type { WrittenHost } from "./host.ts";

/** The separators of labels (https://www.unicode.org/reports/tr46/#Notation). */
export const DOTS: RegExp = /[.\u3002\uff0e\uff61]/;
/** What a name cannot contain (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
const NOT_REG_NAME = /[^\w!$&'()*+,;=.~-]+/g;
const NON_ASCII = /[^\0-\x7f]/;
const OTHER_DOT = /[\u3002\uff0e\uff61]/;

/**
 * Converts each label that is not ASCII after decoding to an A-label. Other labels, and a host without raw non-ASCII
 * characters, stay as they are written.
 *
 * @param host a host with raw characters, escapes, or both in one label
 * @returns the host, or undefined if the decoded host is not a domain (https://url.spec.whatwg.org/#concept-domain-to-ascii)
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
  const written = text.split(OTHER_DOT.test(text) ? DOTS : ".");
  // An escaped dot, or a character that is mapped to dots, makes more labels.
  if (written.length !== labels.length) return encoded;
  return written.map((label, k) => (isAscii(label) && isAscii(decodeHost(label)) ? label : labels[k]!)).join(".");
}

function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}
