import { BACKSLASH, TAB } from "../../shared/text.ts";
import { DelimiterFraming } from "../../shared/files/framing.ts";
import type { ByteWriter, ScratchBuffer } from "./byte-writer.ts";
import {
  BACKSLASH_ESCAPES,
  ESCAPE_LETTER,
  ESCAPED_BYTE,
  isNullMark,
  unescapeBackslashes,
  writeEscapedField,
} from "./backslash.ts";
import { type Field, type Loaded, findPlaces, type RecordReader, type RecordWriter } from "./format.ts";
import { ACTION } from "./kernel/layout.ts";
import type { KernelTraits } from "./kernel/traits.ts";
import type { Slice } from "./result.ts";
import { SeparatedWriter } from "./separated-writer.ts";

const NULL_MARK = new Uint8Array([0x5c, 0x4e]);

/** The differences between lines, NUL records and TSV. */
export interface Delimiters {
  /** The byte that ends a record. */
  readonly end: number;
  /** Whether TAB ends a field. */
  readonly tabs: boolean;
  /** Whether a backslash starts an escape in the input; in the output it always does. */
  readonly escapes: boolean;
}

/** Returns what the kernel needs for lines, NUL records or TSV. */
export function delimitedTraits({ end, tabs, escapes }: Delimiters): KernelTraits {
  const escaped = ESCAPE_LETTER.map((letter) => (letter === 0 ? ACTION.none : escapes ? ACTION.stop : ACTION.write));
  if (escapes) escaped[BACKSLASH] = ACTION.pair;
  return {
    framing: { mark: end, hasTabs: tabs },
    hasNulls: escapes || tabs,
    kind: "text",
    tail: { cut: 0, kept: 0 },
    ...(escapes && { unescaped: ESCAPED_BYTE }),
    escapes: ESCAPE_LETTER,
    copyActions: escaped,
  };
}

/** Reads lines, NUL records and TSV. */
export class DelimitedReader extends DelimiterFraming implements RecordReader {
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  readonly #delimiters: Delimiters;
  readonly #scratch: ScratchBuffer;
  /** The place in `starts` of each field. */
  #places: Int32Array = new Int32Array([0]);

  constructor(delimiters: Delimiters, scratch: ScratchBuffer) {
    super(delimiters.end);
    this.#delimiters = delimiters;
    this.#scratch = scratch;
  }

  choose(fields: readonly Field[]): void {
    this.#places = findPlaces(fields);
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
  }

  names(bytes: Uint8Array, from: number, to: number): string[] {
    const names: string[] = [];
    for (let start = from, i = from; i <= to; i++) {
      if (i < to && (bytes[i] !== TAB || !this.#delimiters.tabs)) continue;
      const buffer = this.#scratch.reserve(i - start);
      const length = this.#unescape(bytes, start, i, buffer);
      names.push(Buffer.from(buffer.subarray(0, length)).toString());
      start = i + 1;
    }
    return names;
  }

  cut(bytes: Uint8Array, from: number, to: number): string {
    const { starts, ends } = this;
    if (!this.#delimiters.tabs) {
      starts[0] = from;
      ends[0] = to;
      for (let place = 1; place < starts.length; place++) starts[place] = -1;
      return "";
    }
    const places = this.#places;
    const count = places.length;
    let number = 0;
    let start = from;
    for (let i = from; number < count; i++) {
      while (i < to && bytes[i] !== TAB) i++;
      const place = places[number++]!;
      if (place >= 0) {
        starts[place] = start;
        ends[place] = i;
      }
      if (i >= to) break;
      start = i + 1;
    }
    for (; number < count; number++) if (places[number]! >= 0) starts[places[number]!] = -1;
    return "";
  }

  fieldEnd(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    while (end < to && bytes[end] !== TAB) end++;
    return end;
  }

  load(bytes: Uint8Array, field: Slice): Loaded {
    const from = this.starts[0]!;
    const to = this.ends[0]!;
    if (this.isNull(bytes, 0)) return "null";
    field.bytes = bytes;
    field.from = from;
    field.to = to;
    if (!this.#delimiters.escapes) return "text";
    for (let i = from; i < to; i++) {
      if (bytes[i] !== BACKSLASH) continue;
      field.bytes = this.#scratch.reserve(to - from);
      field.from = 0;
      field.to = unescapeBackslashes(bytes, from, to, field.bytes);
      break;
    }
    return "text";
  }

  isNull(bytes: Uint8Array, field: number): boolean {
    // Without escapes, a line \N is text, but a field \N of TSV is null: so Spark writes null, without escapes.
    const { escapes, tabs } = this.#delimiters;
    return (escapes || tabs) && isNullMark(bytes, this.starts[field]!, this.ends[field]!);
  }

  #unescape(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
    if (this.#delimiters.escapes) return unescapeBackslashes(bytes, from, to, target);
    target.set(bytes.subarray(from, to));
    return to - from;
  }
}

/** Writes lines, NUL records and TSV. */
export class DelimitedWriter extends SeparatedWriter implements RecordWriter {
  readonly #delimiters: Delimiters;

  constructor(delimiters: Delimiters, out: ByteWriter) {
    super(out, TAB, delimiters.end);
    this.#delimiters = delimiters;
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.replace(bytes, from, to, BACKSLASH_ESCAPES);
  }

  none(column: number): void {
    this.status(column, NULL_MARK);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    if (this.#delimiters.escapes) writeEscapedField(this.out, bytes, from, to);
    else this.out.replace(bytes, from, to, BACKSLASH_ESCAPES);
  }
}
