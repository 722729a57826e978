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
 * Makes the list of names and values, all text; a file gives its name
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#converting-an-entry-list-to-a-list-of-name-value-pairs).
 */
export function entriesOf(source: FormSource): [name: string, value: string][] {
  if (typeof source !== "object" || source === null) {
    throw new TypeError("a form is made of pairs, an object, FormData or URLSearchParams");
  }
  if (isIterable(source)) {
    return Array.from(source, (pair: unknown) => {
      if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string") {
        throw new TypeError("each pair must be an array of a name and a value");
      }
      return [pair[0], textOf(pair[1], pair[0])];
    });
  }
  return Object.entries(source).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, textOf(one, name)]),
  );
}

/** Makes every newline CRLF (https://infra.spec.whatwg.org/#normalize-newlines, and HTML's replacement at submit). */
export function toCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, "\r\n");
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
