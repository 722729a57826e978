import { codePointAt } from "../base/utf8.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { PercentEncodingError } from "../base/errors.ts";
import type { FormLimits, ResolvedFormOptions } from "./options.ts";

/** Called for each pair with three indexes: its start, its first `=` (or its end), and its end. */
export type OnPair = (from: number, equals: number, to: number) => void;

export const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;

export const NO_LIMITS: FormLimits = { pairs: Infinity, name: Infinity, value: Infinity, body: Infinity };

/**
 * Splits a form into its pairs (https://url.spec.whatwg.org/#concept-urlencoded-parser, steps 1 to 3). It reads each unit once and throws at
 * the first unit beyond a limit, before the rest of the form arrives.
 */
export class PairScanner {
  pairs = 0;
  emptyPairs = 0;
  readonly #limits: FormLimits;
  readonly #semicolon: boolean;
  /** How many units of the incomplete pair were read, and where in it the `=` is. */
  #read = 0;
  #equals = -1;

  constructor({ limits, semicolon }: Pick<ResolvedFormOptions, "limits" | "semicolon">) {
    this.#limits = limits;
    this.#semicolon = semicolon;
  }

  /**
   * Scans from the start of the pair that the previous scan left incomplete, and returns the start of the incomplete pair at the end. `offset`
   * units of the form precede the source; if `final`, the form ends at `to`.
   */
  scan(source: string | Uint8Array, from: number, to: number, offset: number, final: boolean, onPair: OnPair): number {
    const { pairs, name, value, body } = this.#limits;
    const semicolon = this.#semicolon ? SEMICOLON : AMPERSAND;
    const text = typeof source === "string" ? source : undefined;
    const bytes = source as Uint8Array;
    let start = from;
    let equals = this.#equals < 0 ? -1 : start + this.#equals;
    let i = start + this.#read;
    const refuse = (limit: keyof FormLimits): never => {
      throw limitError(source, i, offset, limit, this.#limits[limit]);
    };
    const endPair = (): void => {
      if (i === start) this.emptyPairs++;
      else onPair(start, equals < 0 ? i : equals, i);
      equals = -1;
    };
    for (; i < to; i++) {
      const code = text === undefined ? bytes[i]! : text.charCodeAt(i);
      if (offset + i >= body) refuse("body");
      if (code === AMPERSAND || code === semicolon) {
        endPair();
        start = i + 1;
        continue;
      }
      if (i === start && this.pairs++ >= pairs) refuse("pairs");
      if (equals >= 0) {
        if (i - equals > value) refuse("value");
      } else if (code === EQUALS) {
        equals = i;
      } else if (i - start >= name) {
        refuse("name");
      }
    }
    // An empty form has no pair, not one empty pair.
    if (final && (start > from || offset + to > 0)) endPair();
    this.#read = i - start;
    this.#equals = equals < 0 ? -1 : equals - start;
    return start;
  }
}

export function limitError(
  source: string | Uint8Array,
  at: number,
  offset: number,
  limit: keyof FormLimits,
  value: number,
): PercentEncodingError {
  const unit = typeof source === "string" ? "UTF-16 units" : "bytes";
  const what = limit === "pairs" ? limit : `${unit} in ${limit === "body" ? "all" : `a ${limit}`}`;
  const first =
    typeof source === "string" ? String.fromCodePoint(codePointAt(source, at)) : source.subarray(at, at + 1);
  return new PercentEncodingError({
    operation: `accept more than ${value} ${what}`,
    code: "limit-exceeded",
    index: offset + at,
    length: 1,
    unit: typeof source === "string" ? "utf-16" : "byte",
    excerpt: toExcerpt(first),
    option: { limits: { [limit]: value } },
  });
}

/** A queue of bytes: chunks are appended, and bytes are dropped from the front. Its capacity doubles, so many small chunks take linear time. */
export class ByteBuffer {
  /** The bytes; only the first `length` are set. */
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
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
