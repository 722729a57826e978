import { CARRIAGE_RETURN, type Framing } from "../../shared/files/framing.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { Field, Loaded, RecordReader, RecordWriter } from "./format.ts";
import type { SliceHolder } from "./result.ts";

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
    starts.fill(-1);
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
