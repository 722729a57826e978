import { DelimiterFraming, CARRIAGE_RETURN, LINE_FEED } from "../../src/base/framing.ts";
import type { ScratchBuffer } from "./scratch-buffer.ts";
import { type ByteWriter, MAX_PART_BYTES } from "./byte-writer.ts";
import type { Field, Loaded, RecordReader, RecordWriter } from "./format.ts";
import { ESCAPED_BYTE, JsonScanner } from "./json.ts";
import { ACTION, NO_ESCAPE, RESOLVED_ELSEWHERE } from "./kernel/layout.ts";
import type { KernelTraits } from "./kernel/traits.ts";
import type { Slice } from "./result.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

interface ChosenField {
  /** The name of a member, in UTF-8. */
  readonly name: Uint8Array;
  /** The index of an element from 0 on, or -1. */
  readonly element: number;
}

/** Reads JSON lines. A field is a member of an object by name, an element of an array by number, or the whole value. */
export class JsonlReader extends DelimiterFraming implements RecordReader {
  readonly skipsByteOrderMark = true;
  loneSurrogate = -1;
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  readonly #scratch: ScratchBuffer;
  readonly #nameScratch: ScratchBuffer;
  readonly #scanner = new JsonScanner();
  #chosen: ChosenField[] = [];
  /** Whether the string of the field has escapes. */
  #escaped = false;

  constructor(scratch: ScratchBuffer, nameScratch: ScratchBuffer) {
    super(LINE_FEED);
    this.#scratch = scratch;
    this.#nameScratch = nameScratch;
  }

  choose(fields: readonly Field[]): void {
    this.#chosen = fields.map((field) => ({
      name: Buffer.from(String(field)),
      element: /^[1-9][0-9]{0,8}$/.test(String(field)) ? Number(field) - 1 : -1,
    }));
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
  }

  names(): string[] {
    return [];
  }

  cut(bytes: Uint8Array, from: number, to: number): string {
    this.starts.fill(-1);
    const scanner = this.#scanner;
    const start = scanner.space(bytes, from, to);
    if (start === to) return "bad-json";
    const first = bytes[start];
    let end: number;
    if (first === 0x7b) {
      end = this.#members(bytes, start, to);
    } else if (first === 0x5b) {
      end = this.#elements(bytes, start, to);
    } else {
      end = scanner.value(bytes, start, to);
      for (let k = 0; k < this.#chosen.length; k++) if (this.#chosen[k]!.element === 0) this.#found(k, start, end);
    }
    return end >= 0 && scanner.space(bytes, end, to) === to ? "" : "bad-json";
  }

  locate(bytes: Uint8Array, field: Slice): Loaded {
    field.bytes = bytes;
    field.from = this.starts[0]! + 1;
    field.to = this.ends[0]! - 1;
    if (bytes[field.from - 1] === QUOTE) return "text";
    return this.isNull(bytes, 0) ? "null" : "not-text";
  }

  load(bytes: Uint8Array, field: Slice): Loaded {
    const kind = this.locate(bytes, field);
    this.loneSurrogate = -1;
    if (kind === "text" && this.#escaped) {
      const { from, to } = field;
      field.bytes = this.#scratch.reserve(to - from);
      field.from = 0;
      field.to = this.#scanner.unescape(bytes, from, to, field.bytes);
      this.loneSurrogate = this.#scanner.loneSurrogate;
    }
    return kind;
  }

  isNull(bytes: Uint8Array, field: number): boolean {
    return bytes[this.starts[field]!] === 0x6e;
  }

  #members(bytes: Uint8Array, from: number, to: number): number {
    const scanner = this.#scanner;
    let i = scanner.space(bytes, from + 1, to);
    if (i < to && bytes[i] === 0x7d) return i + 1;
    for (;;) {
      const name = i;
      i = scanner.string(bytes, name, to);
      if (i < 0) return -1;
      const nameEnd = i - 1;
      const escaped = scanner.escaped;
      i = scanner.space(bytes, i, to);
      if (i >= to || bytes[i] !== 0x3a) return -1;
      i = scanner.space(bytes, i + 1, to);
      const end = scanner.value(bytes, i, to);
      if (end < 0) return -1;
      const place = escaped
        ? this.#findEscapedPlace(bytes, name + 1, nameEnd)
        : this.#findPlace(bytes, name + 1, nameEnd);
      if (place >= 0) this.#found(place, i, end);
      i = scanner.space(bytes, end, to);
      if (i >= to) return -1;
      if (bytes[i] === 0x7d) return i + 1;
      if (bytes[i] !== 0x2c) return -1;
      i = scanner.space(bytes, i + 1, to);
    }
  }

  #elements(bytes: Uint8Array, from: number, to: number): number {
    const scanner = this.#scanner;
    let i = scanner.space(bytes, from + 1, to);
    if (i < to && bytes[i] === 0x5d) return i + 1;
    for (let element = 0; ; element++) {
      const end = scanner.value(bytes, i, to);
      if (end < 0) return -1;
      for (let k = 0; k < this.#chosen.length; k++) if (this.#chosen[k]!.element === element) this.#found(k, i, end);
      i = scanner.space(bytes, end, to);
      if (i >= to) return -1;
      if (bytes[i] === 0x5d) return i + 1;
      if (bytes[i] !== 0x2c) return -1;
      i = scanner.space(bytes, i + 1, to);
    }
  }

  #found(place: number, from: number, to: number): void {
    this.starts[place] = from;
    this.ends[place] = to;
    // If the value is a string, it is the last string that was scanned.
    if (place === 0) this.#escaped = this.#scanner.escaped;
  }

  #findPlace(bytes: Uint8Array, from: number, to: number): number {
    const chosen = this.#chosen;
    for (let k = 0; k < chosen.length; k++) {
      const { name } = chosen[k]!;
      if (name.length !== to - from) continue;
      let i = 0;
      while (i < name.length && name[i] === bytes[from + i]) i++;
      if (i === name.length) return k;
    }
    return -1;
  }

  #findEscapedPlace(bytes: Uint8Array, from: number, to: number): number {
    const buffer = this.#nameScratch.reserve(to - from);
    return this.#findPlace(buffer, 0, this.#scanner.unescape(bytes, from, to, buffer));
  }
}

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

  constructor(names: readonly string[], out: ByteWriter) {
    this.#out = out;
    this.#heads = names.map((name, k) => Buffer.from(`${k === 0 ? "{" : ","}${JSON.stringify(name)}:`));
  }

  begin(): void {}

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
    this.#out.byte(0x7d);
    if (crLf) this.#out.byte(CARRIAGE_RETURN);
    this.#out.byte(LINE_FEED);
  }

  #head(column: number): void {
    const head = this.#heads[column]!;
    this.#out.copy(head, 0, head.length);
  }
}
