export { type DecodeAsOptions, percentDecodeAs } from "./decode.ts";
export { type EncodeAsOptions, percentEncodeAfterEncoding } from "./encode.ts";
export {
  type Encoding,
  type LegacyCodec,
  outputEncoding,
  type Sequence,
  type SequenceDecoder,
  type TextPartEncoder,
  utf8,
} from "./encoding.ts";
export { ENCODING_LABELS } from "./labels.ts";
export { encoding, pickFormEncoding } from "./registry.ts";
