import { PercentEncodingError } from "percodec";
import { CARRIAGE_RETURN } from "../../shared/files/framing.ts";
import { toJson } from "../../shared/literal.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import { jsonEnd } from "./json.ts";
import { type Adapter, type Place, type Runner, runInputs } from "./runner.ts";
import { type Table, writeTable } from "./table.ts";
import { decodeText } from "../../shared/text.ts";

/** A string, a table, which without a title has that of its input, or several of them. */
type Printed = string | Table | readonly (string | Table)[];

/** Processes each string. */
export interface TextJob<Result> {
  /**
   * Returns the result for a string; undefined if nothing is printed for it.
   *
   * @param place returns the place of the string in messages; empty for a single operand
   */
  run(text: string, place: Place): Result | undefined;
  /** Returns what is printed for a result; without this function it is the result. */
  show?(result: Result, place: Place, text: string): Printed;
  /** Returns the object that `--json` prints; without this function it is the result, or has the string of the result as `value`. */
  report?(result: Result, text: string | undefined): object;
  /** Whether a result makes the exit code 1. */
  fails?(result: Result): boolean;
  /** Whether an option makes the job accept a string that it refuses; without this function every option does. */
  accepts?(option: FlagName, text: string): boolean;
  /** Converts a line to a string; undefined, as without this function for a line that is not UTF-8, is a fault. */
  readonly readLine?: (bytes: Uint8Array, number: number) => string | undefined;
  /**
   * Returns where the next line begins if the line at `from` may be skipped, otherwise `from`; excludes NUL records.
   *
   * @param text lines with their line ends, one unit for each byte
   */
  readonly skip?: ((text: string, from: number) => number) | undefined;
  /** Returns what is printed for a line that was skipped, with `--json` as JSON; without this function nothing is. */
  readonly skipped?: (text: string, place: Place) => string | Table | undefined;
  /** Returns a result that is printed after all inputs. */
  end?(): Result | undefined;
}

/** Runs a job over the operands, or over each line of the files or standard input, and returns the exit code. */
export async function processTexts<Result>(invocation: Invocation, job: TextJob<Result>): Promise<number | undefined> {
  return runInputs(invocation, (runner) => adaptTexts(runner, job));
}

/** How many bytes are converted to a string at a time. */
const PART_BYTES = 0x4000;

function adaptTexts<Result>(runner: Runner, job: TextJob<Result>): Adapter {
  const { place, json, sink } = runner;
  const { skip } = job;

  /** A string has the line end of its input line. */
  const print = (printed: Printed, text: string, mark: string): void => {
    if (typeof printed === "string") {
      runner.begin();
      sink.writeText(printed);
      runner.end(mark);
    } else if ("heads" in printed) {
      const name = place();
      writeTable(sink, { title: name === "" ? undefined : name + text, ...printed });
    } else {
      for (const one of printed) print(one, text, mark);
    }
  };

  const printResult = (result: Result | undefined, text: string | undefined, mark: string): void => {
    if (result === undefined) return;
    if (job.fails?.(result)) runner.failed = true;
    if (!json) return print(job.show?.(result, place, text ?? "") ?? (result as Printed), text ?? "", mark);
    const plain = typeof result === "string" ? { value: result } : result;
    sink.writeText(toJson(job.report?.(result, text) ?? plain) + jsonEnd(mark));
  };

  const process = (text: string, bytes: Uint8Array, mark: string): void => {
    try {
      printResult(job.run(text, place), text, mark);
    } catch (error) {
      const accepts = (option: FlagName): boolean => job.accepts?.(option, text) ?? true;
      // A line with the wrong syntax is handled like a line that the library refuses.
      const isSyntax = error instanceof CliError && error.exitCode === EXIT.data;
      if (!isSyntax && !(error instanceof PercentEncodingError)) throw error;
      runner.refuse(error, bytes, mark, {}, { source: text, accepts });
    }
  };

  const record = (bytes: Uint8Array, from: number, end: number, mark: string): void => {
    const line = bytes.subarray(from, end);
    const text = job.readLine ? job.readLine(line, runner.number) : decodeText(line);
    if (text === undefined) runner.refuse({ message: "the line is not UTF-8" }, line, mark, {});
    else process(text, line, mark);
  };

  const printSkipped = (line: string, mark: string): void => {
    const printed = job.skipped?.(line, place);
    if (json && typeof printed === "string") sink.writeText(printed + jsonEnd(mark));
    else if (printed !== undefined) print(printed, line, mark);
  };

  /** Processes lines, part by part, up to a line that is longer than a part. */
  const takeBlock = (bytes: Uint8Array, from: number, to: number, next: NonNullable<typeof skip>): number => {
    for (let at = from; ;) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(PART_BYTES, to - at)).toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      for (let start = 0, after: number; start < end; start = after) {
        after = next(text, start);
        runner.advance(at + start);
        const isSkipped = after > start;
        if (!isSkipped) after = text.indexOf("\n", start) + 1;
        const endOfLine = endOfContent(text, start, after);
        const mark = text.slice(endOfLine, after);
        if (isSkipped) printSkipped(text.slice(start, endOfLine), mark);
        else record(bytes, at + start, at + endOfLine, mark);
      }
      at += end;
      if (end === 0 || at === to) return at;
    }
  };

  return {
    operand: (text, mark) => process(text, Buffer.from(text), mark),
    record,
    head: () => ({}),
    block: skip && ((bytes, from, to) => takeBlock(bytes, from, to, skip)),
    end: () => printResult(job.end?.(), undefined, "\n"),
  };
}

/** Returns the end of a line's content, without LF or CR LF; `next` follows the LF. */
function endOfContent(text: string, start: number, next: number): number {
  const end = next - 1;
  return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}
