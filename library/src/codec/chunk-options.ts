import { isBytes, requireBytes, requireFlag, requirePart } from "../base/arguments.ts";
import { isPlainObject, type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import type { ChunkOptions } from "../kernel/types.ts";

const CHUNK_OPTIONS: OptionNames<ChunkOptions> = { from: true, to: true, final: true };

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly final: boolean;
}

/**
 * Returns the part of the source to read. Throws a TypeError if the part is not inside the source, if the target overlaps it, or if the
 * target is too small for one character in any encoded form.
 */
export function requireChunk(
  source: unknown,
  target: unknown,
  options: ChunkOptions | undefined,
  owner: string,
): Chunk {
  // The messages are built only if needed: a chunk may be small.
  if (!isBytes(source)) requireBytes(source, `the source of ${owner} must be`);
  if (!isBytes(target)) requireBytes(target, `the target of ${owner} must be`);
  if (target.length < 64) throw new TypeError(`the target of ${owner} needs 64 bytes, not ${target.length}`);
  if (options === undefined) {
    requireNoOverlap(source, target, 0, source.length, owner);
    return { from: 0, to: source.length, final: true };
  }
  const { from = 0, to = source.length, final = true } = readChunkOptions(options, owner);
  requirePart(source, from, to, owner);
  requireNoOverlap(source, target, from, to, owner);
  return { from, to, final: requireFlag(final, "final") };
}

/**
 * Reads the options as `readOptions` does, but without a copy: a call for 64 bytes takes 0.9 µs without options; this loop adds 0.15 µs,
 * and a copy would add 0.5 µs.
 */
function readChunkOptions(options: ChunkOptions, owner: string): ReadOptions<ChunkOptions> {
  let from: number | undefined;
  let to: number | undefined;
  let final: boolean | undefined;
  const isPlain: boolean = isPlainObject(options);
  if (!isPlain) return readOptions(options, CHUNK_OPTIONS, owner);
  for (const name of Object.keys(options)) {
    if (name === "from") from = options.from;
    else if (name === "to") to = options.to;
    else if (name === "final") final = options.final;
    else return readOptions(options, CHUNK_OPTIONS, owner);
  }
  return { from, to, final };
}

/** Throws a TypeError if writing could overwrite bytes that are still to be read. */
function requireNoOverlap(source: Uint8Array, target: Uint8Array, from: number, to: number, owner: string): void {
  // The distance from the first byte of the source to that of the target.
  const distance = source.buffer === target.buffer ? target.byteOffset - source.byteOffset : Infinity;
  if (from < to && distance < to && distance + target.length > from) {
    throw new TypeError(`the source and the target of ${owner} overlap: pass a copy of the source, or another target`);
  }
}
