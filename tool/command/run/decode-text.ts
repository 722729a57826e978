import { fromUtf8, toUtf8 } from "../../shared/text.ts";
import type { DecodeIssue, DecoderOptions, Step } from "percodec";
import { runText, toUnits } from "../../shared/files/run-text.ts";
import { findConflict } from "../../shared/files/text-job.ts";
import { startTextDecoding } from "../../shared/files/text-decoding.ts";
import type { Invocation } from "../line/arguments.ts";
import type { CommandCodec } from "./bytes.ts";
import { asUsage, loadOutputEncoding } from "./load-encoding.ts";
import { refuse, toChosen } from "./set-options.ts";

const MAX_ISSUES = 100;

/**
 * Creates the codec of `decode` with options for text.
 *
 * @param bytes the options for files, `text` those for arguments
 */
export async function textDecoder(
  invocation: Invocation,
  base: Pick<CommandCodec, "stillEncoded" | "isLossy" | "lineEndEscape">,
  bytes: DecoderOptions,
  text: DecoderOptions,
): Promise<CommandCodec> {
  const { has, value } = invocation;
  refuse(findConflict("decode", toChosen(invocation)));
  const encoding = await loadOutputEncoding(value("encoding"), "encoding");
  const outputEncoding = await loadOutputEncoding(value("output-encoding"), "output-encoding");
  const newlines = invocation.choice("decode", "newlines") ?? "keep";
  const startWith = (raw: "same" | "utf-8", decoder: DecoderOptions, onIssue?: (issue: DecodeIssue) => void): Step =>
    startTextDecoding({
      decoder: {
        ...decoder,
        encoding: has("encoding") ? encoding : undefined,
        outputEncoding: has("output-encoding") ? outputEncoding : undefined,
        raw,
        legacy: has("legacy"),
      },
      newlines,
      unwrap: has("unwrap"),
      onIssue,
    });
  asUsage(() => startWith("same", bytes));
  const isUtf8 = !has("output-encoding") || outputEncoding.legacy === undefined;
  return {
    ...base,
    text: (typed) => {
      const result = runText(startWith("utf-8", text), typed);
      return isUtf8 ? fromUtf8(result) : result;
    },
    report: (typed) => {
      const issues: DecodeIssue[] = [];
      const bytesOfResult = runText(
        startWith("utf-8", text, (issue) => issues.push(issue)),
        typed,
      );
      const result = fromUtf8(bytesOfResult);
      const source = toUtf8(typed);
      return {
        value: result,
        issues: issues.slice(0, MAX_ISSUES).map((issue) => ({ code: issue.code, ...toUnits(source, issue) })),
        issueCount: issues.length,
        lossy: issues.some((issue) => base.isLossy(issue)),
        stillEncoded: base.stillEncoded!(typed),
      };
    },
    start: (onIssue) => startWith("same", bytes, onIssue),
  };
}
