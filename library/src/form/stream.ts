import { ChunkReader, HostTransformStream, withoutPrototype } from "../codec/chunks.ts";
import { type ResolvedFormOptions, readFormOptions, type FormStreamOptions } from "./options.ts";
import { createPartDecoder, type LoneSurrogate } from "./part-decoder.ts";
import { ByteBuffer, PairScanner } from "./scan.ts";

/**
 * Parses a stream of application/x-www-form-urlencoded into its pairs, each as soon as it is complete.
 *
 * The pairs, issues and errors do not depend on the chunks. `parseForm` checks the limit of the whole form first and refuses a text that
 * looks like a URI; a stream throws when it exceeds the limit.
 *
 * The stream buffers at most one pair. It treats a pair `_charset_` as an ordinary pair, because that pair may come last.
 *
 * @param options as for `parseForm` without `charsetField`
 * @throws PercentEncodingError as the stream's error, its index in bytes from the start
 * @throws TypeError as the stream's error for chunks that are neither bytes nor text
 * @example
 * import { FormParseStream } from "percodec/stream";
 * const pairs = [];
 * const form = new Blob(["a=1&b=caf%C3", "%A9"]).stream().pipeThrough(new FormParseStream());
 * await form.pipeTo(new WritableStream({ write: (pair) => void pairs.push(pair) })) // → undefined
 * pairs // → [["a", "1"], ["b", "café"]]
 */
export class FormParseStream extends HostTransformStream<Uint8Array | string, [name: string, value: string]> {
  constructor(options?: FormStreamOptions) {
    const resolved = readFormOptions(options, "FormParseStream");
    if (resolved.fieldCharsets !== undefined) {
      throw new TypeError("a stream cannot use charsetField: parseForm reads the whole form");
    }
    super(createTransformer(resolved));
  }
}

type Controller = TransformStreamDefaultController<[name: string, value: string]>;

function createTransformer(resolved: ResolvedFormOptions): Transformer<Uint8Array | string, [string, string]> {
  // Lone surrogates are reported with the pair that contains them.
  const lone: LoneSurrogate[] = [];
  const chunks = new ChunkReader(({ index, length }, surrogate) => lone.push({ index, length, surrogate }), true);
  const scanner = new PairScanner(resolved);
  const decode = createPartDecoder(resolved, resolved.encoding, false, lone);
  const buffer = new ByteBuffer();
  const feed = (chunk: Uint8Array, final: boolean, controller: Controller): void => {
    buffer.append(chunk);
    const { bytes, length, dropped } = buffer;
    const start = scanner.scan(bytes, 0, length, dropped, final, (from, equals, to) => {
      const name = decode(bytes, from, equals, dropped);
      controller.enqueue([name, equals === to ? "" : decode(bytes, equals + 1, to, dropped)]);
    });
    buffer.drop(start);
  };
  return withoutPrototype({
    transform: (chunk: Uint8Array | string, controller: Controller) =>
      chunks.push(chunk, (bytes) => feed(bytes, false, controller)),
    flush(controller: Controller) {
      chunks.end((bytes) => feed(bytes, false, controller));
      feed(new Uint8Array(0), true, controller);
    },
  });
}
