import { activateKernel, activeKernel } from "./active.ts";
import { REVISION } from "./wasm.generated.ts";
import { kernelBytes } from "./wasm-bytes.ts";
import { platformGlobal, type WasmModule } from "../base/platform.ts";
import { decodeScalar, encodeScalar } from "./scalar.ts";
import { validUtf8Until as validScalarUntil } from "../base/utf8.ts";
import type { Kernel, Progress } from "./types.ts";
import { readEnd, type Exports, type Instance, PLUS_AS_SPACE, setTable, SOURCE, TARGET } from "./wasm-memory.ts";
import { formKernel } from "./form.ts";
import { textKernel } from "./text.ts";
import { textIo } from "./text-io.ts";

/** The size of the `source` buffer of {@link WasmBuffers}, in bytes; `target` has three times as many. */
export const SOURCE_BYTES = 0x40000;

/** Bytes outside the kernel's memory are copied in and out in blocks that grow, so that an early stop wastes little. */
const FIRST_BLOCK = 0x400;
const LAST_BLOCK = 0x10000;
/** Before bytes are copied, the scalar code reads this many: the kernel often stops within them. */
const SCALAR_HEAD_BYTES = 32;

/** Two buffers in the memory of one kernel instance: converting from one to the other copies nothing. */
export interface WasmBuffers {
  /** The buffer for input: 256 KiB. */
  readonly source: Uint8Array;
  /** The buffer for output: 768 KiB, enough for any result. */
  readonly target: Uint8Array;
}

let compiled: WasmModule;
/** The instance that all calls share. From one call to the next, its memory keeps only the set. */
let shared: Instance;
/** The instance of each memory. */
const owners = /* @__PURE__ */ new WeakMap<ArrayBufferLike, Instance>();

/** Whether the host refused to compile the kernel. */
export let isRefused: boolean = false;

/** Makes the kernel the active one, and returns whether the host compiles it; throws a TypeError for a module of another version. */
export function startWasm(module?: WasmModule): boolean {
  if (activeKernel() !== undefined) return true;
  try {
    activateKernel(makeWasmKernel(module));
  } catch (error) {
    if (module !== undefined) throw error;
    isRefused = true;
    return false;
  }
  return true;
}

/** Compiles the kernel, or uses a compiled module, and creates the shared instance; throws what the host throws, or for another version. */
export function makeWasmKernel(module?: WasmModule): Kernel {
  // Without WebAssembly this throws too, as in a host that refuses to compile.
  compiled = module ?? new (platformGlobal("WebAssembly")!.Module)(kernelBytes());
  shared = instantiate(compiled);
  const io = textIo(shared);
  const text = io && textKernel(shared, io);
  const form = io && formKernel(shared, io);
  return { decode, encode, validUtf8Until, text, form };
}

/** Returns buffers in the memory of a new instance; the kernel must be on. */
export function ownBuffers(): WasmBuffers {
  const { memory } = instantiate(compiled);
  return {
    source: memory.subarray(SOURCE, SOURCE + SOURCE_BYTES),
    target: memory.subarray(TARGET, TARGET + SOURCE_BYTES * 3),
  };
}

export function countByte(byte: number, bytes: Uint8Array, from: number, to: number): number {
  const owner = owners.get(bytes.buffer);
  if (owner !== undefined) return owner.wasm.count(bytes.byteOffset + from, bytes.byteOffset + to, byte);
  let count = 0;
  for (let i = from; i < to; i++) if (bytes[i] === byte) count++;
  return count;
}

function instantiate(module: WasmModule): Instance {
  // WebAssembly exists, because it has compiled the module.
  const wasm = new (platformGlobal("WebAssembly")!.Instance)(module).exports as Exports;
  if ((wasm as Partial<Exports>).revision?.value !== REVISION)
    throw new TypeError("enableWasm takes the kernel of this version");
  const { buffer } = wasm.memory;
  const instance = { wasm, memory: new Uint8Array(buffer), words: new Int32Array(buffer), table: undefined };
  owners.set(buffer, instance);
  return instance;
}

// --- bytes -------------------------------------------------------------------------------------------------------------

const decode: Kernel["decode"] = (input, from, to, output, at, plusAsSpace) => {
  const wasmPass = (instance: Instance, begin: number, end: number, out: number): number =>
    instance.wasm.decode(begin, end, out, plusAsSpace ? PLUS_AS_SPACE : 0);
  const scalarPass = (end: number): Progress => decodeScalar(input, from, end, output, at, plusAsSpace);
  return run(input, from, to, output, at, wasmPass, scalarPass);
};

const encode: Kernel["encode"] = (input, from, to, output, at, table, spaceAsPlus) => {
  const wasmPass = (instance: Instance, begin: number, end: number, out: number): number => {
    setTable(instance, table, spaceAsPlus);
    return instance.wasm.encode(begin, end, out);
  };
  const scalarPass = (end: number): Progress => encodeScalar(input, from, end, output, at, table, spaceAsPlus);
  return run(input, from, to, output, at, wasmPass, scalarPass);
};

/** Runs a pass over bytes: in place if input and output are in the memory of one instance, else over copied blocks. */
function run(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  wasmPass: (instance: Instance, from: number, to: number, at: number) => number,
  scalarPass: (to: number) => Progress,
): Progress {
  const owner = input.buffer === output.buffer ? owners.get(input.buffer) : undefined;
  if (owner !== undefined) {
    const begin = input.byteOffset + from;
    const out = output.byteOffset + at;
    const read = wasmPass(owner, begin, input.byteOffset + to, out) - begin;
    return { read, written: readEnd(owner) - out };
  }
  const head = Math.min(to, from + SCALAR_HEAD_BYTES);
  const { read, written } = scalarPass(head);
  let i = from + read;
  let o = at + written;
  // Up to two bytes of an escape may remain unread at the end of the head and of each block; the next block begins with them.
  if (i < head - 2) return { read, written };
  for (let size = FIRST_BLOCK; i < to; size = Math.min(size * 4, LAST_BLOCK)) {
    const count = Math.min(to - i, size);
    shared.memory.set(input.subarray(i, i + count), SOURCE);
    const end = wasmPass(shared, SOURCE, SOURCE + count, TARGET);
    const filled = readEnd(shared);
    output.set(shared.memory.subarray(TARGET, filled), o);
    o += filled - TARGET;
    i += end - SOURCE;
    if (end === SOURCE || end < SOURCE + count - 2) break;
  }
  return { read: i - from, written: o - at };
}

function validUtf8Until(bytes: Uint8Array, from: number, to: number): number {
  const owner = owners.get(bytes.buffer);
  if (owner !== undefined) return owner.wasm.valid(bytes.byteOffset + from, bytes.byteOffset + to) - bytes.byteOffset;
  const head = Math.min(to, from + SCALAR_HEAD_BYTES);
  let i = validScalarUntil(bytes, from, head);
  // Up to three bytes of a character may remain unread.
  if (i < head - 3) return i;
  for (let size = FIRST_BLOCK; i < to; size = Math.min(size * 4, LAST_BLOCK)) {
    const count = Math.min(to - i, size);
    shared.memory.set(bytes.subarray(i, i + count), SOURCE);
    const read = shared.wasm.valid(SOURCE, SOURCE + count) - SOURCE;
    i += read;
    if (read === 0 || read < count - 3) break;
  }
  return i;
}
