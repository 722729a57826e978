import { readEscape } from "./escape.ts";
import { classifySequence, sequenceCodePoint, sequenceLength } from "./utf8.ts";

/**
 * Decodes the character whose first escape is at `at`. It has `sequenceLength(lead)` escapes.
 *
 * @param lead the byte of the first escape, which determines how many follow
 * @returns undefined if the escapes are not valid UTF-8
 */
export function readEscapedCharacter(text: string, at: number, lead: number): string | undefined {
  if (lead < 0x80) return String.fromCharCode(lead);
  const sequence = [lead];
  for (let k = 1; k < sequenceLength(lead); k++) {
    const byte = readEscape(text, at + 3 * k);
    if (text[at + 3 * k] !== "%" || (byte & 0xc0) !== 0x80) return undefined;
    sequence.push(byte);
  }
  return classifySequence(sequence) === "character" ? String.fromCodePoint(sequenceCodePoint(sequence)) : undefined;
}
