import type { Framing } from "../../shared/files/framing.ts";
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
