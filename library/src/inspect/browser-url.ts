import type { UriReference } from "../uri/reference.ts";
import type { FindingSink } from "./finding-list.ts";

/**
 * A scheme whose text a browser runs or shows as a document with scripts. The browser ignores case, controls and spaces before the scheme,
 * and TAB, LF and CR inside it (https://url.spec.whatwg.org/#concept-basic-url-parser).
 */
const SCRIPT_URL = new RegExp(
  `^[\\0-\\x20]*(?:${["javascript", "vbscript"].map(withBreaks).join("|")}|${withBreaks("data")}(?=[\\t\\n\\r]*:[\\0-\\x20]*(?:text/(?:html|xml)|image/svg|application/(?:xhtml|xml))))[\\t\\n\\r]*:`,
  "i",
);

/** A text without a scheme in which a browser, or RFC 3986, reads a host: two slashes, which may be backslashes to a browser. */
const SCHEME_RELATIVE = /^([\0-\x20]*)[/\\][\t\n\r]*[/\\][/\\\t\n\r]*[^/\\?#\t\n\r]/;

function withBreaks(scheme: string): string {
  return Array.from(scheme).join("[\\t\\n\\r]*");
}

/** Whether a browser runs a text as a script, or shows it as a document with scripts. */
export function isScriptUrl(text: string): boolean {
  return SCRIPT_URL.test(text);
}

/** Finds a scheme that runs a script, and a host without a scheme. */
export function findInStart(text: string, { scheme, host }: UriReference, found: FindingSink): void {
  const script = SCRIPT_URL.exec(text);
  if (script !== null) {
    const start = text.search(/[^\0-\x20]/);
    const component = scheme === undefined ? "path" : "scheme";
    found.add("script-url", component, start, script[0].length - start);
  }
  if (scheme !== undefined) return;
  const relative = SCHEME_RELATIVE.exec(text);
  if (relative === null) return;
  const start = relative[1]!.length;
  const end = text.slice(relative[0].length).search(/[/\\?#]/);
  const length = end < 0 ? text.length - start : relative[0].length + end - start;
  found.add("scheme-relative", host === undefined ? "path" : "host", start, length);
}
