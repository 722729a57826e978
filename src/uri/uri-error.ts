import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { excerptOf } from "../base/excerpt.ts";

/** The error for a part of a text that is to be a URI. */
export function uriError(
  operation: string,
  code: PercentEncodingErrorCode,
  text: string,
  index: number,
  length: number,
  detail?: string,
): PercentEncodingError {
  const excerpt = excerptOf(text.slice(index, index + length));
  return new PercentEncodingError(operation, code, index, length, excerpt, detail);
}
