import { writeUtf8 } from "../base/utf8.ts";
import { Decoder, type ResolvedDecodeOptions, INCOMPLETE, unitLength } from "../codec/decoder.ts";
import { scalarKernel } from "../kernel/scalar.ts";
import type { SequenceDecoder } from "./encoding.ts";

/** The most bytes of a sequence in any encoding. */
const LONGEST_SEQUENCE = 4;

/**
 * Decodes bytes of an encoding other than UTF-8. The bytes of an input are one queue, whose state a malformed escape or a raw character
 * of a text does not end: it is in the sequence decoder, and goes on from call to call.
 */
export class LegacyDecoder extends Decoder {
  readonly #decodeSequence: SequenceDecoder;

  constructor(resolved: ResolvedDecodeOptions, decodeSequence: SequenceDecoder) {
    super(resolved);
    this.#decodeSequence = decodeSequence;
  }

  /** A character of one byte may have three bytes in UTF-8. */
  override get growth(): 3 {
    return 3;
  }

  protected override run(from: number): number {
    const { input, to, output } = this;
    const { text, plusAsSpace } = this.resolved;
    let i = from;
    let end = text ? from : to;
    while (i < to) {
      // A stretch of the queue ends at a raw character of a text or, earlier, at a malformed escape.
      while (end < to && input[end]! < 0x80) end++;
      // The output has three bytes of room for each input byte. The queue goes to the last third, and is read before text gets there.
      const start = this.at + 2 * (to - i);
      const { read, written } = scalarKernel.decode(input, i, end, output, start, plusAsSpace);
      const behind = i + read;
      const goesOn = !this.last && this.byteAt(behind) === INCOMPLETE;
      i = this.#sequences(i, start, start + written, goesOn ? LONGEST_SEQUENCE : 1);
      if (i < behind) break;
      if (i < end) {
        i = this.step(i);
        if (i === behind) break;
      } else {
        // Raw characters of a text are UTF-8.
        while (end < to && input[end]! > 0x7f) end++;
        this.to = end;
        i = super.run(i);
        this.to = to;
        if (i < end) break;
      }
    }
    return i;
  }

  /**
   * Decodes a stretch of the queue up to a fault, or up to a rest that has not enough bytes, and returns the index in the input.
   *
   * @param i where the stretch stands in the input
   * @param start where it stands in the output, up to `end`
   */
  #sequences(i: number, start: number, end: number, enough: number): number {
    for (let at = start; at + enough <= end;) {
      const { length, text } = this.#decodeSequence(this.output, at, end);
      at += length;
      let next = i;
      for (let k = 0; k < length; k++) next += unitLength(this.input[next]!);
      if (this.#take(text, i, next) === i) break;
      i = next;
    }
    return i;
  }

  /** Takes what a sequence stands for, if the application accepts each character of it. */
  #take(text: string | undefined, i: number, next: number): number {
    const { accept } = this.resolved;
    if (text === undefined) return this.invalid("undecodable", i, next, 1);
    if (accept !== undefined && !Array.from(text).every((character) => accept(character.codePointAt(0)!))) {
      return this.refuse(i, next);
    }
    this.at = writeUtf8(text, 0, text.length, this.output, this.at);
    return next;
  }
}
