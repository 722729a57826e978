import { COMMA, QUOTE } from "../../shared/text.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, toReplacements } from "./byte-writer.ts";
import { ESCAPED_BYTE, OBJECT_END } from "./json.ts";
import { type KernelTraits, NO_ESCAPE, RESOLVED_ELSEWHERE, SPACE, TEXT } from "./kernel/layout.ts";
import { SeparatedWriter } from "./separated.ts";

const escapeCharacter = (character: string): string => JSON.stringify(character).slice(1, -1);
/** The escapes of a JSON string. */
const ESCAPES = toReplacements(escapeCharacter);
/** Many programs end a line at a raw carriage return, which is white space in JSON: write a space. */
const NO_CARRIAGE_RETURN = toReplacements((character) => (character === "\r" ? " " : character));
const LETTER_U = 0x75;

/** What the kernel needs for JSON lines. */
export const JSONL_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: TEXT,
  tail: { cut: 1, kept: 1 },
  unescaped: ESCAPED_BYTE.map((byte, letter) => byte || (letter === LETTER_U ? RESOLVED_ELSEWHERE : NO_ESCAPE)),
  // The letter after the backslash.
  escapes: ESCAPES.lengths.map((length, byte) =>
    length === 0 ? 0 : escapeCharacter(String.fromCharCode(byte)).charCodeAt(1),
  ),
  copyActions: new Uint8Array(0x100).fill(SPACE, CARRIAGE_RETURN, CARRIAGE_RETURN + 1),
};

/** Writes one JSON object per line. */
export class JsonlWriter extends SeparatedWriter {
  /** The bytes before each value: a brace or comma, the name and a colon. */
  readonly #heads: Uint8Array[];
  readonly #inPlace: boolean;

  /** @param inPlace whether a value is written into a record as it is, without a name and braces */
  constructor(names: readonly string[], out: ByteWriter, inPlace = false) {
    super(out, COMMA, LINE_FEED, "null");
    this.#inPlace = inPlace;
    const heads = names.map((name, k) => `${k === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    this.#heads = (inPlace ? [""] : heads).map((head) => Buffer.from(head));
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.byte(QUOTE);
    this.out.replace(bytes, from, to, ESCAPES);
    this.out.byte(QUOTE);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.replace(bytes, from, to, NO_CARRIAGE_RETURN);
  }

  override end(crLf: boolean): void {
    if (!this.#inPlace) this.out.byte(OBJECT_END);
    super.end(crLf);
  }

  protected override separate(column: number): void {
    const head = this.#heads[column]!;
    this.out.copy(head, 0, head.length);
  }
}
