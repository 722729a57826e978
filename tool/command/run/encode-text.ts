import { fromUtf8 } from "../../shared/text.ts";
import type { Step } from "percodec";
import { type Encoding, utf8 } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import { type ByteOrderMark, findMark, MARK_BYTES, skipMark } from "../../shared/files/byte-order-mark.ts";
import { runText } from "../../shared/files/run-text.ts";
import { findConflict, findCutFault, findEncodingFault, readWidth } from "../../shared/files/text-job.ts";
import { startTextEncoding } from "../../shared/files/text-encoding.ts";
import type { Invocation } from "../line/arguments.ts";
import type { CommandCodec } from "./bytes.ts";
import { chooseFiles } from "./input.ts";
import { type Source, unread } from "../io/source.ts";
import { refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import { asUsage, loadEncoding, watchWebLabel } from "./load-encoding.ts";
import { toChosen } from "./set-options.ts";

/** Creates the codec of `encode` with options for text. */
export async function textEncoder(invocation: Invocation, set: PercentEncodeSet): Promise<CommandCodec> {
  const { has, value } = invocation;
  checkCombinations(invocation, set);
  const written = value("encoding");
  const output = written === undefined ? utf8 : await loadEncoding(written);
  const watch = watchWebLabel(invocation, written, output, "written");
  const label = value("input-encoding");
  const auto = label?.toLowerCase() === "auto";
  const isText = has("encoding") || has("legacy") || label !== undefined;
  const newlines = invocation.choice("encode", "newlines") ?? "keep";
  const hex = invocation.choice("encode", "hex") ?? "upper";
  const width = chooseWidth(invocation);
  const options = {
    invalidInput: invocation.choice("encode", "invalid-utf8") ?? "throw",
    unencodable: invocation.choice("encode", "unencodable") ?? "throw",
  } as const;

  /** The encoding of the current file, and its byte order mark until it is skipped. */
  let input = label === undefined || auto ? utf8 : await loadEncoding(label);
  let mark: ByteOrderMark | undefined;
  refuse(findCutFault(toChosen(invocation), input));
  const utf16 = auto ? [await loadEncoding("utf-16le"), await loadEncoding("utf-16be")] : [];

  const startWith = (inputEncoding: Encoding): Step =>
    watch(
      startTextEncoding({
        set,
        encoding: has("encoding") ? output : undefined,
        inputEncoding: isText ? inputEncoding : undefined,
        ...options,
        newlines,
        hex,
        width,
        legacy: has("legacy"),
        preserveEscapes: has("preserve-escapes"),
      }),
      false,
    );
  asUsage(() => startWith(input));
  return {
    ...(set.has("\n") && { finalLineEndHint: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => toResult(runText(startWith(utf8), text), width),
    start: () => {
      const skipped = mark;
      mark = undefined;
      return skipped === undefined ? startWith(input) : skipMark(startWith(input), skipped);
    },
    isLossy: () => options.invalidInput === "drop" || options.invalidInput === "replace",
    ...(auto && {
      open: (source) => {
        const opened = readMark(source);
        ({ mark } = opened);
        input = utf16.find((encoding) => encoding.hasLabel(mark?.label ?? "utf-8")) ?? utf8;
        refuse(findCutFault(toChosen(invocation), input));
        if (mark) writeMessage(invocation.environment, `${source.name}: a byte order mark says ${input.name}`);
        return opened.source;
      },
    }),
  };
}

/** Refuses options that contradict each other. */
function checkCombinations(invocation: Invocation, set: PercentEncodeSet): void {
  const { has } = invocation;
  refuse(findConflict("encode", toChosen(invocation)));
  if (has("unencodable") && !has("encoding")) refuse("--unencodable needs --encoding");
  refuse(findEncodingFault(toChosen(invocation), set));
  if (has("input-encoding") && chooseFiles(invocation).length === 0)
    refuse("--input-encoding is for files and standard input: TEXT is text");
}

function chooseWidth(invocation: Invocation): number | undefined {
  const typed = invocation.value("wrap");
  const width = typed === undefined ? undefined : readWidth(toChosen(invocation), typed);
  if (typeof width !== "string") return width;
  return refuse(width);
}

/** Returns the text of a result; without the line end that the command adds after each result. */
function toResult(bytes: Uint8Array, width: number | undefined): string {
  const text = fromUtf8(bytes);
  return width === undefined ? text : text.replace(/\n$/, "");
}

/** Reads the beginning of a source, and returns its byte order mark and a source that still begins with it. */
function readMark(source: Source): { mark: ByteOrderMark | undefined; source: Source } {
  const head = new Uint8Array(MARK_BYTES);
  let length = 0;
  for (let count = -1; count !== 0 && length < head.length; length += count) count = source.read(head, length);
  const read = head.subarray(0, length);
  return { mark: findMark(read), source: unread(source, read) };
}
