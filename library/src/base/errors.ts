/** The codes of a {@link PercentEncodingError}; docs/errors.md explains each. */
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
  | "invalid-host"
  | "host-ambiguous"
  | "unsafe-segment"
  | "invalid-template";

/** What an index counts: UTF-16 units of text, bytes, or pairs of a form that was not parsed from text or bytes. */
export type IndexUnit = "utf-16" | "byte" | "pair";

/** The properties of a {@link PercentEncodingError}. */
export interface PercentEncodingFault {
  /** The operation that failed, as the message names it after "Cannot". */
  readonly operation: string;
  /** The kind of fault. */
  readonly code: PercentEncodingErrorCode;
  /** Where the fault begins. */
  readonly index: number;
  /** The length of the fault. */
  readonly length: number;
  /** What `index` and `length` count. */
  readonly unit: IndexUnit;
  /** The input from `index` on, as at most 32 printable ASCII characters; others are written `\u{HEX}`, other bytes `\xHH`. */
  readonly excerpt: string;
  /** The reason of the error and its remedy, if the code does not explain them. */
  readonly detail?: string | undefined;
  /** The option that decides about the fault: with `limit-exceeded` the limit, with `unsafe-segment` the value that accepts the input. */
  readonly option?: FaultOption | undefined;
}

/** An option that decides about a fault, as it is passed to the function that failed. */
export interface FaultOption {
  readonly limits?: { readonly [limit in "pairs" | "name" | "value" | "body"]?: number };
  readonly allow?: readonly ("slash" | "empty" | "control" | "dot")[];
  readonly unsafe?: "allow";
}

type Own = PercentEncodingFault & { readonly __proto__?: null };

/** Why a fault is an error, and the option that decides about it. */
export type FaultReason = Pick<PercentEncodingFault, "detail" | "option">;

/**
 * The error thrown for bad data, with the code, the index and the length of the fault.
 *
 * `structuredClone` and `JSON.stringify` lose fields of an error: pass `{ ...error, message: error.message }`.
 *
 * It is a `URIError`, which callers of `decodeURIComponent` already catch. A wrong argument throws a `TypeError` instead.
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
  // Declared only: without an initial value of each, a bundle is smaller.
  declare readonly operation: string;
  declare readonly code: PercentEncodingErrorCode;
  /** Where the fault begins; in a stream, counted from its start. */
  declare readonly index: number;
  declare readonly length: number;
  declare readonly unit: IndexUnit;
  declare readonly excerpt: string;
  declare readonly detail: string | undefined;
  declare readonly option: FaultOption | undefined;

  constructor(fault: PercentEncodingFault) {
    // Optional fields are not inherited, neither here nor by the error.
    const { operation, code, index, length, unit, excerpt, detail, option }: Own = { __proto__: null, ...fault };
    if (typeof code !== "string") throw new TypeError(`code must be a string, not ${typeof code}`);
    // The message is made from the code: `invalid-utf8` reads "invalid UTF-8".
    const words = code.replace(/-/g, " ").replace("utf8", "UTF-8").replace("uri", "URI");
    super(`Cannot ${operation}: ${words} "${excerpt}" at ${index}${detail ? `: ${detail}` : ""}`);
    Object.assign(this, { operation, code, index, length, unit, excerpt, detail, option });
  }
}
