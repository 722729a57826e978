import { chain, newlineStage, type Step } from "./stage.ts";
import { type Encoding, utf8 } from "percodec/charset";
import { PercentDecoder } from "percodec";
import type { DecodeIssue } from "percodec";
import type { DecoderOptions } from "percodec";
import { type DecoderAsOptions, PercentDecoderAs } from "percodec/stream";
import { UnescapeDecoder } from "percodec/stream";
import { Unwrapper } from "./unwrap.ts";

/** How a text in a file is decoded, by the command and by the page. */
export interface TextDecoding {
  /** The options without another encoding; those of `PercentDecoderAs` are read with one. */
  readonly decoder: DecoderOptions;
  /** The policy with another encoding and with `legacy` (default `"throw"`). */
  readonly invalidUtf8: DecoderOptions["invalidUtf8"];
  /** The encoding of the escapes; undefined for UTF-8. */
  readonly encoding: Encoding | undefined;
  /** The encoding of the result; undefined for UTF-8. */
  readonly outputEncoding: Encoding | undefined;
  readonly raw: DecoderAsOptions["raw"];
  readonly newlines: "keep" | "lf" | "crlf" | "cr";
  /** Whether line ends are removed before decoding. */
  readonly unwrap: boolean;
  /** Whether to decode as ECMAScript's `unescape` does. */
  readonly legacy: boolean;
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

/** Returns the step that decodes a file. Each target needs room for 32 kB. */
export function startTextDecoding({ newlines, unwrap, onIssue, ...options }: TextDecoding): Step {
  const lines = unwrap ? new Unwrapper() : undefined;
  const listener =
    onIssue &&
    lines &&
    (({ code, index, length }: DecodeIssue) => {
      const [inputIndex, inputLength] = lines.place(index, length);
      onIssue({ code, index: inputIndex, length: inputLength });
    });
  const decoder = createDecoder(options, listener ?? onIssue);
  const decode: Step = (...chunk) => decoder.decodeInto(...chunk);
  const converted = newlines === "keep" ? decode : chain(decode, newlineStage(newlines));
  return lines === undefined ? converted : lines.wrap(converted);
}

function createDecoder(
  { decoder, invalidUtf8 = "throw", encoding, outputEncoding, raw, legacy }: Omit<TextDecoding, "newlines" | "unwrap">,
  onIssue: TextDecoding["onIssue"],
): PercentDecoder | PercentDecoderAs | UnescapeDecoder {
  const { malformed, plus, accept } = decoder;
  if (legacy) return new UnescapeDecoder({ invalidUtf8, accept, outputEncoding, onIssue });
  if (encoding === undefined && outputEncoding === undefined) return new PercentDecoder({ ...decoder, onIssue });
  const options = { malformed, plus, invalidUtf8, accept, raw, outputEncoding, onIssue };
  return new PercentDecoderAs(encoding ?? utf8, options);
}
