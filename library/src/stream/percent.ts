import type { DecoderOptions } from "../codec/options.ts";
import { requireFunction } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { MIN_TARGET_BYTES, PercentDecoderAs, PercentEncoderAs } from "./chunks-as.ts";
import type { Encoding } from "../charset/encoding.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { ChunkReader, HostTransformStream, withoutPrototype } from "../codec/chunks.ts";
import type { DecodeIssue } from "../codec/scalar-decoder.ts";
import { PercentDecoder } from "../codec/decode.ts";
import { type EncodeOptions, loneSurrogateError, PercentEncoder, throwsOnLoneSurrogate } from "../codec/encode.ts";
import type { ChunkOptions, Progress } from "../kernel/types.ts";

/** How a stream is encoded. */
export interface EncodeStreamOptions extends EncodeOptions {
  /** Called with each lone surrogate that is replaced, its index in bytes from the start; it does not change the result. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
  /**
   * The encoding that the escapes stand for; UTF-16 and replacement are written as UTF-8. With it bytes must be UTF-8, and throw
   * `invalid-utf8` or a similar code otherwise; without it (the default) text is encoded in UTF-8 and bytes as they are.
   */
  readonly encoding?: Encoding | undefined;
  /** What to do with a character that `encoding` lacks, as for `percentEncodeAfterEncoding`. */
  readonly unencodable?: "reference" | "throw" | undefined;
}

/** How a stream is decoded. Bytes are checked to be UTF-8 only if `invalidUtf8` or `accept` is set. */
export interface DecodeStreamOptions extends DecoderOptions, EncodeOptions {
  /**
   * The encoding of the escapes and of the raw bytes; text chunks are ASCII, since other characters are not bytes of this encoding. With
   * it the output is UTF-8, invalid bytes throw by default, and `percentU` and `except` are refused.
   */
  readonly encoding?: Encoding | undefined;
}

const ENCODE_STREAM_OPTIONS: OptionNames<EncodeStreamOptions> = {
  loneSurrogate: true,
  onIssue: true,
  encoding: true,
  unencodable: true,
};
const DECODE_STREAM_OPTIONS: OptionNames<DecodeStreamOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  percentU: true,
  accept: true,
  except: true,
  loneSurrogate: true,
  onIssue: true,
  encoding: true,
};

/** The size of the output buffer, in bytes. */
const SCRATCH_BYTES = 0x10000;
/** How many free bytes a step needs: any one character fits, encoded or not. */
const MIN_FREE_BYTES = 64;
/** How many bytes a step in another encoding needs. */
const MIN_FREE_BYTES_AS = MIN_TARGET_BYTES;
const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

/**
 * Percent-encodes a stream of bytes or text; the output does not depend on how it is cut into chunks.
 *
 * Text chunks are read as one text, so a surrogate pair may be cut too.
 *
 * @param set what to encode (default `rfc3986.component`)
 * @param options what to do with a lone surrogate in text chunks, and `onIssue`
 * @throws PercentEncodingError as the stream's error: `lone-surrogate`, with its index in bytes from the start
 * @throws TypeError as the stream's error for a chunk that is neither bytes nor text
 * @example
 * import { PercentEncodeStream } from "percodec/stream";
 * const encoded = new Blob(["a b"]).stream().pipeThrough(new PercentEncodeStream());
 * await new Response(encoded).text() // → "a%20b"
 */
export class PercentEncodeStream extends HostTransformStream<Uint8Array | string, Uint8Array> {
  constructor(set?: PercentEncodeSet, options?: EncodeStreamOptions) {
    const given = readOptions(options, ENCODE_STREAM_OPTIONS, "PercentEncodeStream");
    const { encoding, unencodable } = given;
    if (encoding === undefined && unencodable !== undefined) throw new TypeError("unencodable needs encoding");
    const encoder =
      encoding === undefined ? new PercentEncoder(set) : new PercentEncoderAs(encoding, set, { unencodable });
    super(withoutPrototype(new ChunkTransformer("percent-encode", (...chunk) => encoder.encodeInto(...chunk), given)));
  }
}

/**
 * Percent-decodes a stream of bytes or text; output and issues do not depend on how it is cut into chunks.
 *
 * @param options as for `percentDecodeBytes`, with `invalidUtf8` to check the decoded bytes, what to do with a lone surrogate in
 *   text chunks, and `onIssue`
 * @throws PercentEncodingError as the stream's error, with its index in bytes from the start
 * @throws TypeError as the stream's error for a chunk that is neither bytes nor text
 * @example
 * import { PercentDecodeStream } from "percodec/stream";
 * const decoded = new Blob(["caf%C3", "%A9"]).stream().pipeThrough(new PercentDecodeStream());
 * await new Response(decoded).text() // → "café"
 */
export class PercentDecodeStream extends HostTransformStream<Uint8Array | string, Uint8Array> {
  constructor(options?: DecodeStreamOptions) {
    const given = readOptions(options, DECODE_STREAM_OPTIONS, "PercentDecodeStream");
    const { malformed, plus, invalidUtf8, percentU, accept, except, onIssue, encoding } = given;
    if (encoding !== undefined && (percentU ?? except) !== undefined)
      throw new TypeError("percentU and except cannot be used with encoding");
    const decoder =
      encoding === undefined
        ? new PercentDecoder({ malformed, plus, invalidUtf8, percentU, accept, except, onIssue })
        : new PercentDecoderAs(encoding, { malformed, plus, invalidUtf8, accept, onIssue });
    super(withoutPrototype(new ChunkTransformer("percent-decode", (...chunk) => decoder.decodeInto(...chunk), given)));
  }
}

/** The options that both streams have. */
type StreamOptions = Pick<ReadOptions<EncodeStreamOptions>, "loneSurrogate" | "onIssue" | "encoding">;

type Step = (source: Uint8Array, target: Uint8Array, options: ChunkOptions) => Progress;

type Controller = TransformStreamDefaultController<Uint8Array>;

/** Calls a step with each chunk; the bytes that it does not read are put before the next chunk. */
class ChunkTransformer implements Transformer<Uint8Array | string, Uint8Array> {
  readonly #step: Step;
  readonly #minFree: number;
  readonly #chunks: ChunkReader;
  readonly #scratch = new Uint8Array(SCRATCH_BYTES);
  /** How many bytes of `#scratch` have not been sent. */
  #written = 0;
  /** Unread bytes, which wait for the next chunk. */
  #held = NO_BYTES;

  constructor(operation: string, step: Step, { loneSurrogate, onIssue, encoding }: StreamOptions) {
    this.#step = step;
    this.#minFree = encoding === undefined ? MIN_FREE_BYTES : MIN_FREE_BYTES_AS;
    const strict = throwsOnLoneSurrogate({ loneSurrogate });
    if (onIssue !== undefined) requireFunction(onIssue, "onIssue");
    this.#chunks = new ChunkReader(
      (issue, surrogate) => {
        if (strict) throw loneSurrogateError(surrogate, issue.index, issue.length, "byte", operation);
        onIssue?.(issue);
      },
      !strict && onIssue === undefined,
    );
  }

  transform(chunk: Uint8Array | string, controller: Controller): void {
    this.#runAndSend(controller, () => this.#chunks.push(chunk, (bytes) => this.#feed(bytes, false, controller)));
  }

  flush(controller: Controller): void {
    this.#runAndSend(controller, () => {
      this.#chunks.end((bytes) => this.#feed(bytes, false, controller));
      this.#feed(NO_BYTES, true, controller);
    });
  }

  /** Runs an action and sends what it wrote, even if it throws. */
  #runAndSend(controller: Controller, action: () => void): void {
    try {
      action();
    } finally {
      this.#send(controller);
    }
  }

  #feed(bytes: Uint8Array, final: boolean, controller: Controller): void {
    const source = this.#held.length === 0 ? bytes : concatenate(this.#held, bytes);
    let at = 0;
    // The last call may have no bytes: it ends the state of the encoding.
    while (at < source.length || final) {
      if (this.#written > SCRATCH_BYTES - this.#minFree) this.#send(controller);
      const { read, written } = this.#step(source, this.#scratch.subarray(this.#written), { from: at, final });
      this.#written += written;
      at += read;
      if (read === 0 || (final && at === source.length)) break;
    }
    // A copy: the caller may reuse the chunk, and `slice` of a Buffer does not copy.
    this.#held = new Uint8Array(source.subarray(at));
  }

  /** Sends all output of a chunk at once: one chunk for each lone surrogate took 1.8 s for 1 MB. */
  #send(controller: Controller): void {
    if (this.#written > 0) controller.enqueue(this.#scratch.slice(0, this.#written));
    this.#written = 0;
  }
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
