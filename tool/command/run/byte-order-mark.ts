import { type ByteOrderMark, findMark, MARK_BYTES } from "../../shared/files/byte-order-mark.ts";
import type { Source } from "./input.ts";

/** Reads the beginning of a source, and returns its byte order mark and a source that still begins with it. */
export function readMark(source: Source): { mark: ByteOrderMark | undefined; source: Source } {
  const head = new Uint8Array(MARK_BYTES);
  let length = 0;
  for (let count = -1; count !== 0 && length < head.length; length += count) count = source.read(head, length);
  let sent = 0;
  const read: Source["read"] = (buffer, from) => {
    if (sent === length) return source.read(buffer, from);
    const part = head.subarray(sent, Math.min(length, sent + buffer.length - from));
    buffer.set(part, from);
    sent += part.length;
    return part.length;
  };
  return { mark: findMark(head.subarray(0, length)), source: { ...source, read, close: () => source.close() } };
}
