import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { countLayers } from "../../../engines/record.mjs";
import { type ByteWriter, readHex, ScratchBuffer, writeHex } from "./byte-writer.ts";
import { COLUMNS, type Layout, type OutColumn, SECOND_VALUE } from "./columns.ts";
import type { Field, RecordReader, RecordWriter } from "./format.ts";
import { hasNul, Result, type Slice, SliceHolder, type Status, STATUSES } from "./result.ts";
import { OUTCOMES } from "./kernel/layout.ts";
import type { RecordKernel } from "./kernel/record-kernel.ts";
import { isText, type Operation } from "./operations.ts";
import { PERCENT } from "../../shared/text.ts";

/** The options for every operation. */
export interface FilterOptions {
  /** Handles most records. */
  readonly kernel?: RecordKernel | undefined;
  /** The output of the writer. */
  readonly out: ByteWriter;
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
  /** Whether the value of a bad record is its field as it is written, if that is UTF-8; else it is null. */
  readonly keepsBad?: boolean;
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
  readonly #field = new SliceHolder();
  /** The field before the operation, which may replace it. */
  readonly #given = new SliceHolder();
  readonly #unhexed = new ScratchBuffer();
  readonly #escaped = new ScratchBuffer();
  readonly #hexed = new ScratchBuffer();
  /** How many records were handled. */
  records = 0;
  /** The columns of the output. */
  #columns: readonly OutColumn[] = [];
  #inPlace: Layout["inPlace"];
  /** The start of the field in the record, or -1 without one. */
  #start = -1;
  /** Whether the value is equal to the field, which then stays as it is written. */
  #isSame = false;
  /** With `--out '*'`: whether the current record has no end mark, so that its result gets none; and the same for the result before it. */
  #isLast = false;
  #isOpen = false;
  /** The places of the copied fields. */
  #copies: readonly number[] = [];
  /** The chosen fields, and how many records each is missing from. */
  #fields: readonly Field[] = [];
  #missing: number[] = [];
  /** How many records could not be cut into fields. */
  #uncut = 0;
  #tooLong: Uint8Array = new Uint8Array(0);

  constructor(reader: RecordReader, writer: RecordWriter, operation: Operation, options: FilterOptions) {
    this.#reader = reader;
    this.#writer = writer;
    this.#operation = operation;
    this.#options = options;
  }

  /** Chooses the fields and the columns of the output. */
  choose({ fields, columns, inPlace }: Layout): void {
    this.#inPlace = inPlace;
    this.#fields = fields;
    if (this.#missing.length === 0) this.#missing = fields.map(() => 0);
    this.#columns = columns;
    this.#copies = [...new Set(columns.filter((column) => column >= 0))];
  }

  /** The chosen fields that no record had. */
  get absent(): readonly Field[] {
    const count = this.records - this.#uncut;
    return count === 0 ? [] : this.#fields.filter((_, place) => this.#missing[place] === count);
  }

  /** Whether `run` handles records. */
  get runs(): boolean {
    return this.#options.kernel?.cutter !== undefined;
  }

  /**
   * Handles complete records up to the first that the kernel leaves.
   *
   * @param most how many records may be handled
   * @returns the start of the first record that was not handled
   */
  run(bytes: Uint8Array, from: number, to: number, most: number): number {
    const next = this.#options.kernel!.run(bytes, from, to, this.#options.out, most);
    this.#countOutcomes();
    return next;
  }

  /** @param isOpen whether the input ends without the end mark of this record */
  record(bytes: Uint8Array, from: number, to: number, isOpen: boolean): void {
    const result = this.#result;
    this.#isSame = false;
    this.#isLast = isOpen && this.#inPlace !== undefined;
    const fault = this.#reader.cut(bytes, from, to);
    this.#start = fault === "" ? this.#reader.starts[0]! : -1;
    if (fault === "") {
      if (this.#options.kernel?.writes === true && this.#writeByKernel(bytes)) return;
      if (this.#inPlace !== "every") this.#apply(bytes);
    } else {
      this.#uncut++;
      this.#reader.starts.fill(-1);
      result.none("bad-record", fault);
    }
    this.#write(bytes, from, to);
  }

  /** Keeps the fields of a record that is too long if they end before the limit; `start` is its first bytes and a line end. */
  startTooLong(start: Uint8Array): void {
    const { starts, ends } = this.#reader;
    const limit = start.length - 1;
    starts.fill(-1);
    this.#reader.cut(start, 0, limit);
    for (let place = 0; place < starts.length; place++) {
      const [from, to] = [starts[place]!, ends[place]!];
      const isWhole = to >= from && to < limit;
      if (!isWhole || (this.#options.textOnly && !isText(start, from, to))) starts[place] = -1;
    }
    this.#tooLong = start;
  }

  /** Writes the result of the record of `startTooLong` at its end. */
  tooLong(): void {
    this.#uncut++;
    this.#start = -1;
    this.#result.none("too-long", "limit-exceeded");
    this.#write(this.#tooLong, -1, -1);
  }

  /** Writes a record by the kernel; returns whether it could. */
  #writeByKernel(bytes: Uint8Array): boolean {
    const { out } = this.#options;
    const { starts, ends, framing } = this.#reader;
    const field = this.#field;
    const kind = starts[0]! < 0 ? "not-text" : this.#reader.locate!(bytes, field);
    if (kind === "not-text") return false;
    const isNull = kind === "null";
    if (!this.#options.kernel!.write(bytes, starts, ends, isNull ? -1 : field.from, isNull ? -1 : field.to, out))
      return false;
    if (framing.crLf) out.byte(CARRIAGE_RETURN);
    out.byte(LINE_FEED);
    this.#countOutcomes();
    return true;
  }

  /** Adds what the kernel counted. */
  #countOutcomes(): void {
    for (let k = 0; k < OUTCOMES.length; k++) {
      const count = this.#options.kernel!.takeCount(k);
      if (count > 0) this.#count(OUTCOMES[k]!, count);
    }
  }

  #apply(bytes: Uint8Array): void {
    const result = this.#result;
    const { starts } = this.#reader;
    for (let place = 0; place < starts.length; place++) if (starts[place]! < 0) this.#missing[place]!++;
    if (this.#options.textOnly) {
      for (const place of this.#copies) {
        const from = starts[place]!;
        if (from < 0 || isText(bytes, from, this.#reader.ends[place]!)) continue;
        starts[place] = -1;
        return result.none("bad-record", "copied-field-not-utf8");
      }
    }
    if (starts[0]! < 0) return result.none("bad-record", "missing-field");
    const loaded = this.#reader.load(bytes, this.#field);
    if (loaded === "null") return result.none("null");
    if (loaded === "not-text") return result.none("bad-record", "not-a-string");
    if (this.#options.hex && !this.#readHex()) return;
    const { findNul, hex, escapesBelow } = this.#options;
    const given = this.#given;
    if (findNul || this.#inPlace) given.set(this.#field.bytes, this.#field.from, this.#field.to);
    this.#operation(this.#field, result);
    if (findNul && hasNul(result)) return result.none("malformed", "not-accepted", findNul(given));
    if (result.code === "encoded-surrogate" && result.byteOffset === this.#reader.loneSurrogate)
      result.code = "lone-surrogate";
    const isWritten = this.#inPlace !== undefined && !hex && escapesBelow === 0;
    this.#isSame = isWritten && result.hasValue && isEqual(given, result);
  }

  #readHex(): boolean {
    const { bytes, from, to } = this.#field;
    const target = this.#unhexed.reserve(to - from);
    const read = readHex(bytes, from, to, target);
    if (read < to) {
      this.#result.none("bad-record", "bad-hex", read - from);
      return false;
    }
    this.#field.set(target, 0, (to - from) / 2);
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
    this.records += count;
    this.counts.set(status, (this.counts.get(status) ?? 0) + count);
  }

  /** Writes the record as it is, with the value in place of its field. One that cannot be cut becomes null, unless bad ones are kept. */
  #writeInPlace(bytes: Uint8Array, from: number, to: number): void {
    const { out, keepsBad } = this.#options;
    const { status, code, hasValue } = this.#result;
    const start = this.#start;
    const stays = status === "null" || code === "missing-field" || (code !== "" && keepsBad) || this.#isSame;
    if (from < 0 || (start < 0 && !stays)) return this.#writer.none(0);
    out.copy(bytes, from, stays ? to : start);
    if (stays) return;
    if (hasValue) this.#writeValue(0, this.#result);
    else this.#writer.none(0);
    out.copy(bytes, this.#reader.ends[0]!, to);
  }

  /** Does the same for every field; the result is that of the first bad one. */
  #writeEvery(bytes: Uint8Array, from: number, to: number): void {
    const result = this.#result;
    const { starts, ends } = this.#reader;
    let bad: Pick<Result, "status" | "code" | "byteOffset"> | undefined;
    for (let start = from, end = from; start <= to; start = end + 1) {
      end = this.#reader.fieldEnd!(bytes, start, to);
      if (start > from) this.#options.out.byte(bytes[start - 1]!);
      starts[0] = this.#start = start;
      ends[0] = end;
      this.#isSame = false;
      this.#apply(bytes);
      if (result.code !== "") bad ??= { status: result.status, code: result.code, byteOffset: result.byteOffset };
      this.#writeInPlace(bytes, start, end);
    }
    result.none(bad?.status ?? "ok", bad?.code, bad?.byteOffset);
  }

  /** Whether the value of a bad record is its field as it is written. */
  #keeps(bytes: Uint8Array): boolean {
    const { keepsBad, textOnly } = this.#options;
    const [from, to] = [this.#reader.starts[0]!, this.#reader.ends[0]!];
    if (!keepsBad || this.#result.code === "" || from < 0) return false;
    if (textOnly) return isText(bytes, from, to);
    this.#reader.load(bytes, this.#field);
    return isText(this.#field.bytes, this.#field.from, this.#field.to);
  }

  /** @param from the start of the record, or -1 if it is too long */
  #write(bytes: Uint8Array, from: number, to: number): void {
    const result = this.#result;
    const writer = this.#writer;
    const reader = this.#reader;
    const columns = this.#columns;
    if (this.#isOpen) writer.end(false);
    if (this.#inPlace === "every" && this.#start >= 0) this.#writeEvery(bytes, from, to);
    else if (this.#inPlace) this.#writeInPlace(bytes, from, to);
    this.#count(result.status, 1);
    const first = this.#inPlace ? 1 : 0;
    for (let column = first; column < columns.length + first; column++) {
      const source = columns[column - first]!;
      if (source === COLUMNS.value) {
        if (result.hasValue) this.#writeValue(column, result);
        else if (this.#keeps(bytes)) writer.copy(column, bytes, reader.starts[0]!, reader.ends[0]!);
        else writer.none(column);
      } else if (source <= SECOND_VALUE) {
        const value = result.others[SECOND_VALUE - source];
        if (value === undefined) writer.none(column);
        else this.#writeValue(column, value);
      } else if (source === COLUMNS.status || source === COLUMNS.code) {
        const word = source === COLUMNS.status ? result.status : result.code;
        if (word === "") writer.none(column);
        else writer.text(column, toWord(word), 0, word.length);
      } else if (source === COLUMNS.byte_offset) {
        if (result.byteOffset < 0) writer.none(column);
        else writer.number(column, result.byteOffset);
      } else if (source === COLUMNS.layers) {
        if (result.hasValue) writer.number(column, countLayers(result.bytes, result.from, result.to));
        else writer.none(column);
      } else if (reader.starts[source]! < 0 || reader.isNull(bytes, source)) {
        writer.none(column);
      } else {
        writer.copy(column, bytes, reader.starts[source]!, reader.ends[source]!);
      }
    }
    this.#isOpen = this.#isLast;
    this.#isLast = false;
    if (!this.#isOpen) writer.end(reader.framing.crLf);
  }
}

function isEqual(a: Slice, b: Slice): boolean {
  let i = 0;
  while (i < a.to - a.from && a.bytes[a.from + i] === b.bytes[b.from + i]) i++;
  return i === a.to - a.from && i === b.to - b.from;
}

function toWord(text: string): Uint8Array {
  let word = WORD_BYTES.get(text);
  if (word === undefined) WORD_BYTES.set(text, (word = Buffer.from(text)));
  return word;
}
