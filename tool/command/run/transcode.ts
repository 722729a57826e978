import { requireUtf8Arguments } from "../io/utf8-arguments.ts";
import { LINE_FEED } from "../../shared/files/framing.ts";
import { PercentEncodingError } from "percodec";
import { CodecBuffers } from "./codec-buffers.ts";
import type { CommandCodec } from "./codec.ts";
import type { Environment } from "../io/environment.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { chooseFiles, openSource, type Source, STANDARD_INPUT } from "./input.ts";
import { errorFields, type Fault, JsonResult } from "./json.ts";
import { toJson } from "../../shared/literal.ts";
import { readMaxRecord } from "./max-record.ts";
import { writeMessage } from "../io/messages.ts";
import { openSink } from "../io/output.ts";
import type { Sink } from "../io/sink.ts";
import { openProgress } from "./progress.ts";
import { loadGuess, type RefusedInput, Remedies } from "./remedies.ts";
import { RecordTranscoder } from "./transcode-records.ts";
import { WholeTranscoder } from "./transcode-whole.ts";

/** Runs a codec over the texts or files of the command line; returns the exit code, or undefined without input. */
export async function transcode(invocation: Invocation, codec: CommandCodec): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const files = chooseFiles(invocation, operands);
  if (operands.length === 0 && files.length === 0) return undefined;
  requireRecords(invocation, files);
  if (invocation.has("keep-going")) await loadGuess();

  const job = new Transcoder(invocation, codec, await openSink(environment, invocation.value("output")));
  try {
    if (files.length > 0) await job.files(files);
    else job.texts(operands);
    job.sink.commit();
  } catch (error) {
    job.sink.abandon();
    throw error;
  }
  return job.failed ? EXIT.data : EXIT.done;
}

/** Refuses options for records if each input is one run of bytes. */
function requireRecords({ has }: Invocation, files: readonly string[]): void {
  if (has("lines") || has("null")) return;
  if (files.length > 0 && has("keep-going"))
    throw new CliError(EXIT.usage, "--keep-going applies to records: add --lines or --null");
  if (has("max-record")) throw new CliError(EXIT.usage, "--max-record applies to records: add --lines or --null");
}

/** Transcodes one input; `head` has the first fields of each JSON object. */
type TranscodeInput = (name: string, read: Source["read"], head: Record<string, unknown>) => void;

class Transcoder {
  readonly sink: Sink;
  /** Whether `--keep-going` passed over a bad record. */
  failed = false;
  readonly #environment: Environment;
  readonly #invocation: Invocation;
  readonly #codec: CommandCodec;
  readonly #json: boolean;
  readonly #keepGoing: boolean;
  /** The end mark of records; undefined if each input is one run of bytes. */
  readonly #mark: "\n" | "\0" | undefined;
  readonly #remedies: Remedies;

  constructor(invocation: Invocation, codec: CommandCodec, sink: Sink) {
    this.sink = sink;
    this.#environment = invocation.environment;
    this.#invocation = invocation;
    this.#remedies = new Remedies(invocation);
    this.#codec = codec;
    this.#json = invocation.has("json");
    this.#keepGoing = invocation.has("keep-going");
    this.#mark = invocation.has("null") ? "\0" : invocation.has("lines") ? "\n" : undefined;
  }

  texts(texts: readonly string[]): void {
    requireUtf8Arguments(this.#environment, texts);
    const end = this.#mark === "\0" && !this.#json ? "\0" : "\n";
    for (const [i, text] of texts.entries()) {
      try {
        const result = this.#json ? toJson(this.#codec.report(text)) : this.#codec.text(text);
        if (typeof result === "string") this.sink.writeText(result + end);
        else {
          this.sink.write(result, result.length);
          this.sink.writeText(end);
        }
      } catch (error) {
        if (!(error instanceof PercentEncodingError)) throw error;
        if (this.#json) this.sink.writeText(`${toJson({ value: null, error: errorFields(error) })}\n`);
        else if (this.#keepGoing) this.sink.writeText(text + end);
        this.#fail(texts.length > 1 ? `argument ${i + 1}: ` : "", error, { source: text });
      }
    }
  }

  async files(files: readonly string[]): Promise<void> {
    const progress = await openProgress(this.#invocation);
    const transcodeInput =
      this.#mark === undefined ? this.#createWholeTranscoder() : this.#createRecordTranscoder(this.#mark);
    try {
      for (const file of files) {
        const opened = progress.watch(openSource(this.#environment, file, this.sink));
        const source = this.#codec.open?.(opened) ?? opened;
        const read: Source["read"] = (buffer, from) => {
          this.sink.flush();
          return source.read(buffer, from);
        };
        try {
          transcodeInput(source.name, read, files.length > 1 ? { file } : {});
        } finally {
          source.close();
        }
      }
    } finally {
      progress.stop();
    }
  }

  #createWholeTranscoder(): TranscodeInput {
    const whole = new WholeTranscoder(this.#codec, this.sink, new CodecBuffers());
    return (name, read, head) => {
      const fault = whole.run(read, this.#json ? new JsonResult(this.sink, head, this.#codec.escape) : undefined);
      if (fault) return this.#fail(`${name}: `, fault, whole.around(fault));
      if (name === STANDARD_INPUT && whole.lastByte === LINE_FEED) this.#printHint();
    };
  }

  #createRecordTranscoder(mark: "\n" | "\0"): TranscodeInput {
    const records = new RecordTranscoder(this.#codec, this.sink, new CodecBuffers(), {
      mark,
      maxRecord: readMaxRecord(this.#invocation),
      json: this.#json,
      keepGoing: this.#keepGoing,
      fail: (place, fault, source) => this.#fail(place, fault, { source }),
    });
    return (name, read, head) => records.file(name, read, head);
  }

  /** Prints a hint that the final line end was encoded, if stderr is a terminal. */
  #printHint(): void {
    const { finalLineEndHint } = this.#codec;
    if (finalLineEndHint !== undefined && this.#isStderrTerminal()) writeMessage(this.#environment, finalLineEndHint);
  }

  #isStderrTerminal(): boolean {
    return this.#environment.isTerminal(this.#environment.stderr);
  }

  /** Reports a fault; without `--keep-going` it ends the run. */
  #fail(place: string, fault: Fault, input: RefusedInput): void {
    if (!this.#keepGoing) throw this.#remedies.error(place, fault, input);
    this.failed = true;
    writeMessage(this.#environment, place + this.#remedies.explain(fault, input));
  }
}
