import { type OptionNames, readOptions } from "../base/options.ts";
import type { Step } from "../base/stage.ts";
import { type DecoderOptions, resolveBytesOptions } from "../codec/options.ts";
import type { SequenceDecoder } from "../charset/encoding.ts";
import type { ChunkOptions, Progress } from "../kernel/types.ts";
import { type DecoderAsOptions, NO_OPTIONS, readOutputEncoding, requireLargeTarget } from "./chunks-as.ts";
import { decodingStep, encodedStep } from "./steps.ts";

/** How chunks are unescaped. */
export interface UnescapeDecoderOptions extends Pick<DecoderAsOptions, "outputEncoding" | "accept" | "onIssue"> {
  /** What to do with lone surrogates written `%uXXXX`, and with bytes that are not UTF-8: `"throw"` (the default), `"keep"`, `"drop"` or `"replace"`. */
  readonly invalidUtf8?: DecoderOptions["invalidUtf8"];
}

const UNESCAPE_DECODER_OPTIONS: OptionNames<UnescapeDecoderOptions> = {
  invalidUtf8: true,
  outputEncoding: true,
  accept: true,
  onIssue: true,
};

/** Each `%XX` is the code point of this number. */
const latin1: SequenceDecoder = (bytes, from) => ({ length: 1, text: String.fromCharCode(bytes[from]!) });

/**
 * Undoes ECMAScript's `escape` chunk by chunk, as `unescape` does for a text: `%XX` and `%uXXXX` become UTF-16 units, everything else
 * stays (https://tc39.es/ecma262/#sec-unescape-string). The bytes are UTF-8, and so is the result, unless another encoding is given;
 * therefore a lone surrogate is a fault.
 *
 * A call stops early as that of `PercentDecoder` does.
 *
 * @example
 * import { UnescapeDecoder } from "percodec/stream";
 * const target = new Uint8Array(8192);
 * new UnescapeDecoder().decodeInto(new TextEncoder().encode("%E9 100%"), target) // → { read: 8, written: 7 }
 */
export class UnescapeDecoder {
  readonly #step: Step;

  /**
   * @param options the policy, the encoding of the result, and `onIssue`
   * @throws TypeError for wrong options
   */
  constructor(options?: UnescapeDecoderOptions) {
    const owner = "UnescapeDecoder";
    const given = readOptions(options, UNESCAPE_DECODER_OPTIONS, owner);
    const { invalidUtf8 = "throw", outputEncoding, accept, onIssue } = given;
    const wanted = readOutputEncoding(outputEncoding, { invalidUtf8 });
    const resolved = resolveBytesOptions({ ...NO_OPTIONS, malformed: "keep", invalidUtf8, percentU: true, accept });
    const read = decodingStep(latin1, {
      owner,
      name: "UTF-8",
      resolved: { ...resolved, text: "utf-8" },
      onIssue,
      wanted,
    });
    this.#step = encodedStep(read, wanted.legacy);
  }

  /**
   * Decodes one chunk.
   *
   * @param source the bytes
   * @param target the buffer for the text: at least 8,192 bytes, which must not overlap the source
   * @param options the part of the source, and `final`
   * @returns how many bytes were read and written
   * @throws PercentEncodingError `lone-surrogate`, `not-accepted`, `unencodable`, and for bytes that are not UTF-8 the codes of `percentDecode`; the
   *   index counts bytes from the first call on
   * @throws TypeError for wrong arguments
   */
  decodeInto(source: Uint8Array, target: Uint8Array, options?: ChunkOptions): Progress {
    return this.#step(source, target, requireLargeTarget(source, target, options, "UnescapeDecoder.decodeInto"));
  }
}
