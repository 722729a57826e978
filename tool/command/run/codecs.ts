import {
  type DecoderOptions,
  percentDecode,
  PercentDecoder,
  percentDecodeReport,
  percentEncode,
  PercentEncoder,
  type Step,
} from "percodec";
import { PercentEncodeSet } from "percodec/sets";
import { countByte } from "percodec/wasm";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { DECODE_TEXT_FLAGS, ENCODE_TEXT_FLAGS } from "../line/flags.ts";
import type { CommandCodec } from "./bytes.ts";
import { loadAccept, loadSet, readKeep } from "./set-options.ts";

/** Creates the codec of `decode`. */
export async function createDecoder(invocation: Invocation): Promise<CommandCodec> {
  const malformed = invocation.choice("decode", "malformed") ?? (invocation.has("legacy") ? "keep" : "throw");
  const checked = invocation.choice("decode", "invalid-utf8");
  const invalidUtf8 = checked ?? "throw";
  const accept = await loadAccept(invocation);
  // What is not accepted is a fault, and does not stay as an escape.
  const isAccepted = (character: string) =>
    percentDecodeReport(encodeURIComponent(character), { accept }).issueCount === 0;
  const controls = readControls(invocation);
  const left = Array.from(LEFT[controls]).filter(isAccepted).join("");
  const except = toSet(readKeep(invocation) + left);
  const plus = invocation.has("form") ? "space" : "literal";
  const common = { malformed, plus, percentU: invocation.has("percent-u"), accept, except } as const;
  const text = { ...common, invalidUtf8 };
  const bytes = checked || invocation.has("json") ? text : common;

  const leavesLineEnds = controls === "line-ends" && left !== "";
  // Most records have no such escape, and a run without the set is faster.
  const many = leavesLineEnds ? { ...bytes, except: toSet(readKeep(invocation)) } : bytes;
  const percentU = common.percentU || invocation.has("legacy");
  const base: Pick<CommandCodec, "stillEncoded" | "isLossy" | "lineEndEscape"> = {
    lineEndEscape: leavesLineEnds ? (percentU ? /%(?:u00)?0[AD]/i : /%0[AD]/i) : undefined,
    stillEncoded: (source) => percentDecodeReport(source, { percentU, accept, except }).stillEncoded,
    isLossy: ({ code }) => {
      if (code === "percent-u-ascii") return false;
      const policy = code === "malformed-escape" || code === "truncated-escape" ? malformed : invalidUtf8;
      return policy === "drop" || policy === "replace";
    },
  };
  if (DECODE_TEXT_FLAGS.some((flag) => invocation.has(flag))) {
    const { textDecoder } = await import("./decode-text.ts");
    return textDecoder(invocation, base, bytes, text);
  }
  return {
    ...base,
    text: (typed) => percentDecode(typed, text),
    report: (typed) => {
      // A character that is not accepted is an error here too. The report alone would list it as an issue.
      if (accept !== undefined) percentDecode(typed, text);
      return percentDecodeReport(typed, text);
    },
    start: (onIssue) => startDecoding(onIssue ? { ...bytes, onIssue } : bytes),
    // A line end or NUL is never part of an escape or of a character of several bytes, so it stays unchanged.
    // With `--accept`, `%0A` is checked and a line end is not: a run over many records cannot tell them apart.
    ...(accept === undefined && { startMany: () => startDecoding(many) }),
  };
}

/** The characters whose escapes stay, by `--controls`. */
const LEFT = { "line-ends": "\n\r", escape: `${String.fromCharCode(...Array(0x20).keys())}%`, raw: "" } as const;

/** Returns which escapes stay, so that the result of a line is one line; without lines none. */
function readControls(invocation: Invocation): keyof typeof LEFT {
  const chosen = invocation.choice("decode", "controls");
  const hasLines = invocation.has("lines") && !invocation.has("null") && !invocation.has("json");
  if (chosen !== undefined && !hasLines) refuse("--controls applies to --lines without --null and --json");
  return hasLines ? (chosen ?? "line-ends") : "raw";
}

function toSet(characters: string): PercentEncodeSet | undefined {
  return characters === "" ? undefined : PercentEncodeSet.encoding(characters);
}

function startDecoding(options: DecoderOptions): Step {
  const decoder = new PercentDecoder(options);
  return (source, target, chunk) => decoder.decodeInto(source, target, chunk);
}

/** Creates the codec of `encode`. */
export async function createEncoder(invocation: Invocation): Promise<CommandCodec> {
  const set = await loadSet(invocation);
  if (ENCODE_TEXT_FLAGS.some((flag) => invocation.has(flag))) {
    return (await import("./encode-text.ts")).textEncoder(invocation, set);
  }
  return {
    ...(set.has("\n") && { finalLineEndHint: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => percentEncode(text, set),
    start: () => startEncoding(set),
    startMany: (mark) => (mark === "\n" && set.has("\r") ? startEncodingLines(set) : startEncoding(set.remove(mark))),
    isLossy: () => false,
  };
}

function startEncoding(set: PercentEncodeSet): Step {
  const encoder = new PercentEncoder(set);
  return (source, target, options) => encoder.encodeInto(source, target, options);
}

/** Encodes many lines at once, and stops at a CR inside a line: that line is encoded separately. */
function startEncodingLines(set: PercentEncodeSet): Step {
  const run = startEncoding(set.remove("\r\n"));
  /** The end of the last block with a CR. Most blocks have none, and `countByte` is ten times as fast as `indexOf`. */
  let lastWithCr = -1;
  return (source, target, { from = 0, to = source.length } = {}) => {
    if (to > lastWithCr && countByte(CARRIAGE_RETURN, source, from, to) === 0) return run(source, target, { from, to });
    let at = source.indexOf(CARRIAGE_RETURN, from);
    lastWithCr = at >= 0 && at < to ? Math.max(lastWithCr, to) : -1;
    while (at >= 0 && at < to && source[at + 1] === LINE_FEED) at = source.indexOf(CARRIAGE_RETURN, at + 2);
    return run(source, target, { from, to: at < 0 ? to : Math.min(at, to) });
  };
}
