/** Bytes to write into, which grow as far as one record needs and are used for each record again. */
export class ScratchBuffer {
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array = new Uint8Array(0x1000)) {
    this.#bytes = bytes;
  }

  /** Gives at least so many bytes; what was in them may be lost. */
  reserve(length: number): Uint8Array {
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    return this.#bytes;
  }
}
