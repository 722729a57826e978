import type { Sink } from "../io/sink.ts";

const SIZE = 0x20000;
/** As much as one chunk of a value may become; longer values go chunk by chunk, so that the buffer never grows. */
export const PIECE = 0x4000;

/** Collects what the records give, and hands it on in large chunks. */
export class ByteWriter {
  readonly bytes = new Uint8Array(SIZE);
  length = 0;
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Makes sure that so many bytes can be written at `length`: at most {@link SIZE}. */
  reserve(count: number): void {
    if (this.length + count > SIZE) this.send();
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Copies bytes as they are. */
  copy(bytes: Uint8Array, from: number, to: number): void {
    for (let start = from; start < to; start += PIECE) {
      const end = Math.min(to, start + PIECE);
      this.reserve(end - start);
      const { bytes: target } = this;
      let at = this.length;
      // A view of each short field would leave more for the collector than this loop takes.
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

  /** Hands on all there is, so that who waits for an answer has it. */
  flush(): void {
    this.send();
    this.#sink.flush();
  }
}
