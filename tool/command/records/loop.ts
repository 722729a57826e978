import { quote } from "../../shared/text.ts";
import { LINE_FEED } from "../../shared/files/framing.ts";
import { RecordCutter, type RecordHandler } from "../../shared/files/record-cutter.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Source } from "../io/source.ts";
import type { RecordFilter } from "./filter.ts";
import type { RecordReader } from "./format.ts";

/** The byte order mark in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** The most bytes of the line with the count of records: 15 digits and a CR. */
const MAX_COUNT_BYTES = 16;
/** No limit: more records than a buffer holds, and still below 2 ** 32. */
const MAX_RECORDS = 2 ** 31;

export interface LoopOptions {
  /** The most bytes that the content of a record may have. */
  readonly maxRecord: number;
  /** Whether each chunk of records starts with a line with their count, as ClickHouse writes it with send_chunk_header. */
  readonly chunkHeader: boolean;
  /** Called before each read, which may block. */
  readonly beforeRead: () => void;
  /** Called with the byte order mark of the first file, unless its output has none. */
  readonly onMark?: ((mark: Uint8Array) => void) | undefined;
  /** Reads the first record of each file as the names of the fields, and returns whether its syntax is right. */
  readonly onHeader?: (bytes: Uint8Array, from: number, to: number) => boolean;
}

/** Reads files block by block and passes each record to the filter, without byte order marks, headers and chunk counts. */
export class RecordLoop implements RecordHandler {
  bytes = 0;
  prefix: RecordHandler["prefix"];
  run: RecordHandler["run"];
  readonly #reader: RecordReader;
  readonly #filter: RecordFilter;
  readonly #options: LoopOptions;
  readonly #cutter: RecordCutter;

  #name = "";
  /** Whether no earlier file has a byte. */
  #isFirst = true;
  #headerDue = false;
  /** How many records are left of a chunk. */
  #left = 0;

  constructor(reader: RecordReader, filter: RecordFilter, buffer: Uint8Array, options: LoopOptions) {
    this.#reader = reader;
    this.#filter = filter;
    this.#options = options;
    this.#cutter = new RecordCutter(reader.framing, this, { maxRecord: options.maxRecord, buffer });
  }

  /** Reads a file to its end; no record continues in the next file. */
  file(source: Source): void {
    const { onHeader, chunkHeader, beforeRead } = this.#options;
    this.#name = source.name;
    this.#isFirst = this.bytes === 0;
    this.#headerDue = onHeader !== undefined;
    this.#useKernel();
    this.prefix = chunkHeader ? this.#skipCount : undefined;
    if (this.#headerDue || (this.#reader.skipsByteOrderMark === true && !chunkHeader))
      this.prefix = this.#skipByteOrderMark;
    this.#cutter.readAll((...space) => {
      beforeRead();
      const count = source.read(...space);
      this.bytes += count;
      return count;
    });
    if (this.#left > 0) {
      const records = this.#left === 1 ? "1 record" : `${this.#left} records`;
      throw new CliError(EXIT.data, `${this.#name}: the input ended ${records} before the end of its chunk`);
    }
  }

  record(bytes: Uint8Array, from: number, end: number, next: number): void {
    if (this.#headerDue) {
      this.#headerDue = false;
      if (this.#options.onHeader?.(bytes, from, end) === false)
        throw new CliError(EXIT.data, `${this.#name}: the quotation marks of the header do not match`);
      this.#useKernel();
      return;
    }
    if (this.#left > 0) this.#left--;
    this.#filter.record(bytes, from, end, next === end);
  }

  excess(bytes: Uint8Array, from: number, _to: number, isFirst: boolean, isLast: boolean): void {
    if (this.#headerDue) throw new CliError(EXIT.data, `${this.#name}: the header is longer than --max-record`);
    if (isFirst) {
      const { maxRecord } = this.#options;
      const start = new Uint8Array(maxRecord + 1).fill(LINE_FEED);
      start.set(bytes.subarray(from, from + maxRecord));
      this.#filter.startTooLong(start);
    }
    if (!isLast) return;
    if (this.#left > 0) this.#left--;
    this.#filter.tooLong();
  }

  unframed(from: number): CliError {
    const place = `${this.#name}: record ${this.#filter.records + 1} (byte ${this.#cutter.before + from})`;
    return new CliError(
      EXIT.data,
      `${place}: a length of more than 1 GiB: these are not the columns that --columns declares`,
    );
  }

  /** Passes many records to the filter at once, if it handles them and no header is due. */
  #useKernel(): void {
    this.run = this.#filter.runs && !this.#headerDue ? this.#run : undefined;
  }

  readonly #run = (bytes: Uint8Array, from: number, to: number): number => {
    const before = this.#filter.records;
    const next = this.#filter.run(bytes, from, to, this.#options.chunkHeader ? this.#left : MAX_RECORDS);
    if (this.#left > 0) this.#left -= this.#filter.records - before;
    return next;
  };

  /** Skips the byte order mark at the beginning of a file; waits for more input after a part of a mark. */
  readonly #skipByteOrderMark = (bytes: Uint8Array, from: number, to: number, final: boolean): number => {
    const mark = markLength(bytes, to);
    if (mark === to && mark < BYTE_ORDER_MARK.length && !final) return ~from;
    this.prefix = undefined;
    if (mark === BYTE_ORDER_MARK.length && this.#isFirst) this.#options.onMark?.(bytes.subarray(0, mark));
    return mark === BYTE_ORDER_MARK.length ? mark : from;
  };

  /** Reads the count before a chunk. */
  readonly #skipCount = (bytes: Uint8Array, from: number, to: number, final: boolean): number => {
    let at = from;
    while (this.#left === 0) {
      let end = at;
      while (end < to && bytes[end] !== LINE_FEED) end++;
      if (end === to && ((!final && end - at <= MAX_COUNT_BYTES) || at === end)) return ~at;
      const line = Buffer.from(bytes.subarray(at, Math.min(end, at + MAX_COUNT_BYTES + 1))).toString("latin1");
      if (end === to || end - at > MAX_COUNT_BYTES || !/^[0-9]{1,15}\r?$/.test(line)) {
        const place = `${this.#name}: byte ${this.#cutter.before + at}`;
        throw new CliError(EXIT.data, `${place}: a chunk begins with its number of records, not ${quote(line)}`);
      }
      at = end + 1;
      this.#left = Number.parseInt(line);
    }
    return at;
  };
}

/** Returns how many bytes of a byte order mark the input begins with. */
function markLength(bytes: Uint8Array, length: number): number {
  let k = 0;
  while (k < BYTE_ORDER_MARK.length && k < length && bytes[k] === BYTE_ORDER_MARK[k]) k++;
  return k;
}
