/** How texts in files are encoded and decoded: a separate chunk. */
export { findMark, MARK_BYTES, skipMark } from "../../../library/src/stream/byte-order-mark.ts";
export { startTextDecoding } from "../../../library/src/stream/text-decoding.ts";
export { startTextEncoding } from "../../../library/src/stream/text-encoding.ts";
