import { toExcerpt } from "../base/excerpt.ts";
import { describeType } from "../base/arguments.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";

/** Replaces each hole while a template is split; it is illegal in the text of a template. */
export const HOLE = "\uffff";

/** A hole of a template: its number from 0, and what it belongs to, for messages. */
export interface Hole {
  readonly number: number;
  readonly place: string;
}

/** Creates the error for the value of a hole; its span is from `index` to the end of the value. */
export function holeError(
  hole: Hole,
  code: PercentEncodingErrorCode,
  value: string,
  index: number,
  detail?: string,
): PercentEncodingError {
  return new PercentEncodingError({
    operation: `put hole ${hole.number + 1} into the ${hole.place}`,
    code,
    index,
    length: Math.max(1, value.length - index),
    unit: "utf-16",
    excerpt: toExcerpt(value.slice(index)),
    detail,
  });
}

/** Returns the text of a value; throws a TypeError for anything but text, a number, a bigint or a boolean. */
export function toText(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  const given = describeType(value);
  const remedy =
    given === "a URL"
      ? "; a base is the first hole, and elsewhere pass its href"
      : given === "undefined"
        ? "; only a parameter may be undefined"
        : "";
  throw new TypeError(`${place} must be text, a number or a boolean, not ${given}${remedy}`);
}
