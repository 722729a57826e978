import { makeSimdKernel } from "./wasm.ts";
import type { WasmModule } from "../base/platform.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";
import type { DecodePlan } from "../codec/decoder.ts";
import { BLOCK_UNITS, type Kernel, scalarKernel, type TextProgress } from "./types.ts";
import { nativeText, seenUnchanged } from "./text-io.ts";

/**
 * Whether the compiled kernel works: `"waiting"` until there was enough to do, then `"on"`, or `"refused"` where the host
 * does not compile it.
 */
export type WasmStatus = "waiting" | "on" | "refused";

/** One call with so much to do has the kernel compiled (bytes, or units of text)... */
const MUCH = 0x400;
/** ...and so do many small ones: compiling takes about as long as the scalar code takes for these. */
const MUCH_IN_ALL = 0x8000;

let inUse: Kernel = /* @__PURE__ */ nativeKernel();
let state: WasmStatus = "waiting";
let done = 0;

/** The kernel for a piece of this size. */
export function kernel(size: number): Kernel {
  if (state === "waiting" && ((done += size) >= MUCH_IN_ALL || size >= MUCH)) start();
  return inUse;
}

/** Whether the compiled kernel works. */
export function wasmStatus(): WasmStatus {
  return state;
}

/**
 * Has the kernel compiled, or takes a compiled one, and says whether it works; a host that refuses is no error.
 *
 * @throws TypeError for a module that is no kernel of this version
 */
export function start(module?: WasmModule): boolean {
  if (state === "on") return true;
  try {
    installKernel(makeSimdKernel(module));
  } catch (error) {
    if (module !== undefined) throw error;
    state = "refused";
    return false;
  }
  return true;
}

/**
 * Puts a kernel into the slot, for good.
 *
 * @throws TypeError where the slot is taken
 */
export function installKernel(made: Kernel): void {
  if (state === "on") throw new TypeError("the kernel slot is set once");
  inUse = made;
  state = "on";
}

/** What works until then, and where the host refuses. */
function nativeKernel(): Kernel {
  return { ...scalarKernel, text: nativeText() };
}

/** Encodes a text that is not long, or gives undefined where the scalar code has to decide. */
export function quickEncode(text: string, table: ByteTable): string | undefined {
  if (seenUnchanged(text, table)) return text;
  const coder = kernel(text.length).text;
  return text.length > BLOCK_UNITS ? undefined : coder?.encode(text, table);
}

/** Decodes a text that is not long and has a `%`, strictly, or gives undefined where the scalar code has to decide. */
export function quickDecode(text: string): string | undefined {
  const coder = kernel(text.length).text;
  return text.length > BLOCK_UNITS ? undefined : coder?.decode(text, false, false);
}

/** Encodes block by block, up to the first that is not clean. */
export function encodeSome(text: string, from: number, to: number, table: ByteTable): TextProgress | undefined {
  return kernel(to - from).text?.encodeSome(text, from, to, table);
}

/**
 * Decodes block by block, up to the first that is not clean.
 *
 * @param silent whether nobody is told of what is kept
 */
export function decodeSome(
  text: string,
  from: number,
  to: number,
  { accept, invalidUtf8, malformed, percentU, plusAsSpace }: DecodePlan,
  silent: boolean,
): TextProgress | undefined {
  if (accept !== undefined || invalidUtf8 === undefined) return undefined;
  const keep = malformed === "keep" && silent && !percentU;
  return kernel(to - from).text?.decodeSome(text, from, to, plusAsSpace, keep);
}
