import type { MakeKernel } from "./types.ts";

/**
 * The kernel that starts by itself: none in browsers and workers, where `#kernel` of package.json is this module. A bundle for them
 * contains the WebAssembly kernel only if it calls `enableWasm`.
 */
export const defaultKernel: MakeKernel | undefined = undefined;
