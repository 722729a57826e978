import { requireBytes } from "../base/arguments.ts";
import type { DecodeIssue } from "./decoder.ts";
import { BYTES_PER_UNIT, isHighSurrogate, writeWellFormed } from "../base/utf8.ts";

// The type of the host merges with this one, which is empty without types of a host.
declare global {
  // oxlint-disable-next-line typescript/no-explicit-any -- merged declarations have the same defaults
  interface TransformStream<I = any, O = any> {}
}

/** The TransformStream of the host, by a name that its types need not have. */
export const HostTransformStream: new <I, O>(transformer: object) => TransformStream<I, O> = /* @__PURE__ */ (() =>
  TransformStream)();

/** Removes the prototype, on which a TransformStream could find `start` or `cancel` (https://streams.spec.whatwg.org/#transformer-api). */
export const withoutPrototype = <I, O>(
  transformer: Required<Pick<Transformer<I, O>, "transform" | "flush">>,
): Transformer<I, O> => ({ __proto__: null, ...transformer }) as Transformer<I, O>;

type Feed = (bytes: Uint8Array) => void;

/** Called for a lone surrogate, with the position in bytes of the U+FFFD that replaces it, and the surrogate itself. */
type OnLoneSurrogate = (issue: DecodeIssue, surrogate: string) => void;

/** Turns the chunks of a stream into bytes. Consecutive chunks of text are one text, so a surrogate pair may be cut. */
export class ChunkReader {
  readonly #onLoneSurrogate: OnLoneSurrogate;
  readonly #reportsFirst: boolean;
  /** A high surrogate at the end of a chunk, which waits for the next chunk. */
  #high = "";
  #fed = 0;

  /** @param reportsFirst whether to report all lone surrogates of a text before its bytes are fed */
  constructor(onLoneSurrogate: OnLoneSurrogate, reportsFirst: boolean) {
    this.#onLoneSurrogate = onLoneSurrogate;
    this.#reportsFirst = reportsFirst;
  }

  push(chunk: Uint8Array | string, feed: Feed): void {
    if (typeof chunk === "string") {
      const text = this.#high + chunk;
      this.#high = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : "";
      this.#text(text.slice(0, text.length - this.#high.length), feed);
      return;
    }
    requireBytes(chunk, "a chunk must be a string or");
    this.end(feed);
    this.#bytes(chunk, feed);
  }

  /** Ends the text: a high surrogate that waits is a lone one. */
  end(feed: Feed): void {
    const text = this.#high;
    this.#high = "";
    if (text !== "") this.#text(text, feed);
  }

  #bytes(bytes: Uint8Array, feed: Feed): void {
    this.#fed += bytes.length;
    feed(bytes);
  }

  #text(text: string, feed: Feed): void {
    const bytes = new Uint8Array(text.length * BYTES_PER_UNIT);
    const start = this.#fed;
    const lone: { unit: number; index: number }[] = [];
    const report = (unit: number, index: number): void => {
      this.#onLoneSurrogate({ code: "lone-surrogate", index: start + index, length: BYTES_PER_UNIT }, text[unit]!);
    };
    const postpone = (unit: number, index: number): void => void lone.push({ unit, index });
    const length = writeWellFormed(text, 0, text.length, bytes, 0, this.#reportsFirst ? report : postpone);
    let from = 0;
    for (const { unit, index } of lone) {
      // The bytes up to this U+FFFD are processed first, so that issues and errors come in order.
      const next = index + BYTES_PER_UNIT;
      this.#bytes(bytes.subarray(from, next), feed);
      report(unit, index);
      from = next;
    }
    this.#bytes(bytes.subarray(from, length), feed);
  }
}
