import type { MakeKernel } from "./types.ts";
import { makeWasmKernel } from "./wasm.ts";

/** The kernel that starts by itself in Node, Bun and Deno, where `#kernel` of package.json is this module, and in the sources. */
export const defaultKernel: MakeKernel | undefined = makeWasmKernel;
