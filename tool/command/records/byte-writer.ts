import type { Sink } from "../io/sink.ts";

const BUFFER_BYTES = 0x20000;
/** The most input bytes of a value that are written at once: even if each becomes six bytes, they fit into the buffer. */
export const MAX_PART_BYTES = 0x4000;

/** Collects the output of records, and passes it on in large chunks. */
export class ByteWriter {
  readonly bytes: Uint8Array;
  length = 0;
  readonly #sink: Sink;

  /** @param bytes a buffer of BUFFER_BYTES */
  constructor(sink: Sink, bytes: Uint8Array = new Uint8Array(BUFFER_BYTES)) {
    this.#sink = sink;
    this.bytes = bytes;
  }

  /** Makes room for `count` bytes after `length`: at most {@link BUFFER_BYTES}. */
  reserve(count: number): void {
    if (this.length + count > BUFFER_BYTES) this.send();
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Copies bytes unchanged. */
  copy(bytes: Uint8Array, from: number, to: number): void {
    for (let start = from; start < to; start += MAX_PART_BYTES) {
      const end = Math.min(to, start + MAX_PART_BYTES);
      this.reserve(end - start);
      const { bytes: target } = this;
      let at = this.length;
      // Creating a view of each short field costs more in garbage collection than this loop.
      for (let i = start; i < end; i++) target[at++] = bytes[i]!;
      this.length = at;
    }
  }

  /** Writes a number in decimal digits. */
  decimal(value: number): void {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    this.reserve(digits);
    this.length += digits;
    for (let rest = value, at = this.length - 1; digits > 0; digits--, at--, rest = Math.floor(rest / 10)) {
      this.bytes[at] = 0x30 + (rest % 10);
    }
  }

  send(): void {
    const { length } = this;
    this.length = 0;
    if (length > 0) this.#sink.write(this.bytes, length);
  }

  /** Passes on all bytes and flushes the sink, so that a program that waits for an answer receives it. */
  flush(): void {
    this.send();
    this.#sink.flush();
  }
}
