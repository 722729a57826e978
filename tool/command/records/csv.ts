import { COMMA, QUOTE } from "../../shared/text.ts";
import { CsvFraming } from "../../shared/files/csv-framing.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, type ScratchBuffer, toReplacements } from "./byte-writer.ts";
import { isNullMark } from "./backslash.ts";
import { CSV, type KernelTraits, STOP, TWICE } from "./kernel/layout.ts";
import type { SliceHolder } from "./result.ts";
import { type Loaded, SeparatedReader, SeparatedWriter } from "./format.ts";

/** What the kernel needs for CSV. */
export const CSV_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: CSV,
  tail: { cut: 2, kept: 0 },
  escapes: new Uint8Array(0x100).fill(TWICE, QUOTE, QUOTE + 1),
  doublesQuotes: true,
  copyActions: new Uint8Array(0x100).fill(STOP, CARRIAGE_RETURN, CARRIAGE_RETURN + 1),
};

/** Reads CSV: quoted fields may contain line ends. A field of nothing is null, and two quotes are an empty text, as in {@link CsvWriter}. */
export class CsvReader extends SeparatedReader {
  readonly framing: CsvFraming;
  readonly skipsByteOrderMark = true;
  readonly #scratch: ScratchBuffer;

  /** @param separator the byte between two fields */
  constructor(scratch: ScratchBuffer, maxRecord: number, separator = COMMA) {
    // The quotes of all fields are checked, to the end of the record.
    super(true);
    this.framing = new CsvFraming(maxRecord, separator);
    this.#scratch = scratch;
  }

  fieldEnd(bytes: Uint8Array, from: number, to: number): number {
    return this.framing.fieldEnd(bytes, from, to);
  }

  locate(bytes: Uint8Array, field: SliceHolder): Loaded {
    const [from, to] = [this.starts[0]!, this.ends[0]!];
    const quotes = from < to && bytes[from] === QUOTE ? 1 : 0;
    field.set(bytes, from + quotes, to - quotes);
    return from === to ? "null" : "text";
  }

  load(bytes: Uint8Array, field: SliceHolder): Loaded {
    const kind = this.locate(bytes, field);
    const { from, to } = field;
    // Only a quoted field contains quotes.
    let i = from === this.starts[0] ? to : from;
    while (i < to && bytes[i] !== QUOTE) i++;
    if (i === to) return kind;
    const target = this.#scratch.reserve(to - from);
    let at = 0;
    for (i = from; i < to; i++) {
      target[at++] = bytes[i]!;
      if (bytes[i] === QUOTE) i++;
    }
    field.set(target, 0, at);
    return kind;
  }

  isNull(_bytes: Uint8Array, field: number): boolean {
    return this.starts[field] === this.ends[field];
  }
}

const DOUBLED_QUOTES = toReplacements((character) => (character === '"' ? '""' : character));

/** Writes CSV: a null is an empty column, and an empty text is two quotes. */
export class CsvWriter extends SeparatedWriter {
  constructor(out: ByteWriter, separator = COMMA) {
    super(out, separator, LINE_FEED, "");
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
