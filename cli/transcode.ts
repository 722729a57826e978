import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { type DecodeIssue, PercentEncodingError, type Progress } from "../src/index.ts";
import { EXIT, Stop } from "./exit-codes.ts";
import type { Invocation } from "./flags.ts";
import { openSource, type Source } from "./input.ts";
import { errorFields, JsonResult, toJson } from "./json.ts";
import { complain, openSink, type Sink } from "./output.ts";

/** A codec as the command drives it: for the text of an argument, and for bytes piece by piece. */
export interface CommandCodec {
  /** What an escape looks like, where results carry the report of a decoding. */
  readonly escape?: RegExp;
  text(text: string): string;
  /** The fields of the object that `--json` writes for a text. */
  report(text: string): object;
  bytes(
    source: Uint8Array,
    target: Uint8Array,
    last: boolean,
    offset: number,
    onIssue: (issue: DecodeIssue) => void,
  ): Progress;
  /** Whether the policy for an issue loses something. */
  loses(issue: DecodeIssue): boolean;
}

const INPUT_BYTES = 0x40000;
/** One byte becomes three at the most. */
const GROWTH = 3;
const LF = 0x0a;
const NUL = 0;

/** Runs a codec over what was asked for and gives the exit code, or undefined where there is no input at all. */
export async function transcode(invocation: Invocation, codec: CommandCodec): Promise<number | undefined> {
  const { operands } = invocation;
  const files = invocation.has("file") ? invocation.files : operands.length > 0 || isatty(0) ? [] : ["-"];
  if (operands.length === 0 && files.length === 0) return undefined;

  const run = new Transcoding(invocation, codec, openSink(invocation.value("output")));
  try {
    if (files.length > 0) await run.files(files);
    else run.texts(operands);
    run.sink.commit();
  } catch (error) {
    run.sink.abandon();
    throw error;
  }
  return run.failed ? EXIT.data : EXIT.done;
}

class Transcoding {
  readonly sink: Sink;
  /** Whether a bad record was passed over. */
  failed = false;
  readonly #codec: CommandCodec;
  readonly #json: boolean;
  readonly #keepGoing: boolean;
  readonly #separator: number | undefined;
  readonly #progress: boolean;
  #input = new Uint8Array(INPUT_BYTES);
  #output = new Uint8Array(INPUT_BYTES * GROWTH);

  constructor(invocation: Invocation, codec: CommandCodec, sink: Sink) {
    this.sink = sink;
    this.#codec = codec;
    this.#json = invocation.has("json");
    this.#keepGoing = invocation.has("keep-going");
    this.#separator = invocation.has("null") ? NUL : invocation.has("lines") ? LF : undefined;
    this.#progress = invocation.has("progress") && isatty(2);
  }

  texts(texts: readonly string[]): void {
    requireFaithful(texts);
    const end = this.#separator === NUL && !this.#json ? "\0" : "\n";
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

  async files(files: readonly string[]): Promise<void> {
    const bar = this.#progress ? (await import("./progress.ts")).progressBar() : undefined;
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
    const piece = new Piece(this.#codec, this.sink, this.#output, this.#json ? head : undefined);
    for (let held = 0, last = false; !last;) {
      const count = read(this.#input, held);
      last = count === 0;
      const length = held + count;
      const used = piece.feed(this.#input.subarray(0, length), last);
      if (piece.error) return this.#fail(`${name}: `, piece.error);
      this.#input.copyWithin(0, used, length);
      held = length - used;
    }
    piece.end();
  }

  /** Each record by itself; the separator behind it, if there is one, is written too. */
  #records(name: string, read: Source["read"], head: Record<string, unknown>, separator: number): void {
    let number = 0;
    let before = 0;
    let recordStart = 0;
    let piece: Piece | undefined;
    for (let held = 0, last = false; !last;) {
      const count = read(this.#input, held);
      last = count === 0;
      const length = held + count;
      let at = 0;
      while (at < length || (last && piece)) {
        const end = this.#input.subarray(0, length).indexOf(separator, at);
        const complete = end >= 0 || last;
        // A record that may have to be written unchanged has to be there as a whole.
        if (!complete && this.#keepGoing) break;
        const record = this.#input.subarray(at, complete && end >= 0 ? end : length);
        if (piece === undefined) {
          number++;
          recordStart = before + at;
          const target = this.#outputFor(record.length);
          piece = new Piece(this.#codec, this.sink, target, this.#json ? { ...head, record: number } : undefined);
        }
        const used = this.#keepGoing ? piece.feedWhole(record) : piece.feed(record, complete);
        if (piece.error) this.#fail(`${name}: record ${number} (byte ${recordStart}): `, piece.error);
        at += complete ? record.length : used;
        if (!complete) break;
        if (piece.error === undefined) piece.end();
        piece = undefined;
        if (end >= 0) {
          if (!this.#json) this.sink.write(Uint8Array.of(separator));
          at = end + 1;
        }
      }
      before += at;
      this.#input.copyWithin(0, at, length);
      held = length - at;
      if (held === this.#input.length) this.#growInput();
    }
  }

  #outputFor(recordLength: number): Uint8Array {
    const needed = recordLength * GROWTH;
    if (this.#keepGoing && needed > this.#output.length) this.#output = new Uint8Array(needed);
    return this.#output;
  }

  #growInput(): void {
    const larger = new Uint8Array(this.#input.length * 2);
    larger.set(this.#input);
    this.#input = larger;
  }

  /** Reports a fault; without `--keep-going` it is the end. */
  #fail(place: string, error: PercentEncodingError): void {
    if (!this.#keepGoing) throw new Stop(EXIT.data, place + error.message);
    this.failed = true;
    complain(place + error.message);
  }
}

/** One run of bytes on its way through the codec: a whole input, or a record. */
class Piece {
  error: PercentEncodingError | undefined;
  readonly #codec: CommandCodec;
  readonly #sink: Sink;
  readonly #target: Uint8Array;
  readonly #json: JsonResult | undefined;
  /** How many bytes have been read. */
  #offset = 0;

  constructor(codec: CommandCodec, sink: Sink, target: Uint8Array, jsonHead: Record<string, unknown> | undefined) {
    this.#codec = codec;
    this.#sink = sink;
    this.#target = target;
    this.#json = jsonHead && new JsonResult(sink, jsonHead, codec.escape);
  }

  /** Writes what the bytes give, up to a fault, and gives how many were used; the rest waits for more. */
  feed(bytes: Uint8Array, last: boolean): number {
    let at = 0;
    while (at < bytes.length) {
      const progress = this.#step(bytes.subarray(at), last);
      if (progress === undefined) break;
      const written = this.#target.subarray(0, progress.written);
      if (this.#json) this.#json.piece(written);
      else this.#sink.write(written);
      if (progress.read === 0) break;
      at += progress.read;
    }
    return at;
  }

  /** Writes what the bytes give, or the bytes themselves where there is a fault. */
  feedWhole(bytes: Uint8Array): number {
    if (this.#json) return this.feed(bytes, true);
    const progress = bytes.length === 0 ? { read: 0, written: 0 } : this.#step(bytes, true);
    if (progress && progress.read < bytes.length) this.#step(bytes.subarray(progress.read), true);
    this.#sink.write(this.error ? bytes : this.#target.subarray(0, progress!.written));
    return bytes.length;
  }

  /** Ends a run that had no fault. */
  end(): void {
    this.#json?.end();
  }

  #step(bytes: Uint8Array, last: boolean): Progress | undefined {
    try {
      const progress = this.#codec.bytes(bytes, this.#target, last, this.#offset, (issue) =>
        this.#json?.issue(issue, this.#codec.loses(issue)),
      );
      this.#offset += progress.read;
      return progress;
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      this.error = error;
      this.#json?.end(error);
      return undefined;
    }
  }
}

/** Refuses an argument whose bytes were no UTF-8: the runtime has put U+FFFD there, and what was typed is lost. */
function requireFaithful(texts: readonly string[]): void {
  const doubtful = texts.findIndex((text) => text.includes("\ufffd"));
  if (doubtful < 0 || process.platform !== "linux") return;
  const typed = readFileSync("/proc/self/cmdline", "latin1").split("\0");
  for (const [i, text] of texts.entries()) {
    if (!typed.includes(Buffer.from(text).toString("latin1"))) {
      throw new Stop(EXIT.data, `argument ${i + 1} is not UTF-8; --file - reads bytes from standard input`);
    }
  }
}
