import type { Framing } from "../../src/base/framing.ts";
import type { Slice } from "./result.ts";

/** A field by its number, which counts from 1 for people and from 0 here, or by its name. */
export type Field = number | string;

/** What a field is: its bytes are loaded, or it is null, or it is no text. */
export type Loaded = "text" | "null" | "not-text";

/** How a format's records are read. */
export interface RecordReader extends Framing {
  /** Whether a byte order mark before the first record is none of it. */
  readonly skipsMark?: boolean;
  /** Where each wanted field begins and ends in the record that was cut, in the order of `choose`; -1 where it is missing. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Where in the field that was loaded a lone surrogate stands that was spelled as an escape, if the format has such. */
  readonly lone?: number;
  /** Says which fields are wanted; the first is the one that the operation takes. */
  choose(fields: readonly Field[]): void;
  /** Reads a record as the names of the fields; undefined where it cannot be cut. */
  names(bytes: Uint8Array, from: number, to: number): string[] | undefined;
  /** Cuts a record into fields, or gives the code of what is wrong with it. Behind `to` stands a byte that no field has. */
  cut(bytes: Uint8Array, from: number, to: number): string;
  /** Loads the field for the operation. */
  load(bytes: Uint8Array, field: Slice): Loaded;
  /** Whether a field that is there says null. */
  isNull(bytes: Uint8Array, field: number): boolean;
}

/** The place of each wanted field, by its number, or -1; there is none behind the last that is wanted. */
export function findPlaces(fields: readonly Field[]): Int32Array {
  const numbers = fields as readonly number[];
  const places = new Int32Array(Math.max(...numbers) + 1).fill(-1);
  for (const [place, number] of numbers.entries()) places[number] = place;
  return places;
}

/** How a format's records are written; the columns of a record are given in order. */
export interface RecordWriter {
  begin(): void;
  /** A text that is UTF-8. */
  text(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** No text, code, number or copied field. */
  none(column: number): void;
  /** ASCII in which nothing has to be escaped: a status. */
  status(column: number, word: Uint8Array): void;
  code(column: number, word: Uint8Array): void;
  byteOffset(column: number, value: number): void;
  /** A field of the input as it is written there. */
  copy(column: number, bytes: Uint8Array, from: number, to: number): void;
  /** @param crLf whether the record that this one answers ended with CR LF */
  end(crLf: boolean): void;
}
