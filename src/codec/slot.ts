import type { WasmModule } from "./host.ts";
import { type Kernel, scalarKernel } from "./kernel.ts";
import { makeSimdKernel } from "./simd-kernel.ts";
import { nativeText } from "./text-kernel.ts";

export { seenUnchanged } from "./text-kernel.ts";

/**
 * Whether the compiled kernel works: `"waiting"` until there was enough to do, then `"on"`, or `"refused"` where the host
 * does not compile it.
 */
export type KernelState = "waiting" | "on" | "refused";

/** One call with so much to do has the kernel compiled (bytes, or units of text)... */
const MUCH = 0x400;
/** ...and so do many small ones: compiling takes about as long as the scalar code takes for these. */
const MUCH_IN_ALL = 0x8000;

let inUse: Kernel = /* @__PURE__ */ nativeKernel();
let state: KernelState = "waiting";
let done = 0;

/** The kernel for a piece of this size. */
export function kernel(size: number): Kernel {
  if (state === "waiting" && ((done += size) >= MUCH_IN_ALL || size >= MUCH)) start();
  return inUse;
}

/** Whether the compiled kernel works. */
export function kernelState(): KernelState {
  return state;
}

/**
 * Has the kernel compiled, or takes a compiled one, and says whether it works; a host that refuses is no error.
 *
 * @throws TypeError for a module that is no kernel of this version
 */
export function start(module?: WasmModule): boolean {
  if (state === "on") return true;
  try {
    installKernel(makeSimdKernel(module));
  } catch (error) {
    state = "refused";
    if (module !== undefined) throw error;
    return false;
  }
  return true;
}

/**
 * Puts a kernel into the slot, for good.
 *
 * @throws TypeError where the slot is taken
 */
export function installKernel(made: Kernel): void {
  if (state === "on") throw new TypeError("the kernel slot is set once");
  inUse = made;
  state = "on";
}

/** What works until then, and where the host refuses. */
function nativeKernel(): Kernel {
  return { ...scalarKernel, text: nativeText() };
}
