export type {
  ChunkCodec,
  Encoded,
  Encoding,
  LegacyCodec,
  Sequence,
  SequenceDecoder,
  TextPartEncoder,
} from "../codec/encoding.ts";
export { ENCODING_LABELS } from "./labels.ts";
export { encoding, outputEncoding, pickFormEncoding, utf8 } from "./registry.ts";
