import { type DecodeIssue, PercentEncodingError, type Step } from "percodec";
import { allocateBuffers, countByte } from "percodec/wasm";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { toJson } from "../../shared/literal.ts";
import { enlarge } from "../../shared/text.ts";
import { orRefusal, unlessRefused } from "../../shared/unless-refused.ts";
import type { Environment } from "../io/environment.ts";
import { refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { type Source, STANDARD_INPUT } from "../io/source.ts";
import { jsonEnd, type JsonResult, startJson } from "./json.ts";
import { loadGuess } from "./remedies.ts";
import { type Adapter, type Runner, runInputs } from "./runner.ts";

/** A codec for the string of an argument and for bytes. */
export interface CommandCodec {
  /** Returns whether a part of the input, each byte a character, was encoded more than once; set if results include a report of decoding. */
  readonly stillEncoded?: (source: string) => boolean;
  /** The hint for a terminal if standard input ends with a line end. */
  readonly finalLineEndHint?: string | undefined;
  /** Returns the result for a string; bytes if it is in another encoding than UTF-8. */
  text(text: string): string | Uint8Array;
  /** The fields of the object that `--json` writes for a string; without this function the result is the `value`. */
  report?(text: string): object;
  /**
   * Starts a run.
   *
   * @param onIssue called with each issue that a policy accepts
   */
  start(onIssue?: (issue: DecodeIssue) => void): Step;
  /** Starts a run over many records at once. It leaves their end marks unchanged, and may stop before a record. Without it each is a run. */
  startMany?(mark: "\n" | "\0"): Step;
  /** Matches the escapes of line ends, if `start` leaves them and `startMany` does not. */
  readonly lineEndEscape?: RegExp | undefined;
  /** Called with each file before it is read; returns the source to read. */
  open?(source: Source): Source;
  /** Whether the policy for an issue loses bytes of the input. */
  isLossy(issue: DecodeIssue): boolean;
}

/** Runs a codec over the operands or files of the command line; returns the exit code, or undefined without input. */
export async function transcode(invocation: Invocation, codec: CommandCodec): Promise<number | undefined> {
  const { has, environment } = invocation;
  const hasRecords = has("lines") || has("null");
  if (!hasRecords && has("max-record")) refuse("--max-record applies to records: add --lines or --null");
  if (has("keep-going")) await loadGuess();
  return runInputs(invocation, (runner, files) => {
    const { json } = runner;
    if (files.length > 0 && !hasRecords && has("keep-going"))
      refuse("--keep-going applies to records: add --lines or --null");
    const buffers = new CodecBuffers();
    let head: Record<string, unknown> = {};
    let next = 0;
    return {
      buffers,
      operand: (text, mark) => runOperand(codec, runner, text, mark),
      open: (source) => {
        const file = files[next++];
        head = files.length > 1 ? { file } : {};
        return codec.open?.(source) ?? source;
      },
      ...(hasRecords
        ? recordAdapter(codec, runner, buffers, () => ({ ...head, record: runner.number }), environment)
        : {
            whole: (source) => {
              const object = json ? startJson(runner.sink, head, codec.stillEncoded) : undefined;
              const lastByte = transcodeWhole(codec, runner, buffers, source, object);
              const { finalLineEndHint } = codec;
              const isEnded = source.name === STANDARD_INPUT && lastByte === LINE_FEED;
              if (isEnded && finalLineEndHint !== undefined && environment.isTerminal(environment.stderr))
                writeMessage(environment, finalLineEndHint);
            },
          }),
    };
  });
}

function runOperand(codec: CommandCodec, runner: Runner, text: string, mark: "\n" | "\0"): void {
  const result = orRefusal(() => {
    if (!runner.json) return codec.text(text);
    return toJson(codec.report?.(text) ?? { value: codec.text(text) });
  });
  if (result instanceof PercentEncodingError) {
    return runner.refuse(result, Buffer.from(text), mark, {}, { source: text });
  }
  if (typeof result === "string") runner.sink.writeText(result);
  else runner.sink.write(result, result.length);
  runner.end(runner.json ? jsonEnd(mark) : mark);
}

/** The capacity of a pipe. After a read that fills it, the codec uses the buffers of the WebAssembly kernel. */
const INPUT_BYTES = 0x10000;
/** How many bytes of output a byte of input needs; `recordAdapter` makes room for encodings that need more. */
const GROWTH = 3;

/** The input and output buffers of a codec. */
class CodecBuffers {
  /** One byte longer than a read, because the record cutter reserves the last byte. */
  input: Uint8Array = new Uint8Array(INPUT_BYTES + 1);
  output: Uint8Array = new Uint8Array(INPUT_BYTES * GROWTH);
  #hasKernel = false;

  /** Switches to the buffers of the kernel, so that nothing is copied, and returns the new input buffer. */
  useKernel(): Uint8Array {
    if (this.#hasKernel) return this.input;
    const { source, target } = allocateBuffers();
    if (target.length > this.output.length) this.output = target;
    this.#hasKernel = true;
    return (this.input = source);
  }

  /** Returns the output from an index on, and makes it larger if few bytes are left. */
  outputFrom(at: number): Uint8Array {
    if (this.output.length - at < INPUT_BYTES) this.output = enlarge(this.output, at);
    return this.output.subarray(at);
  }
}

/**
 * Transcodes one file as one run of bytes, in constant memory, and returns its last byte, or -1. The output before a fault is written.
 *
 * @param json the object to write the result into; without it the bytes are written
 */
function transcodeWhole(
  codec: CommandCodec,
  runner: Runner,
  buffers: CodecBuffers,
  source: Source,
  json: JsonResult | undefined,
): number {
  let lastByte = -1;
  /** How many bytes of the input precede the buffer, and how many are in it. */
  let before = 0;
  let to = 0;
  const run = codec.start(json && ((issue) => json.issue(issue, codec.isLossy(issue))));
  const fault = orRefusal((): undefined => {
    for (let held = 0, last = false; !last;) {
      const { input, output } = buffers;
      const count = source.read(input, held);
      to = held + count;
      last = count === 0;
      if (count > 0) lastByte = input[to - 1]!;
      let at = 0;
      // The last call may have no bytes: it ends the state of an encoding.
      while (at < to || last) {
        const { read, written } = run(input, output, { from: at, to, final: last });
        if (json) json.chunk(output.subarray(0, written), input.subarray(at, at + read));
        else runner.sink.write(output, written);
        at += read;
        if (read === 0 || at === to) break;
      }
      // The rest, which needs more input, is moved to the front of the next block.
      const rest = input.subarray(at, to);
      (to === input.length ? buffers.useKernel() : input).set(rest);
      before += at;
      held = rest.length;
    }
  });
  json?.end(fault);
  if (fault) runner.fail(fault, { source: buffers.input.subarray(0, to), index: Math.max(0, fault.index - before) });
  return lastByte;
}

/** Transcodes each record separately: a record is written whole with its end mark, or not at all. */
function recordAdapter(
  codec: CommandCodec,
  runner: Runner,
  buffers: CodecBuffers,
  head: () => Record<string, unknown>,
  environment: Environment,
): Pick<Adapter, "record" | "block" | "head"> {
  const { sink, json } = runner;
  // With `--json` each record is one object.
  const many = json ? undefined : codec.startMany?.(runner.mark);
  const leaving = codec.lineEndEscape && many && codec.start();
  let isNoted = false;
  const note = (): void => {
    if (!isNoted) writeMessage(environment, LINE_END_NOTE);
    isNoted = true;
  };
  return {
    head,
    block:
      many &&
      ((bytes, from, to) => {
        const end = transcodeMany(many, runner, buffers, bytes, from, to, leaving === undefined);
        if (end >= 0 || leaving === undefined) return end;
        note();
        return transcodeMany(leaving, runner, buffers, bytes, from, ~end, true);
      }),
    record: (bytes, from, end, mark) => {
      const toText = () => Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString("latin1");
      if (!isNoted && codec.lineEndEscape?.test(toText())) note();
      const room = (end - from) * GROWTH;
      if (room > buffers.output.length) buffers.output = new Uint8Array(room);
      const object = json ? startJson(sink, head(), codec.stillEncoded) : undefined;
      const run = codec.start(object && ((issue) => object.issue(issue, codec.isLossy(issue))));
      const written = orRefusal(() => {
        let { read, written: length } = run(bytes, buffers.output, { from, to: end, final: true });
        // A codec that stops early has a fault, which the next call throws, or needs more room.
        while (from + read < end) {
          const more = run(bytes, buffers.outputFrom(length), { from: from + read, to: end, final: true });
          read += more.read;
          length += more.written;
        }
        return length;
      });
      if (written instanceof PercentEncodingError) {
        const source = bytes.subarray(from, end);
        return runner.refuse(written, source, mark, head(), { source });
      }
      if (object !== undefined) {
        object.chunk(buffers.output.subarray(0, written), bytes.subarray(from, end));
        return object.end(undefined, mark);
      }
      runner.begin();
      sink.write(buffers.output, written);
      runner.end(mark);
    },
  };
}

const LINE_END_NOTE = "the escapes of line ends stay, so that each result is one line; --controls raw decodes them";

/**
 * Writes the results of records up to the first bad one, and returns where that one begins.
 *
 * @param mayHaveLineEnds whether a result may have other line ends than its records; otherwise nothing of it is written, and `~` of the end of
 *   these records is returned
 */
function transcodeMany(
  many: Step,
  runner: Runner,
  { output }: CodecBuffers,
  bytes: Uint8Array,
  from: number,
  to: number,
  mayHaveLineEnds: boolean,
): number {
  const mark = runner.mark.charCodeAt(0);
  // No escape or character crosses an end mark, so a run over many records succeeds if each record is good.
  for (let end = to; end > from;) {
    const part = { from, to: end };
    const { read, written } = unlessRefused(() => many(bytes, output, part)) ?? { read: 0, written: 0 };
    if (read === end - from) {
      const isEqual = (byte: number) => countByte(byte, output, 0, written) === countByte(byte, bytes, from, end);
      if (!mayHaveLineEnds && !(isEqual(LINE_FEED) && isEqual(CARRIAGE_RETURN))) return ~end;
      runner.begin();
      runner.sink.write(output, written);
      runner.advance(from, countByte(mark, bytes, from, end));
      return end;
    }
    // Try again, up to the beginning of the record in which the run stopped: no part of a bad record is written.
    end = read === 0 ? from : bytes.lastIndexOf(mark, from + read - 1) + 1;
  }
  return from;
}
