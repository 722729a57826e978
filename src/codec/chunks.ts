import { requireBytes } from "../base/arguments.ts";
import type { DecodeIssue } from "./decoder.ts";
import { BYTES_PER_UNIT, isHighSurrogate, writeWellFormed } from "../base/utf8.ts";

/** What our streams need of their transformers. */
interface Transforming<I, O> {
  transform(chunk: I, controller: TransformStreamDefaultController<O>): void;
  flush(controller: TransformStreamDefaultController<O>): void;
}

/**
 * Returns a transformer that inherits nothing: a TransformStream asks it for `start`, `cancel` and more
 * (https://streams.spec.whatwg.org/#transformer-api), and would find them on Object.prototype.
 */
export function withoutPrototype<I, O>(transformer: Transforming<I, O>): Transformer<I, O> {
  const own = Object.create(null) as Transformer<I, O>;
  own.transform = (chunk, controller) => transformer.transform(chunk, controller);
  own.flush = (controller) => transformer.flush(controller);
  return own;
}

/** Takes the bytes of a chunk. */
type Feed = (bytes: Uint8Array) => void;

/** Called for a lone surrogate, with the place in bytes of the U+FFFD that was fed for it, and the surrogate itself. */
type OnLoneSurrogate = (issue: DecodeIssue, surrogate: string) => void;

/** Turns the chunks of a stream into bytes; chunks of text are one text, so a surrogate pair may be cut. */
export class ChunkBytes {
  readonly #onLoneSurrogate: OnLoneSurrogate;
  readonly #ahead: boolean;
  /** The first half of a surrogate pair that waits for the second. */
  #high = "";
  /** How many bytes have been fed. */
  #fed = 0;

  /** @param ahead whether it may be reported before any byte of the text is fed, which then is fed at once */
  constructor(onLoneSurrogate: OnLoneSurrogate, ahead: boolean) {
    this.#onLoneSurrogate = onLoneSurrogate;
    this.#ahead = ahead;
  }

  /** Feeds what a chunk holds. */
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

  /** Ends the text: the half of a pair that waits is alone. */
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
    const alone: { unit: number; index: number }[] = [];
    const tell = (unit: number, index: number): void => {
      this.#onLoneSurrogate({ code: "lone-surrogate", index: start + index, length: BYTES_PER_UNIT }, text[unit]!);
    };
    const keep = (unit: number, index: number): void => void alone.push({ unit, index });
    const length = writeWellFormed(text, 0, text.length, bytes, 0, this.#ahead ? tell : keep);
    let from = 0;
    for (const { unit, index } of alone) {
      // What stands before is settled first, with U+FFFD behind it, so that issues and errors come in order.
      const next = index + BYTES_PER_UNIT;
      this.#bytes(bytes.subarray(from, next), feed);
      tell(unit, index);
      from = next;
    }
    this.#bytes(bytes.subarray(from, length), feed);
  }
}
