/**
 * What a host may lend: shortcuts, and never a need. This is the one file that looks at the host.
 *
 * Everything is looked up when it is first wanted, not at import, and kept from then on: what a page puts in its place later
 * is not called.
 */

/** What is used of a Node Buffer over a kernel's memory. */
export interface HostBuffer {
  latin1Write(text: string, at: number, length: number): number;
  ucs2Write(text: string, at: number, length: number): number;
  latin1Slice(from: number, to: number): string;
  ucs2Slice(from: number, to: number): string;
}

// What is used of WebAssembly, spelled out: not every reader of the declarations has its types, as those of Node lack them.
export type WasmModule = object;
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
export interface WasmGlobal {
  readonly value: number;
}

interface Host {
  readonly WebAssembly?: {
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
    readonly Instance: new (module: WasmModule) => { readonly exports: object };
  };
  readonly Buffer?: { from(memory: ArrayBuffer): HostBuffer };
  readonly TextEncoder?: typeof TextEncoder;
  readonly TextDecoder?: typeof TextDecoder;
}

/** Gives a global of the host, or undefined where there is none, or where even asking throws. */
export function lent<Name extends keyof Host>(name: Name): Host[Name] {
  try {
    return (globalThis as unknown as Host)[name];
  } catch {
    return undefined;
  }
}
