/** A queue of bytes: chunks are appended at the end and dropped from the front. It doubles its size, so many small chunks stay linear. */
export class ByteBuffer {
  /** The bytes; only the first `length` are set. */
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
  /** How many bytes were dropped from the front. */
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
