import { BACKSLASH, QUOTE } from "../../shared/text.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, MAX_PART_BYTES } from "./byte-writer.ts";
import type { RecordWriter } from "./format.ts";
import { ESCAPED_BYTE } from "./json.ts";
import { ACTION, NO_ESCAPE, RESOLVED_ELSEWHERE } from "./kernel/layout.ts";
import type { KernelTraits } from "./kernel/traits.ts";

/** How a byte is written in a JSON string: 0 for the byte itself, 1 for \u00XX, or the letter after a backslash. */
const ESCAPES = new Uint8Array(256);
ESCAPES.fill(1, 0, 0x20);
for (const [letter, byte] of Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9, '"': QUOTE, "\\": BACKSLASH })) {
  ESCAPES[byte] = letter.charCodeAt(0);
}
const NULL = Buffer.from("null");
const HEX_DIGITS = Buffer.from("0123456789abcdef");
const LETTER_U = 0x75;

/** What the kernel needs for JSON lines. */
export const JSONL_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: "text",
  tail: { cut: 1, kept: 1 },
  unescaped: ESCAPED_BYTE.map((byte, letter) => byte || (letter === LETTER_U ? RESOLVED_ELSEWHERE : NO_ESCAPE)),
  escapes: ESCAPES.map((escape) => (escape === 1 ? LETTER_U : escape)),
  copyActions: new Uint8Array(0x100).fill(ACTION.space, CARRIAGE_RETURN, CARRIAGE_RETURN + 1),
};

/** Writes one JSON object per line. */
export class JsonlWriter implements RecordWriter {
  readonly #out: ByteWriter;
  /** The bytes before each value: a brace or comma, the name and a colon. */
  readonly #heads: Uint8Array[];
  readonly #inPlace: boolean;

  /** @param inPlace whether a value is written into a record as it is, without a name and braces */
  constructor(names: readonly string[], out: ByteWriter, inPlace = false) {
    this.#out = out;
    this.#inPlace = inPlace;
    const heads = names.map((name, k) => `${k === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    this.#heads = (inPlace ? [""] : heads).map((head) => Buffer.from(head));
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    const out = this.#out;
    this.#head(column);
    out.byte(QUOTE);
    for (let start = from; start < to; start += MAX_PART_BYTES) {
      const end = Math.min(to, start + MAX_PART_BYTES);
      out.reserve((end - start) * 6);
      const target = out.bytes;
      let at = out.length;
      for (let i = start; i < end; i++) {
        const byte = bytes[i]!;
        const escape = ESCAPES[byte]!;
        if (escape === 0) {
          target[at++] = byte;
        } else if (escape !== 1) {
          target[at++] = BACKSLASH;
          target[at++] = escape;
        } else {
          target[at++] = BACKSLASH;
          target[at++] = 0x75;
          target[at++] = 0x30;
          target[at++] = 0x30;
          target[at++] = HEX_DIGITS[byte >> 4]!;
          target[at++] = HEX_DIGITS[byte & 15]!;
        }
      }
      out.length = at;
    }
    out.byte(QUOTE);
  }

  none(column: number): void {
    this.copy(column, NULL, 0, NULL.length);
  }

  status(column: number, word: Uint8Array): void {
    this.#head(column);
    this.#out.byte(QUOTE);
    this.#out.copy(word, 0, word.length);
    this.#out.byte(QUOTE);
  }

  code(column: number, word: Uint8Array): void {
    this.status(column, word);
  }

  number(column: number, value: number): void {
    this.#head(column);
    this.#out.decimal(value);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    const out = this.#out;
    this.#head(column);
    for (let start = from; start < to; start += MAX_PART_BYTES) {
      const end = Math.min(to, start + MAX_PART_BYTES);
      out.reserve(end - start);
      const target = out.bytes;
      let at = out.length;
      // Many programs end a line at a raw carriage return, which is white space in JSON: write a space.
      for (let i = start; i < end; i++) target[at++] = bytes[i] === CARRIAGE_RETURN ? 0x20 : bytes[i]!;
      out.length = at;
    }
  }

  end(crLf: boolean): void {
    if (!this.#inPlace) this.#out.byte(0x7d);
    if (crLf) this.#out.byte(CARRIAGE_RETURN);
    this.#out.byte(LINE_FEED);
  }

  #head(column: number): void {
    const head = this.#heads[column]!;
    this.#out.copy(head, 0, head.length);
  }
}
