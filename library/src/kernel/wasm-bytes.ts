import type { UnsharedBytes } from "../base/platform.ts";
import { HEX_VALUE } from "../base/escape.ts";
import { KERNEL } from "./wasm.generated.ts";

/** Returns the kernel's binary. For the command, scripts/build.mjs replaces this module by one that reads a file. */
export function kernelBytes(): UnsharedBytes {
  const bytes = new Uint8Array(KERNEL.length / 2);
  for (let k = 0; k < KERNEL.length; k += 2) {
    bytes[k >> 1] = (HEX_VALUE[KERNEL.charCodeAt(k)]! << 4) | HEX_VALUE[KERNEL.charCodeAt(k + 1)]!;
  }
  return bytes;
}
