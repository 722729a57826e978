/** A `File` of a form: what counts of it here is its name. */
export interface NamedFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly lastModified: number;
}

/** What a value may be before it is text. */
export type FormValue = string | number | bigint | boolean;

/** Where pairs may come from: pairs, FormPairs, FormData, URLSearchParams, or an object with a value or several a name. */
export type FormSource =
  | Iterable<readonly [name: string, value: FormValue | NamedFile]>
  | { readonly [name: string]: FormValue | readonly FormValue[] };

/**
 * Makes the list of names and values in turn, all text; a file gives its name
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#converting-an-entry-list-to-a-list-of-name-value-pairs).
 */
export function namesAndValues(source: FormSource): string[] {
  if (typeof source !== "object" || source === null) {
    throw new TypeError("a form is made of pairs, an object, FormData or URLSearchParams");
  }
  const flat: string[] = [];
  if (isIterable(source)) {
    for (const pair of source as Iterable<unknown>) {
      if (!Array.isArray(pair) || pair.length !== 2) throw pairError();
      const name = pair[0] as unknown;
      if (typeof name !== "string") throw pairError();
      flat.push(name, textOf(pair[1], name));
    }
    return flat;
  }
  for (const [name, value] of Object.entries(source)) {
    for (const one of Array.isArray(value) ? value : [value]) flat.push(name, textOf(one, name));
  }
  return flat;
}

/** Makes the list of names and values, all text. */
export function entriesOf(source: FormSource): [name: string, value: string][] {
  const flat = namesAndValues(source);
  return Array.from({ length: flat.length / 2 }, (_, k) => [flat[k * 2]!, flat[k * 2 + 1]!]);
}

function pairError(): TypeError {
  return new TypeError("each pair must be an array of a name and a value");
}

/** One for all: an expression where it is used would be made anew for each of a million texts. */
const NEWLINE = /\r\n?|\n/g;

export const hasNewline = (text: string): boolean => text.search(NEWLINE) >= 0;

/** Makes every newline CRLF (https://infra.spec.whatwg.org/#normalize-newlines, and HTML's replacement at submit). */
export function toCrlf(text: string): string {
  return text.replace(NEWLINE, "\r\n");
}

/** Whether a name is `_charset_`, whose value names the form's encoding. */
export function isCharsetName(name: string): boolean {
  return /^_charset_$/i.test(name);
}

function isIterable(source: FormSource): source is Iterable<readonly [string, FormValue | NamedFile]> {
  return typeof (source as Iterable<unknown>)[Symbol.iterator] === "function";
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (Object.prototype.toString.call(value) === "[object File]") return (value as NamedFile).name;
  throw new TypeError(`the value of ${JSON.stringify(name.slice(0, 32))} must be text, a number, a boolean or a file`);
}
