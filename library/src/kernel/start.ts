import type { WasmModule } from "../base/platform.ts";
import { activateKernel, activeKernel } from "./active.ts";
import { makeWasmKernel } from "./wasm.ts";

/** Whether the host refused to compile the kernel. */
let refused = false;

export function isRefused(): boolean {
  return refused;
}

/**
 * Compiles the kernel, or uses a compiled module, and returns whether the kernel works; it is false if the host refuses to compile.
 *
 * @throws TypeError for a module that is not the kernel of this version
 */
export function startWasm(module?: WasmModule): boolean {
  if (activeKernel() !== undefined) return true;
  try {
    activateKernel(makeWasmKernel(module));
  } catch (error) {
    if (module !== undefined) throw error;
    refused = true;
    return false;
  }
  return true;
}
