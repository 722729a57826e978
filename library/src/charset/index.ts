export type { Encoded, LegacyCodec, Sequence, SequenceDecoder, TextPartEncoder } from "../codec/encoding.ts";
export type { ChunkCodec, Encoding } from "../codec/options.ts";
export { ENCODING_LABELS, encoding, outputEncoding, pickFormEncoding, utf8 } from "./registry.ts";
