import { describeType, requireBytes, requirePart, showValue } from "../base/arguments.ts";
import type { WasmModule } from "../base/platform.ts";
import { kernelBytes } from "./wasm-bytes.ts";
import { countByte as countIn, isRefused, ownBuffers, SOURCE_BYTES, startWasm, type WasmBuffers } from "./wasm.ts";
import { STARTS_BY_ITSELF } from "#kernel";
import { activeKernel } from "./active.ts";

/** Whether the WebAssembly kernel is in use; {@link wasmStatus} returns it. */
export type WasmStatus = "off" | "waiting" | "on" | "refused";

/**
 * Returns whether the WebAssembly kernel is in use. All results are the same without it.
 *
 * In Node, Bun and Deno it is `"waiting"` until enough input was processed, then `"on"`, or `"refused"` if the host does not compile it.
 * In browsers and workers it is `"off"` until {@link enableWasm} is called.
 *
 * @returns the status
 * @example
 * import { percentDecode } from "percodec";
 * import { wasmStatus } from "percodec/wasm";
 * percentDecode("%41".repeat(1000)).length // → 1000
 * ["on", "refused"].includes(wasmStatus()) // → true
 */
export function wasmStatus(): WasmStatus {
  if (activeKernel() !== undefined) return "on";
  if (isRefused) return "refused";
  return STARTS_BY_ITSELF ? "waiting" : "off";
}

/**
 * Starts the kernel now, instead of when there is enough to do. In browsers and workers it starts only by this call, and a bundle
 * contains it only with this call.
 *
 * @param module the compiled kernel, from `percodec/kernel.wasm` of the same version or from {@link wasmBinary}; a host that forbids
 *   compiling may accept it
 * @returns whether the kernel works; false if the host refuses to compile it
 * @throws TypeError for a module that is not the kernel of this version
 * @example
 * import { wasmBinary, enableWasm } from "percodec/wasm";
 * const module = await WebAssembly.compile(wasmBinary());
 * enableWasm(module) // → true
 */
export function enableWasm(module?: WasmModule): boolean {
  if (module !== undefined && describeType(module) !== "a WebAssembly.Module") {
    throw new TypeError(
      `enableWasm takes a WebAssembly.Module, not ${describeType(module)}; pass await WebAssembly.compile(wasmBinary())`,
    );
  }
  return startWasm(module);
}

/**
 * Returns the kernel's WebAssembly binary, which is also the file `percodec/kernel.wasm`.
 *
 * @returns a copy of the binary
 * @example
 * import { wasmBinary } from "percodec/wasm";
 * wasmBinary().slice(0, 4) // → Uint8Array.of(0, 0x61, 0x73, 0x6d)
 */
export function wasmBinary(): Uint8Array & { readonly buffer: ArrayBuffer } {
  return kernelBytes();
}

/**
 * Returns two buffers in the memory of a new kernel instance: a codec converts from one to the other without copying. If the host refuses
 * the kernel, they are plain memory.
 *
 * The library does not use them for other calls; each pair takes 2 MiB.
 *
 * @returns `source`, 256 KiB for input, and `target`, 768 KiB, which is enough for any result
 * @example
 * import { PercentEncoder } from "percodec";
 * import { allocateBuffers } from "percodec/wasm";
 * const { source, target } = allocateBuffers();
 * source.set([0x61, 0x20]);
 * new PercentEncoder().encodeInto(source, target, { to: 2 }) // → { read: 2, written: 4 }
 */
export function allocateBuffers(): WasmBuffers {
  if (startWasm()) return ownBuffers();
  return { source: new Uint8Array(SOURCE_BYTES), target: new Uint8Array(SOURCE_BYTES * 3) };
}

/**
 * Counts how often a byte occurs in a part of the bytes, for instance the line feeds in a block of records.
 *
 * @param byte 0 to 255
 * @param bytes buffers of {@link allocateBuffers}, or any other bytes, which take longer
 * @param from where the part begins (default 0)
 * @param to where it ends (default the length)
 * @returns how often the byte occurs
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
  return countIn(byte, bytes, from, end);
}
