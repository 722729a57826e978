import { ESCAPE_LENGTH, UNICODE_ESCAPE_LENGTH, wrapStage } from "../../src/base/line-wrap.ts";
import { lowerHex } from "../../src/base/hex-case.ts";
import { newlineStage } from "../../src/base/newlines.ts";
import { chain, copyStep, type Stage } from "../../src/base/stage.ts";
import { type Encoding, utf8 } from "../../src/charset/index.ts";
import { PercentEncoder } from "../../src/index.ts";
import { escape } from "../../src/legacy.ts";
import { PercentEncodeSet } from "../../src/sets/index.ts";
import { PercentEncoderAs } from "../../src/stream.ts";
import type { Invocation } from "../arguments.ts";
import type { CommandCodec, Run } from "../codec.ts";
import type { FlagName } from "../flags.ts";
import { chooseFiles } from "../io/input.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { writeMessage } from "../io/messages.ts";
import { readMark } from "./byte-order-mark.ts";
import { asUsage, loadEncoding, loadOutputEncoding } from "./load-encoding.ts";
import { withPlace } from "./place.ts";
import { runText } from "./run-text.ts";

/** A set that encodes nothing, so that an encoder only converts to UTF-8. */
const NOTHING = PercentEncodeSet.encoding("", { nonAscii: "none" });

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

  /** The encoding of the current file, and the length of its byte order mark until it is skipped. */
  let input = label === undefined || auto ? utf8 : await loadEncoding(label);
  let markLength = 0;
  requireWhole(invocation, input);
  const utf16 = auto ? [await loadEncoding("utf-16le"), await loadEncoding("utf-16be")] : [];

  const startWith = (inputEncoding: Encoding): Run => {
    let run: Run;
    if (has("legacy")) {
      const { invalidInput } = options;
      const encoder = new PercentEncoderAs(utf8, NOTHING, { inputEncoding, invalidInput, newlines });
      run = chain((...chunk) => encoder.encodeInto(...chunk), escapeStage());
    } else if (isText) {
      const encoder = new PercentEncoderAs(output, set, { ...options, inputEncoding, newlines, hex });
      run = (...chunk) => encoder.encodeInto(...chunk);
    } else {
      const read = newlines === "keep" ? copyStep : chain(copyStep, newlineStage(newlines));
      run = chain(read, bytesStage(set, hex));
    }
    return width === undefined ? run : chain(run, wrapStage(width, has("legacy")));
  };
  asUsage(() => startWith(input));
  return {
    ...(set.has("\n") && { finalLineEndHint: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => toResult(runText(startWith(utf8), text), width),
    report: (text) => ({ value: toResult(runText(startWith(utf8), text), width) }),
    start: () => {
      const skipped = markLength;
      markLength = 0;
      return skipped === 0 ? startWith(input) : skipMark(startWith(input), skipped);
    },
    isLossy: () => options.invalidInput === "drop" || options.invalidInput === "replace",
    ...(auto && {
      open: (source) => {
        const opened = readMark(source);
        const { mark } = opened;
        input = [utf8, ...utf16].find((encoding) => encoding.hasLabel(mark?.label ?? "utf-8"))!;
        markLength = mark?.bytes.length ?? 0;
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
  const refuse = (first: FlagName, others: readonly FlagName[], reason: string): void => {
    const other = others.find((flag) => has(flag));
    if (has(first) && other !== undefined) throw new CliError(EXIT.usage, `--${first} ${reason}: leave out --${other}`);
  };
  refuse("legacy", ["set", "keep", "form", "encoding", "unencodable", "hex"], "chooses what is escaped, and how");
  refuse("wrap", ["lines", "null", "json"], "applies to whole inputs");
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
function toResult(bytes: Buffer, width: number | undefined): string {
  const text = bytes.toString();
  return width === undefined ? text : text.replace(/\n$/, "");
}

/** Skips a byte order mark at the beginning; places count it. */
function skipMark(run: Run, length: number): Run {
  let left = length;
  return (source, target, { from = 0, to = source.length, final = true }) => {
    const skipped = Math.min(left, to - from);
    left -= skipped;
    const step = withPlace(
      () => run(source, target, { from: from + skipped, to, final }),
      (index, faultLength) => [index + length, faultLength],
    );
    return { read: skipped + step.read, written: step.written };
  };
}

/** Returns a stage for ECMAScript's `escape`; it is given whole characters. */
function escapeStage(): Stage {
  return {
    growth: 3,
    write: (bytes, length, _final, target) =>
      Buffer.from(target.buffer, target.byteOffset, target.length).write(
        escape(Buffer.from(bytes.buffer, bytes.byteOffset, length).toString()),
        "latin1",
      ),
  };
}

/** The most bytes of an incomplete character. */
const MAX_HELD_BYTES = 3;

/** Returns a stage that percent-encodes bytes as they are. */
function bytesStage(set: PercentEncodeSet, hex: "upper" | "lower"): Stage {
  const encoder = new PercentEncoder(set);
  const held = new Uint8Array(MAX_HELD_BYTES);
  let heldLength = 0;
  return {
    growth: 3,
    write: (bytes, length, final, target) => {
      const source = new Uint8Array(heldLength + length);
      source.set(held.subarray(0, heldLength));
      source.set(bytes.subarray(0, length), heldLength);
      const { read, written } = encoder.encodeInto(source, target, { final });
      if (hex === "lower") lowerHex(source, 0, read, target, 0, set.has("%"));
      heldLength = source.length - read;
      held.set(source.subarray(read));
      return written;
    },
  };
}
