/** How texts in files are encoded and decoded: a separate chunk. */
export { findMark, MARK_BYTES, skipMark } from "../../src/stream/byte-order-mark.ts";
export { startTextDecoding } from "../../src/stream/text-decoding.ts";
export { startTextEncoding } from "../../src/stream/text-encoding.ts";
