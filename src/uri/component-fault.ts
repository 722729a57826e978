import { readEscape } from "../base/escape.ts";
import { byteTable } from "../sets/percent-encode-set.ts";
import { type ComponentSets, rfc3986 } from "../sets/rfc.ts";

/** Returns the index of the first character that the grammar of a component does not allow, or -1. */
export function findFault(text: string, component: keyof ComponentSets): number {
  const { bytes } = byteTable(rfc3986[component]);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || (bytes[code] === 1 && (code !== 0x25 || readEscape(text, i) < 0))) return i;
  }
  return -1;
}

/** Whether a host is an IP literal as far as its characters show; its address is not parsed. */
export function isBracketed(host: string): boolean {
  return /^\[[0-9A-Fa-f:.]*\]$/.test(host);
}

/** Whether a segment is a dot segment (https://url.spec.whatwg.org/#single-dot-path-segment and #double-dot-path-segment). */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
