import { decodeLegacy } from "../charset/decode.ts";
import { LONE_SURROGATE } from "../charset/encode.ts";
import type { Encoding } from "../charset/encoding.ts";
import { decodeBytesAsText, decodeText } from "../codec/decode.ts";
import { Decoder } from "../codec/decoder.ts";
import { excerptOf, PercentEncodingError } from "../codec/errors.ts";
import type { FormPlan } from "./options.ts";

/** Decodes a name or a value: `+` becomes a space, each escape a byte, and the bytes text by the form's encoding. */
export class PieceDecoder {
  readonly #plan: FormPlan;
  readonly #encoding: Encoding;
  readonly #decoder: Decoder;
  /** Where the first lone surrogate of a text is, which a strict form refuses; -1 where there is none. */
  readonly #lone: number;

  /** @param source the whole text, or any bytes */
  constructor(plan: FormPlan, encoding: Encoding, source: string | Uint8Array) {
    const text = typeof source === "string";
    this.#plan = plan;
    this.#encoding = encoding;
    this.#decoder = new Decoder({ ...plan.decode, text });
    this.#lone = text ? source.search(LONE_SURROGATE) : -1;
  }

  /** @param offset how many bytes stand before the source */
  decode(source: string | Uint8Array, from: number, to: number, offset: number): string {
    const { wellFormed, decode } = this.#plan;
    const holdsLone = this.#lone >= from && this.#lone < to;
    if (holdsLone && !wellFormed && !decode.reporting) throw this.#refuse(source as string, from, to);
    const text = this.#decode(source, from, to, offset);
    return wellFormed && this.#lone >= 0 ? text.replace(/\p{Surrogate}/gu, "\ufffd") : text;
  }

  #decode(source: string | Uint8Array, from: number, to: number, offset: number): string {
    const { decode, onIssue } = this.#plan;
    const { legacy } = this.#encoding;
    if (legacy !== undefined) return decodeLegacy(source, from, to, legacy, decode, onIssue, offset);
    if (typeof source !== "string") return decodeBytesAsText(source, from, to, this.#decoder, offset, onIssue);
    const raw = source.slice(from, to);
    const plain = decode.accept === undefined && !decode.reporting && !/[%+]/.test(raw);
    return plain ? raw : decodeText(source, from, to, this.#decoder, onIssue);
  }

  /** The first error of a part that holds the first lone surrogate. */
  #refuse(text: string, from: number, to: number): unknown {
    try {
      this.#decode(text, from, to, 0);
    } catch (error) {
      if (!(error instanceof PercentEncodingError) || error.index < this.#lone) return error;
    }
    const excerpt = excerptOf([text.charCodeAt(this.#lone)], "\\u");
    return new PercentEncodingError("percent-decode", "lone-surrogate", this.#lone, 1, excerpt);
  }
}
