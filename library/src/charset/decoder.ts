import { codePointAt, validUtf8Until, writeUtf8 } from "../base/utf8.ts";
import { Decoder, INCOMPLETE, type IssueListener, type ResolvedDecodeOptions } from "../codec/decoder.ts";
import { decodeScalar } from "../kernel/scalar.ts";
import type { Kernel } from "../kernel/types.ts";
import type { SequenceDecoder } from "../codec/encoding.ts";

/** The most bytes of a sequence in any encoding. */
const MAX_SEQUENCE_BYTES = 4;

/**
 * Decodes bytes of an encoding other than UTF-8. The bytes of an input are one I/O queue of the Encoding Standard: calls, malformed
 * escapes and raw characters of a text do not reset the sequence decoder.
 */
export class LegacyDecoder extends Decoder {
  readonly #decodeSequence: SequenceDecoder;

  constructor(resolved: ResolvedDecodeOptions, decodeSequence: SequenceDecoder, onIssue?: IssueListener) {
    super(resolved, onIssue);
    this.#decodeSequence = decodeSequence;
  }

  /** A character of one byte may have three bytes in UTF-8. */
  override get growth(): 3 {
    return 3;
  }

  protected override run(from: number): number {
    const { input, to, output } = this;
    const { text, plusAsSpace } = this.resolved;
    const { final } = this;
    let i = from;
    let end = text ? from : to;
    while (i < to) {
      // A part of the queue ends at a raw character of a text or, before that, at a malformed escape.
      while (end < to && input[end]! < 0x80) end++;
      // The output has room for three bytes per input byte. The queue is copied to the last third and read before text overwrites it.
      const start = this.at + 2 * (to - i);
      const { read, written } = this.unescape(input, i, end, output, start, plusAsSpace);
      const partEnd = i + read;
      const continues = !this.final && this.byteAt(partEnd) === INCOMPLETE;
      i = this.#sequences(i, start, start + written, continues ? MAX_SEQUENCE_BYTES : 1);
      if (i < partEnd) break;
      if (i < end) {
        i = this.step(i);
        if (i === partEnd) break;
      } else {
        // Raw characters of a text are UTF-8.
        while (end < to && input[end]! > 0x7f) end++;
        this.to = end;
        // A raw sequence that ASCII follows is not an incomplete tail.
        this.final = final || end < to;
        i = super.run(i);
        this.to = to;
        this.final = final;
        if (i < end) break;
      }
    }
    return i;
  }

  protected readonly unescape: Kernel["decode"] = decodeScalar;

  /**
   * Decodes the part of the queue that is from `start` to `end` in the output and begins at `i` in the input, up to a fault or to the last bytes, of
   * which a sequence needs `minBytes`. Returns the index in the input.
   */
  #sequences(i: number, start: number, end: number, minBytes: number): number {
    for (let at = start; at + minBytes <= end;) {
      const { length, text } = this.#decodeSequence(this.output, at, end);
      at += length;
      let next = i;
      for (let k = 0; k < length; k++) next += this.countInputBytes(this.input[next]!);
      if (this.#write(text, i, next) === i) break;
      i = next;
    }
    return i;
  }

  /** Writes the text of a sequence, if `accept` allows each of its characters. */
  #write(text: string | undefined, i: number, next: number): number {
    const { accept, except } = this.resolved;
    if (text === undefined) return this.applyPolicy("undecodable", i, next);
    const isEscape = next > i + 1 && text.length === 1 && text < "\x80";
    if (except !== undefined && isEscape && except.bytes[text.charCodeAt(0)] === 1) return this.copy(i, next);
    if (accept !== undefined && !acceptsAll(text, accept)) return this.refuse(i, next);
    this.at = writeUtf8(text, 0, text.length, this.output, this.at);
    return next;
  }
}

/** Decodes raw bytes of an encoding, in which `%` is a character like any other. */
export class RawDecoder extends LegacyDecoder {
  protected override readonly unescape: Kernel["decode"] = (input, from, to, output, at) => {
    output.set(input.subarray(from, to), at);
    return { read: to - from, written: to - from };
  };

  protected override byteAt(i: number): number {
    return i < this.to ? this.input[i]! : INCOMPLETE;
  }

  protected override countInputBytes(): 1 {
    return 1;
  }
}

export class RawUtf8Decoder extends Decoder {
  protected override run(from: number): number {
    const { input, to, output } = this;
    let i = this.resolved.accept === undefined ? validUtf8Until(input, from, to) : from;
    output.set(input.subarray(from, i));
    this.at = i - from;
    for (let next: number; i < to; i = next) {
      next = this.step(i);
      if (next === i) break;
    }
    return i;
  }

  protected override byteAt(i: number): number {
    return i < this.to ? this.input[i]! : INCOMPLETE;
  }

  protected override countInputBytes(): 1 {
    return 1;
  }
}

function acceptsAll(text: string, accept: (codePoint: number) => boolean): boolean {
  if (text.length === 1) return accept(text.charCodeAt(0));
  return Array.from(text).every((character) => accept(codePointAt(character, 0)));
}
