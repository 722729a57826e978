import { requireBytes, requireChoice } from "./arguments.ts";
import type { DecodeIssue } from "./decoder.ts";
import { type EncodeOptions, loneSurrogateError } from "./encode.ts";
import { BYTES_PER_UNIT, isHighSurrogate, writeWellFormed } from "./utf8.ts";

/** How the text of a stream becomes bytes. */
export interface EncodeStreamOptions extends EncodeOptions {
  /** Told of each lone surrogate that was replaced, with its place in bytes from the start. */
  readonly onIssue?: (issue: DecodeIssue) => void;
}

/** Takes the bytes of a chunk. */
type Feed = (bytes: Uint8Array) => void;

/** Turns the chunks of a stream into bytes; chunks of text are one text, so a surrogate pair may be cut. */
export class ChunkBytes {
  readonly #strict: boolean;
  readonly #onIssue: ((issue: DecodeIssue) => void) | undefined;
  /** The first half of a surrogate pair that waits for the second. */
  #high = "";
  /** How many bytes have been fed. */
  #fed = 0;

  constructor({ loneSurrogate, onIssue }: EncodeStreamOptions) {
    this.#strict = requireChoice(loneSurrogate, ["throw", "replace"], "loneSurrogate") === "throw";
    this.#onIssue = onIssue;
  }

  /** Feeds what a chunk holds. */
  push(chunk: Uint8Array | string, feed: Feed): void {
    if (typeof chunk === "string") {
      const text = this.#high + chunk;
      this.#high = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : "";
      this.#text(text.slice(0, text.length - this.#high.length), feed);
      return;
    }
    requireBytes(chunk, "a chunk that is no string");
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
    const length = writeWellFormed(text, 0, text.length, bytes, 0, (unit, index) => alone.push({ unit, index }));
    let from = 0;
    for (const { unit, index } of alone) {
      // What stands before is settled first, with U+FFFD behind it, so that issues and errors come in order.
      const next = index + BYTES_PER_UNIT;
      this.#bytes(bytes.subarray(from, next), feed);
      if (this.#strict) throw loneSurrogateError(text, unit, start + index, BYTES_PER_UNIT);
      this.#onIssue?.({ code: "lone-surrogate", index: start + index, length: BYTES_PER_UNIT });
      from = next;
    }
    this.#bytes(bytes.subarray(from, length), feed);
  }
}
