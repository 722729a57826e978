import { describeType, requireBytes, requirePart, showValue } from "../base/arguments.ts";
import type { WasmModule } from "../base/platform.ts";
import { kernelBytes } from "./wasm-bytes.ts";
import { countByte as countOf, type WasmBuffers, ownBuffers, SOURCE_BYTES } from "./wasm.ts";
import { wasmStatus as stateOf, type WasmStatus, start } from "./active.ts";

export type { WasmStatus } from "./active.ts";

/**
 * Says whether the compiled kernel works: `"waiting"` until there was enough to do, then `"on"`, or `"refused"` where the host does
 * not compile it. All answers are the same without it.
 *
 * @returns the state
 * @example
 * import { percentDecode } from "percodec";
 * import { wasmStatus } from "percodec/wasm";
 * percentDecode("%41".repeat(1000)).length // → 1000
 * ["on", "refused"].includes(wasmStatus()) // → true
 */
export function wasmStatus(): WasmStatus {
  return stateOf();
}

/**
 * Starts the kernel now, and not when there is much to do for the first time.
 *
 * @param module the kernel that was compiled elsewhere: from `percodec/kernel.wasm` of the same version, or {@link wasmBinary}; a
 *   host may forbid compiling, and still take this
 * @returns whether it works; a host that refuses is no error
 * @throws TypeError for a module that is not the kernel of this version
 * @example
 * import { wasmBinary, enableWasm } from "percodec/wasm";
 * const module = await WebAssembly.compile(wasmBinary());
 * enableWasm(module) // → true
 */
export function enableWasm(module?: WasmModule): boolean {
  if (module !== undefined && describeType(module) !== "a WebAssembly.Module") {
    throw new TypeError(
      `enableWasm takes a WebAssembly.Module, not ${describeType(module)}; WebAssembly.compile(wasmBinary()) makes one`,
    );
  }
  return start(module);
}

/**
 * Gives the kernel's WebAssembly binary, as `percodec/kernel.wasm` has it.
 *
 * @returns a copy of the binary
 * @example
 * import { wasmBinary } from "percodec/wasm";
 * wasmBinary().slice(0, 4) // → Uint8Array.of(0, 0x61, 0x73, 0x6d)
 */
export function wasmBinary(): Uint8Array<ArrayBuffer> {
  return kernelBytes();
}

/**
 * Gives two buffers in a kernel's memory: read into the one, let a codec write into the other, and nothing is copied. Without a
 * kernel they are plain memory.
 *
 * They are the caller's own; each pair takes 2 MiB.
 *
 * @returns 256 KiB for input, and 768 KiB for whatever they can become
 * @example
 * import { PercentEncoder } from "percodec";
 * import { allocateBuffers } from "percodec/wasm";
 * const { source, target } = allocateBuffers();
 * source.set([0x61, 0x20]);
 * new PercentEncoder().encodeInto(source, target, { to: 2 }) // → { read: 2, written: 4 }
 */
export function allocateBuffers(): WasmBuffers {
  if (start()) return ownBuffers();
  return { source: new Uint8Array(SOURCE_BYTES), target: new Uint8Array(SOURCE_BYTES * 3) };
}

/**
 * Counts how often a byte stands in a part of the bytes: the records of a block, before it is coded as a whole.
 *
 * @param byte 0 to 255
 * @param bytes in the kernel's memory, or anywhere, which takes longer
 * @param from where the part begins (default 0)
 * @param to where it ends (default the length)
 * @returns how many of them there are
 * @throws TypeError for wrong arguments
 * @example
 * import { countByte } from "percodec/wasm";
 * countByte(0x0a, Uint8Array.of(0x61, 0x0a, 0x0a)) // → 2
 */
export function countByte(byte: number, bytes: Uint8Array, from = 0, to?: number): number {
  if (typeof byte !== "number" || byte !== (byte & 0xff))
    throw new TypeError(`the byte of countByte must be a number from 0 to 255, not ${showValue(byte)}`);
  requireBytes(bytes, "the bytes of countByte must be");
  const end = to ?? bytes.length;
  requirePart(bytes, from, end, "countByte");
  return countOf(byte, bytes, from, end);
}
