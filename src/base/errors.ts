import { requireString } from "./arguments.ts";

/** Every code that a {@link PercentEncodingError} can carry; docs/errors.md gives the reason of each. */
export type PercentEncodingErrorCode =
  | "malformed-escape"
  | "truncated-escape"
  | "invalid-utf8"
  | "overlong-utf8"
  | "encoded-surrogate"
  | "code-point-out-of-range"
  | "lone-surrogate"
  | "not-accepted"
  | "undecodable"
  | "unencodable"
  | "limit-exceeded"
  | "duplicate-name"
  | "charset-refused"
  | "unsupported-media-type"
  | "invalid-uri"
  | "host-ambiguous"
  | "unsafe-segment"
  | "invalid-template";

/** What an index counts: UTF-16 units of a text, bytes, or the pairs of a form that was not parsed from either. */
export type IndexUnit = "utf-16" | "byte" | "pair";

/** What a {@link PercentEncodingError} says. */
export interface PercentEncodingFault {
  /** What was being done, as it stands in the message after "Cannot". */
  readonly operation: string;
  /** What is wrong. */
  readonly code: PercentEncodingErrorCode;
  /** Where it begins. */
  readonly index: number;
  /** How long it is. */
  readonly length: number;
  /** What `index` and `length` count. */
  readonly unit: IndexUnit;
  /** At most 32 printable ASCII characters of the input from `index` on; others stand as `\u{HEX}`, or `\xHH` for a byte. */
  readonly excerpt: string;
  /** Why it is an error and what to do, if the code does not say that. */
  readonly detail: string | undefined;
}

/**
 * The one error for bad data: what is wrong, where, and for how long.
 *
 * It is a `URIError`, which callers of `decodeURIComponent` already catch. A wrong argument is a `TypeError` instead.
 *
 * @example
 * import { percentDecode, PercentEncodingError } from "percodec";
 * let fault;
 * try { percentDecode("100%zz"); } catch (error) { fault = error; }
 * fault instanceof PercentEncodingError // → true
 * [fault.code, fault.index, fault.length, fault.unit] // → ["malformed-escape", 3, 1, "utf-16"]
 * fault.message // → 'Cannot percent-decode: malformed escape "%zz" at 3'
 */
export class PercentEncodingError extends URIError implements PercentEncodingFault {
  override readonly name: string = "PercentEncodingError";
  readonly operation: string;
  readonly code: PercentEncodingErrorCode;
  /** Where it begins; for a stream, from its start. */
  readonly index: number;
  readonly length: number;
  readonly unit: IndexUnit;
  readonly excerpt: string;
  readonly detail: string | undefined;

  constructor(fault: PercentEncodingFault) {
    requireString(
      (fault as Partial<PercentEncodingFault> | undefined)?.code,
      "the code in the fault of PercentEncodingError",
    );
    const { operation, code, index, length, unit, excerpt, detail } = fault;
    // The code is its own description: `invalid-utf8` reads "invalid UTF-8".
    const words = code.replace(/-/g, " ").replace("utf8", "UTF-8").replace("uri", "URI");
    super(`Cannot ${operation}: ${words} "${excerpt}" at ${index}${detail === undefined ? "" : `: ${detail}`}`);
    this.operation = operation;
    this.code = code;
    this.index = index;
    this.length = length;
    this.unit = unit;
    this.excerpt = excerpt;
    this.detail = detail;
  }
}
