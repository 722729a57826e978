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

/** The HTTP status that an error of a request stands for. */
export type FormStatus = 400 | 413 | 415;

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
 * [fault.code, fault.index, fault.length] // → ["malformed-escape", 3, 1]
 * fault.message // → 'Cannot percent-decode: malformed escape "%zz" at 3'
 */
export class PercentEncodingError extends URIError {
  override readonly name = "PercentEncodingError";
  /** What is wrong. */
  readonly code: PercentEncodingErrorCode;
  /** Where it begins: UTF-16 units of a text, bytes of bytes, bytes from the start for a stream. */
  readonly index: number;
  /** How long it is, in the same units. */
  readonly length: number;
  /** At most 32 printable ASCII characters of the input from `index` on; others stand as `\u{HEX}`, or `\xHH` for a byte. */
  readonly excerpt: string;
  /** What to answer if a request was read: 413 for a limit, 415 for a media type or charset, 400 for all else; otherwise undefined. */
  readonly status: FormStatus | undefined = undefined;

  /**
   * @param operation what was being done, as it stands in the message behind "Cannot"
   * @param detail why it is an error and what to do, if the code does not say that
   */
  constructor(
    operation: string,
    code: PercentEncodingErrorCode,
    index: number,
    length: number,
    excerpt: string,
    detail?: string,
  ) {
    requireString(code, "the code of PercentEncodingError");
    // The code is its own description: `invalid-utf8` reads "invalid UTF-8".
    const words = code.replace(/-/g, " ").replace("utf8", "UTF-8").replace("uri", "URI");
    super(`Cannot ${operation}: ${words} "${excerpt}" at ${index}${detail === undefined ? "" : `: ${detail}`}`);
    this.code = code;
    this.index = index;
    this.length = length;
    this.excerpt = excerpt;
  }
}
