import { CARRIAGE_RETURN } from "../../shared/files/framing.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** The base class of writers that put one byte between columns. */
export class SeparatedWriter {
  protected readonly out: ByteWriter;
  readonly #separator: number;
  readonly #end: number;

  /** @param end the byte that ends a record */
  constructor(out: ByteWriter, separator: number, end: number) {
    this.out = out;
    this.#separator = separator;
    this.#end = end;
  }

  status(column: number, word: Uint8Array): void {
    this.separate(column);
    this.out.copy(word, 0, word.length);
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
