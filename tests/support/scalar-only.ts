import type { Kernel } from "../../src/kernel/types.ts";

/** Returns a kernel that uses neither the platform's functions nor WebAssembly, so that scalar code processes all text. */
export function scalarOnly(kernel: Kernel): Kernel {
  return { ...kernel, text: { kernelMinUnits: 0, encode: () => undefined, decode: () => undefined } };
}
