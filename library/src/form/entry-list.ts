import { describeType, readTypeTag, requireChoice, toText as toPlainText } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";

/** A `File` of a form; only its name is used. */
export interface NamedFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly lastModified: number;
}

/** The types that are converted to the text of a value. */
export type FormValue = string | number | bigint | boolean;

/** A value that may be absent: `undefined` is skipped; `null`, as `Null`, needs the option `nulls`. */
export type OptionalFormValue<Null extends null = never> = FormValue | Null | undefined;

/** Pairs: an array, a Map, FormPairs, FormData or URLSearchParams; the value of a file is its name. */
export type FormEntries<Null extends null = never> = Iterable<readonly [string, OptionalFormValue<Null> | NamedFile]>;

/** An object from names to values or arrays of values; its type may be an interface. */
export type FormFields<T, Null extends null = never> = {
  readonly [Name in keyof T]: OptionalFormValue<Null> | readonly OptionalFormValue<Null>[];
};

/** What a `null` becomes, since a form has no text for it. */
export type Nulls = "throw" | "skip" | "empty";

export function requireNulls(nulls: Nulls | undefined): Nulls {
  return requireChoice(nulls, ["throw", "skip", "empty"], "nulls");
}

/** Returns names and values in turn, as text (https://html.spec.whatwg.org/#converting-an-entry-list-to-a-list-of-name-value-pairs). */
export function flattenEntries(source: unknown, nulls: Nulls = "throw", addNested?: typeof addPair): string[] {
  const add = addNested ?? addPair;
  if (typeof source !== "object" || source === null) throw sourceError(source);
  const flat: string[] = [];
  if (typeof (source as Iterable<unknown>)[Symbol.iterator] === "function" && !ArrayBuffer.isView(source)) {
    for (const pair of source as Iterable<unknown>) {
      if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string")
        throw new TypeError("each pair must be an array of a name and a value");
      add(flat, pair[0], pair[1], nulls);
    }
    return flat;
  }
  // A Promise or a Date has no own properties: without the check it would be an empty form.
  if (describeType(source) !== "an Object") throw sourceError(source);
  for (const [name, value] of Object.entries(source)) {
    if (addNested !== undefined || !Array.isArray(value)) add(flat, name, value, nulls);
    else for (const one of value) addPair(flat, name, one, nulls);
  }
  return flat;
}

export function addPair(flat: string[], name: string, value: unknown, nulls: Nulls): void {
  if (value === undefined || (value === null && nulls === "skip")) return;
  flat.push(name, value === null && nulls === "empty" ? "" : toText(value, name));
}

export function toEntries(source: object, nulls?: Nulls): [name: string, value: string][] {
  const flat = flattenEntries(source, nulls);
  return Array.from({ length: flat.length / 2 }, (_, k) => [flat[k * 2]!, flat[k * 2 + 1]!]);
}

function sourceError(source: unknown): TypeError {
  const given = describeType(source);
  const remedy = /string|Uint8Array/.test(given) ? "; parseForm reads a text or bytes" : given === "a URL" ? "; parseQuery reads it" : ""; // prettier-ignore
  return new TypeError(`a form is made of pairs, an object, FormData or URLSearchParams, not ${given}${remedy}`);
}

/** A constant: a regular expression literal in a function would create an object at each of a million calls. */
const NEWLINE = /\r\n?|\n/g;

export const hasNewline = (text: string): boolean => text.search(NEWLINE) >= 0;

/** Replaces every newline by CRLF (https://infra.spec.whatwg.org/#normalize-newlines, and HTML's replacement at submit). */
export function toCrlf(text: string): string {
  return text.replace(NEWLINE, "\r\n");
}

export function isCharsetName(name: string): boolean {
  return /^_charset_$/i.test(name);
}

/** Converts a value to text; throws a TypeError for types other than those of `FormValue` and `NamedFile`. */
export function toText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (readTypeTag(value) === "File") return (value as NamedFile).name;
  const remedy =
    value === null
      ? ': serializeForm and uri.with have the option nulls: "skip" or "empty"'
      : /^(?:Object|Array)$/.test(readTypeTag(value))
        ? "; serializeForm writes nested values with the option style"
        : undefined;
  return toPlainText(value, `the value of ${quote(name)}`, remedy, "text, a number, a boolean or a file");
}
