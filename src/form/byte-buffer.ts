/** Bytes that arrive in chunks and leave from the front; it grows by doubling, so that small chunks cost no more. */
export class ByteBuffer {
  /** The bytes; those from `length` on are not set. */
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
  /** How many have left. */
  dropped = 0;

  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.length);
    this.length = length;
  }

  drop(count: number): void {
    if (count === 0) return;
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
    this.dropped += count;
  }
}
