export {
  type Accept,
  type DecodeBytesOptions,
  type DecodeIssue,
  type DecodeOptions,
  type DecoderOptions,
  type DecodeReport,
  percentDecode,
  percentDecodeBytes,
  percentDecodeInto,
  PercentDecoder,
  percentDecodeReport,
  type Policy,
} from "./codec/decode.ts";
export {
  type EncodeOptions,
  percentEncode,
  percentEncodeBytes,
  percentEncodeInto,
  PercentEncoder,
} from "./codec/encode.ts";
export { PercentEncodingError, type PercentEncodingErrorCode } from "./codec/errors.ts";
export type { DecodableText, DecodedText, EncodableText, EncodedText } from "./codec/flavours.ts";
export type { PieceOptions, Progress } from "./codec/kernel.ts";
export { escape, unescape } from "./codec/legacy-escape.ts";
