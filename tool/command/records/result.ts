import { PercentEncodingError } from "percodec";
import { toStatus } from "../../../engines/record.mjs";
import { HEX_VALUE, PERCENT } from "../../shared/text.ts";

/** The outcomes of a record. */
export const STATUSES = ["ok", "malformed", "invalid-utf8", "invalid-uri", "too-long", "bad-record", "null"] as const;
export type Status = (typeof STATUSES)[number];

/** A range of bytes, which is valid until the next record. */
export interface Slice {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** A slice that is set for each record. */
export class SliceHolder implements Slice {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;

  set(bytes: Uint8Array, from: number, to: number): void {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }
}

const NO_VALUES: readonly undefined[] = [];

/** The result of one record. One object is used for all records, so that good records create no garbage. */
export class Result extends SliceHolder {
  status: Status = "ok";
  /** Why the record is bad. */
  code = "";
  /** The index of the fault in the field, in bytes, or -1. */
  byteOffset = -1;
  /** Whether there is a value; `bytes`, `from` and `to` are the value. */
  hasValue = false;
  /** The values after the first one, of an operation that returns several; undefined for a missing one. */
  others: readonly (Slice | undefined)[] = NO_VALUES;

  good(bytes: Uint8Array, from: number, to: number): void {
    this.none("ok");
    this.hasValue = true;
    this.set(bytes, from, to);
  }

  /** Sets a result without value: a null, a missing parameter, or with a code a fault. */
  none(status: Status, code = "", byteOffset = -1): void {
    this.status = status;
    this.code = code;
    this.byteOffset = byteOffset;
    this.hasValue = false;
    this.others = NO_VALUES;
  }

  /** Sets the result from an error of the data; throws any other error again. */
  fail(error: unknown, findOffset: (error: PercentEncodingError) => number): void {
    if (!(error instanceof PercentEncodingError)) throw error;
    this.none(toStatus(error.code), error.code, findOffset(error));
  }
}

/** Whether a value of the result contains NUL. */
export function hasNul(result: Result): boolean {
  if (result.hasValue && containsNul(result)) return true;
  return result.others.some((other) => other !== undefined && containsNul(other));
}

function containsNul({ bytes, from, to }: Slice): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 0) return true;
  return false;
}

/** Returns the offset in a field of the first NUL, raw or written `%00`. `%00` cannot overlap another escape. */
export function findDecodedNul({ bytes, from, to }: Slice): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] === 0) return i - from;
    const isEscape = bytes[i] === PERCENT && i + 2 < to;
    if (isEscape && [1, 2].every((k) => HEX_VALUE[bytes[i + k]!] === 0)) return i - from;
  }
  return -1;
}
