export type { EncodeStreamOptions } from "./codec/chunks.ts";
export { type DecodeStreamOptions, PercentDecodeStream, PercentEncodeStream } from "./codec/stream.ts";
export type { FormStreamOptions } from "./form/options.ts";
export { FormParseStream } from "./form/stream.ts";
