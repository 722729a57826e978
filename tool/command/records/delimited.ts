import { BACKSLASH, TAB } from "../../shared/text.ts";
import { DelimiterFraming } from "../../shared/files/framing.ts";
import type { ByteWriter, ScratchBuffer } from "./byte-writer.ts";
import {
  BACKSLASH_ESCAPES,
  ESCAPE_LETTER,
  ESCAPED_BYTE,
  isNullMark,
  unescapeBackslashes,
  writeEscapedField,
} from "./backslash.ts";
import { type KernelTraits, NONE, PAIR, STOP, TEXT, WRITE } from "./kernel/layout.ts";
import type { SliceHolder } from "./result.ts";
import { type Loaded, SeparatedReader, SeparatedWriter } from "./format.ts";

/** The differences between lines, NUL records and TSV. */
export interface Delimiters {
  /** The byte that ends a record. */
  readonly end: number;
  /** Whether TAB ends a field. */
  readonly tabs: boolean;
  /** Whether a backslash starts an escape in the input; in the output it always does. */
  readonly escapes: boolean;
}

/** Returns what the kernel needs for lines, NUL records or TSV. */
export function delimitedTraits({ end, tabs, escapes }: Delimiters): KernelTraits {
  const escaped = ESCAPE_LETTER.map((letter) => (letter === 0 ? NONE : escapes ? STOP : WRITE));
  if (escapes) escaped[BACKSLASH] = PAIR;
  return {
    framing: { mark: end, hasTabs: tabs },
    hasNulls: escapes || tabs,
    kind: TEXT,
    tail: { cut: 0, kept: 0 },
    ...(escapes && { unescaped: ESCAPED_BYTE }),
    escapes: ESCAPE_LETTER,
    copyActions: escaped,
  };
}

/** Reads lines, NUL records and TSV. */
export class DelimitedReader extends SeparatedReader {
  readonly framing: DelimiterFraming;
  readonly #delimiters: Delimiters;
  readonly #scratch: ScratchBuffer;

  constructor(delimiters: Delimiters, scratch: ScratchBuffer) {
    super(false);
    this.framing = new DelimiterFraming(delimiters.end);
    this.#delimiters = delimiters;
    this.#scratch = scratch;
  }

  fieldEnd(bytes: Uint8Array, from: number, to: number): number {
    if (!this.#delimiters.tabs) return to;
    let end = from;
    while (end < to && bytes[end] !== TAB) end++;
    return end;
  }

  load(bytes: Uint8Array, field: SliceHolder): Loaded {
    const [from, to] = [this.starts[0]!, this.ends[0]!];
    field.set(bytes, from, to);
    if (this.isNull(bytes, 0)) return "null";
    for (let i = from; i < to && this.#delimiters.escapes; i++) {
      if (bytes[i] !== BACKSLASH) continue;
      const target = this.#scratch.reserve(to - from);
      field.set(target, 0, unescapeBackslashes(bytes, from, to, target));
      break;
    }
    return "text";
  }

  isNull(bytes: Uint8Array, field: number): boolean {
    // Without escapes, a line \N is text, but a field \N of TSV is null: so Spark writes null, without escapes.
    const { escapes, tabs } = this.#delimiters;
    return (escapes || tabs) && isNullMark(bytes, this.starts[field]!, this.ends[field]!);
  }
}

/** Writes lines, NUL records and TSV. */
export class DelimitedWriter extends SeparatedWriter {
  readonly #delimiters: Delimiters;

  constructor(delimiters: Delimiters, out: ByteWriter) {
    super(out, TAB, delimiters.end, "\\N");
    this.#delimiters = delimiters;
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.replace(bytes, from, to, BACKSLASH_ESCAPES);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    if (this.#delimiters.escapes) writeEscapedField(this.out, bytes, from, to);
    else this.out.replace(bytes, from, to, BACKSLASH_ESCAPES);
  }
}
