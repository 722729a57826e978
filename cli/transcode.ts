import { type DecodeIssue, PercentEncodingError, type PieceOptions, type Progress } from "../src/index.ts";
import { countByte, kernelBuffers } from "../src/simd.ts";
import { EXIT, Stop } from "./exit-codes.ts";
import type { Invocation } from "./flags.ts";
import { filesOf, isTerminal, openSource, requireFaithful, type Source } from "./input.ts";
import { errorFields, JsonResult, toJson } from "./json.ts";
import { complain, openSink, type Sink } from "./output.ts";

/** One run of bytes through a codec, piece by piece. */
export type Run = (source: Uint8Array, target: Uint8Array, options: PieceOptions) => Progress;

/** A codec as the command drives it: for the text of an argument, and for bytes. */
export interface CommandCodec {
  /** What an escape looks like, where results carry the report of a decoding. */
  readonly escape?: RegExp;
  text(text: string): string;
  /** The fields of the object that `--json` writes for a text. */
  report(text: string): object;
  /**
   * Starts a run; with a separator it is over many records at once, between which the separator stays as it is.
   *
   * @param onIssue told of each issue that a policy lets pass
   */
  start(onIssue?: (issue: DecodeIssue) => void, separator?: string): Run;
  /** Whether the policy for an issue loses something. */
  loses(issue: DecodeIssue): boolean;
}

/** What a pipe holds; an input that fills it goes on in the buffers of the kernel. */
const INPUT_BYTES = 0x10000;
/** One byte becomes three at the most. */
const GROWTH = 3;

/** Runs a codec over what was asked for and gives the exit code, or undefined where there is no input at all. */
export async function transcode(invocation: Invocation, codec: CommandCodec): Promise<number | undefined> {
  const { operands } = invocation;
  const files = filesOf(invocation, operands);
  if (operands.length === 0 && files.length === 0) return undefined;
  if (files.length > 0 && invocation.has("keep-going") && !invocation.has("lines") && !invocation.has("null")) {
    throw new Stop(EXIT.usage, "--keep-going goes over records: add --lines or --null");
  }

  const job = new Transcoding(invocation, codec, await openSink(invocation.value("output")));
  try {
    const bar = invocation.has("progress") && isTerminal(2);
    if (files.length > 0) await job.files(files, bar);
    else job.texts(operands);
    job.sink.commit();
  } catch (error) {
    job.sink.abandon();
    throw error;
  }
  return job.failed ? EXIT.data : EXIT.done;
}

class Transcoding {
  readonly sink: Sink;
  /** Whether a bad record was passed over. */
  failed = false;
  readonly #codec: CommandCodec;
  readonly #json: boolean;
  readonly #keepGoing: boolean;
  readonly #separator: string | undefined;
  readonly #buffers = new Buffers();

  constructor(invocation: Invocation, codec: CommandCodec, sink: Sink) {
    this.sink = sink;
    this.#codec = codec;
    this.#json = invocation.has("json");
    this.#keepGoing = invocation.has("keep-going");
    this.#separator = invocation.has("null") ? "\0" : invocation.has("lines") ? "\n" : undefined;
  }

  texts(texts: readonly string[]): void {
    requireFaithful(texts);
    const end = this.#separator === "\0" && !this.#json ? "\0" : "\n";
    for (const [i, text] of texts.entries()) {
      try {
        this.sink.writeText((this.#json ? toJson(this.#codec.report(text)) : this.#codec.text(text)) + end);
      } catch (error) {
        if (!(error instanceof PercentEncodingError)) throw error;
        if (this.#json) this.sink.writeText(`${toJson({ value: null, error: errorFields(error) })}\n`);
        else if (this.#keepGoing) this.sink.writeText(text + end);
        this.#fail(texts.length > 1 ? `argument ${i + 1}: ` : "", error);
      }
    }
  }

  async files(files: readonly string[], progress: boolean): Promise<void> {
    const bar = progress ? (await import("./progress.ts")).progressBar() : undefined;
    try {
      for (const file of files) {
        const source = openSource(file);
        const head = files.length > 1 ? { file } : {};
        bar?.start(source.size);
        const read: Source["read"] = (buffer, from) => {
          this.sink.flush();
          const count = source.read(buffer, from);
          bar?.advance(count);
          return count;
        };
        try {
          if (this.#separator === undefined) this.#whole(source.name, read, head);
          else this.#records(source.name, read, head, this.#separator);
        } finally {
          source.close();
        }
      }
    } finally {
      bar?.stop();
    }
  }

  /** One run of bytes from the start of a file to its end. */
  #whole(name: string, read: Source["read"], head: Record<string, unknown>): void {
    const piece = this.#piece(head);
    for (let held = 0, last = false; !last;) {
      const { input } = this.#buffers;
      const count = read(input, held);
      last = count === 0;
      const length = held + count;
      const at = piece.feed(input, 0, length, last);
      if (piece.error) return this.#fail(`${name}: `, piece.error);
      held = this.#buffers.keep(at, length);
    }
    piece.end();
  }

  /** Each record by itself; the separator behind it, if there is one, is written too. */
  #records(name: string, read: Source["read"], head: Record<string, unknown>, separator: string): void {
    const byte = separator.charCodeAt(0);
    const many = this.#json ? undefined : this.#codec.start(undefined, separator);
    let number = 0;
    let before = 0;
    let recordStart = 0;
    let piece: Piece | undefined;
    for (let held = 0, last = false; !last;) {
      const { input } = this.#buffers;
      const count = read(input, held);
      last = count === 0;
      const length = held + count;
      // What was held has no separator: only what came is searched.
      const complete = endOfLast(byte, input, held, length);
      let at = 0;
      while (at < length || (last && piece)) {
        if (piece === undefined && many) {
          const clean = this.#cleanRecords(many, at, complete, byte);
          number += countByte(byte, input, at, clean);
          at = clean;
          if (at === length) break;
        }
        const end = at < complete ? input.indexOf(byte, at) : length;
        const whole = end < length || last;
        // A record that may have to be written unchanged has to be there as a whole.
        if (!whole && this.#keepGoing) break;
        if (piece === undefined) {
          number++;
          recordStart = before + at;
          piece = this.#piece({ ...head, record: number }, end - at);
        }
        const next = this.#keepGoing ? piece.feedWhole(input, at, end) : piece.feed(input, at, end, whole);
        if (piece.error) this.#fail(`${name}: record ${number} (byte ${recordStart}): `, piece.error);
        at = whole ? end : next;
        if (!whole) break;
        if (piece.error === undefined) piece.end();
        piece = undefined;
        if (end < length) {
          if (!this.#json) this.sink.writeText(separator);
          at = end + 1;
        }
      }
      before += at;
      held = this.#buffers.keep(at, length);
    }
  }

  /** Writes what complete records give, up to the first bad one, and gives where that one begins, or the last incomplete one. */
  #cleanRecords(many: Run, from: number, complete: number, separator: number): number {
    // Nothing that is coded reaches over a separator, so a run over many records is good where each of them is.
    const { input, output } = this.#buffers;
    let end = complete;
    while (end > from) {
      const { read, written } = this.#attempt(many, from, end);
      if (read === end - from) {
        this.sink.write(output, written);
        return end;
      }
      // Again, up to where the record begins in which the run stopped: nothing of a bad record is written here.
      end = read === 0 ? from : input.lastIndexOf(separator, from + read - 1) + 1;
    }
    return from;
  }

  #attempt(many: Run, from: number, to: number): Progress {
    try {
      return many(this.#buffers.input, this.#buffers.output, { from, to });
    } catch (error) {
      if (error instanceof PercentEncodingError) return { read: 0, written: 0 };
      throw error;
    }
  }

  /** @param whole how many bytes may have to be coded in one call */
  #piece(head: Record<string, unknown>, whole = 0): Piece {
    this.#buffers.makeRoom(whole);
    return new Piece(this.#codec, this.sink, this.#buffers, this.#json ? head : undefined);
  }

  /** Reports a fault; without `--keep-going` it is the end. */
  #fail(place: string, error: PercentEncodingError): void {
    if (!this.#keepGoing) throw new Stop(EXIT.data, place + error.message);
    this.failed = true;
    complain(place + error.message);
  }
}

/** What is read into, and what a codec writes into. */
class Buffers {
  input: Uint8Array = new Uint8Array(INPUT_BYTES);
  output: Uint8Array = new Uint8Array(INPUT_BYTES * GROWTH);

  /** Keeps what was not read for the next block, and gives its length. */
  keep(at: number, length: number): number {
    const rest = this.input.subarray(at, length);
    if (length < this.input.length) this.input.set(rest);
    else this.#next(rest);
    return rest.length;
  }

  /** Has the output take what so many bytes give. */
  makeRoom(whole: number): void {
    if (whole * GROWTH > this.output.length) this.output = new Uint8Array(whole * GROWTH);
  }

  /** The block was full: there is much to do, and what goes through the kernel's own buffers is not copied. */
  #next(rest: Uint8Array): void {
    if (this.input.length === INPUT_BYTES) {
      const { source, target } = kernelBuffers();
      source.set(rest);
      this.input = source;
      if (target.length > this.output.length) this.output = target;
    } else if (rest.length === this.input.length) {
      const larger = new Uint8Array(rest.length * 2);
      larger.set(rest);
      this.input = larger;
    } else {
      this.input.set(rest);
    }
  }
}

/** One run of bytes on its way through the codec: a whole input, or a record. */
class Piece {
  error: PercentEncodingError | undefined;
  readonly #run: Run;
  readonly #sink: Sink;
  readonly #buffers: Buffers;
  readonly #json: JsonResult | undefined;

  constructor(codec: CommandCodec, sink: Sink, buffers: Buffers, jsonHead: Record<string, unknown> | undefined) {
    const json = jsonHead && new JsonResult(sink, jsonHead, codec.escape);
    this.#run = codec.start(json && ((issue) => json.issue(issue, codec.loses(issue))));
    this.#sink = sink;
    this.#buffers = buffers;
    this.#json = json;
  }

  /** Writes what the bytes give, up to a fault, and gives where it stopped; the rest waits for more. */
  feed(source: Uint8Array, from: number, to: number, last: boolean): number {
    let at = from;
    while (at < to) {
      const progress = this.#step(source, at, to, last);
      if (progress === undefined) break;
      if (this.#json) this.#json.piece(this.#buffers.output.subarray(0, progress.written));
      else this.#sink.write(this.#buffers.output, progress.written);
      if (progress.read === 0) break;
      at += progress.read;
    }
    return at;
  }

  /** Writes what a whole record gives, or the record itself where there is a fault. */
  feedWhole(source: Uint8Array, from: number, to: number): number {
    if (this.#json) return this.feed(source, from, to, true);
    const progress = this.#step(source, from, to, true);
    if (progress && progress.read < to - from) this.#step(source, from + progress.read, to, true);
    if (this.error) this.#sink.write(source.slice(from, to), to - from);
    else this.#sink.write(this.#buffers.output, progress!.written);
    return to;
  }

  /** Ends a run that had no fault. */
  end(): void {
    this.#json?.end();
  }

  #step(source: Uint8Array, from: number, to: number, last: boolean): Progress | undefined {
    try {
      return this.#run(source, this.#buffers.output, { from, to, last });
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      this.error = error;
      this.#json?.end(error);
      return undefined;
    }
  }
}

/** The index behind the last such byte between `from` and `to`, or 0 where there is none. */
function endOfLast(byte: number, bytes: Uint8Array, from: number, to: number): number {
  for (let end = to; end > from; end--) if (bytes[end - 1] === byte) return end;
  return 0;
}
