import { KERNEL } from "./kernel.generated.ts";
import { HEX_VALUE } from "./kernel.ts";

/** The kernel's binary; the command reads a file in its place (scripts/build.mjs). */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(KERNEL.length / 2);
  for (let k = 0; k < KERNEL.length; k += 2) {
    bytes[k >> 1] = (HEX_VALUE[KERNEL.charCodeAt(k)]! << 4) | HEX_VALUE[KERNEL.charCodeAt(k + 1)]!;
  }
  return bytes;
}
