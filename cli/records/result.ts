import { PercentEncodingError } from "../../src/index.ts";

/** What became of a record. */
export const STATUSES = ["ok", "malformed", "invalid-utf8", "too-long", "bad-record", "null"] as const;
export type Status = (typeof STATUSES)[number];

/** A stretch of bytes; it is good until the next record. */
export interface Slice {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** The codes that are about bytes being no UTF-8; all others say that the field is malformed. */
const INVALID_UTF8 = [
  "invalid-utf8",
  "overlong-utf8",
  "encoded-surrogate",
  "code-point-out-of-range",
  "lone-surrogate",
];

/** What one record gives. One object serves all records, so that a good one leaves nothing for the collector. */
export class Result implements Slice {
  status: Status = "ok";
  /** Why the record is bad. */
  code = "";
  /** Where in the field the fault begins, in bytes, or -1. */
  byteOffset = -1;
  /** Whether there is a value, which is the stretch then. */
  hasValue = false;
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;

  good(bytes: Uint8Array, from: number, to: number): void {
    this.#set("ok", "", -1);
    this.hasValue = true;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** No value, and no fault: a null, or a parameter that is not there. */
  nothing(status: "ok" | "null"): void {
    this.#set(status, "", -1);
  }

  bad(status: Status, code: string, byteOffset = -1): void {
    this.#set(status, code, byteOffset);
  }

  /** Takes over a fault of the data; whatever else was thrown is thrown on. */
  fail(error: unknown, findOffset: (error: PercentEncodingError) => number): void {
    if (!(error instanceof PercentEncodingError)) throw error;
    this.bad(INVALID_UTF8.includes(error.code) ? "invalid-utf8" : "malformed", error.code, findOffset(error));
  }

  #set(status: Status, code: string, byteOffset: number): void {
    this.status = status;
    this.code = code;
    this.byteOffset = byteOffset;
    this.hasValue = false;
  }
}
