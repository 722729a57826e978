import { DelimiterFraming, endMark, LINE_FEED } from "../src/base/framing.ts";
import { RecordCutter } from "../src/base/record-cutter.ts";
import type { Source } from "./io/input.ts";

/** Small inputs take one read; the buffer grows for a longer line. */
const BUFFER_BYTES = 0x10000;

/** A line of a file. */
export interface Line {
  /** Its content, which is valid until the call returns. */
  readonly bytes: Uint8Array;
  /** Its line end. */
  readonly mark: string;
  /** Its place in messages, with a colon at the end. */
  readonly place: string;
  /** Its number, counted from 1. */
  readonly number: number;
}

/** Skips lines that need no processing. */
export interface LineSkipper {
  /**
   * Returns where the first line begins that has to be processed, or `to`.
   *
   * @param offset the index in the input of the byte at `from`
   */
  skip(bytes: Uint8Array, from: number, to: number, offset: number): number;
  /** The number of lines that the last call skipped. */
  readonly skipped: number;
}

/** Receives the lines of a file. */
export interface LineHandler {
  readonly maxRecord: number;
  /** Creates the skipper for a file; `skipLines` receives the number of the lines that it skips. */
  readonly createSkipper?: (() => LineSkipper) | undefined;
  skipLines?(count: number): void;
  /** Called before each read, which may block. */
  beforeRead(): void;
  line(line: Line): void;
  /**
   * Called with each part of a line that is longer than `maxRecord`, including its line end.
   *
   * @param mark the line end; undefined if this is not the last part
   */
  longLine(part: Uint8Array, place: string, isFirst: boolean, mark: string | undefined): void;
}

/** Passes each line of a source to the handler, and closes the source. */
export function readLines(source: Source, handler: LineHandler): void {
  const framing = new DelimiterFraming(LINE_FEED);
  let number = 0;
  const describePlace = (from: number): string => `${source.name}: record ${number} (byte ${cutter.before + from}): `;
  const skipper = handler.createSkipper?.();
  const cutter = new RecordCutter(
    framing,
    {
      block:
        skipper &&
        ((bytes, from, to) => {
          const next = skipper.skip(bytes, from, to, cutter.before + from);
          number += skipper.skipped;
          handler.skipLines?.(skipper.skipped);
          return next;
        }),
      record: (bytes, from, end, next) => {
        number++;
        const mark = endMark(bytes, end, next);
        handler.line({ bytes: bytes.subarray(from, end), mark, place: describePlace(from), number });
      },
      excess: (bytes, from, to, isFirst, isLast) => {
        if (isFirst) number++;
        const mark = bytes[to - 1] !== LINE_FEED ? "" : framing.crLf ? "\r\n" : "\n";
        handler.longLine(bytes.subarray(from, to), describePlace(from), isFirst, isLast ? mark : undefined);
      },
    },
    { maxRecord: handler.maxRecord, buffer: new Uint8Array(BUFFER_BYTES) },
  );
  try {
    for (let count = -1; count !== 0;) {
      handler.beforeRead();
      count = source.read(cutter.space, cutter.held);
      cutter.take(count, count === 0);
    }
  } finally {
    source.close();
  }
}
