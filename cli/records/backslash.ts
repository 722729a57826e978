import { type ByteWriter, PIECE } from "./byte-writer.ts";

// The escapes of ClickHouse's TabSeparated (https://clickhouse.com/docs/interfaces/formats/TabSeparated), which Hive reads as well.

const BACKSLASH = 0x5c;

/** The byte that stands for an escape's letter, and 0xff for a letter of none; NUL is an answer too. */
const MEANING = new Uint8Array(256).fill(0xff);
for (const [letter, byte] of Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9, 0: 0, "'": 0x27, "\\": BACKSLASH })) {
  MEANING[letter.charCodeAt(0)] = byte;
}

/** The letter of what has to be escaped, and 0 for the rest: what ends a field or record for some reader. */
const LETTER = new Uint8Array(256);
for (const [letter, byte] of Object.entries({ n: 10, r: 13, t: 9, 0: 0, "\\": BACKSLASH })) {
  LETTER[byte] = letter.charCodeAt(0);
}

/** Whether a field is `\N`, which is null. */
export function isNullMark(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 2 && bytes[from] === BACKSLASH && bytes[from + 1] === 0x4e;
}

/** Resolves the escapes, and gives how many bytes there are then; a backslash that begins none stays as it is. */
export function unescapeBackslashes(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
  let at = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === BACKSLASH && i + 1 < to) {
      const meaning = MEANING[bytes[i + 1]!]!;
      if (meaning !== 0xff) {
        target[at++] = meaning;
        i++;
        continue;
      }
    }
    target[at++] = byte;
  }
  return at;
}

/** Writes bytes so that no line feed, carriage return, TAB, NUL or lone backslash stands in them. */
export function writeWithBackslashes(out: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  for (let start = from; start < to; start += PIECE) {
    const end = Math.min(to, start + PIECE);
    out.reserve((end - start) * 2);
    const target = out.bytes;
    let at = out.length;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      const letter = LETTER[byte]!;
      if (letter === 0) {
        target[at++] = byte;
      } else {
        target[at++] = BACKSLASH;
        target[at++] = letter;
      }
    }
    out.length = at;
  }
}

/**
 * Writes a field that is escaped already: what stands raw in it and ends a record for some reader is escaped now, and a
 * backslash at its end that would escape the separator is doubled.
 */
export function writeEscapedField(out: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  let clean = from;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte > 13 || LETTER[byte] === 0) continue;
    out.copy(bytes, clean, i);
    out.reserve(2);
    // Behind a backslash that begins no escape the pair would read as another one: it is doubled.
    if (endsWithLoneBackslash(bytes, from, i)) out.byte(BACKSLASH);
    out.byte(BACKSLASH);
    out.byte(LETTER[byte]!);
    clean = i + 1;
  }
  out.copy(bytes, clean, to);
  if (endsWithLoneBackslash(bytes, from, to)) out.byte(BACKSLASH);
}

function endsWithLoneBackslash(bytes: Uint8Array, from: number, to: number): boolean {
  let count = 0;
  while (to - count > from && bytes[to - count - 1] === BACKSLASH) count++;
  return count % 2 === 1;
}
