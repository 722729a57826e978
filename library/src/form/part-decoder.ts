import { PERCENT, PLUS } from "../base/escape.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import { decodeBytesAsText, decodeText } from "../codec/decode.ts";
import { canSkipScalar, type DecodeIssue, Decoder } from "../codec/decoder.ts";
import { loneSurrogateError } from "../codec/encode.ts";
import { PercentEncodingError } from "../base/errors.ts";
import type { ResolvedFormOptions } from "./options.ts";

/** A lone surrogate that U+FFFD replaces in the source, or that a strict form refuses. */
export interface LoneSurrogate extends Pick<DecodeIssue, "index" | "length"> {
  readonly surrogate: string;
}

/** Decodes a name or a value; `offset` is how many bytes of the form precede the source. */
type DecodePart = (source: string | Uint8Array, from: number, to: number, offset: number) => string;

/**
 * Returns a function that decodes names and values of sources that are texts, or bytes. It reports or refuses the lone surrogates in `lone`,
 * in order; the caller may append more while it reads.
 */
export function createPartDecoder(
  { decode, onIssue, replaceLone }: ResolvedFormOptions,
  { legacy }: TextEncoding,
  text: boolean,
  lone: readonly LoneSurrogate[],
): DecodePart {
  const decoder = new Decoder({ ...decode, text });
  const isPlain = decode.accept === undefined && decode.plusAsSpace;
  const skipsScalar = canSkipScalar(decode);
  let reported = 0;
  /** Reports the lone surrogates before an index, or throws. */
  const reportLone = (before: number): void => {
    for (let next = lone[reported]; next && next.index < before; next = lone[++reported]) {
      const { index, length, surrogate } = next;
      if (!replaceLone) throw loneSurrogateError(surrogate, index, length, text ? "utf-16" : "byte", "percent-decode");
      onIssue?.({ code: "lone-surrogate", index, length });
    }
  };
  const report =
    onIssue &&
    ((code: DecodeIssue["code"], index: number, length: number) => {
      reportLone(index);
      onIssue({ code, index, length });
    });
  const decodePart: DecodePart = (source, from, to, offset) => {
    const short = isPlain && to - from <= MAX_SHORT_UNITS ? decodeShort(source, from, to) : undefined;
    if (short !== undefined) return short;
    if (legacy !== undefined) return legacy.percentDecode(source, from, to, decoder.resolved, report, offset);
    if (typeof source === "string") return decodeText(source, from, to, decoder, report, skipsScalar);
    return decodeBytesAsText(source, from, to, decoder, offset, report);
  };
  return (source, from, to, offset) => {
    try {
      const decoded = decodePart(source, from, to, offset);
      reportLone(offset + to);
      return decoded;
    } catch (error) {
      if (error instanceof PercentEncodingError) reportLone(error.index);
      throw error;
    }
  };
}

/** Up to this length the following function is faster than creating a decoder's arrays. */
const MAX_SHORT_UNITS = 32;

/** Decodes a name or value in which only `+` changes; returns undefined for others. ASCII is the same in every encoding of URLs. */
function decodeShort(source: string | Uint8Array, from: number, to: number): string | undefined {
  if (typeof source === "string") {
    const text = source.slice(from, to);
    return /[\0-\x1f%\ud800-\udfff]/.test(text) ? undefined : text.replace(/\+/g, " ");
  }
  let text = "";
  for (let i = from; i < to; i++) {
    const byte = source[i]!;
    if (byte < 0x20 || byte >= 0x80 || byte === PERCENT) return undefined;
    text += byte === PLUS ? " " : String.fromCharCode(byte);
  }
  return text;
}
