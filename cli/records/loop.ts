import { EXIT, Stop } from "../exit-codes.ts";
import type { Source } from "../input.ts";
import type { RecordFilter } from "./filter.ts";
import { BROKEN, type RecordReader } from "./format.ts";

const LINE_FEED = 0x0a;
/** The byte order mark in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
/** More digits than this no count of rows has. */
const LONGEST_COUNT = 15;

export interface LoopOptions {
  /** The most bytes that the content of a record may have. */
  readonly maxRecord: number;
  /** Whether a line with a count stands before each so many records, as ClickHouse writes it with send_chunk_header. */
  readonly chunkHeader: boolean;
  /** Called whenever more has to be read, which may take its time. */
  readonly beforeRead: () => void;
  /** Takes the first record of each file as the names of its fields, and says whether it could be read. */
  readonly onHeader?: (bytes: Uint8Array, from: number, to: number) => boolean;
}

/** Reads files block by block and hands on each record, which is whole then, or known to be too long. */
export class RecordLoop {
  records = 0;
  bytes = 0;
  readonly #reader: RecordReader;
  readonly #filter: RecordFilter;
  readonly #options: LoopOptions;
  /** Where input is read to while records are short. */
  readonly #home: Uint8Array;
  /** Where input is read to now. */
  #input: Uint8Array;
  /** The same, but for one byte that an end mark may need behind the last record. */
  #readable: Uint8Array;
  /** Where input was read to when a record was long last. */
  #large = new Uint8Array(0);

  #name = "";
  /** How many bytes of the file stand before the block at hand. */
  #before = 0;
  #headerDue = false;
  /** Whether a byte order mark may come next, which is to be skipped. */
  #markDue = false;
  /** How many records are left of a chunk. */
  #left = 0;
  /** Whether the record at hand is too long already, and only its end is looked for. */
  #skipping = false;
  /** Up to where the record at hand has been looked at. */
  #scanned = 0;

  constructor(reader: RecordReader, filter: RecordFilter, input: Uint8Array, options: LoopOptions) {
    this.#reader = reader;
    this.#filter = filter;
    this.#options = options;
    this.#home = this.#input = input;
    this.#readable = input.subarray(0, input.length - 1);
  }

  /** Reads a file to its end; its records are its own. */
  file(source: Source): void {
    this.#name = source.name;
    this.#before = this.#scanned = 0;
    const { onHeader, chunkHeader } = this.#options;
    this.#headerDue = onHeader !== undefined;
    this.#markDue = this.#headerDue || (this.#reader.skipsMark === true && !chunkHeader);
    for (let held = 0, last = false; !last;) {
      this.#options.beforeRead();
      const count = source.read(this.#readable, held);
      last = count === 0;
      this.bytes += count;
      held = this.#hold(this.#block(held + count, last), held + count);
    }
  }

  /** Takes all records that are whole, and gives where the one begins that is not. */
  #block(length: number, last: boolean): number {
    const { chunkHeader, maxRecord } = this.#options;
    const reader = this.#reader;
    const input = this.#input;
    let start = 0;
    if (this.#markDue) {
      const mark = markLength(input, length);
      // With a part of the mark nothing can be said yet.
      if (mark === length && mark < MARK.length && !last) return 0;
      this.#markDue = false;
      this.#scanned = start = mark === MARK.length ? mark : 0;
    }
    for (let from = this.#scanned; ;) {
      if (chunkHeader && this.#left === 0) {
        start = from = this.#chunk(start, length, last);
        if (this.#left === 0) break;
      }
      let end = reader.end(input, start, from, length);
      let next: number;
      if (end >= 0) {
        next = reader.next;
      } else {
        if (end === BROKEN) throw this.#broken(start);
        if (!last || (start === length && !this.#skipping)) break;
        reader.finish();
        end = next = length;
        input[length] = LINE_FEED;
      }
      this.#one(start, end, this.#skipping || end - start > maxRecord);
      this.#skipping = false;
      start = from = next;
    }
    if (last && this.#left > 0) {
      const records = this.#left === 1 ? "1 record" : `${this.#left} records`;
      throw new Stop(EXIT.data, `${this.#name}: the input ended ${records} before the end of its chunk`);
    }
    // One byte more than may be: it could be half of CR LF, which is none of the content.
    if (length - start > maxRecord + 1 && (!chunkHeader || this.#left > 0)) this.#skipping = true;
    return this.#skipping ? length : start;
  }

  #one(start: number, end: number, tooLong: boolean): void {
    const input = this.#input;
    if (this.#headerDue) {
      if (tooLong) throw new Stop(EXIT.data, `${this.#name}: the header is longer than --max-record`);
      this.#headerDue = false;
      if (!this.#options.onHeader!(input, start, end))
        throw new Stop(EXIT.data, `${this.#name}: the header is not CSV`);
      return;
    }
    this.records++;
    if (this.#left > 0) this.#left--;
    if (tooLong) this.#filter.tooLong(input);
    else this.#filter.record(input, start, end);
  }

  #broken(start: number): Stop {
    const place = `${this.#name}: record ${this.records + 1} (byte ${this.#before + start})`;
    return new Stop(
      EXIT.data,
      `${place}: a length of more than 1 GiB: these are not the columns that --columns declares`,
    );
  }

  /** Reads the count before a chunk, and gives where its records begin. */
  #chunk(from: number, length: number, last: boolean): number {
    let at = from;
    for (;;) {
      let end = at;
      while (end < length && this.#input[end] !== LINE_FEED) end++;
      if (end === length && !last && end - at <= LONGEST_COUNT) return at;
      if (end === length && at === end) return at;
      const line = Buffer.from(this.#input.subarray(at, Math.min(end, at + LONGEST_COUNT + 1))).toString("latin1");
      if (end === length || end - at > LONGEST_COUNT || !/^[0-9]+$/.test(line)) {
        const place = `${this.#name}: byte ${this.#before + at}`;
        throw new Stop(EXIT.data, `${place}: a chunk begins with its number of records, not ${JSON.stringify(line)}`);
      }
      at = end + 1;
      this.#left = Number(line);
      if (this.#left > 0) return at;
    }
  }

  /** Keeps what was not taken for the next block, and gives its length. */
  #hold(from: number, length: number): number {
    const held = length - from;
    this.#before += from;
    if (this.#input !== this.#home && held < this.#home.length / 2) {
      this.#home.set(this.#input.subarray(from, length));
      this.#use(this.#home);
    } else if (held === this.#readable.length) {
      const larger = this.#larger();
      larger.set(this.#readable);
      this.#use(larger);
    } else {
      this.#input.copyWithin(0, from, length);
    }
    this.#scanned = held;
    return held;
  }

  /** A buffer of several times the size, but no larger than the longest record needs; it is kept for the next long one. */
  #larger(): Uint8Array {
    if (this.#large.length <= this.#input.length) {
      this.#large = new Uint8Array(Math.min(this.#input.length * 8, this.#options.maxRecord + this.#home.length));
    }
    return this.#large;
  }

  #use(input: Uint8Array): void {
    this.#input = input;
    this.#readable = input.subarray(0, input.length - 1);
  }
}

/** How many bytes of a byte order mark the input begins with. */
function markLength(bytes: Uint8Array, length: number): number {
  let k = 0;
  while (k < MARK.length && k < length && bytes[k] === MARK[k]) k++;
  return k;
}
