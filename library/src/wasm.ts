export type { WasmBuffers } from "./kernel/wasm.ts";
export { countByte, wasmBinary, allocateBuffers, wasmStatus, type WasmStatus, enableWasm } from "./kernel/control.ts";
