export {
  type DecodeStreamOptions,
  type EncodeStreamOptions,
  PercentDecodeStream,
  PercentEncodeStream,
} from "./stream/percent.ts";
export type { FormStreamOptions } from "./form/options.ts";
export { FormParseStream } from "./form/stream.ts";
