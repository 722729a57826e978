import { defaultKernel } from "#kernel";
import type { WasmModule } from "../base/platform.ts";
import type { Kernel, MakeKernel } from "./types.ts";

/**
 * Whether the WebAssembly kernel is in use: `"waiting"` until enough input was processed, then `"on"`, or `"refused"` if the host
 * does not compile it. In browsers and workers it is `"off"` until `enableWasm` is called.
 */
export type WasmStatus = "off" | "waiting" | "on" | "refused";

/** A call with at least this many bytes or units compiles the kernel. */
const COMPILE_MIN_SIZE = 0x400;
/** Calls with this many bytes or units in total compile it too: the scalar code takes about as long for them as compiling takes. */
const COMPILE_MIN_TOTAL = 0x8000;

// The kernel that all calls share, and the state that decides when it is compiled. No result depends on them.
let active: Kernel | undefined;
let status: WasmStatus = defaultKernel === undefined ? "off" : "waiting";
let totalSize = 0;

/** Returns the kernel for an input of this size, and compiles it first if there is enough to do; undefined if none is active. */
export function activeKernel(size: number): Kernel | undefined {
  if (defaultKernel === undefined || status !== "waiting") return active;
  if ((totalSize += size) >= COMPILE_MIN_TOTAL || size >= COMPILE_MIN_SIZE) startWasm(defaultKernel);
  return active;
}

/** Returns whether the WebAssembly kernel is in use. */
export function wasmStatus(): WasmStatus {
  return status;
}

/**
 * Compiles the kernel, or uses a compiled module, and returns whether the kernel works; it is false if the host refuses to compile.
 *
 * @throws TypeError for a module that is not the kernel of this version
 */
export function startWasm(make: MakeKernel, module?: WasmModule): boolean {
  if (status === "on") return true;
  try {
    activateKernel(make(module));
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
  if (status === "on") throw new TypeError("a kernel is already active");
  active = kernel;
  status = "on";
}
