import { PercentEncodingError } from "percodec";
import type { CodecBuffers } from "./codec-buffers.ts";
import type { CommandCodec, Run } from "./codec.ts";
import type { Source } from "./input.ts";
import type { JsonResult } from "./json.ts";
import type { Sink } from "../io/sink.ts";
import type { RefusedInput } from "./remedies.ts";

/** Transcodes each input as one run of bytes, in constant memory. The output before a fault is written. */
export class WholeTranscoder {
  /** The last byte of the most recent input. */
  lastByte = -1;
  /** How many bytes of the input precede the buffer, and how many are in it. */
  #before = 0;
  #to = 0;
  readonly #codec: CommandCodec;
  readonly #sink: Sink;
  readonly #buffers: CodecBuffers;

  constructor(codec: CommandCodec, sink: Sink, buffers: CodecBuffers) {
    this.#codec = codec;
    this.#sink = sink;
    this.#buffers = buffers;
  }

  /**
   * Transcodes one input and returns the error if one stopped it.
   *
   * @param json the object to write the result into; without it the bytes are written
   */
  run(read: Source["read"], json: JsonResult | undefined): PercentEncodingError | undefined {
    const run = this.#codec.start(json && ((issue) => json.issue(issue, this.#codec.isLossy(issue))));
    this.lastByte = -1;
    this.#before = this.#to = 0;
    try {
      for (let held = 0, last = false; !last;) {
        const { input } = this.#buffers;
        const count = read(input, held);
        const to = (this.#to = held + count);
        last = count === 0;
        if (count > 0) this.lastByte = input[to - 1]!;
        held = this.#moveRest(this.#transcodeBlock(run, input, to, last, json), to);
      }
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      json?.end(error);
      return error;
    }
    json?.end();
    return undefined;
  }

  /** Returns the part of the input around an error of the most recent run; it is valid until the next run. */
  around({ index }: PercentEncodingError): RefusedInput {
    return { source: this.#buffers.input.subarray(0, this.#to), index: Math.max(0, index - this.#before) };
  }

  /** Writes the result of a block and returns the index up to which it was read; the rest needs more input. */
  #transcodeBlock(run: Run, input: Uint8Array, to: number, last: boolean, json: JsonResult | undefined): number {
    const { output } = this.#buffers;
    let at = 0;
    // The last call may have no bytes: it ends the state of an encoding.
    while (at < to || last) {
      const { read, written } = run(input, output, { from: at, to, final: last });
      if (json) json.chunk(output.subarray(0, written));
      else this.#sink.write(output, written);
      at += read;
      if (read === 0 || at === to) break;
    }
    return at;
  }

  /** Moves the unread rest to the front of the next block and returns its length. */
  #moveRest(from: number, to: number): number {
    const { input } = this.#buffers;
    const rest = input.subarray(from, to);
    this.#before += from;
    (to === input.length ? this.#buffers.useKernel() : input).set(rest);
    return rest.length;
  }
}
