import { type HostBuffer, lent } from "./host.ts";
import { KERNEL, REVISION } from "./kernel.generated.ts";
import { type Kernel, type Progress, scalarKernel, type TextKernel } from "./kernel.ts";

/** What assembly/kernel.ts exports; its README draws the memory. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly revision: WebAssembly.Global;
  start(): void;
  decode(from: number, to: number, at: number, flags: number): number;
  encode(from: number, to: number, at: number): number;
  find(from: number, to: number): number;
  valid(from: number, to: number): number;
  encodeText(count: number, wide: boolean): number;
  decodeText(count: number, wide: boolean, flags: number): number;
}

// The memory as assembly/kernel.ts cuts it, and its flags.
const SET = 0x1900;
const SET_FLAGS = 0x1910;
const END = 0x1920;
const UNITS = 0x10000;
const BYTES = 0x20100;
const OUT = 0x40000;
const SOURCE = 0x90000;
const TARGET = 0xd0100;
const HIGH_STAYS = 1;
const HIGH_DECIDES = 2;
const SPACE_AS_PLUS = 4;
const PLUS_AS_SPACE = 1;
const KEEP = 2;

/** How many bytes a buffer of {@link KernelBuffers} for input has; that for output has three times as many. */
const SOURCE_BYTES = 0x40000;

/** Bytes of other memory are copied in and out, in blocks that begin small: a doubt costs no more than it has to. */
const FIRST_BLOCK = 0x400;
const LAST_BLOCK = 0x10000;
/** What the scalar kernel does first where bytes have to be copied; doubts stand close together. */
const SCALAR_FIRST = 32;

/** A unit that Latin-1 does not have: engines see at once that a string of single bytes has none (12 ns for 10,000 units). */
const WIDE = /[^\0-\xff]/;

/** Two buffers in the memory of a kernel of their own: what goes from one into the other is not copied. */
export interface KernelBuffers {
  /** Where the input is read into: 256 KiB. */
  readonly source: Uint8Array;
  /** Where the output goes: 768 KiB, which is enough for whatever the source can become. */
  readonly target: Uint8Array;
}

/** An instance of the kernel with a memory of its own. */
interface Instance {
  readonly wasm: Exports;
  readonly memory: Uint8Array;
  readonly words: Int32Array;
  /** The table of the set that was used last. */
  table: Uint8Array | undefined;
}

let compiled: WebAssembly.Module | undefined;
/** The instance that all calls share: what is in its memory between calls means nothing. */
let shared: Instance;
/** Which instance a memory belongs to. */
const owners = /* @__PURE__ */ new WeakMap<ArrayBufferLike, Instance>();
/** The 16 bytes and the flags of a set, by its table. */
const rows = /* @__PURE__ */ new WeakMap<Uint8Array, Uint8Array>();

/**
 * Compiles the kernel, or takes a compiled one, and makes the shared instance.
 *
 * @throws TypeError for a module that is another; and whatever a host throws that refuses to compile
 */
export function makeSimdKernel(module?: WebAssembly.Module): Kernel {
  compiled = module ?? new (lent("WebAssembly")!.Module)(kernelBytes());
  shared = instantiate(compiled);
  const text = bufferText(shared) ?? encoderText(shared);
  return { decode, encode, validUtf8Until, ...(text && { text }) };
}

/** Gives buffers in the memory of a new instance; the kernel has to be on. */
export function ownBuffers(): KernelBuffers {
  const { memory } = instantiate(compiled!);
  return {
    source: memory.subarray(SOURCE, SOURCE + SOURCE_BYTES),
    target: memory.subarray(TARGET, TARGET + SOURCE_BYTES * 3),
  };
}

/** The kernel's binary. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const value = new Uint8Array(128);
  for (let k = 0; k < 64; k++) value[digits.charCodeAt(k)] = k;
  const bytes = new Uint8Array((KERNEL.length * 3) >> 2);
  for (let k = 0, held = 0, at = 0; k < KERNEL.length; k++) {
    held = (held << 6) | value[KERNEL.charCodeAt(k)]!;
    if (k % 4 > 0) bytes[at++] = held >> (6 - 2 * (k % 4));
  }
  return bytes;
}

function instantiate(module: WebAssembly.Module): Instance {
  const wasm = new (lent("WebAssembly")!.Instance)(module).exports as unknown as Exports;
  if (wasm.revision?.value !== REVISION) throw new TypeError("this module is not the kernel of this version");
  wasm.start();
  const { buffer } = wasm.memory;
  const instance = { wasm, memory: new Uint8Array(buffer), words: new Int32Array(buffer), table: undefined };
  owners.set(buffer, instance);
  return instance;
}

// --- bytes -------------------------------------------------------------------------------------------------------------

function decode(input: Uint8Array, from: number, to: number, output: Uint8Array, at: number, plus: boolean): Progress {
  const pass = (instance: Instance, begin: number, end: number, out: number): number =>
    instance.wasm.decode(begin, end, out, plus ? PLUS_AS_SPACE : 0);
  const first = (end: number): Progress => scalarKernel.decode(input, from, end, output, at, plus);
  return run(input, from, to, output, at, pass, first);
}

function encode(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  table: Uint8Array,
  spaceAsPlus: boolean,
): Progress {
  const pass = (instance: Instance, begin: number, end: number, out: number): number => {
    setTable(instance, table, spaceAsPlus);
    return instance.wasm.encode(begin, end, out);
  };
  const first = (end: number): Progress => scalarKernel.encode(input, from, end, output, at, table, spaceAsPlus);
  return run(input, from, to, output, at, pass, first);
}

/** Takes bytes through a pass: where they are, if that is the memory of an instance, else by copies in blocks. */
function run(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  pass: (instance: Instance, from: number, to: number, at: number) => number,
  first: (to: number) => Progress,
): Progress {
  const owner = input.buffer === output.buffer ? owners.get(input.buffer) : undefined;
  if (owner !== undefined) {
    const begin = input.byteOffset + from;
    const out = output.byteOffset + at;
    const read = pass(owner, begin, input.byteOffset + to, out) - begin;
    return { read, written: owner.words[END >> 2]! - out };
  }
  const head = Math.min(to, from + SCALAR_FIRST);
  const { read, written } = first(head);
  let i = from + read;
  let o = at + written;
  // Two bytes of an escape may be left of the head, and of each block: they begin the next.
  if (i < head - 2) return { read, written };
  for (let size = FIRST_BLOCK; i < to; size = Math.min(size * 4, LAST_BLOCK)) {
    const count = Math.min(to - i, size);
    shared.memory.set(input.subarray(i, i + count), SOURCE);
    const end = pass(shared, SOURCE, SOURCE + count, TARGET);
    const filled = shared.words[END >> 2]!;
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
  const head = Math.min(to, from + SCALAR_FIRST);
  let i = scalarKernel.validUtf8Until(bytes, from, head);
  // Three bytes of a character may be left.
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

/** Puts the set into an instance. */
function setTable(instance: Instance, table: Uint8Array, spaceAsPlus: boolean): void {
  if (instance.table === table) return;
  let row = rows.get(table);
  if (row === undefined) {
    row = new Uint8Array(SET_FLAGS - SET + 4);
    for (let code = 0; code < 0x80; code++) if (table[code] === 0) row[code & 15]! |= 1 << (code >> 4);
    row[SET_FLAGS - SET] = [HIGH_STAYS, 0, HIGH_DECIDES][table[0x80]!]! | (spaceAsPlus ? SPACE_AS_PLUS : 0);
    rows.set(table, row);
  }
  instance.memory.set(row, SET);
  instance.table = table;
}

// --- text --------------------------------------------------------------------------------------------------------------

/** Text through a Buffer over the memory, which writes and reads short strings in 40 to 60 ns. */
function bufferText(instance: Instance): TextKernel | undefined {
  const { wasm, memory } = instance;
  const view = lent("Buffer")?.from(memory.buffer as ArrayBuffer);
  // A Buffer of a bundler may lack them.
  const { latin1Write, ucs2Write, latin1Slice, ucs2Slice }: Partial<HostBuffer> = view ?? {};
  if (!latin1Write || !ucs2Write || !latin1Slice || !ucs2Slice) return undefined;

  const put = (text: string): boolean => {
    const wide = WIDE.test(text);
    if (wide) ucs2Write.call(view, text, UNITS, text.length * 2);
    else latin1Write.call(view, text, BYTES, text.length);
    return wide;
  };
  return {
    encode(text, { bytes, spaceAsPlus }) {
      setTable(instance, bytes, spaceAsPlus);
      const length = wasm.encodeText(text.length, put(text));
      if (length <= 0) return length === 0 ? text : undefined;
      return latin1Slice.call(view, OUT, OUT + length);
    },
    decode(text, plusAsSpace, keep) {
      const found = wasm.decodeText(text.length, put(text), (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0));
      if (found < 0) return undefined;
      return found & 1 ? ucs2Slice.call(view, OUT, OUT + found - 1) : latin1Slice.call(view, BYTES, BYTES + (found >> 1));
    },
  };
}

/** Text through TextEncoder and TextDecoder. */
function encoderText({ wasm, memory, words }: Instance): TextKernel | undefined {
  const [Encoder, Decoder] = [lent("TextEncoder"), lent("TextDecoder")];
  if (!Encoder || !Decoder || !("isWellFormed" in String.prototype)) return undefined;
  const encoder = new Encoder();
  const decoder = new Decoder("utf-8", { fatal: true, ignoreBOM: true });
  const room = memory.subarray(BYTES, OUT);
  /** Gives the end of the UTF-8, or 0 where a surrogate is alone, which an encoder would replace. */
  const put = (text: string): number => {
    const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
    return wellFormed ? BYTES + encoder.encodeInto(text, room).written : 0;
  };
  return {
    encode(text, { bytes, spaceAsPlus }) {
      const end = put(text);
      if (end === 0) return undefined;
      setTable(shared, bytes, spaceAsPlus);
      if (wasm.find(BYTES, end) === end) return text;
      return wasm.encode(BYTES, end, OUT) === end ? decoder.decode(memory.subarray(OUT, words[END >> 2])) : undefined;
    },
    decode(text, plusAsSpace, keep) {
      const end = put(text);
      const flags = (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0);
      if (end === 0 || wasm.decode(BYTES, end, BYTES, flags) !== end) return undefined;
      try {
        return decoder.decode(memory.subarray(BYTES, words[END >> 2]));
      } catch {
        return undefined;
      }
    },
  };
}
