import { indexOfPercent, readEscape } from "../base/escape.ts";
import {
  BYTES_PER_UNIT,
  classifySequence,
  readUtf8,
  REPLACEMENT,
  sequenceLength,
  toWellFormed,
  validUtf8Until,
  writeCodePoint,
  writeUtf8,
} from "../base/utf8.ts";

/**
 * Decodes a host as the URL Standard does before ToASCII: malformed escapes stay, and each maximal subpart of invalid UTF-8 becomes U+FFFD
 * (https://url.spec.whatwg.org/#concept-host-parser, step 4).
 *
 * `percentDecode` with these policies returns the same, but its other policies and its reports would add 2 kB to every program that
 * parses hosts.
 */
export function decodeHost(host: string): string {
  if (!host.includes("%")) return host;
  const text = toWellFormed(host);
  const bytes = new Uint8Array(text.length * BYTES_PER_UNIT);
  let end = 0;
  for (let from = 0, at: number; from < text.length;) {
    at = indexOfPercent(text, from);
    const byte = at < 0 ? -1 : readEscape(text, at);
    // A `%` that does not start an escape is copied with the text before it.
    const to = at < 0 ? text.length : byte < 0 ? at + 1 : at;
    end = writeUtf8(text, from, to, bytes, end);
    if (byte >= 0) bytes[end++] = byte;
    from = byte < 0 ? to : at + 3;
  }
  return validUtf8Until(bytes, 0, end) === end ? readUtf8(bytes, 0, end) : replaceInvalid(bytes.subarray(0, end));
}

/** Decodes UTF-8 with one U+FFFD for each maximal subpart (https://encoding.spec.whatwg.org/#utf-8-decoder). */
function replaceInvalid(bytes: Uint8Array): string {
  const output = new Uint8Array(bytes.length * BYTES_PER_UNIT);
  let written = 0;
  for (let from = 0; from < bytes.length;) {
    const valid = validUtf8Until(bytes, from, bytes.length);
    for (; from < valid; from++) output[written++] = bytes[from]!;
    if (from === bytes.length) break;
    const sequence = [bytes[from]!];
    const latest = from + sequenceLength(sequence[0]!);
    for (from++; from < latest && (bytes[from]! & 0xc0) === 0x80; from++) sequence.push(bytes[from]!);
    // If the second byte proves a fault, each byte is a maximal subpart.
    const subparts = classifySequence(sequence) === "invalid-utf8" ? 1 : sequence.length;
    for (let k = 0; k < subparts; k++) written = writeCodePoint(REPLACEMENT, output, written);
  }
  return readUtf8(output, 0, written);
}
