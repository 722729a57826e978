import { quote } from "../../shared/text.ts";
import { type Framing, UNFRAMED } from "../../shared/files/framing.ts";
import { refuse } from "../io/errors.ts";
import { didYouMean } from "../line/suggest.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { type Column, COLUMNS, type OutColumn } from "./columns.ts";
import type { Field, Loaded, RecordReader, RecordWriter } from "./format.ts";
import { BINARY, type KernelTraits } from "./kernel/layout.ts";
import type { SliceHolder } from "./result.ts";

// https://clickhouse.com/docs/interfaces/formats/RowBinary: values follow each other, without separators.

/** The type of a declared column. */
export interface ColumnType {
  readonly name: string;
  /** The number of bytes of a value, or -1 if the value starts with its length. */
  readonly width: number;
  readonly nullable: boolean;
}

const WIDTHS: Readonly<Record<string, number>> = {
  String: -1,
  Bool: 1,
  Enum8: 1,
  Enum16: 2,
  Float32: 4,
  Float64: 8,
  Date: 2,
  Date32: 4,
  DateTime: 4,
  DateTime64: 8,
  UUID: 16,
  IPv4: 4,
  IPv6: 16,
  ...Object.fromEntries(
    [8, 16, 32, 64, 128, 256].flatMap((bits) => [
      [`UInt${bits}`, bits / 8],
      [`Int${bits}`, bits / 8],
    ]),
  ),
};

/** The longest string that ClickHouse accepts in RowBinary. A greater length means that the columns are declared wrongly. */
const MAX_STRING_BYTES = 2 ** 30;
/** A length has at most five bytes of seven bits. */
const LONGEST_LENGTH_SHIFT = 35;

/** Finds the types of the columns that `--columns` declares. */
export function columnTypes(columns: readonly Column[]): ColumnType[] {
  return columns.map(({ name, type }) => {
    let plain = type;
    let nullable = false;
    for (;;) {
      const [, wrapper, inner] = /^(Nullable|LowCardinality)\((.+)\)$/.exec(plain) ?? [];
      if (inner === undefined) break;
      nullable ||= wrapper === "Nullable";
      plain = inner;
    }
    const fixed = /^FixedString\(([1-9][0-9]{0,5})\)$/.exec(plain);
    const [, word = ""] = /^(\w+)(?:\([^]*\))?$/.exec(plain) ?? [];
    const width = fixed ? Number(fixed[1]) : Object.hasOwn(WIDTHS, word) ? WIDTHS[word] : undefined;
    if (width === undefined) {
      const suggestion = didYouMean(type, Object.keys(WIDTHS));
      refuse(`--columns: ${quote(type)} is not a supported type${suggestion}`);
    }
    return { name, width, nullable };
  });
}

/** Returns what the kernel needs for RowBinary. */
export function rowBinaryTraits(types: readonly ColumnType[]): KernelTraits {
  return {
    framing: { types },
    hasNulls: false,
    kind: BINARY,
    // The flag and the length.
    tail: { cut: 2, kept: 0 },
    escapes: new Uint8Array(0x100),
    copyActions: undefined,
  };
}

// The kind of the next byte. START until a value's first byte is read, so that `cut` can still use the last record.
const START = 3;
const FLAG = 0;
const LENGTH = 1;
const BYTES = 2;

/** The index of the content of a value before it is found, and of that of a null. */
const UNKNOWN = -1;
const NULL_CONTENT = -2;

export class RowBinaryReader implements RecordReader, Framing {
  readonly framing = this;
  next = 0;
  readonly crLf = false;
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  readonly #types: readonly ColumnType[];
  /** The chosen columns. */
  #chosen: readonly number[] = [0];

  #column = 0;
  #phase = START;
  /** The number of bytes left in the value, or the part of its length that has been read. */
  #left = 0;
  #shift = 0;
  /** How many bytes of the record have been scanned. */
  #seen = 0;
  #complete = false;
  /** The index of each value in the record, the index of its content, and its end. */
  readonly #begins: Float64Array;
  readonly #contents: Float64Array;
  readonly #ends: Float64Array;

  constructor(types: readonly ColumnType[]) {
    this.#types = types;
    this.#begins = new Float64Array(types.length);
    this.#contents = new Float64Array(types.length);
    this.#ends = new Float64Array(types.length);
  }

  end(bytes: Uint8Array, _start: number, from: number, to: number): number {
    const types = this.#types;
    let i = from;
    while (i < to) {
      const type = types[this.#column]!;
      if (this.#phase === START) this.#begin(type, this.#seen + (i - from));
      if (this.#phase === FLAG) {
        if (bytes[i++] !== 0) {
          this.#contents[this.#column] = NULL_CONTENT;
          this.#left = 0;
          this.#phase = BYTES;
        } else {
          this.#value(type);
        }
      } else if (this.#phase === LENGTH) {
        const byte = bytes[i++]!;
        this.#left += (byte & 0x7f) * 2 ** this.#shift;
        this.#shift += 7;
        if (this.#left > MAX_STRING_BYTES || this.#shift > LONGEST_LENGTH_SHIFT) return UNFRAMED;
        if (byte >= 0x80) continue;
        this.#phase = BYTES;
      }
      if (this.#phase !== BYTES) continue;
      // The flag and the length have been read, so the content begins here.
      if (this.#contents[this.#column] === UNKNOWN) this.#contents[this.#column] = this.#seen + (i - from);
      const step = Math.min(this.#left, to - i);
      i += step;
      this.#left -= step;
      if (this.#left > 0) break;
      this.#ends[this.#column] = this.#seen + (i - from);
      if (++this.#column === types.length) {
        this.#column = 0;
        this.#seen = 0;
        this.#complete = true;
        this.#phase = START;
        this.next = i;
        return i;
      }
      this.#phase = START;
    }
    this.#seen += i - from;
    return -1;
  }

  finish(): void {
    this.#column = 0;
    this.#seen = 0;
    this.#complete = false;
    this.#phase = START;
  }

  choose(fields: readonly Field[]): void {
    const numbers = fields as readonly number[];
    const unknown = numbers.find((number) => number >= this.#types.length);
    if (unknown !== undefined) refuse(`--columns declares no column ${unknown + 1}`);
    const { name, width } = this.#types[numbers[0]!]!;
    if (width !== -1) refuse(`the field ${name} has to be a String or a Nullable(String)`);
    this.#chosen = numbers;
  }

  cut(_bytes: Uint8Array, from: number): string {
    for (let place = 0; place < this.#chosen.length; place++) {
      this.starts[place] = from + this.#begins[this.#chosen[place]!]!;
      this.ends[place] = from + this.#ends[this.#chosen[place]!]!;
    }
    return this.#complete ? "" : "truncated-record";
  }

  load(bytes: Uint8Array, field: SliceHolder): Loaded {
    const column = this.#chosen[0]!;
    if (this.#contents[column] === NULL_CONTENT) return "null";
    field.set(bytes, this.starts[0]! + this.#contents[column]! - this.#begins[column]!, this.ends[0]!);
    return "text";
  }

  /** A copied null keeps its flag, so it needs no special treatment. */
  isNull(): boolean {
    return false;
  }

  #begin(type: ColumnType, at: number): void {
    if (this.#column === 0) this.#ends.fill(-1);
    this.#begins[this.#column] = at;
    this.#contents[this.#column] = UNKNOWN;
    if (type.nullable) this.#phase = FLAG;
    else this.#value(type);
  }

  #value({ width }: ColumnType): void {
    this.#phase = width < 0 ? LENGTH : BYTES;
    this.#left = Math.max(width, 0);
    this.#shift = 0;
  }
}

const NOT_NULL = 0;
const IS_NULL = 1;

/** Writes status as String, value and code as Nullable(String), numbers as Nullable(UInt64), and a copied T as Nullable(T). */
export class RowBinaryWriter implements RecordWriter {
  readonly #out: ByteWriter;
  readonly #columns: readonly OutColumn[];
  /** Whether the field that is copied into a column is nullable, and so already has a flag. */
  readonly #nullable: readonly boolean[];

  constructor(columns: readonly OutColumn[], nullable: readonly boolean[], out: ByteWriter) {
    this.#columns = columns;
    this.#nullable = nullable;
    this.#out = out;
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.#columns[column] !== COLUMNS.status) this.#out.byte(NOT_NULL);
    let length = to - from;
    for (; length >= 0x80; length >>>= 7) this.#out.byte((length & 0x7f) | 0x80);
    this.#out.byte(length);
    this.#out.copy(bytes, from, to);
  }

  none(): void {
    this.#out.byte(IS_NULL);
  }

  number(_column: number, value: number): void {
    this.#out.byte(NOT_NULL);
    let rest = value;
    for (let k = 0; k < 8; k++) {
      this.#out.byte(rest % 256);
      rest = Math.floor(rest / 256);
    }
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (!this.#nullable[column]) this.#out.byte(NOT_NULL);
    this.#out.copy(bytes, from, to);
  }

  end(): void {}
}
