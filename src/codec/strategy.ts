import { isLowSurrogate } from "../base/utf8.ts";
import { activeKernel } from "../kernel/active.ts";
import { decodeByPlatform, encodeByPlatform, isSeenUnchanged } from "../kernel/native.ts";
import { BLOCK_UNITS } from "../kernel/types.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";
import type { ResolvedDecodeOptions } from "./decoder.ts";

// A block of text has four ways, and each is asked once: unchanged, the platform's own function, the WebAssembly kernel, and the
// scalar code. The first three return undefined if they cannot decide; the scalar code always decides.

/** Encodes a block of at most {@link BLOCK_UNITS}, or returns `undefined` if the scalar code has to decide. */
export function encodeBlock(block: string, table: ByteTable): string | undefined {
  if (isSeenUnchanged(block, table)) return block;
  const { text } = activeKernel(block.length);
  if (text === undefined) return encodeByPlatform(block, table);
  if (block.length < text.platformUnits && seemsAscii(block)) {
    const encoded = encodeByPlatform(block, table);
    if (encoded !== undefined) return encoded;
  }
  return text.encode(block, table);
}

/** Guesses by the first and the middle unit whether the text is ASCII: the platform is faster if little is encoded. */
function seemsAscii(block: string): boolean {
  return block.charCodeAt(0) < 0x80 && block.charCodeAt(block.length >> 1) < 0x80;
}

/**
 * Decodes a block of at most {@link BLOCK_UNITS}, or returns `undefined` if the scalar code has to decide.
 *
 * @param keep whether malformed escapes stay and are not reported
 */
export function decodeBlock(block: string, plusAsSpace: boolean, keep: boolean): string | undefined {
  const { text } = activeKernel(block.length);
  return text === undefined ? decodeByPlatform(block, plusAsSpace) : text.decode(block, plusAsSpace, keep);
}

/** Whether blocks of a decoding may go another way than the scalar code: without `accept`, and with checks of the UTF-8. */
export function canSkipScalar({ accept, invalidUtf8 }: ResolvedDecodeOptions): boolean {
  return accept === undefined && invalidUtf8 !== undefined;
}

/**
 * Returns a block's end that lies in no escape and in no character of escapes; `from` if none is near, for then the text is malformed,
 * and a `%` that is cut off from the next units could not be judged.
 */
export function findBlockEnd(text: string, from: number, end: number): number {
  const most = from + BLOCK_UNITS;
  if (most >= end) return end;
  for (let to = most; to > most - 12; to--) {
    const inside =
      text[to - 1] === "%" || text[to - 2] === "%" || (text[to] === "%" && /[89ab]/i.test(text.charAt(to + 1)));
    if (!inside && !isLowSurrogate(text.charCodeAt(to))) return to;
  }
  return from;
}
