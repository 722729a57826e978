import { readTypeTag } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { isPlainObject } from "../base/options.ts";

export function isText(value: unknown): value is string | number | boolean | bigint {
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || type === "bigint";
}

/** Returns the defined members of a list (without names) or of an associative array. */
export function readMembers(value: unknown, variable: string): [name: string | undefined, value: string][] {
  return readEntries(value, variable)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => {
      if (isText(member)) return [name, String(member)];
      throw valueError(variable);
    });
}

function readEntries(value: unknown, variable: string): (readonly [name: string | undefined, value: unknown])[] {
  if (Array.isArray(value)) {
    const members: unknown[] = Array.from(value);
    return members.every(isPair) ? members : members.map((member) => [undefined, member]);
  }
  if (typeof value !== "object" || value === null) throw valueError(variable);
  // `instanceof` would refuse a Map of another realm.
  if (readTypeTag(value) === "Map") {
    const pairs = Array.from(value as Map<unknown, unknown>);
    if (pairs.every(isPair)) return pairs;
    throw valueError(variable);
  }
  if (isPlainObject(value)) return Object.entries(value);
  throw valueError(variable);
}

function isPair(member: unknown): member is [string, unknown] {
  return Array.isArray(member) && member.length === 2 && typeof member[0] === "string";
}

function valueError(variable: string): TypeError {
  return new TypeError(
    `${describeVariable(variable)} must be text, a number, a boolean, or a list or plain object of these`,
  );
}

export function describeVariable(name: string): string {
  return `the variable ${quote(name)}`;
}
