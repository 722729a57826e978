import { percentEncode } from "../codec/encode.ts";
import { rfc3986 } from "../sets/rfc.ts";
import { decodeHost } from "./host.ts";
import { domainToAscii } from "./idna.ts";

/** What separates labels (https://www.unicode.org/reports/tr46/#Notation). */
export const DOTS: RegExp = /[.\u3002\uff0e\uff61]/;

/**
 * Writes the labels of a host that are not ASCII when decoded as A-labels; the others stay as they are typed.
 *
 * @param host a host with raw characters, escapes, or both in one label
 * @returns undefined if the decoded host is no domain (https://url.spec.whatwg.org/#concept-domain-to-ascii)
 */
export function hostToAscii(host: string): string | undefined {
  const ascii = domainToAscii(decodeHost(host));
  if (ascii === undefined) return undefined;
  const labels = ascii.split(".");
  const typed = host.split(DOTS);
  // An escaped dot, or a character that is mapped to several, makes more labels.
  if (typed.length !== labels.length) return percentEncode(ascii, rfc3986.regName);
  return typed
    .map((label, k) => (isAscii(decodeHost(label)) ? label : percentEncode(labels[k]!, rfc3986.regName)))
    .join(".");
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
