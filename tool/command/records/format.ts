import type { Framing } from "../../shared/files/framing.ts";
import type { Slice } from "./result.ts";

/** A field by its number from 0 on, or by its name. On the command line numbers start at 1. */
export type Field = number | string;

/** The kind of a field: its text is loaded, or it is null, or it is not a text. */
export type Loaded = "text" | "null" | "not-text";

/** Reads the records of a format. */
export interface RecordReader extends Framing {
  /** Whether a byte order mark at the beginning of a file is skipped. */
  readonly skipsByteOrderMark?: boolean;
  /** The start and end of each chosen field in the current record, in the order of `choose`; -1 if it is missing. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The index in the loaded field of a lone surrogate that was written as an escape, if the format has such escapes. */
  readonly loneSurrogate?: number;
  /** Chooses the fields to read; the first is the input of the operation. */
  choose(fields: readonly Field[]): void;
  /** Reads a record as the names of the fields, if the format has a header; returns undefined if its syntax is wrong. */
  names?(bytes: Uint8Array, from: number, to: number): string[] | undefined;
  /** Splits a record into fields; returns "" or the code of a fault. No field contains the byte at `to`. */
  cut(bytes: Uint8Array, from: number, to: number): string;
  /** Finds the end of the field that begins at `from` in a record that was cut; absent if a record has only one field. */
  fieldEnd?(bytes: Uint8Array, from: number, to: number): number;
  /** Finds the content of the field, with its escapes unresolved. */
  locate?(bytes: Uint8Array, field: Slice): Loaded;
  /** Loads the field for the operation. */
  load(bytes: Uint8Array, field: Slice): Loaded;
  /** Whether a field that is present is null. */
  isNull(bytes: Uint8Array, field: number): boolean;
}

/** Returns, for each number of a field up to the last chosen one, its place in the order of `choose`, or -1. */
export function findPlaces(fields: readonly Field[]): Int32Array {
  const numbers = fields as readonly number[];
  const places = new Int32Array(Math.max(...numbers) + 1).fill(-1);
  for (const [place, number] of numbers.entries()) places[number] = place;
  return places;
}

/** Writes the records of a format; the columns of a record are written in order. */
export interface RecordWriter {
  /** Writes a text that is UTF-8, or a code. */
  text(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** Writes null in place of a text, code, number or copied field. */
  none(column: number): void;
  /** Writes a status: ASCII that needs no escaping. */
  status(column: number, word: Uint8Array): void;
  /** Writes a byte offset or a count. */
  number(column: number, value: number): void;
  /** Copies a field of the input without decoding it. */
  copy(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** @param crLf whether the input record ended with CR LF */
  end(crLf: boolean): void;
}
