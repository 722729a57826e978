import { type EncodeOptions, loneSurrogateError, percentEncode, PercentEncoder } from "../codec/encode.ts";
import { requireChoice, requireText } from "../codec/arguments.ts";
import { excerptOf, PercentEncodingError } from "../codec/errors.ts";
import type { EncodableText, EncodedText } from "../codec/flavours.ts";
import { LONE_SURROGATE, readUtf8, toWellFormed } from "../codec/utf8.ts";
import { PercentEncodeSet, requireSet } from "../sets/percent-encode-set.ts";
import { rfc3986 } from "../sets/rfc.ts";
import { type Encoding, outputEncoding } from "./encoding.ts";

/** How text is encoded in another encoding. */
export interface EncodeAsOptions extends EncodeOptions {
  /** What the encoding lacks: a `"reference"`, `&#N;` percent-encoded (the default), as HTML forms do; or `"throw"`. */
  readonly unencodable?: "reference" | "throw";
}

/** Of `%26%231114109%3B`. */
const LONGEST_REFERENCE = 16;

/** What an encoder's target has at least. */
const TARGET_SPARE = 64;

const NON_ASCII = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "all" });

/**
 * Percent-encodes a text after encoding it, as the URL Standard does for the queries of old pages and for forms
 * (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * The reference of `unencodable` cannot be told from the same characters typed; the standard has it so. The output
 * encoding counts, and bytes above 7F are always encoded.
 *
 * @param text any text that is not already encoded
 * @param encoding a value of `encoding(label)`; UTF-8 for UTF-16 and replacement
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
  set: PercentEncodeSet = rfc3986.component,
  options: EncodeAsOptions = {},
): EncodedText {
  requireText(text, "percentEncodeAfterEncoding", "percentEncodeBytes");
  const { name, legacy } = outputEncoding(encoding);
  const unencodable = requireChoice(options.unencodable, ["reference", "throw"], "unencodable");
  if (legacy === undefined) return percentEncode(text, set, options);

  const loneSurrogate = requireChoice(options.loneSurrogate, ["throw", "replace"], "loneSurrogate");
  const lone = text.search(LONE_SURROGATE);
  if (lone >= 0 && loneSurrogate === "throw") throw loneSurrogateError(text, lone, lone, 1);
  const encoded = requireSet(set).nonAscii.length === 3 ? set : set.union(NON_ASCII);
  const { bytes, lacking } = legacy.encode(toWellFormed(text));
  if (unencodable === "throw" && lacking.length > 0) throw unencodableError(text, lacking[0]!.code, name);
  const output = new Uint8Array(bytes.length * 3 + TARGET_SPARE + lacking.length * LONGEST_REFERENCE);
  const encoder = new PercentEncoder(encoded);
  let from = 0;
  let o = 0;
  const encodeTo = (to: number): void => {
    if (to > from) o += encoder.encodeInto(bytes, output.subarray(o), { from, to }).written;
    from = to;
  };
  for (const { at, code } of lacking) {
    encodeTo(at);
    const reference = `%26%23${code}%3B`;
    for (let i = 0; i < reference.length; i++) output[o++] = reference.charCodeAt(i);
  }
  encodeTo(bytes.length);
  return readUtf8(output, 0, o) as EncodedText;
}

/** The error for the first code point that an encoding lacks: one that it lacks here it lacks everywhere. */
function unencodableError(text: string, code: number, name: string): PercentEncodingError {
  // ISO-2022-JP gives U+FFFD for the three controls that would switch its state, and any encoding for a lone surrogate.
  const replaced = name === "ISO-2022-JP" ? /[\x0e\x0f\x1b\ufffd]|\p{Surrogate}/u : /\ufffd|\p{Surrogate}/u;
  const index = code === 0xfffd ? text.search(replaced) : text.indexOf(String.fromCodePoint(code));
  const found = text.codePointAt(index)!;
  const length = found > 0xffff ? 2 : 1;
  return new PercentEncodingError(
    `encode as ${name}`,
    "unencodable",
    index,
    length,
    excerptOf(String.fromCodePoint(found)),
  );
}
