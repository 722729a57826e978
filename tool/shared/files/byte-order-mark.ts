import type { Step } from "percodec";
import { withFault } from "../unless-refused.ts";

/** The byte order marks (https://encoding.spec.whatwg.org/#bom-sniff). */
const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], label: "utf-8" },
  { bytes: [0xfe, 0xff], label: "utf-16be" },
  { bytes: [0xff, 0xfe], label: "utf-16le" },
] as const;

export type ByteOrderMark = (typeof MARKS)[number];

export const MARK_BYTES = 3;

/** Returns the byte order mark at the beginning of bytes; undefined if there is none. */
export function findMark(head: Uint8Array): ByteOrderMark | undefined {
  return MARKS.find(({ bytes }) => bytes.length <= head.length && bytes.every((byte, k) => byte === head[k]));
}

/** Returns a step that skips a byte order mark at the beginning; places count it. */
export function skipMark(step: Step, { bytes: { length } }: ByteOrderMark): Step {
  let left: number = length;
  return (source, target, { from = 0, to = source.length, final = true } = {}) => {
    const skipped = Math.min(left, to - from);
    left -= skipped;
    const done = withFault(
      () => step(source, target, { from: from + skipped, to, final }),
      ({ index }) => ({ index: index + length }),
    );
    return { read: skipped + done.read, written: done.written };
  };
}
