import { requireChoice, requireText } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { encodeText, type EncodeOptions, throwsOnLoneSurrogate, toTable } from "../codec/encode.ts";
import type { EncodableText, EncodedText } from "../base/branded-text.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { type Encoding, type LegacyEncodeOptions, outputEncoding, requireEncoding } from "./encoding.ts";

/** How text is encoded in another encoding. */
export interface EncodeAsOptions extends EncodeOptions {
  /** What to do with a character that the encoding lacks: `"reference"` (the default) writes `&#N;`, percent-encoded, as HTML forms do; `"throw"` throws. */
  readonly unencodable?: "reference" | "throw" | undefined;
}

const ENCODE_AS_OPTIONS: OptionNames<EncodeAsOptions> = { loneSurrogate: true, unencodable: true };

/** Characters that some encodings do not write as ASCII: those above U+007F, and three controls, which ISO-2022-JP lacks. */
const NOT_AS_ASCII = /[\x0e\x0f\x1b\u0080-\uffff]/;

/** Whether every encoding writes a text as ASCII. */
export const isEncodedAsAscii = (text: string): boolean => !NOT_AS_ASCII.test(text);

/**
 * Percent-encodes a text after encoding it, as the URL Standard does for the queries of old pages and for forms
 * (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * As the standard requires, a reference for an unencodable character cannot be distinguished from the same characters in the
 * text. The output encoding is used, and bytes above 7F are always encoded.
 *
 * @param text any text that is not already encoded
 * @param encoding a value of `encoding(label)`; UTF-16 and replacement are written as UTF-8
 * @param set what to encode (default `rfc3986.component`)
 * @param options what to do with characters that the encoding lacks, and with lone surrogates
 * @returns the encoded text
 * @throws PercentEncodingError `unencodable` or `lone-surrogate`, with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoding, percentEncodeAfterEncoding } from "percodec/charset";
 * import { whatwg } from "percodec/sets";
 * percentEncodeAfterEncoding("1+1 ≡ 2%20‽", encoding("shift_jis"), whatwg.form) // → "1%2B1+%81%DF+2%2520%26%238253%3B"
 */
export function percentEncodeAfterEncoding(
  text: EncodableText,
  encoding: Encoding,
  set?: PercentEncodeSet,
  options?: EncodeAsOptions,
): EncodedText {
  requireText(text, "percentEncodeAfterEncoding", "percentEncodeBytes");
  requireEncoding(encoding, "the encoding of percentEncodeAfterEncoding");
  const table = toTable(set, "percentEncodeAfterEncoding");
  const resolved = resolveEncodeOptions(
    encoding,
    readOptions(options, ENCODE_AS_OPTIONS, "percentEncodeAfterEncoding"),
  );
  return encodeAfterEncoding(text, table, resolved);
}

/** The options of an encoding, checked and with their defaults. */
export interface ResolvedEncodeOptions extends LegacyEncodeOptions {
  readonly output: Encoding;
}

export function resolveEncodeOptions(
  encoding: Encoding,
  { loneSurrogate, unencodable }: ReadOptions<EncodeAsOptions>,
): ResolvedEncodeOptions {
  return {
    output: outputEncoding(encoding),
    throwsOnLoneSurrogate: throwsOnLoneSurrogate({ loneSurrogate }),
    refusesUnencodable: requireChoice(unencodable, ["reference", "throw"], "unencodable") === "throw",
  };
}

/** Percent-encodes a text with resolved options. */
export function encodeAfterEncoding(text: string, table: ByteTable, resolved: ResolvedEncodeOptions): EncodedText {
  const { legacy } = resolved.output;
  if (legacy === undefined || isEncodedAsAscii(text)) return encodeText(text, table, resolved.throwsOnLoneSurrogate);
  return legacy.percentEncode(text, table, resolved);
}
