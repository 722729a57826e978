import { type FaultReason, PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";

export function uriError(
  operation: string,
  code: PercentEncodingErrorCode,
  text: string,
  index: number,
  length: number,
  reason?: string | FaultReason,
): PercentEncodingError {
  const excerpt = toExcerpt(text.slice(index, index + length));
  const given = typeof reason === "object" ? reason : { detail: reason };
  return new PercentEncodingError({ operation, code, index, length, unit: "utf-16", excerpt, ...given });
}

/** Replaces each hole while a template is split; it is illegal in the text of a template. */
export const HOLE = "\uffff";

/** A hole of a template: its number from 0, and what it belongs to, for messages. */
export interface Hole {
  readonly number: number;
  readonly place: string;
}

export type Take = () => readonly [hole: Hole, value: unknown];

export function describeHole({ number, place }: Hole): string {
  return `put hole ${number + 1} into the ${place}`;
}

/** Creates the error for the value of a hole; its span is from `index` to the end of the value. */
export function holeError(
  hole: Hole,
  code: PercentEncodingErrorCode,
  value: string,
  index: number,
  reason?: string | FaultReason,
): PercentEncodingError {
  return uriError(describeHole(hole), code, value, index, Math.max(1, value.length - index), reason);
}
