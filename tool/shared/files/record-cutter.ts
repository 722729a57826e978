import { type Framing, LINE_FEED, UNFRAMED } from "./framing.ts";

/** Handles the records of an input. Positions are indexes into the buffer, which is valid until the call returns. */
export interface RecordHandler {
  /**
   * Called with many complete records, none of them longer than the limit.
   *
   * @returns the start of the first record that was not handled; `record` is called with it
   */
  readonly block?: ((bytes: Uint8Array, from: number, to: number) => number) | undefined;
  /**
   * Called with bytes that begin with a record; they may end inside one. It handles complete records that are not longer than the limit.
   *
   * @returns the start of the first record that was not handled; `record` is called with it when it is complete
   */
  readonly run?: ((bytes: Uint8Array, from: number, to: number) => number) | undefined;
  /**
   * Called before each record, to skip bytes that belong to no record, and again if the record continues in the next part of the input.
   *
   * @returns where the record begins, or the complement (`~`) of that index if more bytes are needed to find it
   */
  readonly prefix?: ((bytes: Uint8Array, from: number, to: number, final: boolean) => number) | undefined;
  /** Called with each record that `block` and `run` did not handle. Its content ends at `end`, its end mark at `next`; one more byte follows. */
  record(bytes: Uint8Array, from: number, end: number, next: number): void;
  /** Called with each part of a record that is longer than the limit; the last part contains the end mark. */
  excess(bytes: Uint8Array, from: number, to: number, isFirst: boolean, isLast: boolean): void;
  /** Returns the error for an input that cannot be cut into records after `from`, which is negative for a record that began before the buffer. */
  unframed?(from: number): Error;
}

export interface CutterOptions {
  /** The most bytes that the content of a record may have. */
  readonly maxRecord: number;
  /** The buffer to read into; its last byte is reserved. */
  readonly buffer: Uint8Array;
  /** Returns the buffer to use after one read has filled the first buffer. */
  readonly nextBuffer?: (() => Uint8Array) | undefined;
}

/**
 * Cuts an input into records, for the command and for the page.
 *
 * The caller writes bytes into `space` from `held` on and calls `take`. A record stays in the buffer until it is complete. If it is
 * longer than the limit, its parts are passed to `excess` and do not stay.
 */
export class RecordCutter {
  /** How many bytes of the input precede the buffer. */
  before = 0;
  /** How many bytes of the buffer are in use. */
  held = 0;
  readonly #framing: Framing;
  readonly #handler: RecordHandler;
  readonly #maxRecord: number;
  #nextBuffer: (() => Uint8Array) | undefined;
  /** The buffer for input while records are short. */
  #firstBuffer: Uint8Array;
  /** The buffer for input now. */
  #buffer: Uint8Array;
  #space: Uint8Array;
  /** The buffer of the last long record, kept for the next one. */
  #large = new Uint8Array(0);
  /** How many bytes of a record that is too long were passed on; then only its end is searched for. */
  #skipped = 0;
  /** How many bytes of the current record were searched for its end. */
  #searched = 0;

  constructor(framing: Framing, handler: RecordHandler, { maxRecord, buffer, nextBuffer }: CutterOptions) {
    this.#framing = framing;
    this.#handler = handler;
    this.#maxRecord = maxRecord;
    this.#firstBuffer = this.#buffer = buffer;
    this.#space = buffer.subarray(0, buffer.length - 1);
    this.#nextBuffer = nextBuffer;
  }

  /** The buffer for the next bytes, from `held` on. */
  get space(): Uint8Array {
    return this.#space;
  }

  /** Reads an input to its end; no record continues in the next one. `read` returns how many bytes it wrote into the buffer. */
  readAll(read: (buffer: Uint8Array, from: number) => number): void {
    this.start();
    for (let count = -1; count !== 0;) {
      count = read(this.space, this.held);
      this.take(count, count === 0);
    }
  }

  /** Starts another input. */
  start(): void {
    this.before = this.held = this.#searched = this.#skipped = 0;
  }

  /**
   * Passes the complete records to the handler.
   *
   * @param count how many bytes were written into `space`
   * @param final whether the input ends here
   */
  take(count: number, final: boolean): void {
    const length = this.held + count;
    this.#keepRest(this.#cut(length, final), length);
  }

  /** Passes on records and returns where the first incomplete record begins. */
  #cut(length: number, final: boolean): number {
    const framing = this.#framing;
    const handler = this.#handler;
    const buffer = this.#buffer;
    const bulk = handler.block !== undefined && framing.lastEnd !== undefined;
    let start = 0;
    let from = this.#searched;
    /** The end of the complete records within the limit. */
    let complete = 0;
    for (;;) {
      if (handler.prefix !== undefined && this.#skipped === 0) {
        const begin = handler.prefix(buffer, start, length, final);
        if (begin < 0) return this.#stopAt(~begin, 0);
        if (begin > start) from = start = begin;
      }
      if (bulk && this.#skipped === 0) {
        // No record in this range is too long.
        if (complete <= start) complete = framing.lastEnd(buffer, from, Math.min(length, start + this.#maxRecord + 1));
        const done = complete > start ? handler.block(buffer, start, complete) : start;
        if (done > start) {
          from = start = done;
          continue;
        }
      }
      if (handler.run !== undefined && from === start && this.#skipped === 0) {
        const done = handler.run(buffer, start, length);
        if (done > start) {
          from = start = done;
          continue;
        }
      }
      const next = this.#takeRecord(start, from, length, final);
      if (next < 0) break;
      from = start = next;
    }
    // The byte after the limit may be the CR of an end mark.
    if (length - start <= this.#maxRecord + 1 && this.#skipped === 0) return this.#stopAt(start, length - start);
    if (length > start) handler.excess(buffer, start, length, this.#skipped === 0, false);
    this.#skipped += length - start;
    return this.#stopAt(length, 0);
  }

  /** Stores how many bytes from `start` on were searched for the end of the record, and returns `start`. */
  #stopAt(start: number, searched: number): number {
    this.#searched = searched;
    return start;
  }

  /** Passes on one record and returns where the next one begins, or -1 if the record continues after the buffer. */
  #takeRecord(start: number, from: number, length: number, final: boolean): number {
    const framing = this.#framing;
    const buffer = this.#buffer;
    let end = framing.end(buffer, start, from, length);
    let next = framing.next;
    if (end < 0) {
      if (end === UNFRAMED)
        throw this.#handler.unframed?.(start - this.#skipped) ?? new RangeError("the input has no records");
      if (!final || (start === length && this.#skipped === 0)) return -1;
      framing.finish();
      end = next = length;
      buffer[length] = LINE_FEED;
    }
    const isRest = this.#skipped > 0;
    this.#skipped = 0;
    if (isRest || end - start > this.#maxRecord) this.#handler.excess(buffer, start, next, !isRest, true);
    else this.#handler.record(buffer, start, end, next);
    return next;
  }

  /** Keeps the bytes from `from` on for the next call. */
  #keepRest(from: number, length: number): void {
    const rest = this.#buffer.subarray(from, length);
    this.before += from;
    this.held = rest.length;
    if (this.#buffer !== this.#firstBuffer && rest.length < this.#firstBuffer.length / 2) {
      this.#switchTo(this.#firstBuffer, rest);
    } else if (length === this.#space.length && this.#nextBuffer !== undefined) {
      this.#firstBuffer = this.#nextBuffer();
      this.#nextBuffer = undefined;
      this.#switchTo(this.#firstBuffer, rest);
    } else if (rest.length === this.#space.length) {
      this.#switchTo(this.#largerBuffer(), rest);
    } else {
      this.#buffer.copyWithin(0, from, length);
    }
  }

  #switchTo(buffer: Uint8Array, rest: Uint8Array): void {
    buffer.set(rest);
    this.#buffer = buffer;
    this.#space = buffer.subarray(0, buffer.length - 1);
  }

  /** Returns a buffer of eight times the size, but no larger than the longest record needs. */
  #largerBuffer(): Uint8Array {
    if (this.#large.length <= this.#buffer.length) {
      this.#large = new Uint8Array(Math.min(this.#buffer.length * 8, this.#maxRecord + this.#firstBuffer.length));
    }
    return this.#large;
  }
}
