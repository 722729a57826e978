import { CARRIAGE_RETURN, type Framing } from "../../shared/files/framing.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { readText } from "./operations.ts";
import { SliceHolder } from "./result.ts";

/** A field by its number from 0 on, or by its name. On the command line numbers start at 1. */
export type Field = number | string;

/** The kind of a field: its text is loaded, or it is null, or it is not a text. */
export type Loaded = "text" | "null" | "not-text";

/** Reads the records of a format. */
export interface RecordReader {
  readonly framing: Framing;
  /** Whether a byte order mark at the beginning of a file is skipped. */
  readonly skipsByteOrderMark?: boolean;
  /** The start and end of each chosen field in the current record, in the order of `choose`; -1 if it is missing. */
  starts: Int32Array;
  ends: Int32Array;
  /** The index in the loaded field of a lone surrogate that was written as an escape, if the format has such escapes. */
  readonly loneSurrogate?: number;
  /** Chooses the fields to read; the first is the input of the operation. */
  choose(fields: readonly Field[]): void;
  /** Splits a record into fields; returns "" or the code of a fault. No field contains the byte at `to`. */
  cut(bytes: Uint8Array, from: number, to: number): string;
  /** Finds the end of the field that begins at `from`, or -1 if its syntax is wrong; absent if a record has only one field. */
  fieldEnd?(bytes: Uint8Array, from: number, to: number): number;
  /** Finds the content of the field, with its escapes unresolved. */
  locate?(bytes: Uint8Array, field: SliceHolder): Loaded;
  /** Loads the field for the operation. */
  load(bytes: Uint8Array, field: SliceHolder): Loaded;
  /** Whether a field that is present is null. */
  isNull(bytes: Uint8Array, field: number): boolean;
}

/** Reads a record as the names of the fields; returns undefined if its syntax is wrong. */
export function readNames(reader: RecordReader, bytes: Uint8Array, from: number, to: number): string[] | undefined {
  const names: string[] = [];
  for (let start = from, end: number; start <= to; start = end + 1) {
    end = reader.fieldEnd?.(bytes, start, to) ?? to;
    if (end < 0) return undefined;
    reader.starts[0] = start;
    reader.ends[0] = end;
    const field = new SliceHolder();
    reader.load(bytes, field);
    names.push(readText(field));
  }
  return names;
}

/** Writes the records of a format; the columns of a record are written in order. */
export interface RecordWriter {
  /** Writes a text that is UTF-8, a status or a code. */
  text(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** Writes null in place of a text, code, number or copied field. */
  none(column: number): void;
  /** Writes a byte offset or a count. */
  number(column: number, value: number): void;
  /** Copies a field of the input without decoding it. */
  copy(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** @param crLf whether the input record ended with CR LF */
  end(crLf: boolean): void;
}

/** The base class of readers of fields with one byte between them. */
export abstract class SeparatedReader implements RecordReader {
  abstract readonly framing: Framing;
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  /** For each number of a field up to the last chosen one, its place in the order of `choose`, or -1. */
  #places = new Int32Array(1);
  readonly #readsAll: boolean;

  /** @param readsAll whether the fields after the chosen ones may have wrong syntax */
  constructor(readsAll: boolean) {
    this.#readsAll = readsAll;
  }

  choose(fields: readonly Field[]): void {
    const numbers = fields as readonly number[];
    this.#places = new Int32Array(Math.max(...numbers) + 1).fill(-1);
    for (const [place, number] of numbers.entries()) this.#places[number] = place;
  }

  cut(bytes: Uint8Array, from: number, to: number): string {
    const { starts, ends } = this;
    const places = this.#places;
    for (let place = 0; place < starts.length; place++) starts[place] = -1;
    const count = this.#readsAll ? Infinity : places.length;
    for (let start = from, number = 0; start <= to && number < count; number++) {
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

  abstract fieldEnd(bytes: Uint8Array, from: number, to: number): number;
  abstract load(bytes: Uint8Array, field: SliceHolder): Loaded;
  abstract isNull(bytes: Uint8Array, field: number): boolean;
}

/** The base class of writers that put one byte between columns. */
export abstract class SeparatedWriter implements RecordWriter {
  protected readonly out: ByteWriter;
  readonly #separator: number;
  readonly #end: number;
  readonly #null: Uint8Array;

  /**
   * @param end the byte that ends a record
   * @param nothing how a null is written
   */
  constructor(out: ByteWriter, separator: number, end: number, nothing: string) {
    this.out = out;
    this.#separator = separator;
    this.#end = end;
    this.#null = Buffer.from(nothing);
  }

  abstract text(column: number, bytes: Uint8Array, from: number, to: number): void;
  abstract copy(column: number, bytes: Uint8Array, from: number, to: number): void;

  none(column: number): void {
    this.separate(column);
    this.out.copy(this.#null, 0, this.#null.length);
  }

  number(column: number, value: number): void {
    this.separate(column);
    this.out.decimal(value);
  }

  /** Ends the record with the line end of its input record. */
  end(crLf: boolean): void {
    if (crLf) this.out.byte(CARRIAGE_RETURN);
    this.out.byte(this.#end);
  }

  protected separate(column: number): void {
    if (column > 0) this.out.byte(this.#separator);
  }
}
