import { CARRIAGE_RETURN, DelimiterFraming, endMark, LINE_FEED } from "../../shared/files/framing.ts";
import { RecordCutter, type RecordHandler } from "../../shared/files/record-cutter.ts";
import type { Source } from "./input.ts";

/** Small inputs take one read; the buffer grows for a longer line. */
const BUFFER_BYTES = 0x10000;

/** How many bytes are converted to text at a time. */
const PART_BYTES = 0x4000;

/** Returns the place of a text in messages, such as `FILE: record 2 (byte 10): `. Few texts need it. */
export type Place = () => string;

/** A line of a file. */
export interface Line {
  /** Its content, which is valid until the call returns. */
  readonly bytes: Uint8Array;
  /** Its line end. */
  readonly mark: string;
  /** Returns its place in messages, with a colon at the end. */
  readonly place: Place;
  /** Its number, counted from 1. */
  readonly number: number;
}

/** Receives the lines of a file. */
export interface LineHandler {
  readonly maxRecord: number;
  /** The end mark of a line: LF (the default), which includes CR LF, or NUL, which excludes `skip`. */
  readonly mark?: "\n" | "\0" | undefined;
  /**
   * Returns where the next line begins if the line at `from` may be skipped, otherwise `from`.
   *
   * @param text lines with their line ends, one unit for each byte
   */
  readonly skip?: ((text: string, from: number) => number) | undefined;
  /** Called with the content of each line that is skipped. */
  readonly skippedLine?: ((text: string, mark: string, place: Place) => void) | undefined;
  /** Called before each read, which may block. */
  beforeRead(): void;
  line(line: Line): void;
  /**
   * Called with each part of a line that is longer than `maxRecord`, including its line end.
   *
   * @param mark the line end; undefined if this is not the last part
   */
  longLine(part: Uint8Array, place: Place, isFirst: boolean, mark: string | undefined): void;
}

/** Passes each line of a source to the handler, and closes the source. */
export function readLines(source: Source, handler: LineHandler): void {
  const reader = new LineReader(source.name, handler);
  try {
    for (let count = -1; count !== 0;) {
      handler.beforeRead();
      count = source.read(reader.space, reader.held);
      reader.take(count);
    }
  } finally {
    source.close();
  }
}

/** Cuts the bytes of a source into lines. */
class LineReader implements RecordHandler {
  readonly block: RecordHandler["block"];
  readonly #name: string;
  readonly #handler: LineHandler;
  readonly #mark: number;
  readonly #framing: DelimiterFraming;
  readonly #cutter: RecordCutter;
  #number = 0;

  constructor(name: string, handler: LineHandler) {
    this.#name = name;
    this.#handler = handler;
    const { skip, mark } = handler;
    this.#mark = mark === "\0" ? 0 : LINE_FEED;
    this.#framing = new DelimiterFraming(this.#mark);
    this.block = skip && ((bytes, from, to) => this.#takeBlock(bytes, from, to, skip));
    const buffer = new Uint8Array(BUFFER_BYTES);
    this.#cutter = new RecordCutter(this.#framing, this, { maxRecord: handler.maxRecord, buffer });
  }

  get space(): Uint8Array {
    return this.#cutter.space;
  }

  get held(): number {
    return this.#cutter.held;
  }

  /** @param count how many bytes were read; 0 at the end */
  take(count: number): void {
    this.#cutter.take(count, count === 0);
  }

  record(bytes: Uint8Array, from: number, end: number, next: number): void {
    const number = ++this.#number;
    this.#handler.line({
      bytes: bytes.subarray(from, end),
      mark: endMark(bytes, end, next),
      place: this.#placeAt(from),
      number,
    });
  }

  excess(bytes: Uint8Array, from: number, to: number, isFirst: boolean, isLast: boolean): void {
    if (isFirst) this.#number++;
    const hasMark = bytes[to - 1] === this.#mark;
    const mark = !hasMark ? "" : this.#mark === 0 ? "\0" : this.#framing.crLf ? "\r\n" : "\n";
    this.#handler.longLine(bytes.subarray(from, to), this.#placeAt(from), isFirst, isLast ? mark : undefined);
  }

  /** Passes on lines, part by part, up to a line that is longer than a part. */
  #takeBlock(bytes: Uint8Array, from: number, to: number, skip: NonNullable<LineHandler["skip"]>): number {
    for (let at = from; ;) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(PART_BYTES, to - at)).toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      for (let start = 0; start < end;) {
        let next = skip(text, start);
        if (next > start) {
          this.#takeSkipped(text, start, next, at + start);
        } else {
          next = text.indexOf("\n", start) + 1;
          this.record(bytes, at + start, at + endOfContent(text, start, next), at + next);
        }
        start = next;
      }
      at += end;
      if (end === 0 || at === to) return at;
    }
  }

  #takeSkipped(text: string, start: number, next: number, at: number): void {
    this.#number++;
    if (this.#handler.skippedLine === undefined) return;
    const end = endOfContent(text, start, next);
    this.#handler.skippedLine(text.slice(start, end), text.slice(end, next), this.#placeAt(at));
  }

  #placeAt(from: number): Place {
    const number = this.#number;
    const byte = this.#cutter.before + from;
    return () => `${this.#name}: record ${number} (byte ${byte}): `;
  }
}

/** Returns where the content of a line ends whose LF is before `next`. */
function endOfContent(text: string, start: number, next: number): number {
  const end = next - 1;
  return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}
