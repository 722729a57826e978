import { COMMA, QUOTE } from "../../shared/text.ts";
import { CsvFraming } from "../../shared/files/csv-framing.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, type ScratchBuffer, toReplacements } from "./byte-writer.ts";
import { isNullMark } from "./backslash.ts";
import { type Field, type Loaded, findPlaces, type RecordReader, type RecordWriter } from "./format.ts";
import { ACTION, ESCAPE } from "./kernel/layout.ts";
import type { KernelTraits } from "./kernel/traits.ts";
import type { Slice } from "./result.ts";
import { SeparatedWriter } from "./separated-writer.ts";

/** What the kernel needs for CSV. */
export const CSV_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: "csv",
  tail: { cut: 2, kept: 0 },
  escapes: new Uint8Array(0x100).fill(ESCAPE.twice, QUOTE, QUOTE + 1),
  doublesQuotes: true,
  copyActions: new Uint8Array(0x100).fill(ACTION.stop, CARRIAGE_RETURN, CARRIAGE_RETURN + 1),
};

/** Reads CSV: quoted fields may contain line ends. A field of nothing is null, and two quotes are an empty text, as in {@link CsvWriter}. */
export class CsvReader extends CsvFraming implements RecordReader {
  readonly skipsByteOrderMark = true;
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  readonly #scratch: ScratchBuffer;
  /** The place in `starts` of each field. */
  #places: Int32Array = new Int32Array([0]);

  /** @param separator the byte between two fields */
  constructor(scratch: ScratchBuffer, maxRecord: number, separator = COMMA) {
    super(maxRecord, separator);
    this.#scratch = scratch;
  }

  choose(fields: readonly Field[]): void {
    this.#places = findPlaces(fields);
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
  }

  names(bytes: Uint8Array, from: number, to: number): string[] | undefined {
    const names: string[] = [];
    for (let start = from; start <= to;) {
      const end = this.fieldEnd(bytes, start, to);
      if (end < 0) return undefined;
      const field = { bytes, from: start, to: end };
      this.#unquote(field);
      names.push(Buffer.from(field.bytes.subarray(field.from, field.to)).toString());
      start = end + 1;
    }
    return names;
  }

  cut(bytes: Uint8Array, from: number, to: number): string {
    const { starts, ends } = this;
    const places = this.#places;
    starts.fill(-1);
    // The quotes of all fields are checked, to the end of the record.
    for (let start = from, number = 0; start <= to; number++) {
      const end = this.fieldEnd(bytes, start, to);
      if (end < 0) return "bad-csv";
      const place = number < places.length ? places[number]! : -1;
      if (place >= 0) {
        starts[place] = start;
        ends[place] = end;
      }
      start = end + 1;
    }
    return "";
  }

  locate(bytes: Uint8Array, field: Slice): Loaded {
    field.bytes = bytes;
    field.from = this.starts[0]!;
    field.to = this.ends[0]!;
    if (this.isNull(bytes, 0)) return "null";
    if (bytes[field.from] !== QUOTE) return "text";
    field.from++;
    field.to--;
    return "text";
  }

  load(bytes: Uint8Array, field: Slice): Loaded {
    field.bytes = bytes;
    field.from = this.starts[0]!;
    field.to = this.ends[0]!;
    this.#unquote(field);
    return this.isNull(bytes, 0) ? "null" : "text";
  }

  isNull(_bytes: Uint8Array, field: number): boolean {
    return this.starts[field] === this.ends[field];
  }

  #unquote(field: Slice): void {
    const { bytes, from, to } = field;
    if (from === to || bytes[from] !== QUOTE) return;
    field.from = from + 1;
    field.to = to - 1;
    let i = from + 1;
    while (i < to - 1 && bytes[i] !== QUOTE) i++;
    if (i === to - 1) return;
    const target = this.#scratch.reserve(to - from);
    let at = 0;
    for (i = from + 1; i < to - 1; i++) {
      target[at++] = bytes[i]!;
      if (bytes[i] === QUOTE) i++;
    }
    field.bytes = target;
    field.from = 0;
    field.to = at;
  }
}

const DOUBLED_QUOTES = toReplacements((character) => (character === '"' ? '""' : character));

/** Writes CSV: a null is an empty column, and an empty text is two quotes. */
export class CsvWriter extends SeparatedWriter implements RecordWriter {
  constructor(out: ByteWriter, separator = COMMA) {
    super(out, separator, LINE_FEED);
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    const out = this.out;
    this.separate(column);
    if (from < to && isPlain(bytes, from, to)) {
      out.copy(bytes, from, to);
      return;
    }
    out.byte(QUOTE);
    out.replace(bytes, from, to, DOUBLED_QUOTES);
    out.byte(QUOTE);
  }

  none(column: number): void {
    this.separate(column);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    // Many programs end a record at a raw carriage return, except inside quotes.
    const quoted = from < to && bytes[from] !== QUOTE && hasCarriageReturn(bytes, from, to);
    if (quoted) this.out.byte(QUOTE);
    this.out.copy(bytes, from, to);
    if (quoted) this.out.byte(QUOTE);
  }
}

function hasCarriageReturn(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === CARRIAGE_RETURN) return true;
  return false;
}

/** Whether a text needs no quotes: some programs trim white space at the ends, and ClickHouse reads an unquoted `\N` as null. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  if (isNullMark(bytes, from, to)) return false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE || byte === COMMA || byte < 0x20) return false;
  }
  return bytes[from] !== 0x20 && bytes[to - 1] !== 0x20;
}
