import type { Policy } from "../base/arguments.ts";
import { HEX_VALUE, PERCENT, PLUS, writeEscape } from "../base/escape.ts";
import type { PercentEncodingErrorCode } from "../base/errors.ts";
import type { Progress } from "../kernel/types.ts";
import { activeKernel } from "#kernel";
import type { ByteTable } from "../sets/byte-table.ts";
import { decodeScalar } from "../kernel/scalar.ts";
import {
  isHighSurrogate,
  isLowSurrogate,
  joinSurrogates,
  findUtf8Fault,
  REPLACEMENT,
  sequenceCodePoint,
  sequenceLength,
  validUtf8Until,
  writeCodePoint,
} from "../base/utf8.ts";

/** A fault that a policy did not throw, or `percent-u-ascii`: an ASCII character written `%u00XX`, which filters miss. */
export interface DecodeIssue {
  readonly code: PercentEncodingErrorCode | "percent-u-ascii";
  readonly index: number;
  readonly length: number;
}

/** Called for each issue. It takes no object, because a million issues may be counted and not kept. */
export type IssueListener = (code: DecodeIssue["code"], index: number, length: number) => void;

/** The fault that stopped a decoder, with its index in the input. */
export interface DecodeFault extends DecodeIssue {
  readonly code: PercentEncodingErrorCode;
}

/** The options of a decoding, checked and with their defaults. */
export interface ResolvedDecodeOptions {
  readonly malformed: Policy;
  /** Undefined if the decoded bytes are not checked. */
  readonly invalidUtf8: Policy | undefined;
  readonly plusAsSpace: boolean;
  readonly percentU: boolean;
  /** Whether an escape is the character of its number, as `escape` writes it; not in a decoder of another encoding. */
  readonly latin1: boolean;
  readonly accept: ((codePoint: number) => boolean) | undefined;
  /** The ASCII characters whose escapes stay. */
  readonly except: ByteTable | undefined;
  /** Whether raw characters are UTF-8: in text (true) raw lone surrogates are allowed, in bytes (`"utf-8"`) they are a fault. */
  readonly text: boolean | "utf-8";
  /** Whether a refused character and a raw lone surrogate are issues; otherwise the one throws, and the other stays unreported. */
  readonly reporting: boolean;
}

/** Whether characters may be decoded without the scalar code. */
export function canSkipScalar({ accept, except, latin1 }: ResolvedDecodeOptions): boolean {
  return !latin1 && (accept ?? except) === undefined;
}

/** The longest incomplete tail: `%F4%8F%BF` with two thirds of an escape, or `%uD83D%uDE0`. */
export const MAX_TAIL_BYTES = 11;

/**
 * After the kernel stops, the scalar loop decodes this many bytes: the kernel may stop again soon, and restarting it costs more than
 * these steps. 1 MB of `%zz`, kept, takes 28 ms with this distance and 58 ms without it.
 */
const RETRY_DISTANCE = 16;

const SCALAR = { decode: decodeScalar, validUtf8Until };

/** At an index there is neither a raw byte nor an escape. */
const NONE = -1;
/** The input ends before the escape at an index is complete. */
export const INCOMPLETE = -2;

/**
 * Decodes by policies: it calls the kernel for parts without faults, and everywhere else decodes one character at a time, applies the
 * policies, and reports every issue and fault. It keeps no data between calls; an incomplete tail is not read. Encodings other than
 * UTF-8 override `run` (`charset/decoder.ts`).
 */
export class Decoder {
  declare readonly resolved: ResolvedDecodeOptions;
  /** Called for each issue, with its index in the current input. */
  declare onIssue: IssueListener | undefined;
  /** Whether something was dropped or replaced. */
  lossy = false;
  /** The fault before which the last call stopped. */
  declare fault: DecodeFault | undefined;

  declare protected input: Uint8Array;
  declare protected to: number;
  declare protected final: boolean;
  declare protected output: Uint8Array;
  declare protected at: number;

  constructor(resolved: ResolvedDecodeOptions, onIssue?: IssueListener) {
    this.resolved = resolved;
    this.onIssue = onIssue;
  }

  /** The most bytes that one byte can become: U+FFFD and the escape of a raw byte have three. */
  get growth(): 1 | 3 {
    const { malformed, invalidUtf8 } = this.resolved;
    return malformed === "replace" || invalidUtf8 === "keep" || invalidUtf8 === "replace" ? 3 : 1;
  }

  /** Decodes input up to `to`, a fault, or, unless `final`, an incomplete tail. The output has room for `growth` bytes per input byte. */
  decode(input: Uint8Array, from: number, to: number, output: Uint8Array, final: boolean): Progress {
    this.input = input;
    this.to = to;
    this.final = final;
    this.output = output;
    this.at = 0;
    this.fault = undefined;
    return { read: this.run(from) - from, written: this.at };
  }

  /** Decodes UTF-8 from an index on, and returns the end, or the index of the fault or the incomplete tail before which it stops. */
  protected run(from: number): number {
    const { input, to, output } = this;
    const kernel = activeKernel(to - from) ?? SCALAR;
    const { accept, invalidUtf8, plusAsSpace } = this.resolved;

    let i = from;
    // The kernel is not called before this index, which is RETRY_DISTANCE after its last stop. So it reads each byte at most once.
    let kernelFrom = canSkipScalar(this.resolved) ? from : to;
    while (i < to) {
      // The kernel stops at a `%` that does not start an escape, so it is not called there.
      if (i >= kernelFrom && this.byteAt(i) >= 0) {
        const clean = kernel.decode(input, i, to, output, this.at, plusAsSpace);
        const read = i + clean.read;
        kernelFrom = read + RETRY_DISTANCE;
        const end = this.at + clean.written;
        const valid = invalidUtf8 === undefined ? end : kernel.validUtf8Until(output, this.at, end);
        this.at = valid;
        i = rewind(end - valid, input, read, i);
        if (i === to) break;
      }
      const byte = input[i]!;
      // Without `accept`, a byte from `,` to 7F is always a character: copying it here is faster than a call of `step`.
      if (accept === undefined && byte > PLUS && byte < 0x80) {
        output[this.at++] = byte;
        i++;
        continue;
      }
      const next = this.step(i);
      if (next === i) break;
      i = next;
    }
    return i;
  }

  /** Decodes the character or the fault at `i` and returns the index after it, or `i` for a fault that throws and an incomplete tail. */
  protected step(i: number): number {
    const { invalidUtf8, percentU, plusAsSpace, latin1 } = this.resolved;
    const byte = this.input[i]!;
    if (byte === PERCENT && percentU && this.input[i + 1] === 0x75) return this.#percentU(i);
    const value = byte === PLUS && plusAsSpace ? 0x20 : this.byteAt(i);
    if (value === INCOMPLETE) {
      return this.final ? this.applyPolicy("truncated-escape", i, this.to) : i;
    }
    if (value === NONE)
      return this.applyPolicy("malformed-escape", i, HEX_VALUE[this.input[i + 1]!]! < 0 ? i + 1 : i + 2);
    const next = i + this.countInputBytes(byte);
    if (value < 0x80 || (latin1 && byte === PERCENT)) return this.#character(value, i, next);
    if (invalidUtf8 !== undefined) return this.#sequence(i, value);
    this.output[this.at++] = value;
    return next;
  }

  /** Returns the byte at `i`, raw or from an escape; NONE or INCOMPLETE if there is none. */
  protected byteAt(i: number): number {
    if (i >= this.to) return INCOMPLETE;
    const byte = this.input[i]!;
    if (byte !== PERCENT) return byte;
    if (i + 1 >= this.to) return INCOMPLETE;
    const high = HEX_VALUE[this.input[i + 1]!]!;
    if (high < 0) return NONE;
    if (i + 2 >= this.to) return INCOMPLETE;
    // If the second is not a digit, its value -1 sets all bits: the result is NONE.
    return (high << 4) | HEX_VALUE[this.input[i + 2]!]!;
  }

  /** Returns the UTF-16 unit of a `%uXXXX` at `i`; NONE or INCOMPLETE if there is none. */
  #unitAt(i: number): number {
    let unit = 0;
    for (let k = 0; k < 6; k++) {
      if (i + k >= this.to) return INCOMPLETE;
      const byte = this.input[i + k]!;
      const digit = k > 1 ? HEX_VALUE[byte]! : byte === (k === 0 ? PERCENT : 0x75) ? 0 : -1;
      if (digit < 0) return NONE;
      unit = (unit << 4) | digit;
    }
    return unit;
  }

  #percentU(i: number): number {
    const unit = this.#unitAt(i);
    if (unit === NONE) return this.applyPolicy("malformed-escape", i, i + 1);
    if (unit === INCOMPLETE) return this.final ? this.applyPolicy("truncated-escape", i, i + 1) : i;
    if ((unit & 0xf800) !== 0xd800) return this.#character(unit, i, i + 6, unit < 0x80);
    const low = isHighSurrogate(unit) ? this.#unitAt(i + 6) : NONE;
    if (low === INCOMPLETE && !this.final) return i;
    if (isLowSurrogate(low)) return this.#character(joinSurrogates(unit, low), i, i + 12);
    return this.applyPolicy("lone-surrogate", i, i + 6);
  }

  /** Decodes the character whose lead byte, above 7F, is at `i`. */
  #sequence(i: number, lead: number): number {
    const sequence = [lead];
    let next = i + this.countInputBytes(this.input[i]!);
    while (sequence.length < sequenceLength(lead)) {
      const byte = this.resolved.latin1 && this.input[next] === PERCENT ? NONE : this.byteAt(next);
      if (byte === INCOMPLETE && !this.final) return i;
      // NONE and INCOMPLETE do not have the bits of a continuation byte.
      if ((byte & 0xc0) !== 0x80) break;
      sequence.push(byte);
      next += this.countInputBytes(this.input[next]!);
    }
    const fault = findUtf8Fault(sequence);
    const isRaw = fault === "encoded-surrogate" && this.resolved.text === true && this.input[i] !== PERCENT;
    if (fault === undefined || isRaw) return this.#character(sequenceCodePoint(sequence), i, next);
    return this.applyPolicy(fault, i, next, fault === "invalid-utf8" ? 1 : sequence.length);
  }

  /** Writes a character, if `accept` allows it. */
  #character(code: number, i: number, next: number, asciiByPercentU = false): number {
    const { accept, except, reporting } = this.resolved;
    // More than one byte for an ASCII character is an escape.
    if (except !== undefined && code < 0x80 && next > i + 1 && except.bytes[code] === 1) return this.copy(i, next);
    if (accept !== undefined && !accept(code)) return this.refuse(i, next);
    if (asciiByPercentU) this.#report("percent-u-ascii", i, next);
    if (reporting && (code & 0x1ff800) === 0xd800) this.#report("lone-surrogate", i, next);
    this.at = writeCodePoint(code, this.output, this.at);
    return next;
  }

  /** Stops before a character that `accept` refuses, or reports it and copies it as it was written. */
  protected refuse(i: number, next: number): number {
    if (!this.resolved.reporting) return this.#stop("not-accepted", i, next);
    this.#report("not-accepted", i, next);
    return this.copy(i, next);
  }

  protected copy(i: number, next: number): number {
    while (i < next) this.output[this.at++] = this.input[i++]!;
    return next;
  }

  /** Applies the policy to a fault of one or several maximal subparts. */
  protected applyPolicy(code: PercentEncodingErrorCode, i: number, next: number, subparts = 1): number {
    const { malformed, invalidUtf8 = "throw" } = this.resolved;
    const policy = code === "malformed-escape" || code === "truncated-escape" ? malformed : invalidUtf8;
    if (policy === "throw") return this.#stop(code, i, next);
    this.#report(code, i, next);
    if (policy === "keep") return this.#keepEscaped(i, next);
    this.lossy = true;
    for (let k = 0; k < subparts && policy === "replace"; k++) {
      this.at = writeCodePoint(REPLACEMENT, this.output, this.at);
    }
    return next;
  }

  /** Copies a fault: ASCII as it was written, raw controls and bytes above 7F as escapes, since text cannot contain them. */
  #keepEscaped(i: number, next: number): number {
    for (; i < next; i++) {
      const byte = this.input[i]!;
      // A control is part of a fault only in ISO-2022-JP, whose encoder could not write it.
      if (byte < 0x80 && byte >= 0x20) this.output[this.at++] = byte;
      else this.at = writeEscape(byte, this.output, this.at);
    }
    return next;
  }

  /** Returns the number of input bytes of a decoded byte, by the first of them. */
  protected countInputBytes(first: number): 1 | 3 {
    return first === PERCENT ? 3 : 1;
  }

  #report(code: DecodeIssue["code"], i: number, next: number): void {
    this.onIssue?.(code, i, next - i);
  }

  #stop(code: PercentEncodingErrorCode, i: number, next: number): number {
    this.fault = { code, index: i, length: next - i };
    return i;
  }
}

/** Goes back `count` decoded bytes from `end` and returns the index. From `start` on, every `%` starts a valid escape. */
function rewind(count: number, input: Uint8Array, end: number, start: number): number {
  let at = end;
  for (let k = 0; k < count; k++) at -= at - 3 >= start && input[at - 3] === PERCENT ? 3 : 1;
  return at;
}
