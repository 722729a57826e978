import { HEX_VALUE } from "../base/escape.ts";
import { KERNEL } from "./wasm.generated.ts";

/** The kernel's binary; the command reads a file in its place (tools/build.mjs). */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(KERNEL.length / 2);
  for (let k = 0; k < KERNEL.length; k += 2) {
    bytes[k >> 1] = (HEX_VALUE[KERNEL.charCodeAt(k)]! << 4) | HEX_VALUE[KERNEL.charCodeAt(k + 1)]!;
  }
  return bytes;
}
