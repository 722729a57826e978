import {
  type DecodeIssue,
  percentDecodeReport,
  PercentDecoder,
  percentEncodeBytes,
  PercentEncoder,
  type PercentEncodingError,
} from "percodec";
import { DelimiterFraming, CARRIAGE_RETURN, type EndMark, endMark, LINE_FEED } from "../../shared/files/framing.ts";
import { decodeText, STRICT_UTF8 } from "../../shared/text.ts";
import { runBytes, TARGET_BYTES } from "../../shared/files/run-text.ts";
import { RecordCutter } from "../../shared/files/record-cutter.ts";
import { all, namedSet } from "percodec/sets";
import { allocateBuffers } from "percodec/wasm";
import { readBlocks } from "./file-blocks.ts";
import { type Job, JobRefused, readCleanOptions, readLibraryOptions, readOption } from "../app/state.ts";
import type { DisplayOptions } from "percodec/uri";
import { IssueList } from "../app/losses.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import { loadEncoding } from "../app/charset-loader.ts";
import { readDecoderOptions, readTextConversion, type TextConversion } from "../app/text-files.ts";

/** Receives the output in chunks; `write` copies the bytes before it returns. */
export interface Sink {
  write(bytes: Uint8Array): void;
}

/** An issue that a policy accepted, or the fault of a line that was kept unchanged. */
export interface JobIssue {
  readonly code: string;
  /** The offset in bytes, from the start of the file or of the line. */
  readonly index: number;
  readonly length: number;
  /** The number of the line, from 1, if the file is converted line by line. */
  readonly line?: number;
}

export interface Outcome {
  readonly issues: readonly JobIssue[];
  readonly issueCount: number;
  /** The number of lines, and the number of lines that were kept unchanged. */
  readonly lines?: number;
  readonly refused?: number;
  /** What the file says about itself, such as its byte order mark. */
  readonly note?: string;
}

/** The message of the page to the worker: one job. The worker sends progress until the job ends. */
export interface JobRequest extends Job {
  readonly file: Blob;
  /** The name of the output in the origin private file system. */
  readonly name: string;
}

/** A message of the worker to the page. */
export type Message =
  | { readonly kind: "progress"; readonly read: number }
  | {
      readonly kind: "done";
      readonly outcome: Outcome;
      readonly size: number;
      /** The first bytes of the output. */
      readonly head: Uint8Array;
      /** The output, if it could not be written to the origin private file system. */
      readonly blob?: Blob;
    }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly fault?: Pick<PercentEncodingError, "code" | "index" | "excerpt" | "option">;
    };

const MAX_LINE_BYTES = 1 << 20;
/** The initial size of the line buffer, which grows for a longer line. */
const LINE_BUFFER_BYTES = 1 << 18;

/** A file, and where its output and its progress go. */
interface Streams {
  readonly file: Blob;
  readonly sink: Sink;
  readonly onRead: (bytes: number) => void;
}

/** Converts a file, block by block. */
export async function runJob(job: Job, file: Blob, sink: Sink, onRead: (bytes: number) => void): Promise<Outcome> {
  const streams: Streams = { file, sink, onRead };
  const value = (name: Parameters<typeof readOption>[1]): string => readOption(job, name);
  const byLine = value("lines") === "true";
  const convertEach = (convert: LineConverter): Promise<Outcome> => convertLines(streams, convert);
  const eachText = (convert: (line: string) => string): Promise<Outcome> => convertEach(textConverter(convert));
  switch (job.mode) {
    case "decode":
    case "encode": {
      const conversion = await readTextConversion(job.mode, job, file);
      const { start, note }: TextConversion = conversion ?? { start: createByteStep(job) };
      const outcome = await (byLine ? convertEach(bytesConverter(start)) : convertWhole(streams, start));
      return { ...outcome, ...(note !== undefined && { note }) };
    }
    case "clean": {
      const { cleanUri } = await import("./library/uri.ts");
      const encoding = await loadEncoding(value("encoding"));
      const options = readCleanOptions(job, encoding);
      const outcome = await eachText((line) => cleanUri(line, options));
      return encoding === undefined
        ? outcome
        : { ...outcome, note: `a character of a query that ${encoding.name} lacks is written as &#N;` };
    }
    case "display": {
      const { displayUri } = await import("./library/uri.ts");
      const options: DisplayOptions = readLibraryOptions(job);
      return eachText((line) => displayUri(line, options));
    }
    case "inspect":
      return inspectLines(streams, value("severity"));
    case "form":
      return readForm(streams, job);
    default:
      throw new JobRefused("This view needs a text, not a file.");
  }
}

/** Returns the steps that convert bytes as they are. */
function createByteStep(job: Job): TextConversion["start"] {
  if (job.mode === "decode") {
    const options = readDecoderOptions(job);
    return (onIssue) => {
      const decoder = new PercentDecoder({ ...options, ...(onIssue && { onIssue }) });
      return (source, target, range) => decoder.decodeInto(source, target, range);
    };
  }
  const set = namedSet(readOption(job, "set")).remove(readOption(job, "keep"));
  return () => {
    const encoder = new PercentEncoder(set);
    return (source, target, range) => encoder.encodeInto(source, target, range);
  };
}

/** Converts a whole file as a stream of bytes, in the memory of the kernel. */
async function convertWhole({ file, sink, onRead }: Streams, start: TextConversion["start"]): Promise<Outcome> {
  const list = new IssueList<JobIssue>();
  const step = start((issue) => list.add(issue));
  const { source, target } = allocateBuffers();
  let held = 0;
  let at = 0;
  for await (const block of readBlocks(file)) {
    at += block.length;
    // Unread bytes stay in the buffer, so a block may not fit at once.
    for (let taken = 0; taken < block.length;) {
      const part = block.subarray(taken, taken + source.length - held);
      source.set(part, held);
      taken += part.length;
      const to = held + part.length;
      const last = at === file.size && taken === block.length;
      let from = 0;
      while (from < to) {
        const { read, written } = step(source, target, { from, to, final: last });
        if (written > 0) sink.write(target.subarray(0, written));
        if (read === 0) break;
        from += read;
      }
      source.copyWithin(0, from, to);
      held = to - from;
    }
    onRead(at);
  }
  return list;
}

/** Calls `take` for each line of a file, with its number and its line end; returns the number of lines. */
async function forEachLine(
  { file, onRead }: Streams,
  take: (line: Uint8Array, number: number, mark: EndMark) => void,
): Promise<number> {
  let lines = 0;
  const cutter = new RecordCutter(
    new DelimiterFraming(LINE_FEED),
    {
      record: (bytes, from, end, next) => take(bytes.subarray(from, end), ++lines, endMark(bytes, end, next)),
      excess: () => {
        throw new JobRefused(`A line is longer than ${MAX_LINE_BYTES} bytes.`);
      },
    },
    { maxRecord: MAX_LINE_BYTES, buffer: new Uint8Array(LINE_BUFFER_BYTES) },
  );
  let at = 0;
  for await (const block of readBlocks(file)) {
    at += block.length;
    for (let taken = 0; taken < block.length;) {
      const part = block.subarray(taken, taken + cutter.space.length - cutter.held);
      cutter.space.set(part, cutter.held);
      taken += part.length;
      cutter.take(part.length, false);
    }
    onRead(at);
  }
  cutter.take(0, true);
  return lines;
}

/** Returns the converted line, or the issue for which it is refused; it may also throw the issue. */
type LineConverter = (line: Uint8Array) => Uint8Array | DecodeIssue;

/** Converts each line separately; a line that is refused, or that has to be UTF-8 but is not, is written unchanged. */
async function convertLines(streams: Streams, convert: LineConverter): Promise<Outcome> {
  const { sink } = streams;
  const list = new IssueList<JobIssue>();
  const lines = await forEachLine(streams, (line, number, mark) => {
    const converted = orRefusal(() => convert(line));
    if (converted instanceof Uint8Array) {
      sink.write(converted);
    } else {
      const { code, index, length } = converted;
      list.add({ code, index, length, line: number });
      sink.write(line);
    }
    if (mark !== "") sink.write(ENCODER.encode(mark));
  });
  const { issues, issueCount } = list;
  return { issues, issueCount, lines, refused: issueCount };
}

/** Converts lines as bytes; the result is valid until the next line. */
function bytesConverter(start: TextConversion["start"]): LineConverter {
  const target = new Uint8Array(TARGET_BYTES);
  return (line) => (line.length === 0 ? line : runBytes(start(), line, target));
}

const ENCODER = new TextEncoder();

/** Returns the text of a line, or its first UTF-8 issue. To find the issue, each byte is written as an escape of three units. */
function decodeLine(line: Uint8Array): string | DecodeIssue {
  const text = decodeText(line);
  if (text !== undefined) return text;
  const escapes = STRICT_UTF8.decode(percentEncodeBytes(line, all));
  const [{ code, index, length }] = percentDecodeReport(escapes).issues as [DecodeIssue];
  return { code, index: index / 3, length: length / 3 };
}

function textConverter(convert: (line: string) => string): LineConverter {
  return (line) => {
    const text = decodeLine(line);
    return typeof text === "string" ? ENCODER.encode(convert(text)) : text;
  };
}

/** Writes the findings of each line as tab-separated values: the line number, then the finding. */
async function inspectLines(streams: Streams, minSeverity: string): Promise<Outcome> {
  const { inspect } = await import("./library/inspect.ts");
  const severities = ["info", "warning", "danger"];
  const list = new IssueList<JobIssue>();
  const row = (...cells: readonly (string | number)[]): void =>
    streams.sink.write(ENCODER.encode(`${cells.join("\t")}\n`));
  row("line", "severity", "component", "index", "length", "code", "message");
  const lines = await forEachLine(streams, (line, number) => {
    const text = decodeLine(line);
    if (typeof text !== "string") {
      const { code, index, length } = text;
      list.add({ code, index, length, line: number });
      return row(number, "danger", "", index, length, code, "The line is not UTF-8 and was not inspected.");
    }
    for (const { severity, component, index, length, code, message } of inspect(text).findings) {
      if (severities.indexOf(severity) < severities.indexOf(minSeverity)) continue;
      list.add({ code, index, length, line: number });
      row(number, severity, component, index, length, code, message);
    }
  });
  const { issues, issueCount } = list;
  return { issues, issueCount, lines };
}

/** Returns the length of the final line end of a file: editors add it, and it is not part of the form. */
async function measureFinalLineEnd(file: Blob): Promise<number> {
  const last = new Uint8Array(await file.slice(-2).arrayBuffer());
  if (last.at(-1) !== LINE_FEED) return 0;
  return last.at(-2) === CARRIAGE_RETURN ? 2 : 1;
}

/** Writes each pair of a form as a line with a JSON array. */
async function readForm({ file, sink, onRead }: Streams, job: Job): Promise<Outcome> {
  if (readOption(job, "charsetField") === "true")
    throw new JobRefused("A file is read in one pass, which charsetField cannot: reset it, or paste the form.");
  const { FormParseStream } = await import("./library/stream.ts");
  const encoding = await loadEncoding(readOption(job, "encoding"));
  const list = new IssueList<JobIssue>();
  let read = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      onRead((read += chunk.length));
      controller.enqueue(chunk);
    },
  });
  const rules = readOption(job, "rules") as "strict" | "whatwg";
  const parse = new FormParseStream({
    rules,
    ...(rules === "strict" && { malformed: "keep", invalidUtf8: "keep" }),
    separator: readOption(job, "separator") as "&" | "&;",
    limits: { pairs: Infinity, body: Infinity },
    onIssue: (issue) => list.add(issue),
    ...(encoding && { encoding }),
  });
  await file
    .slice(0, file.size - (await measureFinalLineEnd(file)))
    .stream()
    .pipeThrough(counted)
    .pipeThrough(parse)
    .pipeTo(new WritableStream({ write: (pair) => sink.write(ENCODER.encode(`${JSON.stringify(pair)}\n`)) }));
  onRead(file.size);
  return list;
}
