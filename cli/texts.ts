import { PercentEncodingError } from "../src/index.ts";
import { EXIT, Stop } from "./exit-codes.ts";
import type { Invocation } from "./flags.ts";
import { filesOf, readLines, requireFaithful } from "./input.ts";
import { errorFields, toJson } from "./json.ts";
import { complain, openSink, type Sink } from "./output.ts";
import { type Table, writeTable } from "./table.ts";

/** Lines longer than this are refused, so that a file without line feeds is not held whole. */
const LONGEST_LINE = 1 << 24;

/** What is done with each text: what is printed for it; nothing where that is undefined. */
export interface TextJob {
  /** @param place where the text stands, as messages say it; empty for the one operand */
  text(text: string, place: string): string | Table | undefined;
  /** The object that `--json` prints. */
  report(text: string, place: string): object | undefined;
  /** Reads a line; without it a line that is not UTF-8 is bad. */
  readonly readLine?: (bytes: Uint8Array, number: number) => string;
  /** What is printed when all is read. */
  readonly end?: { text(): string | Table; report(): object };
}

/** Does a job over the operands, or over each line of the files or standard input, and gives the exit code. */
export async function overTexts(
  invocation: Invocation,
  texts: readonly string[],
  job: TextJob,
): Promise<number | undefined> {
  const files = filesOf(invocation, texts);
  if (texts.length === 0 && files.length === 0) return undefined;
  const sink = await openSink(invocation.value("output"));
  const run = new Run(invocation, job, sink);
  try {
    if (files.length === 0) run.operands(texts);
    for (const file of files) run.file(file);
    if (job.end) run.print(invocation.has("json") ? job.end.report() : job.end.text());
    sink.commit();
  } catch (error) {
    sink.abandon();
    throw error;
  }
  return run.failed ? EXIT.data : EXIT.done;
}

class Run {
  failed = false;
  readonly #job: TextJob;
  readonly #sink: Sink;
  readonly #json: boolean;
  readonly #keepGoing: boolean;

  constructor(invocation: Invocation, job: TextJob, sink: Sink) {
    this.#job = job;
    this.#sink = sink;
    this.#json = invocation.has("json");
    this.#keepGoing = invocation.has("keep-going");
  }

  operands(texts: readonly string[]): void {
    requireFaithful(texts);
    for (const [k, text] of texts.entries()) this.#one(text, texts.length > 1 ? `argument ${k + 1}: ` : "");
  }

  file(file: string): void {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const name = file === "-" ? "standard input" : file;
    for (const { bytes, number, from } of readLines(file, LONGEST_LINE, () => this.#sink.flush())) {
      const place = `${name}: record ${number} (byte ${from}): `;
      if (bytes.length > LONGEST_LINE) throw new Stop(EXIT.data, `${place}a line of more than ${LONGEST_LINE} bytes`);
      let text: string;
      try {
        text = this.#job.readLine?.(bytes, number) ?? decoder.decode(bytes);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        this.#fail(`${place}the line is not UTF-8`);
        this.#sink.write(bytes.slice(), bytes.length);
        this.#sink.writeText("\n");
        continue;
      }
      this.#one(text, place);
    }
  }

  #one(text: string, place: string): void {
    try {
      this.print(this.#json ? this.#job.report(text, place) : this.#job.text(text, place));
    } catch (error) {
      // A line that is not what the job takes is as bad as one that it refuses.
      const bad = error instanceof PercentEncodingError || (error instanceof Stop && error.exitCode === EXIT.data);
      if (!bad) throw error;
      const fields = error instanceof PercentEncodingError ? errorFields(error) : { message: error.message };
      if (this.#json) this.#sink.writeText(`${toJson({ value: null, error: fields })}\n`);
      else if (this.#keepGoing) this.#sink.writeText(`${text}\n`);
      this.#fail(place + error.message);
    }
  }

  print(result: string | object | undefined): void {
    if (result === undefined) return;
    if (!this.#json && typeof result === "object") writeTable(this.#sink, result as Table);
    else this.#sink.writeText(`${typeof result === "string" ? result : toJson(result)}\n`);
  }

  #fail(message: string): void {
    if (!this.#keepGoing) throw new Stop(EXIT.data, message);
    this.failed = true;
    complain(message);
  }
}
