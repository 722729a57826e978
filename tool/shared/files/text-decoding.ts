import { chain, newlineStage } from "./stage.ts";
import { type DecodeIssue, type DecoderOptions, PercentDecoder, type Step } from "percodec";
import type { Span } from "../text.ts";
import { withFault } from "../unless-refused.ts";

/** How a text in a file is decoded, by the command and by the page. */
export interface TextDecoding {
  readonly decoder: DecoderOptions;
  readonly newlines: "keep" | "lf" | "crlf" | "cr";
  /** Whether line ends, spaces and TABs are removed before decoding. */
  readonly unwrap: boolean;
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

/** Returns the step that decodes a file. Each target needs room for 32 kB. */
export function startTextDecoding({ decoder: options, newlines, unwrap, onIssue }: TextDecoding): Step {
  const lines = unwrap ? new Unwrapper() : undefined;
  const listener = onIssue && lines && ((issue: DecodeIssue) => onIssue({ code: issue.code, ...lines.place(issue) }));
  const decoder = new PercentDecoder({ ...options, onIssue: listener ?? onIssue });
  const decode: Step = (...chunk) => decoder.decodeInto(...chunk);
  const converted = newlines === "keep" ? decode : chain(decode, newlineStage(newlines));
  return lines === undefined ? converted : lines.wrap(converted);
}

/** The most bytes of joined lines that are passed on at a time. The target of the command always has room for their result. */
const MAX_JOINED_BYTES = 0x1000;

/** LF, CR, TAB and space. */
const WHITE_SPACE: readonly number[] = [0x0a, 0x0d, 0x09, 0x20];

/** Removes white space before a step. Places of issues and errors count in the lines as they are. */
class Unwrapper {
  readonly #joined = new Uint8Array(MAX_JOINED_BYTES);
  /** The place in the input of each joined byte. */
  readonly #places = new Float64Array(MAX_JOINED_BYTES);
  /** How many joined bytes wait for more, and how many were read before them. */
  #held = 0;
  #before = 0;
  /** How many bytes of the input have been read. */
  #input = 0;

  /** Returns a step over joined lines. */
  wrap(step: Step): Step {
    return (source, target, { from = 0, to = source.length, final = true } = {}) => {
      let at = from;
      for (; at < to && this.#held < MAX_JOINED_BYTES; at++, this.#input++) {
        const byte = source[at]!;
        if (byte <= 0x20 && WHITE_SPACE.includes(byte)) continue;
        this.#places[this.#held] = this.#input;
        this.#joined[this.#held++] = byte;
      }
      const isLast = final && at === to;
      let written = 0;
      for (let read = -1; read !== 0;) {
        const done = withFault(
          () => step(this.#joined, target.subarray(written), { from: 0, to: this.#held, final: isLast }),
          (error) => this.place(error),
        );
        ({ read } = done);
        written += done.written;
        this.#drop(read);
        if (this.#held === 0) break;
      }
      return { read: at - from, written };
    };
  }

  #drop(count: number): void {
    this.#joined.copyWithin(0, count, this.#held);
    this.#places.copyWithin(0, count, this.#held);
    this.#held -= count;
    this.#before += count;
  }

  /** Returns the place in the input of a place in the joined lines. */
  place({ index, length }: Span): Span {
    const first = index - this.#before;
    const start = this.#places[first]!;
    const last = Math.max(first, Math.min(first + length, this.#held) - 1);
    return { index: start, length: this.#places[last]! - start + 1 };
  }
}
