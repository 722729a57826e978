import { requireText } from "../codec/arguments.ts";
import { bytesError, type DecodeOptions, percentDecode, textError, textPlan } from "../codec/decode.ts";
import type { DecodeIssue, DecodePlan, Policy } from "../codec/decoder.ts";
import type { PercentEncodingErrorCode } from "../codec/errors.ts";
import type { DecodableText, DecodedText } from "../codec/flavours.ts";
import { hexValue } from "../codec/kernel.ts";
import { type Encoding, type LegacyCodec, requireUrlEncoding } from "./encoding.ts";

/** How text in another encoding is decoded; `invalidUtf8` rules bytes that stand for nothing in that encoding. */
export type DecodeAsOptions = Omit<DecodeOptions, "percentU">;

/**
 * Percent-decodes a text whose escapes are bytes of another encoding
 * (https://url.spec.whatwg.org/#string-percent-decode, then https://encoding.spec.whatwg.org/#decode).
 *
 * ASCII characters are bytes too, since the second byte of a character may be one; characters above U+007F stay as they
 * are. The encoding is never guessed, and its state ends with the text.
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
export function percentDecodeAs(text: DecodableText, encoding: Encoding, options: DecodeAsOptions = {}): DecodedText {
  requireText(text, "percentDecodeAs", "percentDecodeBytes");
  const { legacy } = requireUrlEncoding(encoding);
  if (legacy === undefined) return percentDecode(text, { ...options, percentU: false } as DecodeOptions);
  return decodeLegacy(text, 0, text.length, legacy, textPlan(options, "throw")) as DecodedText;
}

/** What stands between bytes: characters above U+007F, or a malformed escape. */
interface Interruption {
  /** How many bytes stand before it. */
  readonly at: number;
  readonly index: number;
  readonly length: number;
  readonly code: PercentEncodingErrorCode | undefined;
}

/**
 * Percent-decodes a part of a text or of bytes by a legacy encoding; issues and errors count in the whole.
 *
 * @param offset how much stands before the source
 */
export function decodeLegacy(
  source: string | Uint8Array,
  from: number,
  to: number,
  legacy: LegacyCodec,
  plan: DecodePlan,
  onIssue?: (issue: DecodeIssue) => void,
  offset = 0,
): string {
  return new LegacyDecoding(source, from, to, plan, onIssue, offset).decode(legacy);
}

/** One decoding: the escapes become bytes, each with its place, and then the bytes become characters. */
class LegacyDecoding {
  readonly #source: string | Uint8Array;
  readonly #to: number;
  readonly #plan: DecodePlan;
  readonly #onIssue: ((issue: DecodeIssue) => void) | undefined;
  readonly #offset: number;
  readonly #bytes: Uint8Array;
  /** Where each byte stands in the source. */
  readonly #places: Uint32Array;
  readonly #interruptions: Interruption[] = [];
  #count = 0;
  readonly #parts: string[] = [];

  constructor(
    source: string | Uint8Array,
    from: number,
    to: number,
    plan: DecodePlan,
    onIssue: ((issue: DecodeIssue) => void) | undefined,
    offset: number,
  ) {
    this.#source = source;
    this.#to = to;
    this.#plan = plan;
    this.#onIssue = onIssue;
    this.#offset = offset;
    this.#bytes = new Uint8Array(to - from);
    this.#places = new Uint32Array(to - from);
    for (let i = from; i < to;) i = this.#read(i);
  }

  decode(legacy: LegacyCodec): string {
    const clean = this.#interruptions.length === 0 && this.#plan.accept === undefined;
    const whole = clean ? legacy.decode(this.#bytes.subarray(0, this.#count)) : undefined;
    if (whole !== undefined) return whole;
    const sequence = legacy.sequences();
    const end = { at: this.#count, index: this.#to, length: 0, code: undefined };
    let at = 0;
    for (const interruption of [...this.#interruptions, end]) {
      while (at < interruption.at) {
        const { length, text } = sequence(this.#bytes, at, interruption.at);
        const last = at + length - 1;
        const index = this.#places[at]!;
        this.#character(text, index, this.#places[last]! + this.#unitLength(this.#places[last]!) - index);
        at += length;
      }
      this.#interrupt(interruption);
    }
    return this.#parts.join("");
  }

  /** Reads what stands at `i` of the source and gives the index behind it. */
  #read(i: number): number {
    const code = this.#codeAt(i);
    if (typeof this.#source === "string" && code > 0x7f) {
      let end = i + 1;
      while (end < this.#to && this.#codeAt(end) > 0x7f) end++;
      return this.#skip(i, end - i, undefined);
    }
    let byte = code === 0x2b && this.#plan.plusAsSpace ? 0x20 : code;
    if (code === 0x25) {
      const high = hexValue(this.#codeAt(i + 1));
      const low = high < 0 ? -1 : hexValue(this.#codeAt(i + 2));
      if (low < 0) {
        const ends = i + (high < 0 ? 1 : 2) >= this.#to;
        return this.#skip(i, high < 0 ? 1 : 2, ends ? "truncated-escape" : "malformed-escape");
      }
      byte = (high << 4) | low;
    }
    this.#bytes[this.#count] = byte;
    this.#places[this.#count++] = i;
    return i + this.#unitLength(i);
  }

  #skip(index: number, length: number, code: Interruption["code"]): number {
    this.#interruptions.push({ at: this.#count, index, length, code });
    return index + length;
  }

  /** The unit or byte at an index, and -1 behind the end. */
  #codeAt(i: number): number {
    if (i >= this.#to) return -1;
    return typeof this.#source === "string" ? this.#source.charCodeAt(i) : this.#source[i]!;
  }

  /** How long a byte is in the source. */
  #unitLength(i: number): number {
    return this.#codeAt(i) === 0x25 ? 3 : 1;
  }

  #interrupt({ index, length, code }: Interruption): void {
    if (code !== undefined) {
      this.#fault(code, index, length, this.#plan.malformed);
      return;
    }
    const text = typeof this.#source === "string" ? this.#source.slice(index, index + length) : "";
    let at = index;
    for (const character of text) {
      this.#character(character, at, character.length);
      at += character.length;
    }
  }

  /** Gives what a sequence or a raw character stands for, if the application takes it. */
  #character(text: string | undefined, index: number, length: number): void {
    const { accept, invalidUtf8, reporting } = this.#plan;
    if (text === undefined) {
      this.#fault("undecodable", index, length, invalidUtf8 ?? "throw");
      return;
    }
    if (accept !== undefined && !Array.from(text).every((character) => accept(character.codePointAt(0)!))) {
      this.#fault("not-accepted", index, length, reporting ? "keep" : "throw");
      return;
    }
    if (reporting && /^\p{Surrogate}$/u.test(text)) this.#onIssue?.({ code: "lone-surrogate", index, length });
    this.#parts.push(text);
  }

  #fault(code: PercentEncodingErrorCode, index: number, length: number, policy: Policy): void {
    const source = this.#source;
    if (policy === "throw") {
      throw typeof source === "string"
        ? textError({ code, index, length }, source)
        : bytesError({ code, index, length }, source.subarray(0, this.#to), this.#offset);
    }
    this.#onIssue?.({ code, index: index + this.#offset, length });
    if (policy === "keep") this.#parts.push(this.#written(index, length));
    if (policy === "replace") this.#parts.push("\ufffd");
  }

  /** A part of the source as it is written; a raw byte above 7F as its escape, since no text can hold it. */
  #written(index: number, length: number): string {
    const source = this.#source;
    if (typeof source === "string") return source.slice(index, index + length);
    return Array.from(source.subarray(index, index + length), (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`,
    ).join("");
  }
}
