export type { KernelBuffers } from "./codec/simd-kernel.ts";
export { kernelBinary, kernelBuffers, kernelState, type KernelState, startKernel } from "./codec/simd.ts";
