import { newlineStage } from "../../src/base/newlines.ts";
import { chain } from "../../src/base/stage.ts";
import { type DecodeIssue, PercentDecoder, type DecoderOptions } from "../../src/index.ts";
import { PercentDecoderAs, UnescapeDecoder } from "../../src/stream.ts";
import type { Invocation } from "../arguments.ts";
import type { CommandCodec, Run } from "../codec.ts";
import type { FlagName } from "../flags.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { asUsage, loadOutputEncoding } from "./load-encoding.ts";
import { runText, toUnits } from "./run-text.ts";
import { Unwrapper } from "./unwrap.ts";

const MAX_ISSUES = 100;

/**
 * Creates the codec of `decode` with options for text.
 *
 * @param bytes the options for files, `text` those for arguments
 */
export async function textDecoder(
  invocation: Invocation,
  base: Pick<CommandCodec, "escape" | "isLossy">,
  bytes: DecoderOptions,
  text: DecoderOptions,
): Promise<CommandCodec> {
  const { has, value } = invocation;
  checkCombinations(invocation);
  const encoding = await loadOutputEncoding(value("encoding"), "encoding");
  const outputEncoding = await loadOutputEncoding(value("output-encoding"), "output-encoding");
  const newlines = invocation.choice("decode", "newlines") ?? "keep";
  const isText = has("encoding") || has("output-encoding");
  const { malformed, plus, invalidUtf8 = "throw", accept } = text;

  const startWith = (raw: "same" | "utf-8", options: DecoderOptions, onIssue?: (issue: DecodeIssue) => void): Run => {
    const lines = has("unwrap") ? new Unwrapper() : undefined;
    const listener =
      onIssue &&
      lines &&
      (({ code, index, length }: DecodeIssue) => {
        const [inputIndex, inputLength] = lines.place(index, length);
        onIssue({ code, index: inputIndex, length: inputLength });
      });
    const listening = { onIssue: listener ?? onIssue };
    const decoder = has("legacy")
      ? new UnescapeDecoder({ invalidUtf8, accept, outputEncoding, ...listening })
      : isText
        ? new PercentDecoderAs(encoding, { malformed, plus, invalidUtf8, accept, raw, outputEncoding, ...listening })
        : new PercentDecoder({ ...options, ...listening });
    const decode: Run = (...chunk) => decoder.decodeInto(...chunk);
    const converted = newlines === "keep" ? decode : chain(decode, newlineStage(newlines));
    return lines === undefined ? converted : lines.wrap(converted);
  };
  asUsage(() => startWith("same", bytes));
  const isUtf8 = !has("output-encoding") || outputEncoding.legacy === undefined;
  return {
    ...base,
    text: (typed) => {
      const result = runText(startWith("utf-8", text), typed);
      return isUtf8 ? result.toString() : result;
    },
    report: (typed) => {
      const issues: DecodeIssue[] = [];
      const result = runText(
        startWith("utf-8", text, (issue) => issues.push(issue)),
        typed,
      ).toString();
      const source = Buffer.from(typed);
      return {
        value: result,
        issues: issues.slice(0, MAX_ISSUES).map((issue) => ({ code: issue.code, ...toUnits(source, issue) })),
        issueCount: issues.length,
        lossy: issues.some((issue) => base.isLossy(issue)),
        stillEncoded: base.escape?.test(result) ?? false,
      };
    },
    start: (onIssue) => startWith("same", bytes, onIssue),
  };
}

/** Refuses options that contradict each other. */
function checkCombinations({ has }: Invocation): void {
  const refuse = (first: FlagName, others: readonly FlagName[], reason: string): void => {
    const other = others.find((flag) => has(flag));
    if (has(first) && other !== undefined) throw new CliError(EXIT.usage, `--${first} ${reason}: leave out --${other}`);
  };
  refuse("legacy", ["malformed", "plus", "form", "percent-u", "except", "encoding"], "reads escapes as unescape does");
  refuse("encoding", ["percent-u", "except"], "decodes bytes of that encoding");
  refuse("output-encoding", ["percent-u", "except", "json"], "writes text in that encoding");
  refuse("unwrap", ["lines", "null"], "applies to whole inputs");
}
