export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const NUL = 0x00;

/** The result of `Framing.end` if the rest of the input cannot be cut into records. */
export const UNFRAMED = -2;

/** Finds where the records of one format end. */
export interface Framing {
  /** Where the record after the one that `end` found begins. */
  readonly next: number;
  /** Whether the record that `end` found ends with CR LF. */
  readonly crLf: boolean;
  /**
   * Returns where the content of the record ends, -1 if the record continues after `to`, or {@link UNFRAMED}.
   *
   * @param start where the record begins; 0 if the beginning of a long record is no longer in the buffer
   * @param from the first byte that has not been searched yet
   */
  end(bytes: Uint8Array, start: number, from: number, to: number): number;
  /** Called if the input ends inside a record, which then extends to the end. */
  finish(): void;
  /** Returns the index after the last record that ends between `from` and `to`, or 0. `end` is not called for the records before it. */
  readonly lastEnd?: (bytes: Uint8Array, from: number, to: number) => number;
}

/** Finds the ends of lines or NUL records. A line ends with LF or CR LF; a CR without LF is part of the line. */
export class DelimiterFraming implements Framing {
  next = 0;
  crLf = false;
  readonly #delimiter: number;
  /** The last byte that was searched; the buffer no longer contains it if the record is longer than the limit. */
  #lastByte = 0;

  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  end(bytes: Uint8Array, start: number, from: number, to: number): number {
    const delimiter = this.#delimiter;
    let i = from;
    while (i < to && bytes[i] !== delimiter) i++;
    if (i === to) {
      if (to > from) this.#lastByte = bytes[to - 1]!;
      return -1;
    }
    this.next = i + 1;
    this.crLf = delimiter === LINE_FEED && (i > start ? bytes[i - 1] : this.#lastByte) === CARRIAGE_RETURN;
    this.#lastByte = 0;
    return this.crLf ? Math.max(start, i - 1) : i;
  }

  finish(): void {
    this.crLf = false;
    this.#lastByte = 0;
  }

  lastEnd(bytes: Uint8Array, from: number, to: number): number {
    let end = to;
    while (end > from && bytes[end - 1] !== this.#delimiter) end--;
    if (end === from) return 0;
    this.#lastByte = 0;
    return end;
  }
}

/** The bytes that end a record; empty if the input ends without them. */
export type EndMark = "" | "\n" | "\r\n" | "\0";

/** Returns the end mark between the content of a record and the next record. */
export function endMark(bytes: Uint8Array, end: number, next: number): EndMark {
  if (next === end) return "";
  if (next - end === 2) return "\r\n";
  return bytes[end] === NUL ? "\0" : "\n";
}
