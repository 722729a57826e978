/**
 * What plainly begins a URI reference and not a query alone.
 *
 * - A scheme and `//`.
 * - A scheme, and then a `?` or `#` before any `=` and `&`, because `a:b=1?` is a query.
 * - A slash, `../` or `../../../`, and later a `?` or `#`.
 * - A `?`, and later a `#`.
 */
const WHOLE_URI = /^(?:[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/|[^=&#?]*[#?])|\.{0,2}\/[^#?]*[#?]|\?[^#]*#)/;

/** The range of a query in a text. */
export interface QueryRange {
  readonly from: number;
  readonly to: number;
}

/** Whether a text is plainly a URI reference, and not a query alone. */
function isWholeUri(text: string): boolean {
  return WHOLE_URI.test(text);
}

/**
 * Returns the range of the query of a URI reference; for any other text the whole range.
 *
 * @param text the text, or bytes read as Latin-1
 */
export function findQuery(text: string): QueryRange {
  return isWholeUri(text) ? findUriQuery(text) : { from: 0, to: text.length };
}

/** Returns the range of the query of a URI reference without its `?`; without a query an empty range at the end of the path. */
export function findUriQuery(text: string): QueryRange {
  const hash = text.indexOf("#");
  const to = hash < 0 ? text.length : hash;
  const mark = text.indexOf("?");
  return { from: mark < 0 || mark > to ? to : mark + 1, to };
}
