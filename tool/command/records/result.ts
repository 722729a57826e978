import { PercentEncodingError } from "percodec";
import { statusOf } from "../../../engines/record.mjs";

/** The outcomes of a record. */
export const STATUSES = ["ok", "malformed", "invalid-utf8", "too-long", "bad-record", "null"] as const;
export type Status = (typeof STATUSES)[number];

/** A range of bytes, which is valid until the next record. */
export interface Slice {
  bytes: Uint8Array;
  from: number;
  to: number;
}

const NO_VALUES: readonly undefined[] = [];

/** The result of one record. One object is used for all records, so that good records create no garbage. */
export class Result implements Slice {
  status: Status = "ok";
  /** Why the record is bad. */
  code = "";
  /** The index of the fault in the field, in bytes, or -1. */
  byteOffset = -1;
  /** Whether there is a value; `bytes`, `from` and `to` are the value. */
  hasValue = false;
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  /** The values after the first one, of an operation that returns several; undefined for a missing one. */
  others: readonly (Slice | undefined)[] = NO_VALUES;

  good(bytes: Uint8Array, from: number, to: number): void {
    this.#set("ok", "", -1);
    this.hasValue = true;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** Sets a result without value and fault: a null, or a missing parameter. */
  noValue(status: "ok" | "null"): void {
    this.#set(status, "", -1);
  }

  bad(status: Status, code: string, byteOffset = -1): void {
    this.#set(status, code, byteOffset);
  }

  /** Sets the result from an error of the data; throws any other error again. */
  fail(error: unknown, findOffset: (error: PercentEncodingError) => number): void {
    if (!(error instanceof PercentEncodingError)) throw error;
    this.bad(statusOf(error.code), error.code, findOffset(error));
  }

  #set(status: Status, code: string, byteOffset: number): void {
    this.status = status;
    this.code = code;
    this.byteOffset = byteOffset;
    this.hasValue = false;
    this.others = NO_VALUES;
  }
}
