import type { Kernel } from "./types.ts";

/** The kernel that all calls share, if one was activated. No result depends on it. */
let active: Kernel | undefined;

/** Returns the active kernel. Callers import this function from `#kernel`, which may compile a kernel first. */
export function activeKernel(_size?: number): Kernel | undefined {
  return active;
}

/** Makes a kernel the active one; throws a TypeError if another one is active already. */
export function activateKernel(kernel: Kernel): void {
  if (active !== undefined) throw new TypeError("a kernel is already active");
  active = kernel;
}
