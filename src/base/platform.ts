/**
 * The globals of the host that the library uses if they exist. It needs none of them, and this is the one file that reads them.
 *
 * A global is looked up when it is first used, not at import, and kept: a function that a page puts in its place later is not called.
 */

/** The methods of a Node Buffer over a kernel's memory that are used. */
export interface HostBuffer {
  readonly latin1Write: (text: string, at: number, length: number) => number;
  readonly ucs2Write: (text: string, at: number, length: number) => number;
  readonly latin1Slice: (from: number, to: number) => string;
  readonly ucs2Slice: (from: number, to: number) => string;
}

// The types of WebAssembly that are used: the types of Node lack them, and so may a project that reads the declarations.
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

/** Returns a global of the host; `undefined` if there is none, or if the access throws. */
export function platformGlobal<Name extends keyof Host>(name: Name): Host[Name] | undefined {
  try {
    return (globalThis as unknown as Partial<Host>)[name];
  } catch {
    return undefined;
  }
}
