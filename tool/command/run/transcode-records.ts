import { DelimiterFraming, type EndMark, endMark } from "../../shared/files/framing.ts";
import { RecordCutter, type RecordHandler } from "../../shared/files/record-cutter.ts";
import { PercentEncodingError, type Progress } from "percodec";
import { countByte } from "percodec/wasm";
import type { CodecBuffers } from "./codec-buffers.ts";
import type { CommandCodec, Run } from "./codec.ts";
import type { Source } from "./input.ts";
import { type Fault, JsonResult } from "./json.ts";
import { tooLong } from "./max-record.ts";
import type { Sink } from "../io/sink.ts";
import { RecordOutput } from "./record-output.ts";

export interface RecordOptions {
  /** The end mark of records; LF includes CR LF. */
  readonly mark: "\n" | "\0";
  readonly maxRecord: number;
  readonly json: boolean;
  /** Whether a bad record is written unchanged. */
  readonly keepGoing: boolean;
  /**
   * Reports a fault; throws unless `keepGoing` is set.
   *
   * @param record the bytes of the record, if they are in memory
   */
  readonly fail: (place: string, fault: Fault, record?: Uint8Array) => void;
}

/** Encodes or decodes each record separately: a record is written whole with its end mark, or not at all. */
export class RecordTranscoder implements RecordHandler {
  /** Handles many records at once; undefined with `json`, which writes one object per record. */
  readonly block: RecordHandler["block"];
  readonly #codec: CommandCodec;
  readonly #sink: Sink;
  readonly #buffers: CodecBuffers;
  readonly #options: RecordOptions;
  readonly #framing: DelimiterFraming;
  readonly #cutter: RecordCutter;
  readonly #output: RecordOutput;
  readonly #mark: number;
  #name = "";
  #head: Record<string, unknown> = {};
  #number = 0;

  constructor(codec: CommandCodec, sink: Sink, buffers: CodecBuffers, options: RecordOptions) {
    this.#codec = codec;
    this.#sink = sink;
    this.#buffers = buffers;
    this.#options = options;
    this.#mark = options.mark.charCodeAt(0);
    this.#framing = new DelimiterFraming(this.#mark);
    this.#cutter = new RecordCutter(this.#framing, this, {
      maxRecord: options.maxRecord,
      buffer: buffers.input,
      nextBuffer: () => buffers.useKernel(),
    });
    const many = codec.startMany?.(options.mark);
    if (!options.json && many !== undefined)
      this.block = (bytes, from, to) => this.#transcodeMany(many, bytes, from, to);
    this.#output = new RecordOutput(sink, options.mark);
  }

  /**
   * Transcodes the records of one input.
   *
   * @param head the first fields of each JSON object
   */
  file(name: string, read: Source["read"], head: Record<string, unknown>): void {
    const cutter = this.#cutter;
    this.#name = name;
    this.#head = head;
    this.#number = 0;
    cutter.start();
    for (let count = -1; count !== 0;) {
      count = read(cutter.space, cutter.held);
      cutter.take(count, count === 0);
    }
  }

  record(bytes: Uint8Array, from: number, end: number, next: number): void {
    this.#number++;
    this.#buffers.reserveOutput(end - from);
    const mark = endMark(bytes, end, next);
    if (this.#options.json) return this.#writeObject(bytes, from, end, mark);
    const written = this.#transcodeOne(this.#codec.start(), bytes, from, end);
    if (written instanceof PercentEncodingError)
      this.#options.fail(this.#place(from), written, bytes.subarray(from, end));
    this.#output.begin();
    if (typeof written === "number") this.#sink.write(this.#buffers.output, written);
    else this.#writeRaw(bytes, from, end);
    this.#output.end(mark);
  }

  /** With `--keep-going` a record that is too long is written part by part: it is never in memory as a whole. */
  excess(bytes: Uint8Array, from: number, to: number, isFirst: boolean, isLast: boolean): void {
    const { json, keepGoing, maxRecord } = this.#options;
    const fault = tooLong(maxRecord);
    if (isFirst) this.#number++;
    if (json && (isLast || !keepGoing)) this.#result().refuse(fault, this.#framing.crLf ? "\r\n" : "\n");
    if (isFirst) this.#options.fail(this.#place(from), fault);
    if (json) return;
    if (isFirst) this.#output.begin();
    this.#writeRaw(bytes, from, to);
    if (isLast) this.#output.endedWith(bytes[to - 1] === this.#mark ? this.#options.mark : "");
  }

  /** Writes the JSON object of one record. */
  #writeObject(bytes: Uint8Array, from: number, end: number, mark: EndMark): void {
    const json = this.#result();
    const run = this.#codec.start((issue) => json.issue(issue, this.#codec.isLossy(issue)));
    const written = this.#transcodeOne(run, bytes, from, end);
    if (written instanceof PercentEncodingError) {
      json.refuse(written, mark);
      this.#options.fail(this.#place(from), written, bytes.subarray(from, end));
    } else {
      json.chunk(this.#buffers.output.subarray(0, written));
      json.end(undefined, mark);
    }
  }

  /** Writes the results of records up to the first bad one, and returns where that one begins. */
  #transcodeMany(many: Run, bytes: Uint8Array, from: number, to: number): number {
    // No escape or character crosses an end mark, so a run over many records succeeds if each record is good.
    for (let end = to; end > from;) {
      const { read, written } = transcodeRange(many, bytes, this.#buffers.output, from, end);
      if (read === end - from) {
        this.#output.begin();
        this.#sink.write(this.#buffers.output, written);
        this.#number += countByte(this.#mark, bytes, from, end);
        return end;
      }
      // Try again, up to the beginning of the record in which the run stopped: no part of a bad record is written.
      end = read === 0 ? from : bytes.lastIndexOf(this.#mark, from + read - 1) + 1;
    }
    return from;
  }

  /** Transcodes one record and returns the length of the output, or the error. */
  #transcodeOne(run: Run, bytes: Uint8Array, from: number, to: number): number | PercentEncodingError {
    try {
      let { read, written } = run(bytes, this.#buffers.output, { from, to, final: true });
      // A codec that stops early has a fault, which the next call throws, or needs more room.
      while (from + read < to) {
        const more = run(bytes, this.#buffers.outputFrom(written), { from: from + read, to, final: true });
        read += more.read;
        written += more.written;
      }
      return written;
    } catch (error) {
      if (error instanceof PercentEncodingError) return error;
      throw error;
    }
  }

  #place(from: number): string {
    return `${this.#name}: record ${this.#number} (byte ${this.#cutter.before + from}): `;
  }

  #result(): JsonResult {
    return new JsonResult(this.#sink, { ...this.#head, record: this.#number }, this.#codec.escape);
  }

  /** Writes bytes unchanged. */
  #writeRaw(bytes: Uint8Array, from: number, to: number): void {
    this.#sink.write(bytes.slice(from, to), to - from);
  }
}

/** Transcodes a range up to the first fault. */
function transcodeRange(run: Run, bytes: Uint8Array, output: Uint8Array, from: number, to: number): Progress {
  try {
    return run(bytes, output, { from, to });
  } catch (error) {
    if (error instanceof PercentEncodingError) return { read: 0, written: 0 };
    throw error;
  }
}
