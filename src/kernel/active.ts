import type { WasmModule } from "../base/platform.ts";
import { scalarKernel } from "./scalar.ts";
import type { Kernel } from "./types.ts";
import { makeWasmKernel } from "./wasm.ts";

/**
 * Whether the WebAssembly kernel works: `"waiting"` until there was enough to do, then `"on"`, or `"refused"` if the host
 * does not compile it.
 */
export type WasmStatus = "waiting" | "on" | "refused";

/** A call with so many bytes or units compiles the kernel. */
const COMPILE_MIN_SIZE = 0x400;
/** So many bytes or units in all calls compile the kernel: compiling takes about as long as the scalar code takes for these. */
const COMPILE_MIN_TOTAL = 0x8000;

// The kernel that all calls share, and what decides when it is compiled. No result depends on them.
let active: Kernel = scalarKernel;
let status: WasmStatus = "waiting";
let sizeInAll = 0;

/** Returns the kernel for an input of this size. */
export function activeKernel(size: number): Kernel {
  if (status === "waiting" && ((sizeInAll += size) >= COMPILE_MIN_TOTAL || size >= COMPILE_MIN_SIZE)) start();
  return active;
}

/** Returns whether the WebAssembly kernel works. */
export function wasmStatus(): WasmStatus {
  return status;
}

/**
 * Compiles the kernel, or takes a compiled one, and returns whether it works; a host that refuses is no error.
 *
 * @throws TypeError for a module that is not the kernel of this version
 */
export function start(module?: WasmModule): boolean {
  if (status === "on") return true;
  try {
    activateKernel(makeWasmKernel(module));
  } catch (error) {
    if (module !== undefined) throw error;
    status = "refused";
    return false;
  }
  return true;
}

/**
 * Makes a kernel the active one.
 *
 * @throws TypeError if another kernel is active already
 */
export function activateKernel(kernel: Kernel): void {
  if (status === "on") throw new TypeError("the active kernel is set once");
  active = kernel;
  status = "on";
}
