import { BACKSLASH } from "../../shared/text.ts";
import { type ByteWriter, toReplacements } from "./byte-writer.ts";

// The escapes of ClickHouse's TabSeparated (https://clickhouse.com/docs/interfaces/formats/TabSeparated); Hive reads them too.
// PostgreSQL also writes \v.

/** The byte for the letter of an escape, or 0xff for other letters; 0 is the byte of `\0`. */
export const ESCAPED_BYTE = new Uint8Array(256).fill(0xff);
const ESCAPES = { b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, 0: 0, "'": 0x27, "\\": BACKSLASH };
for (const [letter, byte] of Object.entries(ESCAPES)) {
  ESCAPED_BYTE[letter.charCodeAt(0)] = byte;
}

/** The letter of the escape for a byte that some program does not read as data, or 0 if the byte needs no escape. */
export const ESCAPE_LETTER = new Uint8Array(256);
for (const [letter, byte] of Object.entries({ n: 10, r: 13, t: 9, 0: 0, "\\": BACKSLASH })) {
  ESCAPE_LETTER[byte] = letter.charCodeAt(0);
}

/** Returns the escape of a character that some program does not read as data, or any other character as it is. */
export function escapeCharacter(character: string): string {
  const letter = ESCAPE_LETTER[character.charCodeAt(0)]!;
  return letter === 0 ? character : `\\${String.fromCharCode(letter)}`;
}

/** Every line feed, carriage return, TAB, NUL and backslash is escaped. */
export const BACKSLASH_ESCAPES = toReplacements(escapeCharacter);

/** Whether a field is `\N`, which is null. */
export function isNullMark(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 2 && bytes[from] === BACKSLASH && bytes[from + 1] === 0x4e;
}

/** Resolves the escapes, and returns the number of bytes written; a backslash that does not start an escape is copied. */
export function unescapeBackslashes(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
  let at = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === BACKSLASH && i + 1 < to) {
      const unescaped = ESCAPED_BYTE[bytes[i + 1]!]!;
      if (unescaped !== 0xff) {
        target[at++] = unescaped;
        i++;
        continue;
      }
    }
    target[at++] = byte;
  }
  return at;
}

/**
 * Writes a field that is already escaped. A raw byte at which some program ends a field or record is escaped. A backslash at the end
 * that would escape the separator is doubled.
 */
export function writeEscapedField(out: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  let uncopied = from;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte > 13 || ESCAPE_LETTER[byte] === 0) continue;
    out.copy(bytes, uncopied, i);
    out.reserve(2);
    // After a lone backslash the new escape would be misread, so that backslash is doubled.
    if (endsWithLoneBackslash(bytes, from, i)) out.byte(BACKSLASH);
    out.byte(BACKSLASH);
    out.byte(ESCAPE_LETTER[byte]!);
    uncopied = i + 1;
  }
  out.copy(bytes, uncopied, to);
  if (endsWithLoneBackslash(bytes, from, to)) out.byte(BACKSLASH);
}

function endsWithLoneBackslash(bytes: Uint8Array, from: number, to: number): boolean {
  let count = 0;
  while (to - count > from && bytes[to - count - 1] === BACKSLASH) count++;
  return count % 2 === 1;
}
