/** How texts in files are encoded and decoded: a separate chunk. */
export { findMark, MARK_BYTES, skipMark } from "../../shared/files/byte-order-mark.ts";
export { startTextDecoding } from "../../shared/files/text-decoding.ts";
export { startTextEncoding } from "../../shared/files/text-encoding.ts";
