import { COMMA, QUOTE } from "../text.ts";
import { CARRIAGE_RETURN, type Framing, LINE_FEED } from "./framing.ts";

// https://www.rfc-editor.org/rfc/rfc4180#section-2, except that LF alone can end a record too.

// The state before a byte.
const FIELD_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
/** After a quote in a quoted field: it ends the field or is the first of two. */
const QUOTE_SEEN = 3;

/** Finds where the records and the fields of CSV end: quoted fields may contain line ends. */
export class CsvFraming implements Framing {
  next = 0;
  crLf = false;
  readonly #separator: number;
  /** After this many bytes of a record, quotes are ignored. A record of this length exceeds the limit, even if it ends with CR LF. */
  readonly #maxQuotedBytes: number;
  #state = FIELD_START;
  /** How many bytes of the current record have been scanned. */
  #seen = 0;
  /** The last scanned byte; the buffer may have dropped it if the record is too long. */
  #last = 0;

  constructor(maxRecord: number, separator = COMMA) {
    this.#maxQuotedBytes = maxRecord + 2;
    this.#separator = separator;
  }

  /**
   * After wrong quotes, a field continues as if unquoted, so that a bad record ends at its line end. The same applies to a
   * record that is too long: its quote may never be closed.
   */
  end(bytes: Uint8Array, start: number, from: number, to: number): number {
    const quotable = Math.min(to, from + Math.max(0, this.#maxQuotedBytes - this.#seen));
    let state = this.#state;
    let i = from;
    for (; i < quotable; i++) {
      const byte = bytes[i]!;
      if (state === QUOTED) {
        if (byte === QUOTE) state = QUOTE_SEEN;
      } else if (byte === LINE_FEED) {
        break;
      } else if (byte === QUOTE && state !== UNQUOTED) {
        state = QUOTED;
      } else if (byte === this.#separator) {
        state = FIELD_START;
      } else {
        state = UNQUOTED;
      }
    }
    if (i === quotable) while (i < to && bytes[i] !== LINE_FEED) i++;
    if (i < to) {
      this.next = i + 1;
      this.crLf = (i > from ? bytes[i - 1] : this.#last) === CARRIAGE_RETURN;
      this.#state = FIELD_START;
      this.#seen = this.#last = 0;
      return this.crLf ? Math.max(start, i - 1) : i;
    }
    this.#state = state;
    this.#seen += to - from;
    if (to > from) this.#last = bytes[to - 1]!;
    return -1;
  }

  finish(): void {
    this.#state = FIELD_START;
    this.#seen = this.#last = 0;
    this.crLf = false;
  }

  /** Returns the end of the field that begins at `from`, or -1 if its quotes are wrong. */
  fieldEnd(bytes: Uint8Array, from: number, to: number): number {
    let i = from;
    if (i === to || bytes[i] !== QUOTE) {
      for (; i < to; i++) {
        const byte = bytes[i];
        if (byte === this.#separator) return i;
        if (byte === QUOTE) return -1;
      }
      return to;
    }
    for (i++; i < to; i++) {
      if (bytes[i] !== QUOTE) continue;
      if (i + 1 < to && bytes[i + 1] === QUOTE) i++;
      else return i + 1 === to || bytes[i + 1] === this.#separator ? i + 1 : -1;
    }
    return -1;
  }
}
