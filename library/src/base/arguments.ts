import { toExcerpt, quote } from "./excerpt.ts";

/** Throws a TypeError unless the value is a string. The message names `forBytes`, the function that accepts bytes. */
export function requireText(value: unknown, owner: string, forBytes?: string): asserts value is string {
  if (typeof value !== "string") throw wrongText(value, `${owner} takes`, forBytes);
}

/** Throws a TypeError unless the value is a string; `name` says in the message which value it is. */
export function requireString(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw wrongText(value, `${name} must be`);
}

function wrongText(value: unknown, wanted: string, forBytes?: string): TypeError {
  return new TypeError(`${wanted} a string, not ${describeType(value)}${textHint(value, forBytes)}`);
}

/** Returns a hint how to turn the value into a string; empty if there is none. */
export function textHint(value: unknown, forBytes?: string): string {
  const tag = readTypeTag(value);
  if (tag === "Uint8Array") {
    return forBytes === undefined ? "; pass new TextDecoder().decode(bytes)" : `; ${forBytes} takes bytes`;
  }
  if (tag === "URL") return "; pass its href";
  if (tag === "Date") return "; pass date.toISOString()";
  return /^(Number|BigInt|Boolean|String)$/.test(tag) ? "; pass String(value)" : "";
}

/** Converts text, a number, a bigint or a boolean to text; throws a TypeError for any other value. */
export function toText(
  value: unknown,
  what: string,
  remedy: string = textHint(value),
  kinds: string = "text, a number or a boolean",
): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw new TypeError(`${what} must be ${kinds}, not ${describeType(value)}${remedy}`);
}

/** Throws a TypeError, which begins with `wanted` and names `forText` for text, unless the value is a Uint8Array of any realm. */
export function requireBytes(value: unknown, wanted: string, forText?: string): asserts value is Uint8Array {
  if (isBytes(value)) return;
  const textFunction = typeof value === "string" && forText !== undefined ? `; ${forText} takes text` : "";
  const hint = /^(?:Shared)?ArrayBuffer$/.test(readTypeTag(value)) ? "; pass new Uint8Array(buffer)" : textFunction;
  throw new TypeError(`${wanted} a Uint8Array, not ${describeType(value)}${hint}`);
}

export function isBytes(value: unknown): value is Uint8Array {
  // instanceof would reject arrays of another frame or context.
  return (
    ArrayBuffer.isView(value) && (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === "Uint8Array"
  );
}

/** Returns the value, or the first of `offered` for undefined; throws a TypeError for any other value. */
export function requireChoice<T extends string>(value: T | undefined, offered: readonly T[], option: string): T {
  if (value === undefined) return offered[0]!;
  if (!offered.includes(value)) {
    throw new TypeError(`${option} must be one of ${offered.join(", ")}, not ${showValue(value)}`);
  }
  return value;
}

/** What to do with bad data: throw an error, keep it as it was written, drop it, or replace it by U+FFFD. */
export type Policy = "throw" | "keep" | "drop" | "replace";

/** Returns the policy, or `"throw"` for undefined; throws a TypeError for any other value. */
export function requirePolicy(policy: Policy | undefined, option: string): Policy {
  return requireChoice(policy, ["throw", "keep", "drop", "replace"], option);
}

/** Returns the flag, or false for undefined; throws a TypeError for anything but a boolean. */
export function requireFlag(value: boolean | undefined, option: string): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new TypeError(`${option} must be true or false, not ${showValue(value)}`);
}

export function requireFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function, not ${describeType(value)}`);
}

/** Throws a TypeError unless `from` and `to` are integers and 0 <= from <= to <= bytes.length. */
export function requirePart(bytes: Uint8Array, from: number, to: number, owner: string): void {
  const areIntegers = Number.isInteger(from) && Number.isInteger(to);
  if (areIntegers && from >= 0 && from <= to && to <= bytes.length) return;
  throw new TypeError(`from and to of ${owner} must be integers with 0 <= from <= to <= ${bytes.length}`);
}

/** Describes the type of a value for a message: `a number`, `null`, `an Array`. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  const name = typeof value === "object" ? readTypeTag(value) : typeof value;
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${toExcerpt(name)}`;
}

/** Shows a rejected value in a message: a string in quotes, a number as it is, anything else by its type. */
export function showValue(value: unknown): string {
  return typeof value === "string" ? quote(value) : typeof value === "number" ? String(value) : describeType(value);
}

/** Returns the class of a built-in object, or the type of a primitive with a capital: `Uint8Array`, `URL`, `Number`. */
export function readTypeTag(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Returns a hint for a number that was passed as options or as a set: `map` passes the index as second argument. */
export function indexHint(value: unknown, owner: string): string {
  // Functions only: an owner with a capital first letter or a dot is a class or a method.
  const isCallback = typeof value === "number" && /^[a-z]\w*$/.test(owner);
  return isCallback ? `; map passes an index too: write (value) => ${owner}(value)` : "";
}
