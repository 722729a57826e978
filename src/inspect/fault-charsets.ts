import { sequenceLength } from "../base/utf8.ts";
import { guessCharsets } from "./charset-guess.ts";
import { readEscapedBytes } from "./escaped-bytes.ts";

/** The most bytes from which an encoding is guessed, and the most units before the fault. */
const MAX_GUESSED_BYTES = 2048;
const MAX_GUESSED_BEFORE = 64;

/** The ends of values, segments and words. */
const DELIMITERS = "/?&=;,\n\r\t \0";

/**
 * Guesses the encoding of an input in which a byte is not UTF-8. It reads a bounded part: the word with the fault, and what follows it.
 *
 * @param source the input
 * @param index where the fault begins, in UTF-16 units of a text or in bytes
 * @returns at most three names, the likeliest first; none if the bytes do not look like text, or if they are UTF-8 that was cut off
 */
export function guessFaultCharsets(source: string | Uint8Array, index: number): readonly string[] {
  if (isCutOff(readEscapedBytes(source, index, source.length, 4))) return [];
  const from = findWordStart(source, index);
  return guessCharsets(readEscapedBytes(source, from, source.length, MAX_GUESSED_BYTES));
}

/** Whether bytes at the end of an input are the beginning of a UTF-8 sequence. A lead byte alone can be a letter of another encoding. */
function isCutOff(bytes: Uint8Array): boolean {
  const { length } = bytes;
  return (
    length > 1 && length < sequenceLength(bytes[0]!) && bytes.every((byte, k) => k === 0 || (byte & 0xc0) === 0x80)
  );
}

/** Returns where the word with the fault begins; a long word is read from the fault on. */
function findWordStart(source: string | Uint8Array, index: number): number {
  for (let from = index; index - from < MAX_GUESSED_BEFORE; from--) {
    if (from === 0) return 0;
    const before = typeof source === "string" ? source[from - 1]! : String.fromCharCode(source[from - 1]!);
    if (DELIMITERS.includes(before)) return from;
  }
  return index;
}
