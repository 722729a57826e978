import { DelimiterFraming, endMark } from "../../shared/files/framing.ts";
import { RecordCutter, type RecordHandler } from "../../shared/files/record-cutter.ts";
import { toJson } from "../../shared/literal.ts";
import { type Environment, requireUtf8Arguments } from "../io/environment.ts";
import { EXIT } from "../io/errors.ts";
import { type Sink, writeMessage } from "../io/sink.ts";
import { withSink } from "../io/output.ts";
import type { Invocation } from "../line/arguments.ts";
import { chooseFiles, readMaxRecord } from "./input.ts";
import { openSource, type Source } from "../io/source.ts";
import { errorFields, type Fault, jsonEnd } from "./json.ts";
import { type RefusedInput, Remedies } from "./remedies.ts";

/** Returns the place of the current input in messages, such as `FILE: record 2 (byte 10): `; empty for a single operand. */
export type Place = () => string;

/** What a command does with each input: the adapter for bytes is in `bytes.ts`, the one for strings in `texts.ts`. */
export interface Adapter {
  /** @param mark the end mark of the result */
  operand?(text: string, mark: "\n" | "\0"): void;
  /** Processes a file as one input; without this function its records are cut. */
  readonly whole?: ((source: Source) => void) | undefined;
  /** Processes a record whose content is between `from` and `end`. */
  record?(bytes: Uint8Array, from: number, end: number, mark: string): void;
  /** As in `RecordHandler`; it calls `advance` for the records that it processes. */
  readonly block?: RecordHandler["block"];
  /** The first fields of the JSON object for a refused record; without this function nothing is written. */
  head?(): object;
  /** Called with each file before it is read; returns the source to read. */
  open?(source: Source): Source;
  /** The buffers to read into. */
  readonly buffers?: { readonly input: Uint8Array; useKernel(): Uint8Array };
  /** Called after all inputs. */
  end?(): void;
}

/** The buffer for records of a job without its own buffers: small inputs take one read, and it grows for a longer record. */
const BUFFER_BYTES = 0x10000;

/**
 * Runs an adapter over the operands, or over the files or standard input; returns the exit code, or undefined without input.
 *
 * @param show as in `withSink`
 */
export async function runInputs(
  invocation: Invocation,
  adapt: (runner: Runner, files: readonly string[]) => Adapter | Promise<Adapter>,
  show?: (text: string) => string,
): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const files = chooseFiles(invocation);
  if (operands.length === 0 && files.length === 0) return undefined;
  const maxRecord = readMaxRecord(invocation);
  const showsProgress = invocation.has("progress") && environment.isTerminal(environment.stderr);
  const progress = showsProgress && (await import("./progress-bar.ts")).progressBar(environment.errorStream());
  const run = async (sink: Sink): Promise<number> => {
    const runner = new Runner(invocation, sink, maxRecord);
    const adapter = await adapt(runner, files);
    try {
      if (files.length === 0) runner.operands(operands, adapter);
      else
        runner.files(files, adapter, (file) => {
          const source = openSource(environment, file, sink);
          return progress ? progress.watch(source) : source;
        });
    } finally {
      if (progress) progress.stop();
    }
    adapter.end?.();
    return runner.failed ? EXIT.data : EXIT.done;
  };
  return withSink(environment, invocation.value("output"), run, show);
}

/** Passes each input to an adapter, writes its results with the end marks of the inputs, and reports the faults. */
export class Runner {
  readonly sink: Sink;
  readonly json: boolean;
  readonly keepGoing: boolean;
  /** The end mark of records; LF includes CR LF. */
  readonly mark: "\n" | "\0";
  readonly remedies: Remedies;
  /** Whether `--keep-going` passed over a bad record. */
  failed = false;
  /** The number of the current record or operand, counted from 1. */
  number = 0;
  readonly #environment: Environment;
  readonly #maxRecord: number;
  #cutter: RecordCutter | undefined;
  #name = "";
  /** Where the current record begins in the buffer. */
  #from = 0;
  /** Whether the last result has no end mark. */
  #isOpen = false;

  constructor(invocation: Invocation, sink: Sink, maxRecord: number) {
    this.sink = sink;
    this.json = invocation.has("json");
    this.keepGoing = invocation.has("keep-going");
    this.mark = invocation.has("null") ? "\0" : "\n";
    this.#environment = invocation.environment;
    this.remedies = new Remedies(invocation);
    this.#maxRecord = maxRecord;
  }

  /** Returns the place of the current input in messages. */
  readonly place: Place = () => {
    if (this.#cutter === undefined) return this.#name;
    return `${this.#name}: record ${this.number} (byte ${this.#cutter.before + this.#from}): `;
  };

  operands(operands: readonly string[], adapter: Adapter): void {
    requireUtf8Arguments(this.#environment, operands);
    for (const operand of operands) {
      this.number++;
      if (operands.length > 1) this.#name = `argument ${this.number}: `;
      adapter.operand?.(operand, this.mark);
    }
  }

  files(files: readonly string[], adapter: Adapter, open: (file: string) => Source): void {
    if (adapter.whole === undefined) this.#cutter = this.#createCutter(adapter);
    for (const file of files) {
      const opened = open(file);
      const source = adapter.open?.(opened) ?? opened;
      const read: Source["read"] = (buffer, from) => {
        this.sink.flush();
        return source.read(buffer, from);
      };
      this.#name = adapter.whole === undefined ? source.name : `${source.name}: `;
      this.number = 0;
      try {
        if (this.#cutter !== undefined) this.#cutter.readAll(read);
        else adapter.whole?.({ ...source, read });
      } finally {
        source.close();
      }
    }
  }

  /** Counts records whose first begins at `from`. */
  advance(from: number, count = 1): void {
    this.number += count;
    this.#from = from;
  }

  /** Begins a result: call it before writing any part of it. */
  begin(): void {
    if (this.#isOpen) this.sink.writeText(this.mark);
    this.#isOpen = false;
  }

  /** Ends a result and writes its end mark, if the input has one. */
  end(mark: string): void {
    this.sink.writeText(mark);
    this.endedWith(mark);
  }

  /** Ends a result whose end mark is already written. */
  endedWith(mark: string): void {
    this.#isOpen = mark === "";
  }

  /** Reports a fault; without `--keep-going` it ends the run. */
  fail(fault: Fault, input: RefusedInput = {}): void {
    const place = this.place();
    if (!this.keepGoing) throw this.remedies.error(place, fault, input);
    this.failed = true;
    writeMessage(this.#environment, place + this.remedies.explain(fault, input));
  }

  /** Reports a refused input. With `--json` it becomes an object with the fault; with `--keep-going` it is written unchanged. */
  refuse(fault: Fault, bytes: Uint8Array, mark: string, head: object, input: RefusedInput = {}): void {
    if (this.json) this.#writeFault(fault, mark, head);
    this.fail(fault, input);
    if (this.json) return;
    this.begin();
    this.sink.write(bytes.slice(), bytes.length);
    this.end(mark);
  }

  #writeFault(fault: Fault, mark: string, head: object): void {
    this.sink.writeText(toJson({ ...head, value: null, error: errorFields(fault) }) + jsonEnd(mark));
  }

  #createCutter(adapter: Adapter): RecordCutter {
    const { block, buffers } = adapter;
    const framing = new DelimiterFraming(this.mark.charCodeAt(0));
    const handler: RecordHandler = {
      block,
      record: (bytes, from, end, next) => {
        this.advance(from);
        adapter.record?.(bytes, from, end, endMark(bytes, end, next));
      },
      excess: (bytes, from, to, isFirst, isLast) => {
        if (isFirst) this.advance(from);
        const mark = bytes[to - 1] !== this.mark.charCodeAt(0) ? "" : framing.crLf ? "\r\n" : this.mark;
        this.#refusePart(bytes.subarray(from, to), isFirst, isLast ? mark : undefined, adapter);
      },
    };
    return new RecordCutter(framing, handler, {
      maxRecord: this.#maxRecord,
      buffer: buffers?.input ?? new Uint8Array(BUFFER_BYTES),
      nextBuffer: buffers && (() => buffers.useKernel()),
    });
  }

  /**
   * With `--keep-going` a record that is too long is written part by part: it is never in memory as a whole.
   *
   * @param mark the end mark of the record; undefined if this is not its last part
   */
  #refusePart(part: Uint8Array, isFirst: boolean, mark: string | undefined, adapter: Adapter): void {
    const index = this.#maxRecord;
    const message = `limit exceeded: the record is longer than ${index} bytes; --max-record sets the limit`;
    const fault: Fault = { code: "limit-exceeded", index, length: 0, message };
    const head = adapter.head?.();
    if (this.json && head && (mark !== undefined || !this.keepGoing)) this.#writeFault(fault, mark ?? "\n", head);
    if (isFirst) this.fail(fault);
    if (this.json) return;
    if (isFirst) this.begin();
    this.sink.write(part.slice(), part.length);
    if (mark !== undefined) this.endedWith(mark);
  }
}
