import { QUOTE } from "../../shared/text.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, toReplacements } from "./byte-writer.ts";
import type { RecordWriter } from "./format.ts";
import { ESCAPED_BYTE } from "./json.ts";
import { ACTION, NO_ESCAPE, RESOLVED_ELSEWHERE } from "./kernel/layout.ts";
import type { KernelTraits } from "./kernel/traits.ts";

const escapeCharacter = (character: string): string => JSON.stringify(character).slice(1, -1);
/** The escapes of a JSON string. */
const ESCAPES = toReplacements(escapeCharacter);
/** Many programs end a line at a raw carriage return, which is white space in JSON: write a space. */
const NO_CARRIAGE_RETURN = toReplacements((character) => (character === "\r" ? " " : character));
const NULL = Buffer.from("null");
const LETTER_U = 0x75;

/** What the kernel needs for JSON lines. */
export const JSONL_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: "text",
  tail: { cut: 1, kept: 1 },
  unescaped: ESCAPED_BYTE.map((byte, letter) => byte || (letter === LETTER_U ? RESOLVED_ELSEWHERE : NO_ESCAPE)),
  // The letter after the backslash.
  escapes: ESCAPES.lengths.map((length, byte) =>
    length === 0 ? 0 : escapeCharacter(String.fromCharCode(byte)).charCodeAt(1),
  ),
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
    out.replace(bytes, from, to, ESCAPES);
    out.byte(QUOTE);
  }

  none(column: number): void {
    this.copy(column, NULL, 0, NULL.length);
  }

  status(column: number, word: Uint8Array): void {
    this.text(column, word, 0, word.length);
  }

  number(column: number, value: number): void {
    this.#head(column);
    this.#out.decimal(value);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.#head(column);
    this.#out.replace(bytes, from, to, NO_CARRIAGE_RETURN);
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
