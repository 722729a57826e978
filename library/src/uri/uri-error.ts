import { type FaultReason, PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { describeType } from "../base/arguments.ts";

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

/** Replaces each hole while a template is split; it is illegal in the text of a template. */
export const HOLE = "\uffff";

/** A hole of a template: its number from 0, and what it belongs to, for messages. */
export interface Hole {
  readonly number: number;
  readonly place: string;
}

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

/** Returns the text of a value; throws a TypeError for anything but text, a number, a bigint or a boolean. */
export function toText(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  const given = describeType(value);
  const remedy = given === "a URL" ? "; pass its href, or a base as the first hole" : "";
  throw new TypeError(`${place} must be text, a number or a boolean, not ${given}${remedy}`);
}
