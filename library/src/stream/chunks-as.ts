import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { chain, newlineStage, type Step } from "../base/stage.ts";
import { requireChunk } from "../codec/chunk-options.ts";
import type { DecodeIssue } from "../codec/scalar-decoder.ts";
import { type DecoderOptions, resolveBytesOptions } from "../codec/options.ts";
import type { ChunkOptions, Progress } from "../kernel/types.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { type Encoding, outputEncoding, requireEncoding, requireUrlEncoding, utf8 } from "../charset/encoding.ts";
import { decodingStep, encodedStep, inputSequences, percentStage, requireReplacement } from "./steps.ts";

/** The least length of a target: 5,440 bytes let the 64 bytes of a decoder pass through line breaks and the longest escapes. */
export const MIN_TARGET_BYTES = 0x2000;

/** How chunks are encoded in an encoding. */
export interface EncoderAsOptions {
  /** The encoding of the bytes (default UTF-8); UTF-16 too. */
  readonly inputEncoding?: Encoding | undefined;
  /** What to do with bytes that are invalid in `inputEncoding`: `"throw"` (the default), `"drop"`, or `"replace"` by U+FFFD. */
  readonly invalidInput?: "throw" | "drop" | "replace" | undefined;
  /** What to do with a character that the encoding lacks, as for `percentEncodeAfterEncoding`. */
  readonly unencodable?: "reference" | "throw" | undefined;
  /** What each line break (LF, CR LF, or CR) becomes before it is encoded (default `"keep"`). */
  readonly newlines?: "keep" | "lf" | "crlf" | "cr" | undefined;
  /** The case of the digits of escapes (default `"upper"`, as RFC 3986 recommends). */
  readonly hex?: "upper" | "lower" | undefined;
  /** Called with each issue that does not throw, its index in bytes from the start; it does not change the result. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

const ENCODER_AS_OPTIONS: OptionNames<EncoderAsOptions> = {
  inputEncoding: true,
  invalidInput: true,
  unencodable: true,
  newlines: true,
  hex: true,
  onIssue: true,
};

/** How chunks are decoded in an encoding. */
export interface DecoderAsOptions extends Pick<
  DecoderOptions,
  "malformed" | "plus" | "invalidUtf8" | "accept" | "onIssue"
> {
  /** The encoding of the raw characters: the same as that of the escapes (`"same"`, the default), or `"utf-8"`. */
  readonly raw?: "same" | "utf-8" | undefined;
  /** The encoding of the result (default UTF-8); a character that it lacks is the fault `unencodable`. */
  readonly outputEncoding?: Encoding | undefined;
}

const DECODER_AS_OPTIONS: OptionNames<DecoderAsOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  accept: true,
  onIssue: true,
  raw: true,
  outputEncoding: true,
};

/**
 * Percent-encodes bytes chunk by chunk after encoding their text, as `percentEncodeAfterEncoding` encodes a text: the bytes are read
 * in one encoding and written as escapes of another (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * A call stops early if the target is full and, except in the last chunk, before an incomplete character at the end. Pass the bytes
 * from `read` on again. The last call, which may have no bytes, ends the state of ISO-2022-JP.
 *
 * @example
 * import { encoding } from "percodec/charset";
 * import { PercentEncoderAs } from "percodec/stream";
 * const encoder = new PercentEncoderAs(encoding("shift_jis"));
 * const target = new Uint8Array(8192);
 * encoder.encodeInto(new TextEncoder().encode("≡"), target) // → { read: 3, written: 6 }
 * new TextDecoder().decode(target.subarray(0, 6)) // → "%81%DF"
 */
export class PercentEncoderAs {
  readonly #step: Step;

  /**
   * @param encoding a value of `encoding(label)`; UTF-16 and replacement are written as UTF-8
   * @param set what to encode (default `rfc3986.component`)
   * @param options the encoding of the bytes, the policies, line breaks and `onIssue`
   * @throws TypeError for wrong arguments
   */
  constructor(encoding: Encoding, set?: PercentEncodeSet, options?: EncoderAsOptions) {
    const owner = "PercentEncoderAs";
    const output = outputEncoding(requireEncoding(encoding, `the encoding of ${owner}`));
    const given = readOptions(options, ENCODER_AS_OPTIONS, owner);
    const { inputEncoding = utf8 } = given;
    const input = requireEncoding(inputEncoding, "inputEncoding");
    const invalidInput = requireChoice(given.invalidInput, ["throw", "drop", "replace"], "invalidInput");
    const unencodable = requireChoice(given.unencodable, ["reference", "throw"], "unencodable");
    const newlines = requireChoice(given.newlines, ["keep", "lf", "crlf", "cr"], "newlines");
    const hex = requireChoice(given.hex, ["upper", "lower"], "hex");
    const strict = unencodable === "throw";
    if (strict) requireReplacement(output, { invalidInput });
    const percent = percentStage(output, set, hex, owner);
    const read = decodingStep(inputSequences(input), {
      owner,
      name: input.name,
      resolved: { ...resolveBytesOptions(NO_OPTIONS), invalidUtf8: invalidInput, raw: true },
      onIssue: given.onIssue,
      wanted: strict ? output : undefined,
    });
    this.#step = chain(newlines === "keep" ? read : chain(read, newlineStage(newlines)), percent);
  }

  /**
   * Encodes one chunk.
   *
   * @param source the bytes
   * @param target the buffer for the encoded bytes: at least 8,192 bytes, which must not overlap the source
   * @param options the part of the source, and `final`
   * @returns how many bytes were read and written
   * @throws PercentEncodingError for invalid bytes: `undecodable`, with UTF-8 `invalid-utf8`, `overlong-utf8`, `encoded-surrogate` or
   *   `code-point-out-of-range`; and `unencodable`; the index counts bytes from the first call on
   * @throws TypeError for wrong arguments
   */
  encodeInto(source: Uint8Array, target: Uint8Array, options?: ChunkOptions): Progress {
    return this.#step(source, target, requireLargeTarget(source, target, options, "PercentEncoderAs.encodeInto"));
  }
}

/**
 * Percent-decodes bytes chunk by chunk whose escapes are bytes of an encoding, and writes the text in UTF-8 or another encoding.
 *
 * A call stops early as that of `PercentDecoder` does. The last call, which may have no bytes, ends the state of ISO-2022-JP.
 *
 * @example
 * import { encoding } from "percodec/charset";
 * import { PercentDecoderAs } from "percodec/stream";
 * const decoder = new PercentDecoderAs(encoding("shift_jis"));
 * const target = new Uint8Array(8192);
 * decoder.decodeInto(new TextEncoder().encode("%81%DF"), target) // → { read: 6, written: 3 }
 * new TextDecoder().decode(target.subarray(0, 3)) // → "≡"
 */
export class PercentDecoderAs {
  readonly #step: Step;

  /**
   * @param encoding a value of `encoding(label)`, but not UTF-16 or replacement
   * @param options the policies, the other encodings, and `onIssue`; invalid bytes throw by default
   * @throws TypeError for wrong arguments
   */
  constructor(encoding: Encoding, options?: DecoderAsOptions) {
    const owner = "PercentDecoderAs";
    const { legacy } = requireUrlEncoding(encoding, `the encoding of ${owner}`);
    const given = readOptions(options, DECODER_AS_OPTIONS, owner);
    const { malformed, plus, invalidUtf8 = "throw", accept, outputEncoding: wanted } = given;
    const raw = requireChoice(given.raw, ["same", "utf-8"], "raw");
    const output = readOutputEncoding(wanted, { malformed, invalidUtf8 });
    const resolved = resolveBytesOptions({ ...NO_OPTIONS, malformed, plus, invalidUtf8, accept });
    const read = decodingStep(legacy?.sequences(), {
      owner,
      name: encoding.name,
      resolved: { ...resolved, text: raw === "utf-8" ? raw : false },
      onIssue: given.onIssue,
      wanted: output,
    });
    this.#step = encodedStep(read, output.legacy);
  }

  /**
   * Decodes one chunk.
   *
   * @param source the bytes
   * @param target the buffer for the text: at least 8,192 bytes, which must not overlap the source
   * @param options the part of the source, and `final`
   * @returns how many bytes were read and written
   * @throws PercentEncodingError `malformed-escape`, `truncated-escape`, `undecodable` (with UTF-8 the codes of `percentDecode`),
   *   `not-accepted` and `unencodable`; the index counts bytes from the first call on
   * @throws TypeError for wrong arguments
   */
  decodeInto(source: Uint8Array, target: Uint8Array, options?: ChunkOptions): Progress {
    return this.#step(source, target, requireLargeTarget(source, target, options, "PercentDecoderAs.decodeInto"));
  }
}

/** Returns the encoding of a result; throws a TypeError if it lacks what a policy writes. */
export function readOutputEncoding(
  encoding: Encoding = utf8,
  policies: { readonly [option: string]: string | undefined },
): Encoding {
  const output = requireUrlEncoding(encoding, "outputEncoding");
  requireReplacement(output, policies);
  return output;
}

export const NO_OPTIONS = {
  malformed: undefined,
  plus: undefined,
  invalidUtf8: undefined,
  percentU: undefined,
  accept: undefined,
  except: undefined,
};

/** Returns the part of the source; throws a TypeError for wrong arguments and for a small target. */
export function requireLargeTarget(
  source: Uint8Array,
  target: Uint8Array,
  options: ChunkOptions | undefined,
  owner: string,
): Required<ChunkOptions> {
  const chunk = requireChunk(source, target, options, owner);
  if (target.length < MIN_TARGET_BYTES)
    throw new TypeError(`the target of ${owner} needs ${MIN_TARGET_BYTES} bytes, not ${target.length}`);
  return chunk;
}
