import { isLowSurrogate } from "../base/utf8.ts";
import { activeKernel } from "#kernel";
import { decodeByPlatform, encodeByPlatform, isKnownUnchanged } from "../kernel/native.ts";
import { BLOCK_UNITS } from "../kernel/types.ts";
import type { ByteTable } from "../sets/byte-table.ts";

// A block has four strategies: unchanged, the platform's own function, the WebAssembly kernel, and the scalar code. Each is tried at
// most once; the first three return undefined if they cannot decide, and the scalar code always decides. Which of the platform and the
// kernel is asked first depends on the length of the text and on how it gets into the kernel's memory (`kernelMinUnits`).

/** Encodes a block of at most {@link BLOCK_UNITS}, or returns `undefined` if the scalar code has to decide. */
export function encodeBlock(block: string, table: ByteTable): string | undefined {
  if (isKnownUnchanged(block, table)) return block;
  const text = activeKernel(block.length)?.text;
  if (text === undefined) return encodeByPlatform(block, table, true);
  const { ascii, any, unchanged } = text.kernelMinUnits;
  const { length } = block;
  if (length < any || (length < ascii && seemsAscii(block) && (length < unchanged || !seemsUnchanged(block, table)))) {
    const encoded = encodeByPlatform(block, table, length < any);
    if (encoded !== undefined) return encoded;
  }
  return text.encode(block, table);
}

/** How many units are read to guess whether a text is unchanged. */
const SAMPLE_UNITS = 48;

/** Guesses from the units in the middle whether a text is ASCII that the set does not encode. */
function seemsUnchanged(block: string, { bytes }: ByteTable): boolean {
  const middle = block.length >> 1;
  for (let i = middle; i < middle + SAMPLE_UNITS; i++) {
    const code = block.charCodeAt(i);
    if (code > 0x7f || bytes[code] !== 0) return false;
  }
  return true;
}

/** Guesses from the first and the middle unit whether the text is ASCII: the platform's function is faster if little is encoded. */
function seemsAscii(block: string): boolean {
  return block.charCodeAt(0) < 0x80 && block.charCodeAt(block.length >> 1) < 0x80;
}

/** Decodes a block, or returns `undefined` if the scalar code has to decide; with `keep` malformed escapes stay unchanged and unreported. */
export function decodeBlock(block: string, plusAsSpace: boolean, keep: boolean): string | undefined {
  const text = activeKernel(block.length)?.text;
  const isFirst = text === undefined || block.length < text.kernelMinUnits.decode;
  const decoded = isFirst ? decodeByPlatform(block, plusAsSpace) : undefined;
  return decoded ?? text?.decode(block, plusAsSpace, keep);
}

/**
 * Returns an end for the block that is not inside an escape or inside a character of several escapes. Returns `from` if there is none
 * within 12 units: such a text is malformed and needs the scalar code.
 */
export function findBlockEnd(text: string, from: number, end: number): number {
  const latest = from + BLOCK_UNITS;
  if (latest >= end) return end;
  for (let to = latest; to > latest - 12; to--) {
    const inside =
      text[to - 1] === "%" || text[to - 2] === "%" || (text[to] === "%" && /[89ab]/i.test(text.charAt(to + 1)));
    if (!inside && !isLowSurrogate(text.charCodeAt(to))) return to;
  }
  return from;
}
