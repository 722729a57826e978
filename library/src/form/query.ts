import { requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import { PairEditor, readQuery } from "./pair-editor.ts";

/** What the set `whatwg.form` encodes, without the space (https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set). */
const FORM_ENCODED = /[^A-Za-z0-9*\-._ ]+/g;

/** A scheme and `//`. */
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/**
 * An editor of a query: it leaves every pair that is not edited as it is written.
 *
 * Names are decoded leniently before comparison, `+` as a space. Added pairs are serialized as in forms.
 *
 * @throws PercentEncodingError `lone-surrogate` from the methods that add, with its index in the name or value
 * @example
 * import { QueryEditor } from "percodec/form";
 * new QueryEditor("?a=%7e&b&&c=x+y").set("b", 1).rename("c", "d").delete("a").toString() // → "?b=1&&d=x+y"
 */
export class QueryEditor extends PairEditor {
  readonly #prefix: string;

  /**
   * @param query a query, with or without its `?`
   * @throws PercentEncodingError as `editQuery`
   * @throws TypeError for anything but a string
   */
  constructor(query: string) {
    requireText(query, "editQuery");
    const origin = ORIGIN.exec(query);
    if (origin !== null) throw wholeUriError(query, 0, origin[0].length);
    const hash = query.indexOf("#");
    if (hash >= 0) throw wholeUriError(query, hash, 1);
    const prefix = query.startsWith("?") ? "?" : "";
    super(query.slice(prefix.length), encodeForForm, true);
    this.#prefix = prefix;
  }

  /** Returns the query, with its `?` if it had one. */
  override toString(): string {
    return this.#prefix + (readQuery(this) ?? "");
  }
}

/**
 * Edits a query without loss: only the edited parameters change. Everything else keeps its spelling and order: `+` or
 * `%20`, `%7e` or `%7E`, `k` or `k=`, and empty pairs. `editUri` of percodec/uri edits a whole URI.
 *
 * @param query a query, with or without its `?`
 * @returns the editor, whose `toString` returns the query
 * @throws PercentEncodingError `invalid-uri` for a text with a `#`, or with a scheme and `//` at its start; the methods throw
 *   `lone-surrogate`
 * @throws TypeError for anything but a string
 * @example
 * import { editQuery } from "percodec/form";
 * editQuery("utm=x&q=a%20b&page=1").set("page", 2).delete("utm").toString() // → "q=a%20b&page=2"
 * editQuery("?utm_source=x&utm_medium=y&id=7").deleteMatching("utm_*").toString() // → "?id=7"
 */
export function editQuery(query: string): QueryEditor {
  return new QueryEditor(query);
}

function encodeForForm(text: string): string {
  const encoded = encodeRuns(text, FORM_ENCODED);
  return encoded.includes(" ") ? encoded.replace(/ /g, "+") : encoded;
}

function wholeUriError(query: string, index: number, length: number): PercentEncodingError {
  return new PercentEncodingError({
    operation: "edit the query",
    code: "invalid-uri",
    index,
    length,
    unit: "utf-16",
    excerpt: toExcerpt(query.slice(index)),
    detail: "this is not a query alone; editUri edits a whole URI",
  });
}
