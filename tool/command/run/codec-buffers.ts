import { allocateBuffers } from "percodec/wasm";

/** The capacity of a pipe. After a read that fills it, the buffers of the kernel are used. */
const INPUT_BYTES = 0x10000;
/** The most bytes that one byte becomes. */
const GROWTH = 3;

/** The input and output buffers of a codec. */
export class CodecBuffers {
  /** One byte longer than a read, because the record cutter reserves the last byte. */
  input: Uint8Array = new Uint8Array(INPUT_BYTES + 1);
  output: Uint8Array = new Uint8Array(INPUT_BYTES * GROWTH);
  #hasKernel = false;

  /** Switches to the buffers of the kernel, so that nothing is copied, and returns the new input buffer. */
  useKernel(): Uint8Array {
    if (this.#hasKernel) return this.input;
    const { source, target } = allocateBuffers();
    if (target.length > this.output.length) this.output = target;
    this.#hasKernel = true;
    return (this.input = source);
  }

  /** Returns the output from an index on, and makes it larger if few bytes are left. */
  outputFrom(at: number): Uint8Array {
    if (this.output.length - at < INPUT_BYTES) {
      const larger = new Uint8Array(this.output.length * 2);
      larger.set(this.output.subarray(0, at));
      this.output = larger;
    }
    return this.output.subarray(at);
  }

  /** Makes the output large enough for the result of `length` bytes. */
  reserveOutput(length: number): void {
    if (length * GROWTH > this.output.length) this.output = new Uint8Array(length * GROWTH);
  }
}
