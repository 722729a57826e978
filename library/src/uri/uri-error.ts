import { type FaultReason, PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";

/** Creates the error for a span of a text that should be a URI. */
export function uriError(
  operation: string,
  code: PercentEncodingErrorCode,
  text: string,
  index: number,
  length: number,
  reason?: string | FaultReason,
): PercentEncodingError {
  const excerpt = toExcerpt(text.slice(index, index + length));
  return new PercentEncodingError({ operation, code, index, length, unit: "utf-16", excerpt, ...toReason(reason) });
}

/** Returns the properties of an error for its reason, which may be a sentence alone. */
export function toReason(reason: string | FaultReason | undefined): FaultReason {
  return typeof reason === "object" ? reason : { detail: reason };
}
