export {
  type DecodeStreamOptions,
  type EncodeStreamOptions,
  PercentDecodeStream,
  PercentEncodeStream,
} from "./codec/stream.ts";
export type { FormStreamOptions } from "./form/options.ts";
export { FormParseStream } from "./form/stream.ts";
