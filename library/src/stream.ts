export {
  type DecodeStreamOptions,
  type EncodeStreamOptions,
  PercentDecodeStream,
  PercentEncodeStream,
} from "./stream/percent.ts";
export {
  type DecoderAsOptions,
  type EncoderAsOptions,
  PercentDecoderAs,
  PercentEncoderAs,
} from "./stream/chunks-as.ts";
export { UnescapeDecoder, type UnescapeDecoderOptions } from "./stream/unescape.ts";
export type { FormStreamOptions } from "./form/options.ts";
export { FormParseStream } from "./form/stream.ts";
