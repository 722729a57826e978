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

/** A loop that reads files block by block, and passes each record to the filter, without byte order marks, headers and chunk counts. */
export function createLoop(reader: RecordReader, filter: RecordFilter, buffer: Uint8Array, options: LoopOptions) {
  const { maxRecord, chunkHeader, onHeader } = options;
  let name = "";
  /** How many bytes were read. */
  let read = 0;
  /** Whether no earlier file has a byte. */
  let isFirst = true;
  let headerDue = false;
  /** How many records are left of a chunk. */
  let left = 0;

  const handler: { -readonly [member in keyof RecordHandler]: RecordHandler[member] } = {
    record: (bytes, from, end, next) => {
      if (headerDue) {
        headerDue = false;
        if (onHeader?.(bytes, from, end) === false)
          throw new CliError(EXIT.data, `${name}: the quotation marks of the header do not match`);
        useKernel();
        return;
      }
      if (left > 0) left--;
      filter.record(bytes, from, end, next === end);
    },
    excess: (bytes, from, _to, isStart, isLast) => {
      if (headerDue) throw new CliError(EXIT.data, `${name}: the header is longer than --max-record`);
      if (isStart) {
        const start = new Uint8Array(maxRecord + 1).fill(LINE_FEED);
        start.set(bytes.subarray(from, from + maxRecord));
        filter.startTooLong(start);
      }
      if (!isLast) return;
      if (left > 0) left--;
      filter.tooLong();
    },
    unframed: (from) => {
      const place = `${name}: record ${filter.records + 1} (byte ${cutter.before + from})`;
      return new CliError(
        EXIT.data,
        `${place}: a length of more than 1 GiB: these are not the columns that --columns declares`,
      );
    },
  };
  const cutter = new RecordCutter(reader.framing, handler, { maxRecord, buffer });

  /** Passes many records to the filter at once, if it handles them and no header is due. */
  const useKernel = (): void => {
    handler.run = filter.runs && !headerDue ? run : undefined;
  };

  const run = (bytes: Uint8Array, from: number, to: number): number => {
    const before = filter.records;
    const next = filter.run(bytes, from, to, chunkHeader ? left : MAX_RECORDS);
    if (left > 0) left -= filter.records - before;
    return next;
  };

  /** Skips the byte order mark at the beginning of a file; waits for more input after a part of a mark. */
  const skipByteOrderMark: RecordHandler["prefix"] = (bytes, from, to, final) => {
    const end = BYTE_ORDER_MARK.findIndex((byte, k) => k === to || bytes[k] !== byte);
    const mark = end < 0 ? BYTE_ORDER_MARK.length : end;
    if (mark === to && mark < BYTE_ORDER_MARK.length && !final) return ~from;
    handler.prefix = undefined;
    if (mark === BYTE_ORDER_MARK.length && isFirst) options.onMark?.(bytes.subarray(0, mark));
    return mark === BYTE_ORDER_MARK.length ? mark : from;
  };

  /** Reads the count before a chunk. */
  const skipCount: RecordHandler["prefix"] = (bytes, from, to, final) => {
    let at = from;
    while (left === 0) {
      let end = at;
      while (end < to && bytes[end] !== LINE_FEED) end++;
      if (end === to && ((!final && end - at <= MAX_COUNT_BYTES) || at === end)) return ~at;
      const line = Buffer.from(bytes.subarray(at, Math.min(end, at + MAX_COUNT_BYTES + 1))).toString("latin1");
      if (end === to || end - at > MAX_COUNT_BYTES || !/^[0-9]{1,15}\r?$/.test(line)) {
        const place = `${name}: byte ${cutter.before + at}`;
        throw new CliError(EXIT.data, `${place}: a chunk begins with its number of records, not ${quote(line)}`);
      }
      at = end + 1;
      left = Number.parseInt(line);
    }
    return at;
  };

  return {
    /** Returns how many bytes were read. */
    countBytes: (): number => read,
    /** Reads a file to its end; no record continues in the next file. */
    file: (source: Source): void => {
      ({ name } = source);
      isFirst = read === 0;
      headerDue = onHeader !== undefined;
      useKernel();
      const hasMark = headerDue || (reader.skipsByteOrderMark === true && !chunkHeader);
      handler.prefix = hasMark ? skipByteOrderMark : chunkHeader ? skipCount : undefined;
      cutter.readAll((...space) => {
        options.beforeRead();
        const count = source.read(...space);
        read += count;
        return count;
      });
      if (left > 0) {
        const records = left === 1 ? "1 record" : `${left} records`;
        throw new CliError(EXIT.data, `${name}: the input ended ${records} before the end of its chunk`);
      }
    },
  };
}
