import { activeKernel as readActive } from "./active.ts";
import type { Kernel } from "./types.ts";
import { isRefused, startWasm } from "./wasm.ts";

// `#kernel` of package.json in Node, Bun and Deno, and in the sources: the WebAssembly kernel is compiled when there is enough to do.

/** Whether the kernel is compiled when there is enough to do. */
export const STARTS_BY_ITSELF: boolean = true;

/** A call with at least this many bytes or units compiles the kernel. */
const COMPILE_MIN_SIZE = 0x400;
/** Calls with this many bytes or units in total compile it too: the scalar code takes about as long for them as compiling takes. */
const COMPILE_MIN_TOTAL = 0x8000;

/** The size of all inputs before the kernel was compiled. */
let totalSize = 0;

/** Returns the kernel for an input of this size, and compiles it first if there is enough to do; undefined if none is active. */
export function activeKernel(size: number): Kernel | undefined {
  const active = readActive();
  if (active !== undefined || isRefused) return active;
  const isEnough = (totalSize += size) >= COMPILE_MIN_TOTAL || size >= COMPILE_MIN_SIZE;
  return isEnough && startWasm() ? readActive() : undefined;
}
