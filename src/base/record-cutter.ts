import { type Framing, LINE_FEED, UNFRAMED } from "./framing.ts";

/** What is done with the records of an input; positions are indexes of the buffer, which is good until the call returns. */
export interface RecordHandler {
  /**
   * Called with many whole records, none of them longer than the limit.
   *
   * @returns where the first record begins that has to be handled alone
   */
  readonly block?: ((bytes: Uint8Array, from: number, to: number) => number) | undefined;
  /**
   * Called before each record, for what stands there and belongs to no record.
   *
   * @returns where the record begins, or its complement (`~`) if more bytes are needed to say it
   */
  readonly prefix?: ((bytes: Uint8Array, from: number, to: number, final: boolean) => number) | undefined;
  /** Called with each other record: its content ends at `end`, and its end mark at `next`. Behind both is one more byte. */
  record(bytes: Uint8Array, from: number, end: number, next: number): void;
  /** Called with each part of a record that is longer than the limit; the last part has the end mark. */
  excess(bytes: Uint8Array, from: number, to: number, isFirst: boolean, isLast: boolean): void;
  /** Returns the error for an input that cannot be cut into records behind `from`. */
  unframed?(from: number): Error;
}

/** The limit and the buffers of a cutter. */
export interface CutterOptions {
  /** The most bytes that the content of a record may have. */
  readonly maxRecord: number;
  /** The buffer to read into; its last byte stays free. */
  readonly buffer: Uint8Array;
  /** Returns the buffer to go on with when the first one was filled by one read. */
  readonly nextBuffer?: (() => Uint8Array) | undefined;
}

/**
 * Cuts an input into records: the one loop that does so, in the command and in the page.
 *
 * The caller puts bytes into `space` from `held` on and calls `take`. A record is held until it is whole, or known to be longer
 * than the limit; then its parts are handed on, and nothing of it is held.
 */
export class RecordCutter {
  /** How many bytes of the input stand before the buffer. */
  before = 0;
  /** How many bytes of the buffer are taken. */
  held = 0;
  readonly #framing: Framing;
  readonly #handler: RecordHandler;
  readonly #maxRecord: number;
  #nextBuffer: (() => Uint8Array) | undefined;
  /** Where input is read to while records are short. */
  #home: Uint8Array;
  /** Where input is read to now. */
  #buffer: Uint8Array;
  #space: Uint8Array;
  /** Where input was read to when a record was long last; it is kept for the next long one. */
  #large = new Uint8Array(0);
  /** Whether the record at hand is too long, and only its end is looked for. */
  #skipping = false;
  /** Up to where the record at hand was searched for its end. */
  #searched = 0;

  constructor(framing: Framing, handler: RecordHandler, { maxRecord, buffer, nextBuffer }: CutterOptions) {
    this.#framing = framing;
    this.#handler = handler;
    this.#maxRecord = maxRecord;
    this.#home = this.#buffer = buffer;
    this.#space = buffer.subarray(0, buffer.length - 1);
    this.#nextBuffer = nextBuffer;
  }

  /** Where the next bytes go, from `held` on. */
  get space(): Uint8Array {
    return this.#space;
  }

  /** Begins another input. */
  start(): void {
    this.before = this.held = this.#searched = 0;
    this.#skipping = false;
  }

  /**
   * Hands on the records that are whole.
   *
   * @param count how many bytes came
   * @param final whether the input ends here
   */
  take(count: number, final: boolean): void {
    const length = this.held + count;
    this.#hold(this.#cut(length, final), length);
  }

  /** Hands on records and returns where the first one begins that is not whole. */
  #cut(length: number, final: boolean): number {
    const framing = this.#framing;
    const handler = this.#handler;
    const buffer = this.#buffer;
    const bulk = handler.block !== undefined && framing.lastEnd !== undefined;
    let start = 0;
    let from = this.#searched;
    /** Behind whole records that are short enough. */
    let whole = 0;
    for (;;) {
      if (handler.prefix !== undefined && !this.#skipping) {
        const begin = handler.prefix(buffer, start, length, final);
        if (begin < 0) return this.#wait(~begin, 0);
        if (begin > start) from = start = begin;
      }
      if (bulk && !this.#skipping) {
        // In so many bytes no record is too long.
        if (whole <= start) whole = framing.lastEnd(buffer, from, Math.min(length, start + this.#maxRecord + 1));
        const done = whole > start ? handler.block(buffer, start, whole) : start;
        if (done > start) {
          from = start = done;
          continue;
        }
      }
      const next = this.#one(start, from, length, final);
      if (next < 0) break;
      from = start = next;
    }
    // One byte more may be the CR of an end mark.
    if (length - start <= this.#maxRecord + 1 && !this.#skipping) return this.#wait(start, length - start);
    if (length > start) handler.excess(buffer, start, length, !this.#skipping, false);
    this.#skipping = true;
    return this.#wait(length, 0);
  }

  /** Notes how many bytes of what is held were searched for the end of a record. */
  #wait(start: number, searched: number): number {
    this.#searched = searched;
    return start;
  }

  /** Hands on one record and returns where the next one begins, or -1 if the record goes on behind the buffer. */
  #one(start: number, from: number, length: number, final: boolean): number {
    const framing = this.#framing;
    const buffer = this.#buffer;
    let end = framing.end(buffer, start, from, length);
    let next = framing.next;
    if (end < 0) {
      if (end === UNFRAMED) throw this.#handler.unframed?.(start) ?? new RangeError("the input has no records");
      if (!final || (start === length && !this.#skipping)) return -1;
      framing.finish();
      end = next = length;
      buffer[length] = LINE_FEED;
    }
    const skipped = this.#skipping;
    this.#skipping = false;
    if (skipped || end - start > this.#maxRecord) this.#handler.excess(buffer, start, next, !skipped, true);
    else this.#handler.record(buffer, start, end, next);
    return next;
  }

  /** Keeps the bytes from `from` on for the next call. */
  #hold(from: number, length: number): void {
    const rest = this.#buffer.subarray(from, length);
    this.before += from;
    this.held = rest.length;
    if (this.#buffer !== this.#home && rest.length < this.#home.length / 2) {
      this.#use(this.#home, rest);
    } else if (length === this.#space.length && this.#nextBuffer !== undefined) {
      this.#home = this.#nextBuffer();
      this.#nextBuffer = undefined;
      this.#use(this.#home, rest);
    } else if (rest.length === this.#space.length) {
      this.#use(this.#larger(), rest);
    } else {
      this.#buffer.copyWithin(0, from, length);
    }
  }

  #use(buffer: Uint8Array, rest: Uint8Array): void {
    buffer.set(rest);
    this.#buffer = buffer;
    this.#space = buffer.subarray(0, buffer.length - 1);
  }

  /** Returns a buffer of several times the size, but no larger than the longest record needs. */
  #larger(): Uint8Array {
    if (this.#large.length <= this.#buffer.length) {
      this.#large = new Uint8Array(Math.min(this.#buffer.length * 8, this.#maxRecord + this.#home.length));
    }
    return this.#large;
  }
}
