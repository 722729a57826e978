import { PercentEncodingError } from "percodec";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { Environment } from "../io/environment.ts";
import type { FlagName } from "../line/flags.ts";
import { chooseFiles, openSource } from "./input.ts";
import { requireUtf8Arguments } from "../io/utf8-arguments.ts";
import { errorFields, jsonEnd } from "./json.ts";
import { toJson } from "../../shared/literal.ts";
import { type Line, type LineHandler, type Place, readLines } from "./lines.ts";
import { readMaxRecord, tooLong } from "./max-record.ts";
import { writeMessage } from "../io/messages.ts";
import { openSink } from "../io/output.ts";
import { openProgress } from "./progress.ts";
import type { Sink } from "../io/sink.ts";
import { RecordOutput } from "./record-output.ts";
import { Remedies } from "./remedies.ts";
import { type Table, writeTable } from "./table.ts";

/** Processes each text. If a function returns undefined, nothing is printed for the text; an array is printed one by one. */
export interface TextJob {
  /** @param place returns the place of the text in messages; empty for a single operand */
  text(text: string, place: Place): string | Table | readonly (string | Table)[] | undefined;
  /** Returns the object that `--json` prints. */
  report(text: string, place: Place): object | undefined;
  /** Whether an option makes the job accept a text that it refuses; without this function every option does. */
  accepts?(option: FlagName, text: string): boolean;
  /** Converts a line to text; without this function a line that is not UTF-8 is a fault. */
  readonly readLine?: (bytes: Uint8Array, number: number) => string;
  /** As in `LineHandler`. */
  readonly skip?: LineHandler["skip"];
  /** Processes a line that was skipped; without these functions nothing is printed for it. */
  readonly skipped?: {
    readonly text: (text: string, place: Place) => Table | undefined;
    /** Returns what `--json` prints, as JSON. */
    readonly json: (text: string, place: Place) => string | undefined;
  };
  /** Returns what is printed after all texts. */
  readonly end?: { text(): string | Table; report(): object };
}

/** Runs a job over the operands, or over each line of the files or standard input, and returns the exit code. */
export async function processTexts(
  invocation: Invocation,
  texts: readonly string[],
  job: TextJob,
): Promise<number | undefined> {
  const files = chooseFiles(invocation, texts);
  if (texts.length === 0 && files.length === 0) return undefined;
  const progress = await openProgress(invocation);
  const sink = await openSink(invocation.environment, invocation.value("output"));
  const run = new Run(invocation, job, sink);
  try {
    if (files.length === 0) run.operands(texts);
    for (const file of files) readLines(progress.watch(openSource(invocation.environment, file, sink)), run);
    progress.stop();
    if (job.end) run.print(invocation.has("json") ? job.end.report() : job.end.text(), "\n");
    sink.commit();
  } catch (error) {
    progress.stop();
    sink.abandon();
    throw error;
  }
  return run.failed ? EXIT.data : EXIT.done;
}

class Run implements LineHandler {
  failed = false;
  readonly maxRecord: number;
  readonly mark: "\n" | "\0";
  readonly skip: LineHandler["skip"];
  readonly skippedLine: LineHandler["skippedLine"];
  readonly #environment: Environment;
  readonly #job: TextJob;
  readonly #sink: Sink;
  readonly #output: RecordOutput;
  readonly #json: boolean;
  readonly #keepGoing: boolean;
  readonly #remedies: Remedies;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(invocation: Invocation, job: TextJob, sink: Sink) {
    this.maxRecord = readMaxRecord(invocation);
    this.#remedies = new Remedies(invocation);
    this.skip = job.skip;
    const { skipped } = job;
    this.skippedLine = skipped && ((text, mark, place) => this.#printSkipped(skipped, text, mark, place));
    this.#environment = invocation.environment;
    this.#job = job;
    this.#sink = sink;
    this.mark = invocation.has("null") ? "\0" : "\n";
    this.#output = new RecordOutput(sink, this.mark);
    this.#json = invocation.has("json");
    this.#keepGoing = invocation.has("keep-going");
  }

  operands(texts: readonly string[]): void {
    requireUtf8Arguments(this.#environment, texts);
    for (const [k, text] of texts.entries()) {
      this.#processText(text, Buffer.from(text), () => (texts.length > 1 ? `argument ${k + 1}: ` : ""), this.mark);
    }
  }

  beforeRead(): void {
    this.#sink.flush();
  }

  line({ bytes, mark, place, number }: Line): void {
    let text: string;
    try {
      text = this.#job.readLine?.(bytes, number) ?? this.#decoder.decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const message = "the line is not UTF-8";
      return this.#refuse({ message }, message, bytes, place, mark);
    }
    this.#processText(text, bytes, place, mark);
  }

  /** With `--keep-going` a line that is too long is written part by part: it is never in memory as a whole. */
  longLine(part: Uint8Array, place: Place, isFirst: boolean, mark: string | undefined): void {
    const fault = tooLong(this.maxRecord);
    if (this.#json && (mark !== undefined || !this.#keepGoing)) this.#writeFault(fault, mark ?? "\n");
    if (isFirst) this.#fail(place() + fault.message);
    if (this.#json) return;
    if (isFirst) this.#output.begin();
    this.#sink.write(part.slice(), part.length);
    if (mark !== undefined) this.#output.endedWith(mark);
  }

  /** Writes what a job returns. A text or an object gets the line end of its input line. */
  print(result: string | object | undefined, mark: string): void {
    if (result === undefined) return;
    if (this.#json) {
      this.#sink.writeText(toJson(result) + jsonEnd(mark));
    } else if (typeof result === "string") {
      this.#printLine(result, mark);
    } else if (Array.isArray(result)) {
      for (const one of result as readonly (string | Table)[]) this.print(one, mark);
    } else {
      writeTable(this.#sink, result as Table);
    }
  }

  #printLine(line: string, mark: string): void {
    this.#output.begin();
    this.#sink.writeText(line);
    this.#output.end(mark);
  }

  #printSkipped({ text, json }: NonNullable<TextJob["skipped"]>, line: string, mark: string, place: Place): void {
    if (!this.#json) return this.print(text(line, place), mark);
    const result = json(line, place);
    if (result !== undefined) this.#sink.writeText(result + jsonEnd(mark));
  }

  #processText(text: string, bytes: Uint8Array, place: Place, mark: string): void {
    try {
      this.print(this.#json ? this.#job.report(text, place) : this.#job.text(text, place), mark);
    } catch (error) {
      // A line with the wrong syntax is handled like a line that the library refuses.
      if (error instanceof PercentEncodingError)
        this.#refuse(errorFields(error), this.#explain(error, text), bytes, place, mark);
      else if (error instanceof CliError && error.exitCode === EXIT.data)
        this.#refuse({ message: error.message }, error.message, bytes, place, mark);
      else throw error;
    }
  }

  #explain(error: PercentEncodingError, text: string): string {
    return this.#remedies.explain(error, {
      source: text,
      accepts: (option) => this.#job.accepts?.(option, text) ?? true,
    });
  }

  /** With `--json` a bad line becomes an object with the fault; with `--keep-going` it is written unchanged. */
  #refuse(fault: object, message: string, bytes: Uint8Array, place: Place, mark: string): void {
    if (this.#json) this.#writeFault(fault, mark);
    this.#fail(place() + message);
    if (this.#json) return;
    this.#output.begin();
    this.#sink.write(bytes.slice(), bytes.length);
    this.#output.end(mark);
  }

  #writeFault(fault: object, mark: string): void {
    this.#sink.writeText(toJson({ value: null, error: fault }) + jsonEnd(mark));
  }

  #fail(message: string): void {
    if (!this.#keepGoing) throw new CliError(EXIT.data, message);
    this.failed = true;
    writeMessage(this.#environment, message);
  }
}
