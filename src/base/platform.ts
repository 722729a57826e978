/**
 * The globals of the host that the library uses if they exist. The library works without all of them, and only this file reads them.
 *
 * A global is looked up at its first use, not at import, and kept: if a page replaces it later, the replacement is not called.
 */

/** The methods of a Node Buffer that read and write text in a kernel's memory. */
export interface HostBuffer {
  readonly latin1Write: (text: string, at: number, length: number) => number;
  readonly ucs2Write: (text: string, at: number, length: number) => number;
  readonly latin1Slice: (from: number, to: number) => string;
  readonly ucs2Slice: (from: number, to: number) => string;
}

// The WebAssembly types in use: Node's types lack them, and so may a project that compiles against the declarations.
export type WasmModule = object;
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
export interface WasmGlobal {
  readonly value: number;
}

interface Host {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
    readonly Instance: new (module: WasmModule) => { readonly exports: object };
  };
  readonly Buffer: { from(memory: ArrayBuffer): HostBuffer };
  readonly TextEncoder: typeof TextEncoder;
  readonly TextDecoder: typeof TextDecoder;
}

/** Returns a global of the host, or `undefined` if it does not exist or reading it throws. */
export function platformGlobal<Name extends keyof Host>(name: Name): Host[Name] | undefined {
  try {
    return (globalThis as unknown as Partial<Host>)[name];
  } catch {
    return undefined;
  }
}
