import { readEscape } from "../../base/escape.ts";
import { classifySequence, REPLACEMENT, sequenceCodePoint, sequenceLength, UnitWriter } from "../../base/utf8.ts";
import type { Span } from "../../host/labels.ts";

/** A host that is decoded as the URL Standard decodes it before ToASCII, with the place of each character. */
export interface DecodedHost {
  readonly text: string;
  /** Returns the span in the written host for a span of the decoded text. */
  readonly locate: (span: Span) => Span;
}

/**
 * Percent-decodes a host to UTF-8 (https://url.spec.whatwg.org/#concept-host-parser, step 4). Bytes that are not UTF-8 become U+FFFD,
 * one for each maximal subpart (https://encoding.spec.whatwg.org/#utf-8-decoder).
 */
export function decodeHostWithPlaces(host: string): DecodedHost {
  if (!host.includes("%")) return { text: host, locate: (span) => span };
  const writer = new UnitWriter();
  const starts = new Uint32Array(host.length + 1);
  let count = 0;
  for (let at = 0; at < host.length;) {
    const { units, length } = readCharacter(host, at);
    for (const unit of units) {
      starts[count++] = at;
      writer.write(unit);
    }
    at += length;
  }
  starts[count] = host.length;
  // Both units of a surrogate pair have the same start, so the end of a span is the start of the next character.
  return { text: writer.text(), locate: ({ from, to }) => ({ from: starts[from]!, to: starts[to]! }) };
}

/** Reads a written or escaped character: its UTF-16 units, and how many units of the host it takes. */
function readCharacter(host: string, at: number): { units: readonly number[]; length: number } {
  const lead = host[at] === "%" ? readEscape(host, at) : -1;
  if (lead < 0) return { units: [host.charCodeAt(at)], length: 1 };
  if (lead < 0x80) return { units: [lead], length: 3 };
  const sequence = [lead];
  for (let k = 1; k < sequenceLength(lead); k++) {
    const byte = host[at + 3 * k] === "%" ? readEscape(host, at + 3 * k) : -1;
    if ((byte & 0xc0) !== 0x80) break;
    const kind = classifySequence([...sequence, byte]);
    if (kind !== "character" && kind !== "invalid-utf8") break;
    sequence.push(byte);
  }
  const isCharacter = classifySequence(sequence) === "character";
  const text = String.fromCodePoint(isCharacter ? sequenceCodePoint(sequence) : REPLACEMENT);
  return { units: Array.from({ length: text.length }, (_, k) => text.charCodeAt(k)), length: 3 * sequence.length };
}
