import type { Kernel } from "../../src/kernel/types.ts";

/** Returns a kernel that leaves all text to the scalar code, so that neither the platform nor WebAssembly is asked. */
export function scalarOnly(kernel: Kernel): Kernel {
  return { ...kernel, text: { platformUnits: 0, encode: () => undefined, decode: () => undefined } };
}
