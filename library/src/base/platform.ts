/** The globals of the host that the library uses if they exist, each looked up when it is needed. Only this file reads them. */

/** The methods of a Node Buffer that read and write text in a kernel's memory. */
export interface HostBuffer {
  readonly latin1Write: (text: string, at: number, length: number) => number;
  readonly ucs2Write: (text: string, at: number, length: number) => number;
  readonly latin1Slice: (from: number, to: number) => string;
  readonly ucs2Slice: (from: number, to: number) => string;
}

/** A `WebAssembly.Module`: the types of Node, and perhaps of a project that uses percodec, lack it. */
export type WasmModule = object;

/** Bytes that no other thread shares. TypeScript before 5.7 does not accept `Uint8Array<ArrayBuffer>`. */
export type UnsharedBytes = Uint8Array & { readonly buffer: ArrayBuffer };

interface Host {
  readonly WebAssembly: {
    readonly Module: new (bytes: UnsharedBytes) => WasmModule;
    readonly Instance: new (module: WasmModule) => { readonly exports: object };
  };
  readonly Buffer: { from(memory: ArrayBufferLike, from?: number, length?: number): HostBuffer & Uint8Array };
  readonly process: { getBuiltinModule?(name: string): object | undefined };
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
