import type { Source } from "../io/input.ts";

/** The byte order marks (https://encoding.spec.whatwg.org/#bom-sniff). */
const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], label: "utf-8" },
  { bytes: [0xfe, 0xff], label: "utf-16be" },
  { bytes: [0xff, 0xfe], label: "utf-16le" },
] as const;

/** Reads the beginning of a source, and returns its byte order mark and a source that still begins with it. */
export function readMark(source: Source): { mark: (typeof MARKS)[number] | undefined; source: Source } {
  const head = new Uint8Array(3);
  let length = 0;
  for (let count = -1; count !== 0 && length < head.length; length += count) count = source.read(head, length);
  const mark = MARKS.find(({ bytes }) => bytes.length <= length && bytes.every((byte, k) => byte === head[k]));
  let sent = 0;
  const read: Source["read"] = (buffer, from) => {
    if (sent === length) return source.read(buffer, from);
    const part = head.subarray(sent, Math.min(length, sent + buffer.length - from));
    buffer.set(part, from);
    sent += part.length;
    return part.length;
  };
  return { mark, source: { ...source, read, close: () => source.close() } };
}
