import { type DecodeOptions, resolveTextOptions } from "../codec/options.ts";
import { requireText } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { percentDecode } from "../codec/decode.ts";
import type { ResolvedDecodeOptions } from "../codec/scalar-decoder.ts";
import type { DecodableText, DecodedText } from "../base/branded-text.ts";
import { type Encoding, requireUrlEncoding } from "./encoding.ts";

/** How text in another encoding is decoded; `invalidUtf8` applies to bytes that are invalid in that encoding. */
export type DecodeAsOptions = Omit<DecodeOptions, "percentU" | "except">;

export const DECODE_AS_OPTIONS: OptionNames<DecodeAsOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  accept: true,
};

/**
 * Percent-decodes a text whose escapes are bytes of another encoding
 * (https://url.spec.whatwg.org/#string-percent-decode, then https://encoding.spec.whatwg.org/#decode).
 *
 * ASCII characters are decoded as bytes too, since one may be the second byte of a character; characters above U+007F stay
 * unchanged. The encoding is never guessed, and its state ends with the text.
 *
 * @param text any text that is not already decoded
 * @param encoding a value of `encoding(label)`, but not UTF-16 or replacement
 * @param options as for `percentDecode`
 * @returns the decoded text
 * @throws PercentEncodingError `malformed-escape`, `truncated-escape`, `not-accepted`, `undecodable` (with UTF-8 the codes
 *   of `percentDecode`), with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoding, percentDecodeAs } from "percodec/charset";
 * percentDecodeAs("%83A%82%A0", encoding("shift_jis")) // → "アあ"
 * percentDecodeAs("%FC%80", encoding("windows-1252")) // → "ü€"
 */
export function percentDecodeAs(text: DecodableText, encoding: Encoding, options?: DecodeAsOptions): DecodedText {
  requireText(text, "percentDecodeAs", "percentDecodeBytes");
  const { legacy } = requireUrlEncoding(encoding, "the encoding of percentDecodeAs");
  const given = readOptions(options, DECODE_AS_OPTIONS, "percentDecodeAs");
  if (legacy === undefined) return percentDecode(text, given);
  return legacy.percentDecode(text, 0, text.length, resolveLegacyOptions(given, "throw"));
}

/** Lists each option: a spread would inherit absent options from Object.prototype. */
export function resolveLegacyOptions(
  { malformed, plus, invalidUtf8, accept }: ReadOptions<DecodeAsOptions>,
  policy: "throw" | "keep",
): ResolvedDecodeOptions {
  return resolveTextOptions({ malformed, plus, invalidUtf8, accept, percentU: undefined, except: undefined }, policy);
}
