// `#kernel` of package.json in browsers and workers: a kernel becomes active only if `enableWasm` is called, so a bundle without this
// call does not contain the WebAssembly kernel.

export { activeKernel } from "./active.ts";

export const STARTS_BY_ITSELF: boolean = false;
