import { chain, newlineStage } from "./stage.ts";
import { type DecodeIssue, type DecoderOptions, PercentDecoder, type Step } from "percodec";
import { Unwrapper } from "./unwrap.ts";

/** How a text in a file is decoded, by the command and by the page. */
export interface TextDecoding {
  readonly decoder: DecoderOptions;
  readonly newlines: "keep" | "lf" | "crlf" | "cr";
  /** Whether line ends, spaces and TABs are removed before decoding. */
  readonly unwrap: boolean;
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

/** Returns the step that decodes a file. Each target needs room for 32 kB. */
export function startTextDecoding({ decoder: options, newlines, unwrap, onIssue }: TextDecoding): Step {
  const lines = unwrap ? new Unwrapper() : undefined;
  const listener = onIssue && lines && ((issue: DecodeIssue) => onIssue({ code: issue.code, ...lines.place(issue) }));
  const decoder = new PercentDecoder({ ...options, onIssue: listener ?? onIssue });
  const decode: Step = (...chunk) => decoder.decodeInto(...chunk);
  const converted = newlines === "keep" ? decode : chain(decode, newlineStage(newlines));
  return lines === undefined ? converted : lines.wrap(converted);
}
