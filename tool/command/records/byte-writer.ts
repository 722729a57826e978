import type { Sink } from "../io/sink.ts";
import { enlarge, HEX_VALUE } from "../../shared/text.ts";

const BUFFER_BYTES = 0x20000;
/** The most input bytes of a value that are written at once: even if each becomes six bytes, they fit into the buffer. */
export const MAX_PART_BYTES = 0x4000;
const MAX_REPLACEMENT_BYTES = 6;

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

  /** Copies bytes, and replaces some of them. */
  replace(bytes: Uint8Array, from: number, to: number, { lengths, texts }: Replacements): void {
    for (let start = from; start < to; start += MAX_PART_BYTES) {
      const end = Math.min(to, start + MAX_PART_BYTES);
      this.reserve((end - start) * MAX_REPLACEMENT_BYTES);
      const { bytes: target } = this;
      let at = this.length;
      for (let i = start; i < end; i++) {
        const byte = bytes[i]!;
        const length = lengths[byte]!;
        if (length === 0) target[at++] = byte;
        for (let k = 0; k < length; k++) target[at++] = texts[byte * MAX_REPLACEMENT_BYTES + k]!;
      }
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

/** What each byte is replaced by: the bytes of a text, whose length is 0 for a byte that stays. */
export interface Replacements {
  readonly lengths: Uint8Array;
  readonly texts: Uint8Array;
}

/** @param replace returns what an ASCII character becomes, in ASCII */
export function toReplacements(replace: (character: string) => string): Replacements {
  const lengths = new Uint8Array(0x100);
  const texts = new Uint8Array(0x100 * MAX_REPLACEMENT_BYTES);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    const text = replace(character);
    if (text === character) continue;
    lengths[byte] = text.length;
    texts.set(Buffer.from(text), byte * MAX_REPLACEMENT_BYTES);
  }
  return { lengths, texts };
}

const DIGITS = Buffer.from("0123456789ABCDEF");

/** Reads pairs of hex digits; returns the index of the first byte that is not a digit, of a digit without a second one, or `to`. */
export function readHex(bytes: Uint8Array, from: number, to: number, target: Uint8Array): number {
  let at = 0;
  let i = from;
  for (; i + 1 < to; i += 2) {
    const high = HEX_VALUE[bytes[i]!]!;
    const low = HEX_VALUE[bytes[i + 1]!]!;
    if (high < 0) return i;
    if (low < 0) return i + 1;
    target[at++] = (high << 4) | low;
  }
  return i;
}

/** Writes two digits per byte, as hex() of SQL does, and returns the index after them. */
export function writeHex(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  for (let i = from; i < to; i++) {
    target[at++] = DIGITS[bytes[i]! >> 4]!;
    target[at++] = DIGITS[bytes[i]! & 15]!;
  }
  return at;
}

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
    return (this.#bytes = enlarge(this.#bytes, kept));
  }
}
