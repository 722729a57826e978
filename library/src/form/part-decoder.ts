import { PERCENT, PLUS } from "../base/escape.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import { decodeBytesAsText, decodeText } from "../codec/decode.ts";
import { canSkipScalar, Decoder, type IssueListener } from "../codec/scalar-decoder.ts";
import { loneSurrogateError } from "../codec/encode.ts";
import { loneSurrogateIn, readUtf8, validUtf8Until } from "../base/utf8.ts";
import { PercentEncodingError } from "../base/errors.ts";
import type { ResolvedFormOptions } from "./options.ts";

/** A lone surrogate that U+FFFD replaces in the source, or that a strict form refuses. */
export interface LoneSurrogate {
  readonly index: number;
  readonly length: number;
  readonly surrogate: string;
}

/** Decodes a name or a value: `+` becomes a space, escapes become bytes, and the form's encoding turns the bytes into text. */
export class PartDecoder {
  readonly #resolved: ResolvedFormOptions;
  readonly #encoding: TextEncoding;
  readonly #decoder: Decoder;
  readonly #lone: readonly LoneSurrogate[];
  /** How many lone surrogates were reported or skipped. */
  #reported = 0;
  readonly #onIssue: IssueListener | undefined;

  /**
   * @param text whether sources are texts, not bytes
   * @param lone the lone surrogates to report or refuse, in order; the caller may append more while it reads
   */
  constructor(resolved: ResolvedFormOptions, encoding: TextEncoding, text: boolean, lone: readonly LoneSurrogate[]) {
    const { onIssue } = resolved;
    this.#resolved = resolved;
    this.#encoding = encoding;
    this.#decoder = new Decoder({ ...resolved.decode, text });
    this.#lone = lone;
    this.#onIssue =
      onIssue &&
      ((code, index, length) => {
        this.#reportLoneSurrogates(index);
        onIssue({ code, index, length });
      });
  }

  /** @param offset how many bytes of the form precede the source */
  decode(source: string | Uint8Array, from: number, to: number, offset: number): string {
    try {
      const text = this.#decode(source, from, to, offset);
      this.#reportLoneSurrogates(offset + to);
      return text;
    } catch (error) {
      if (error instanceof PercentEncodingError) this.#reportLoneSurrogates(error.index);
      throw error;
    }
  }

  #decode(source: string | Uint8Array, from: number, to: number, offset: number): string {
    const { decode } = this.#resolved;
    const { legacy } = this.#encoding;
    const isPlain = decode.accept === undefined && decode.plusAsSpace;
    const short = isPlain ? decodeShort(source, from, to, legacy === undefined) : undefined;
    if (short !== undefined) return short;
    if (legacy !== undefined)
      return legacy.percentDecode(source, from, to, this.#decoder.resolved, this.#onIssue, offset);
    if (typeof source !== "string") return decodeBytesAsText(source, from, to, this.#decoder, offset, this.#onIssue);
    return decodeText(source, from, to, this.#decoder, this.#onIssue, canSkipScalar(decode));
  }

  /** Reports the lone surrogates before an index, or throws. */
  #reportLoneSurrogates(before: number): void {
    for (let next = this.#lone[this.#reported]; next && next.index < before; next = this.#lone[++this.#reported]) {
      const { index, length, surrogate } = next;
      const { onIssue, replaceLone } = this.#resolved;
      const unit = this.#decoder.resolved.text ? "utf-16" : "byte";
      if (!replaceLone) throw loneSurrogateError(surrogate, index, length, unit, "percent-decode");
      onIssue?.({ code: "lone-surrogate", index, length });
    }
  }
}

/** Up to this length a loop is faster than creating a decoder's arrays. */
const MAX_LOOPED_UNITS = 32;

/** Decodes a short name or value that has no controls, escapes, invalid UTF-8 and lone surrogates; else returns undefined. */
function decodeShort(source: string | Uint8Array, from: number, to: number, isUtf8: boolean): string | undefined {
  if (to - from > MAX_LOOPED_UNITS) return undefined;
  let text = typeof source === "string" ? source.slice(from, to) : undefined;
  const bytes = source as Uint8Array;
  let ascii = "";
  let pluses = 0;
  let highest = 0;
  for (let i = from; i < to; i++) {
    const unit = text === undefined ? bytes[i]! : text.charCodeAt(i - from);
    if (unit < 0x20 || unit === PERCENT) return undefined;
    if (unit === PLUS) pluses++;
    if (unit > highest) highest = unit;
    if (text === undefined && unit < 0x80) ascii += unit === PLUS ? " " : String.fromCharCode(unit);
  }
  if (text === undefined) {
    // ASCII is the same in every encoding of URLs.
    if (highest < 0x80) return ascii;
    if (!isUtf8 || validUtf8Until(bytes, from, to) < to) return undefined;
    text = readUtf8(bytes, from, to);
  } else if (highest > 0xd7ff && loneSurrogateIn(text) >= 0) {
    return undefined;
  }
  return pluses === 0 ? text : text.replace(/\+/g, " ");
}
