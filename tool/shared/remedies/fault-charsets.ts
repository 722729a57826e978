import { percentDecodeBytes } from "percodec";
import { guessCharsets } from "percodec/inspect";

/** The most bytes from which an encoding is guessed. */
const MAX_GUESSED_BYTES = 2048;
/** The most units that are read before and after the fault. */
const MAX_UNITS_BEFORE = 64;
const MAX_UNITS_AFTER = 3 * MAX_GUESSED_BYTES;

/** Matches the ends of values, segments and words. */
const DELIMITER = /[/?&=;,\n\r\t \0]/;

/**
 * Guesses the encoding of an input in which a byte is not UTF-8. It reads a bounded part: the word with the fault, and what follows it.
 *
 * @param source the input
 * @param index where the fault begins, in UTF-16 units of a text or in bytes
 * @returns at most three names, the likeliest first; none if the bytes do not look like text, or if they are UTF-8 that was cut off
 */
export function guessFaultCharsets(source: string | Uint8Array, index: number): readonly string[] {
  const start = Math.max(0, index - MAX_UNITS_BEFORE);
  const part = source.slice(start, index + MAX_UNITS_AFTER);
  const text = typeof part === "string" ? part : String.fromCharCode(...part);
  const read = (from: number): Uint8Array => readBytes(text.slice(from), typeof part !== "string");
  if (isCut(guessCharsets(read(index - start)))) return [];
  const bytes = read(findWordStart(text, index - start));
  const names = isText(bytes) ? guessCharsets(bytes) : [];
  return isCut(names) ? [] : names;
}

/** Returns the bytes that a string stands for; unless each unit is a byte, a space takes the place of a raw character above U+007F. */
function readBytes(text: string, isBytes: boolean): Uint8Array {
  const units = isBytes ? text : text.replace(/[^\0-\x7f]/g, " ");
  const bytes = Uint8Array.from(units, (unit) => unit.charCodeAt(0));
  return percentDecodeBytes(bytes, { malformed: "keep" }).subarray(0, MAX_GUESSED_BYTES);
}

/** Whether bytes with a fault look like UTF-8: they end within a character. */
function isCut(names: readonly string[]): boolean {
  return names[0] === "UTF-8";
}

/** Whether bytes may be text: a lone byte above 7F without two letters beside it is not enough for a guess. */
function isText(bytes: Uint8Array): boolean {
  const high = bytes.reduce((sum, byte) => sum + (byte > 0x7f ? 1 : 0), 0);
  return high > 1 || /[A-Za-z]{2}/.test(String.fromCharCode(...bytes));
}

/** Returns where the word with the fault begins; a word that begins before the text is read from the fault on. */
function findWordStart(text: string, index: number): number {
  let from = index;
  while (from > 0 && !DELIMITER.test(text.charAt(from - 1))) from--;
  return from === 0 && index === MAX_UNITS_BEFORE ? index : from;
}
