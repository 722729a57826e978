import { fromUtf8 } from "../../shared/text.ts";
import { ESCAPE_LENGTH, UNICODE_ESCAPE_LENGTH } from "../../shared/files/line-wrap.ts";
import { type Encoding, utf8 } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import { type ByteOrderMark, skipMark } from "../../shared/files/byte-order-mark.ts";
import { runText } from "../../shared/files/run-text.ts";
import { ENCODING_CONFLICTS } from "../../shared/files/text-conflicts.ts";
import { startTextEncoding } from "../../shared/files/text-encoding.ts";
import type { Invocation } from "../line/arguments.ts";
import type { CommandCodec, Run } from "./bytes.ts";
import { chooseFiles } from "./input.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { writeMessage } from "../io/messages.ts";
import { readMark } from "./byte-order-mark.ts";
import { asUsage, loadEncoding, loadOutputEncoding } from "./load-encoding.ts";
import { refuseConflicts } from "./refuse-conflicts.ts";

const MAX_WRAP = 1_000_000;

/** Creates the codec of `encode` with options for text. */
export async function textEncoder(invocation: Invocation, set: PercentEncodeSet): Promise<CommandCodec> {
  const { has, value } = invocation;
  checkCombinations(invocation, set);
  const output = await loadOutputEncoding(value("encoding"), "encoding");
  const label = value("input-encoding");
  const auto = label?.toLowerCase() === "auto";
  const isText = has("encoding") || has("legacy") || label !== undefined;
  const newlines = invocation.choice("encode", "newlines") ?? "keep";
  const hex = invocation.choice("encode", "hex") ?? "upper";
  const width = readWidth(invocation);
  const options = {
    invalidInput: invocation.choice("encode", "invalid-utf8") ?? "throw",
    unencodable: invocation.choice("encode", "unencodable") ?? "throw",
  } as const;

  /** The encoding of the current file, and its byte order mark until it is skipped. */
  let input = label === undefined || auto ? utf8 : await loadEncoding(label);
  let mark: ByteOrderMark | undefined;
  requireWhole(invocation, input);
  const utf16 = auto ? [await loadEncoding("utf-16le"), await loadEncoding("utf-16be")] : [];

  const startWith = (inputEncoding: Encoding): Run =>
    startTextEncoding({
      set,
      encoding: has("encoding") ? output : undefined,
      inputEncoding: isText ? inputEncoding : undefined,
      ...options,
      newlines,
      hex,
      width,
      legacy: has("legacy"),
    });
  asUsage(() => startWith(input));
  return {
    ...(set.has("\n") && { finalLineEndHint: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => toResult(runText(startWith(utf8), text), width),
    report: (text) => ({ value: toResult(runText(startWith(utf8), text), width) }),
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
        input = [utf8, ...utf16].find((encoding) => encoding.hasLabel(mark?.label ?? "utf-8"))!;
        requireWhole(invocation, input);
        if (mark) writeMessage(invocation.environment, `${source.name}: a byte order mark says ${input.name}`);
        return opened.source;
      },
    }),
  };
}

/** Refuses options that contradict each other. */
function checkCombinations(invocation: Invocation, set: PercentEncodeSet): void {
  const { has } = invocation;
  refuseConflicts(invocation, ENCODING_CONFLICTS);
  if (has("unencodable") && !has("encoding")) throw new CliError(EXIT.usage, "--unencodable needs --encoding");
  if (has("invalid-utf8") && !has("encoding") && !has("input-encoding") && !has("legacy"))
    throw new CliError(
      EXIT.usage,
      "--invalid-utf8 needs --encoding, --input-encoding or --legacy: bytes are encoded as they are",
    );
  if (has("wrap") && !has("legacy") && !(set.has("\n") && set.has("\r")))
    throw new CliError(EXIT.usage, "--wrap needs a set that encodes line ends");
  if (has("input-encoding") && chooseFiles(invocation, invocation.operands).length === 0)
    throw new CliError(EXIT.usage, "--input-encoding is for files and standard input: TEXT is text");
}

/** Refuses records of UTF-16, whose line ends are not single bytes. */
function requireWhole({ has }: Invocation, encoding: Encoding): void {
  const flag = (["lines", "null"] as const).find((name) => has(name));
  if (flag !== undefined && encoding.legacy === undefined && encoding !== utf8)
    throw new CliError(EXIT.usage, `--${flag} does not cut ${encoding.name}: convert the input to UTF-8 first`);
}

function readWidth(invocation: Invocation): number | undefined {
  const typed = invocation.value("wrap");
  if (typed === undefined) return undefined;
  const least = invocation.has("legacy") ? UNICODE_ESCAPE_LENGTH : ESCAPE_LENGTH;
  const width = /^[0-9]{1,7}$/.test(typed) ? Number(typed) : 0;
  if (width < least || width > MAX_WRAP)
    throw new CliError(EXIT.usage, `--wrap takes a number of characters from ${least} to ${MAX_WRAP}`);
  return width;
}

/** Returns the text of a result; without the line end that the command adds after each result. */
function toResult(bytes: Uint8Array, width: number | undefined): string {
  const text = fromUtf8(bytes);
  return width === undefined ? text : text.replace(/\n$/, "");
}
