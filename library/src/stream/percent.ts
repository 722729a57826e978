import { requireBytes, requireFunction } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { ChunkReader, HostTransformStream, withoutPrototype } from "../codec/chunks.ts";
import { type DecodeIssue, PercentDecoder } from "../codec/decode.ts";
import { loneSurrogateError, PercentEncoder, throwsOnLoneSurrogate } from "../codec/encode.ts";
import {
  DECODER_OPTIONS,
  type DecoderOptions,
  type EncodeOptions,
  ENCODER_OPTIONS,
  type EncoderOptions,
} from "../codec/options.ts";
import type { Step } from "../kernel/types.ts";

/** How a stream is encoded: the options of `PercentEncoder`. With an `inputEncoding` other than UTF-8 a chunk of text is a TypeError. */
export interface EncodeStreamOptions extends EncoderOptions, Pick<EncodeOptions, "loneSurrogate"> {}

/** How a stream is decoded: the options of `PercentDecoder`. With `encoding` chunks of text are ASCII, unless `raw` is `"utf-8"`. */
export interface DecodeStreamOptions extends DecoderOptions, Pick<EncodeOptions, "loneSurrogate"> {}

const ENCODE_STREAM_OPTIONS: OptionNames<EncodeStreamOptions> = { ...ENCODER_OPTIONS, loneSurrogate: true };
const DECODE_STREAM_OPTIONS: OptionNames<DecodeStreamOptions> = { ...DECODER_OPTIONS, loneSurrogate: true };

/** The size of the output buffer, in bytes. */
const SCRATCH_BYTES = 0x10000;
/** How many free bytes a step needs, with an encoding too. */
const MIN_FREE_BYTES = 0x2000;
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
    const { loneSurrogate: _, onIssue, ...others } = given;
    const isText = (given.encoding ?? given.inputEncoding) !== undefined;
    const encoder = new PercentEncoder(set, isText ? { ...others, onIssue } : others);
    super(createTransformer("percent-encode", (...chunk) => encoder.encodeInto(...chunk), given));
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
    const { loneSurrogate: _, ...others } = given;
    const decoder = new PercentDecoder(others);
    super(createTransformer("percent-decode", (...chunk) => decoder.decodeInto(...chunk), given));
  }
}

type Controller = TransformStreamDefaultController<Uint8Array>;

/** Returns a transformer that calls a step with each chunk; the bytes that it does not read are put before the next chunk. */
function createTransformer(
  operation: string,
  step: Step,
  { loneSurrogate, onIssue, inputEncoding }: Pick<EncodeStreamOptions, "loneSurrogate" | "onIssue" | "inputEncoding">,
): Transformer<Uint8Array | string, Uint8Array> {
  const strict = throwsOnLoneSurrogate(loneSurrogate);
  if (onIssue !== undefined) requireFunction(onIssue, "onIssue");
  const reportLone = (issue: DecodeIssue, surrogate: string): void => {
    if (strict) throw loneSurrogateError(surrogate, issue.index, issue.length, "byte", operation);
    onIssue?.(issue);
  };
  const chunks = new ChunkReader(reportLone, !strict && onIssue === undefined);
  const scratch = new Uint8Array(SCRATCH_BYTES);
  /** How many bytes of `scratch` have not been sent. */
  let unsent = 0;
  /** Unread bytes, which wait for the next chunk. */
  let held = NO_BYTES;
  /** Sends all output of a chunk at once: one chunk for each lone surrogate took 1.8 s for 1 MB. */
  const send = (controller: Controller): void => {
    if (unsent > 0) controller.enqueue(scratch.slice(0, unsent));
    unsent = 0;
  };
  const feed = (bytes: Uint8Array, final: boolean, controller: Controller): void => {
    const source = held.length === 0 ? bytes : concatenate(held, bytes);
    let at = 0;
    // The last call may have no bytes: it ends the state of the encoding.
    while (at < source.length || final) {
      if (unsent > SCRATCH_BYTES - MIN_FREE_BYTES) send(controller);
      const { read, written } = step(source, scratch.subarray(unsent), { from: at, final });
      unsent += written;
      at += read;
      if (read === 0 || (final && at === source.length)) break;
    }
    // A copy: the caller may reuse the chunk, and `slice` of a Buffer does not copy.
    held = new Uint8Array(source.subarray(at));
  };
  return withoutPrototype<Uint8Array | string, Uint8Array>({
    transform(chunk, controller) {
      // In another encoding than UTF-8 text cannot be.
      if (inputEncoding?.legacy !== undefined) requireBytes(chunk, "with inputEncoding a chunk must be");
      try {
        chunks.push(chunk, (bytes) => feed(bytes, false, controller));
      } finally {
        send(controller);
      }
    },
    flush(controller) {
      try {
        chunks.end((bytes) => feed(bytes, false, controller));
        feed(NO_BYTES, true, controller);
      } finally {
        send(controller);
      }
    },
  });
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
