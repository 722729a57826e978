/** A buffer that grows to the size of the largest record and is reused for every record. */
export class ScratchBuffer {
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array = new Uint8Array(0x1000)) {
    this.#bytes = bytes;
  }

  /** Returns at least `length` bytes; their previous content may be lost. */
  reserve(length: number): Uint8Array {
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    return this.#bytes;
  }

  /** Doubles the buffer, keeps its first bytes, and returns it. */
  extend(kept: number): Uint8Array {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes.subarray(0, kept));
    return (this.#bytes = larger);
  }
}
