import type { PercentEncodingErrorCode } from "percodec";

/** Returns the status of a record that the library refuses with a code. */
export function toStatus(code: PercentEncodingErrorCode): "invalid-utf8" | "malformed";

/** Counts how often a text, or a range of it, can be decoded. */
export function countLayers(text: string | Uint8Array, from?: number, to?: number): number;

/** The outcome for one text: its value, or why there is none. */
interface Outcome<Value> {
  readonly value: Value | null;
  readonly status: string;
  readonly code: string | null;
  readonly byte_offset: number | null;
}

/** Returns the outcome of an operation for one text; null for a row without one. */
export function record<Value>(run: (text: string) => Value, text: string | null): Outcome<Value>;
