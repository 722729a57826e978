export {
  type Accept,
  type DecodeBytesOptions,
  type DecodeIntoOptions,
  type DecodeIssue,
  type DecodeOptions,
  type DecodeReport,
  percentDecode,
  percentDecodeBytes,
  percentDecodeInto,
  percentDecodeReport,
  type Policy,
} from "./codec/decode.ts";
export { type EncodeOptions, percentEncode, percentEncodeBytes, percentEncodeInto } from "./codec/encode.ts";
export { type Operation, PercentEncodingError, type PercentEncodingErrorCode } from "./codec/errors.ts";
export type { DecodableText, DecodedText, EncodableText, EncodedText } from "./codec/flavours.ts";
export type { Progress } from "./codec/kernel.ts";
export { escape, unescape } from "./codec/legacy-escape.ts";
