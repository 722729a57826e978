import { PercentEncodingError } from "percodec";
import { CARRIAGE_RETURN } from "../../shared/files/framing.ts";
import { toJson } from "../../shared/literal.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import { jsonEnd } from "./json.ts";
import { type Adapter, type Place, type Runner, runInputs } from "./runner.ts";
import { type Table, writeTable } from "./table.ts";

/** Processes each string. If a function returns undefined, nothing is printed for it; an array is printed one by one. */
export interface TextJob {
  /** @param place returns the place of the string in messages; empty for a single operand */
  text(text: string, place: Place): string | Table | readonly (string | Table)[] | undefined;
  /** Returns the object that `--json` prints. */
  report(text: string, place: Place): object | undefined;
  /** Whether an option makes the job accept a string that it refuses; without this function every option does. */
  accepts?(option: FlagName, text: string): boolean;
  /** Converts a line to a string; without this function a line that is not UTF-8 is a fault. */
  readonly readLine?: (bytes: Uint8Array, number: number) => string;
  /**
   * Returns where the next line begins if the line at `from` may be skipped, otherwise `from`; excludes NUL records.
   *
   * @param text lines with their line ends, one unit for each byte
   */
  readonly skip?: ((text: string, from: number) => number) | undefined;
  /** Processes a line that was skipped; without these functions nothing is printed for it. */
  readonly skipped?: {
    readonly text: (text: string, place: Place) => Table | undefined;
    /** Returns what `--json` prints, as JSON. */
    readonly json: (text: string, place: Place) => string | undefined;
  };
  /** Returns what is printed after all inputs. */
  readonly end?: { text(): ReturnType<TextJob["text"]>; report(): object | undefined };
}

/** Runs a job over the operands, or over each line of the files or standard input, and returns the exit code. */
export async function processTexts(
  invocation: Invocation,
  operands: readonly string[],
  job: TextJob,
): Promise<number | undefined> {
  return runInputs(invocation, operands, (runner) => new TextAdapter(runner, job));
}

/** How many bytes are converted to a string at a time. */
const PART_BYTES = 0x4000;

class TextAdapter implements Adapter {
  readonly block: Adapter["block"];
  readonly #runner: Runner;
  readonly #job: TextJob;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(runner: Runner, job: TextJob) {
    this.#runner = runner;
    this.#job = job;
    const { skip } = job;
    this.block = skip && ((bytes, from, to) => this.#takeBlock(bytes, from, to, skip));
  }

  operand(text: string, mark: string): void {
    this.#process(text, Buffer.from(text), mark);
  }

  record(bytes: Uint8Array, from: number, end: number, mark: string): void {
    const line = bytes.subarray(from, end);
    let text: string;
    try {
      text = this.#job.readLine?.(line, this.#runner.number) ?? this.#decoder.decode(line);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return this.#runner.refuse("the line is not UTF-8", line, mark, {});
    }
    this.#process(text, line, mark);
  }

  head(): object {
    return {};
  }

  end(): void {
    const { end } = this.#job;
    if (end) this.#print(this.#runner.json ? end.report() : end.text(), "\n");
  }

  #process(text: string, bytes: Uint8Array, mark: string): void {
    const { place, json } = this.#runner;
    try {
      this.#print(json ? this.#job.report(text, place) : this.#job.text(text, place), mark);
    } catch (error) {
      const accepts = (option: FlagName): boolean => this.#job.accepts?.(option, text) ?? true;
      // A line with the wrong syntax is handled like a line that the library refuses.
      if (error instanceof PercentEncodingError) this.#runner.refuse(error, bytes, mark, {}, { source: text, accepts });
      else if (error instanceof CliError && error.exitCode === EXIT.data)
        this.#runner.refuse(error.message, bytes, mark, {});
      else throw error;
    }
  }

  /** Writes what a job returns. A string or an object gets the line end of its input line. */
  #print(result: string | object | undefined, mark: string): void {
    const { sink, json } = this.#runner;
    if (result === undefined) return;
    if (json) {
      sink.writeText(toJson(result) + jsonEnd(mark));
    } else if (typeof result === "string") {
      this.#runner.begin();
      sink.writeText(result);
      this.#runner.end(mark);
    } else if (Array.isArray(result)) {
      for (const one of result as readonly (string | Table)[]) this.#print(one, mark);
    } else {
      writeTable(sink, result as Table);
    }
  }

  /** Processes lines, part by part, up to a line that is longer than a part. */
  #takeBlock(bytes: Uint8Array, from: number, to: number, skip: NonNullable<TextJob["skip"]>): number {
    for (let at = from; ;) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(PART_BYTES, to - at)).toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      for (let start = 0; start < end;) {
        let next = skip(text, start);
        this.#runner.advance(at + start);
        if (next > start) {
          this.#printSkipped(text, start, next);
        } else {
          next = text.indexOf("\n", start) + 1;
          const endOfLine = endOfContent(text, start, next);
          this.record(bytes, at + start, at + endOfLine, text.slice(endOfLine, next));
        }
        start = next;
      }
      at += end;
      if (end === 0 || at === to) return at;
    }
  }

  #printSkipped(text: string, start: number, next: number): void {
    const { skipped } = this.#job;
    if (skipped === undefined) return;
    const { place, json, sink } = this.#runner;
    const end = endOfContent(text, start, next);
    const line = text.slice(start, end);
    const mark = text.slice(end, next);
    if (!json) return this.#print(skipped.text(line, place), mark);
    const result = skipped.json(line, place);
    if (result !== undefined) sink.writeText(result + jsonEnd(mark));
  }
}

/** Returns the end of a line's content, without LF or CR LF; `next` follows the LF. */
function endOfContent(text: string, start: number, next: number): number {
  const end = next - 1;
  return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}
