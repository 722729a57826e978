import { allocateBuffers } from "../src/wasm.ts";

/** What a pipe holds; an input that fills it goes on in the buffers of the kernel. */
const INPUT_BYTES = 0x10000;
/** One byte becomes three at the most. */
const GROWTH = 3;

/** What a codec reads from, and what it writes into. */
export class CodecBuffers {
  /** One byte more than is read at once: a cutter of records needs it. */
  input: Uint8Array = new Uint8Array(INPUT_BYTES + 1);
  output: Uint8Array = new Uint8Array(INPUT_BYTES * GROWTH);
  #hasKernel = false;

  /** Goes on in the kernel's own buffers, so that nothing is copied in or out of them, and returns the new input. */
  useKernel(): Uint8Array {
    if (this.#hasKernel) return this.input;
    const { source, target } = allocateBuffers();
    if (target.length > this.output.length) this.output = target;
    this.#hasKernel = true;
    return (this.input = source);
  }

  /** Makes the output large enough for what so many bytes become. */
  makeRoom(length: number): void {
    if (length * GROWTH > this.output.length) this.output = new Uint8Array(length * GROWTH);
  }
}
