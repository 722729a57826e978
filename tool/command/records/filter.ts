import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { type ByteWriter, readHex, ScratchBuffer, writeHex } from "./byte-writer.ts";
import { COLUMNS, type Layout, type OutColumn, SECOND_VALUE } from "./columns.ts";
import type { Field, RecordReader, RecordWriter } from "./format.ts";
import { hasNul, Result, type Slice, type Status, STATUSES } from "./result.ts";
import { OUTCOMES } from "./kernel/layout.ts";
import type { RecordKernel } from "./kernel/record-kernel.ts";
import { isText, type Operation } from "./operations.ts";
import { HEX_VALUE, PERCENT } from "../../shared/text.ts";

/** The options for every operation. */
export interface FilterOptions {
  /** Handles most records; the writer has to use the same output. */
  readonly kernel?: { readonly records: RecordKernel; readonly out: ByteWriter } | undefined;
  /** Whether the field is read as hex and the value is written as hex. */
  readonly hex: boolean;
  /**
   * The first byte that is not written as an escape: 0x20 escapes the C0 controls, 1 only NUL, 0 nothing. If any byte is escaped, `%` is
   * escaped too: no other value is written the same way.
   */
  readonly escapesBelow: number;
  /** Finds the NUL in the field, if a value that contains NUL makes the record bad. */
  readonly findNul?: ((field: Slice) => number) | undefined;
  /** Whether copied fields must be UTF-8. */
  readonly textOnly: boolean;
}

/** The bytes of each status and code. */
const WORD_BYTES = new Map<string, Uint8Array>();

/** Applies the operation to each record, and writes the result. */
export class RecordFilter {
  /** The number of records with each status. */
  readonly counts = new Map<Status, number>(STATUSES.map((status) => [status, 0]));
  readonly #reader: RecordReader;
  readonly #writer: RecordWriter;
  readonly #operation: Operation;
  readonly #options: FilterOptions;
  readonly #result = new Result();
  readonly #field: Slice = { bytes: new Uint8Array(0), from: 0, to: 0 };
  readonly #unhexed = new ScratchBuffer();
  readonly #escaped = new ScratchBuffer();
  readonly #layers = new ScratchBuffer();
  readonly #hexed = new ScratchBuffer();
  /** How many records the last `run` handled. */
  ran = 0;
  /** The columns of the output. */
  #columns: readonly OutColumn[] = [];
  /** The places of the copied fields. */
  #copies: readonly number[] = [];
  /** The chosen fields, and how many records had not each of them. */
  #fields: readonly Field[] = [];
  #missing: number[] = [];
  /** How many records could not be cut into fields. */
  #uncut = 0;

  constructor(reader: RecordReader, writer: RecordWriter, operation: Operation, options: FilterOptions) {
    this.#reader = reader;
    this.#writer = writer;
    this.#operation = operation;
    this.#options = options;
  }

  /** Chooses the fields and the columns of the output. */
  choose({ fields, columns }: Layout): void {
    this.#fields = fields;
    if (this.#missing.length === 0) this.#missing = fields.map(() => 0);
    this.#columns = columns;
    this.#copies = [...new Set(columns.filter((column) => column >= 0))];
  }

  /** The chosen fields that no record had. */
  get absent(): readonly Field[] {
    const count = Array.from(this.counts.values()).reduce((sum, each) => sum + each, -this.#uncut);
    return count === 0 ? [] : this.#fields.filter((_, place) => this.#missing[place] === count);
  }

  /** Whether `run` handles records. */
  get runs(): boolean {
    return this.#options.kernel?.records.cuts ?? false;
  }

  /**
   * Handles complete records up to the first that the kernel leaves.
   *
   * @param most how many records may be handled
   * @returns the start of the first record that was not handled; `ran` is the number of the others
   */
  run(bytes: Uint8Array, from: number, to: number, most: number): number {
    const { records, out } = this.#options.kernel!;
    const next = records.run(bytes, from, to, out, most);
    this.ran = this.#countOutcomes();
    return next;
  }

  record(bytes: Uint8Array, from: number, to: number): void {
    const result = this.#result;
    const fault = this.#reader.cut(bytes, from, to);
    if (fault === "") {
      if (this.#options.kernel?.records.writes === true && this.#writeByKernel(bytes)) return;
      this.#apply(bytes);
    } else {
      this.#uncut++;
      this.#reader.starts.fill(-1);
      result.bad("bad-record", fault);
    }
    this.#write(bytes);
  }

  /** Writes the result of a record that is longer than `--max-record`. */
  tooLong(bytes: Uint8Array): void {
    this.#uncut++;
    this.#reader.starts.fill(-1);
    this.#result.bad("too-long", "limit-exceeded");
    this.#write(bytes);
  }

  /** Writes a record by the kernel; returns whether it could. */
  #writeByKernel(bytes: Uint8Array): boolean {
    const { records, out } = this.#options.kernel!;
    const { starts, ends, crLf } = this.#reader;
    const field = this.#field;
    const kind = starts[0]! < 0 ? "not-text" : this.#reader.locate!(bytes, field);
    if (kind === "not-text") return false;
    const isNull = kind === "null";
    if (!records.write(bytes, starts, ends, isNull ? -1 : field.from, isNull ? -1 : field.to, out)) return false;
    if (crLf) out.byte(CARRIAGE_RETURN);
    out.byte(LINE_FEED);
    this.#countOutcomes();
    return true;
  }

  /** Adds what the kernel counted, and returns the sum. */
  #countOutcomes(): number {
    let sum = 0;
    for (let k = 0; k < OUTCOMES.length; k++) {
      const count = this.#options.kernel!.records.takeCount(k);
      if (count > 0) this.#count(OUTCOMES[k]!, count);
      sum += count;
    }
    return sum;
  }

  #apply(bytes: Uint8Array): void {
    const result = this.#result;
    const { starts } = this.#reader;
    for (let place = 0; place < starts.length; place++) if (starts[place]! < 0) this.#missing[place]!++;
    if (this.#options.textOnly) {
      for (const place of this.#copies) {
        if (starts[place]! < 0 || isText(bytes, starts[place]!, this.#reader.ends[place]!)) continue;
        starts[place] = -1;
        return result.bad("bad-record", "copied-field-not-utf8");
      }
    }
    if (starts[0]! < 0) return result.bad("bad-record", "missing-field");
    const loaded = this.#reader.load(bytes, this.#field);
    if (loaded === "null") return result.noValue("null");
    if (loaded === "not-text") return result.bad("bad-record", "not-a-string");
    if (this.#options.hex && !this.#readHex()) return;
    const { findNul } = this.#options;
    // An operation may replace the field.
    const field = findNul && { ...this.#field };
    this.#operation(this.#field, result);
    if (findNul && hasNul(result)) return result.bad("malformed", "not-accepted", findNul(field!));
    if (result.code === "encoded-surrogate" && result.byteOffset === this.#reader.loneSurrogate)
      result.code = "lone-surrogate";
  }

  #readHex(): boolean {
    const { bytes, from, to } = this.#field;
    const target = this.#unhexed.reserve(to - from);
    const read = readHex(bytes, from, to, target);
    if (read < to) {
      this.#result.bad("bad-record", "bad-hex", read - from);
      return false;
    }
    this.#field.bytes = target;
    this.#field.from = 0;
    this.#field.to = (to - from) / 2;
    return true;
  }

  #writeValue(column: number, value: Slice): void {
    const escaped = this.#options.escapesBelow > 0 ? this.#escape(value) : value;
    const { bytes, from, to } = this.#options.hex ? this.#toHex(escaped) : escaped;
    this.#writer.text(column, bytes, from, to);
  }

  #escape(value: Slice): Slice {
    const { bytes, from, to } = value;
    const below = this.#options.escapesBelow;
    let i = from;
    while (i < to && bytes[i]! >= below && bytes[i] !== PERCENT) i++;
    if (i === to) return value;
    const target = this.#escaped.reserve((to - from) * 3);
    let at = 0;
    for (i = from; i < to; i++) {
      const byte = bytes[i]!;
      if (byte >= below && byte !== PERCENT) {
        target[at++] = byte;
      } else {
        target[at++] = PERCENT;
        at = writeHex(bytes, i, i + 1, target, at);
      }
    }
    return { bytes: target, from: 0, to: at };
  }

  #toHex({ bytes, from, to }: Slice): Slice {
    const target = this.#hexed.reserve((to - from) * 2);
    return { bytes: target, from: 0, to: writeHex(bytes, from, to, target, 0) };
  }

  #count(status: Status, count: number): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + count);
  }

  #write(bytes: Uint8Array): void {
    const result = this.#result;
    const writer = this.#writer;
    const reader = this.#reader;
    const columns = this.#columns;
    this.#count(result.status, 1);
    writer.begin();
    for (let column = 0; column < columns.length; column++) {
      const source = columns[column]!;
      if (source === COLUMNS.value) {
        if (result.hasValue) this.#writeValue(column, result);
        else writer.none(column);
      } else if (source <= SECOND_VALUE) {
        const value = result.others[SECOND_VALUE - source];
        if (value === undefined) writer.none(column);
        else this.#writeValue(column, value);
      } else if (source === COLUMNS.status) {
        writer.status(column, toWord(result.status));
      } else if (source === COLUMNS.code) {
        if (result.code === "") writer.none(column);
        else writer.code(column, toWord(result.code));
      } else if (source === COLUMNS.byte_offset) {
        if (result.byteOffset < 0) writer.none(column);
        else writer.number(column, result.byteOffset);
      } else if (source === COLUMNS.layers) {
        if (result.hasValue) writer.number(column, countLayers(result, this.#layers));
        else writer.none(column);
      } else if (reader.starts[source]! < 0 || reader.isNull(bytes, source)) {
        writer.none(column);
      } else {
        writer.copy(column, bytes, reader.starts[source]!, reader.ends[source]!);
      }
    }
    writer.end(reader.crLf);
  }
}

function toWord(text: string): Uint8Array {
  let word = WORD_BYTES.get(text);
  if (word === undefined) WORD_BYTES.set(text, (word = Buffer.from(text)));
  return word;
}

const LONGEST_ESCAPE_BYTES = 3;
const COUNT_BYTES = 4;

/**
 * Counts how often a text can be decoded: 0 for `a`, 1 for `%41`, 2 for `%2541`. Malformed escapes stay as they are.
 *
 * It needs one pass for any number of layers. The bytes after the last escape are on a stack, each with the layer in which it appears. A
 * `%` and two digits on top of the stack are decoded one layer after the last of them appears; an earlier `%` then waits for that result.
 */
export function countLayers({ bytes, from, to }: Slice, scratch: ScratchBuffer): number {
  let first = from;
  while (first < to && bytes[first] !== PERCENT) first++;
  if (first === to) return 0;
  const room = to - first;
  const area = scratch.reserve(room * (COUNT_BYTES + 1) + COUNT_BYTES);
  const start = (COUNT_BYTES - (area.byteOffset % COUNT_BYTES)) % COUNT_BYTES;
  const layers = new Uint32Array(area.buffer, area.byteOffset + start, room);
  const stack = area.subarray(start + room * COUNT_BYTES);
  let count = 0;
  let top = 0;
  for (let i = first; i < to; i++) {
    stack[top] = bytes[i]!;
    layers[top++] = 0;
    while (top >= LONGEST_ESCAPE_BYTES && stack[top - 3] === PERCENT) {
      const byte = (HEX_VALUE[stack[top - 2]!]! << 4) | HEX_VALUE[stack[top - 1]!]!;
      if (byte < 0) break;
      const layer = Math.max(layers[top - 3]!, layers[top - 2]!, layers[top - 1]!) + 1;
      top -= 2;
      stack[top - 1] = byte;
      layers[top - 1] = layer;
      count = Math.max(count, layer);
    }
  }
  return count;
}
