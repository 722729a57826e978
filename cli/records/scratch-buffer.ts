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
}
