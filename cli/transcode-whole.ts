import { PercentEncodingError } from "../src/index.ts";
import type { CodecBuffers } from "./codec-buffers.ts";
import type { CommandCodec, Run } from "./codec.ts";
import type { Source } from "./io/input.ts";
import type { JsonResult } from "./json.ts";
import type { Sink } from "./io/sink.ts";

/** Codes inputs as one run of bytes each, in constant memory: what stands before a fault is written. */
export class WholeTranscoder {
  /** The last byte of the input that was read last. */
  lastByte = -1;
  readonly #codec: CommandCodec;
  readonly #sink: Sink;
  readonly #buffers: CodecBuffers;

  constructor(codec: CommandCodec, sink: Sink, buffers: CodecBuffers) {
    this.#codec = codec;
    this.#sink = sink;
    this.#buffers = buffers;
  }

  /**
   * Codes one input to its end and returns the fault that ended it before.
   *
   * @param json the object that the result is written as
   */
  run(read: Source["read"], json: JsonResult | undefined): PercentEncodingError | undefined {
    const run = this.#codec.start(json && ((issue) => json.issue(issue, this.#codec.loses(issue))));
    this.lastByte = -1;
    try {
      for (let held = 0, last = false; !last;) {
        const { input } = this.#buffers;
        const count = read(input, held);
        const to = held + count;
        last = count === 0;
        if (count > 0) this.lastByte = input[to - 1]!;
        held = this.#keep(this.#code(run, input, to, last, json), to);
      }
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      json?.end(error);
      return error;
    }
    json?.end();
    return undefined;
  }

  /** Writes what a block becomes and returns how much of it was read; the rest waits for more. */
  #code(run: Run, input: Uint8Array, to: number, last: boolean, json: JsonResult | undefined): number {
    const { output } = this.#buffers;
    let at = 0;
    while (at < to) {
      const { read, written } = run(input, output, { from: at, to, final: last });
      if (json) json.chunk(output.subarray(0, written));
      else this.#sink.write(output, written);
      if (read === 0) break;
      at += read;
    }
    return at;
  }

  /** Keeps what was not read for the next block and returns its length. */
  #keep(from: number, to: number): number {
    const { input } = this.#buffers;
    const rest = input.subarray(from, to);
    (to === input.length ? this.#buffers.useKernel() : input).set(rest);
    return rest.length;
  }
}
