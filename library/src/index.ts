export {
  type DecodeIssue,
  type DecodeReport,
  percentDecode,
  percentDecodeBytes,
  PercentDecoder,
  percentDecodeReport,
  type Policy,
} from "./codec/decode.ts";
export type {
  Accept,
  DecodeBytesOptions,
  DecodeOptions,
  DecoderOptions,
  EncodeBytesOptions,
  EncodeOptions,
  EncoderOptions,
} from "./codec/options.ts";
export { percentEncode, percentEncodeBytes, PercentEncoder } from "./codec/encode.ts";
export {
  type FaultOption,
  type IndexUnit,
  PercentEncodingError,
  type PercentEncodingErrorCode,
  type PercentEncodingFault,
} from "./base/errors.ts";
export type { DecodableText, DecodedText, EncodableText, EncodedText } from "./base/branded-text.ts";
export type { ChunkOptions, Progress, Step } from "./kernel/types.ts";
