export type { KernelBuffers } from "./codec/simd-kernel.ts";
export { countByte, kernelBinary, kernelBuffers, kernelState, type KernelState, startKernel } from "./codec/simd.ts";
