import type { FindingComponent } from "./finding.ts";
import type { FindingList } from "./finding-list.ts";

/** Character references that stand for a character of URLs, with their semicolon (https://html.spec.whatwg.org/#character-references). */
const HTML_REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;

/** Escapes of ASCII characters in JavaScript and JSON (https://tc39.es/ecma262/#prod-EscapeSequence), and the slashes of JSON. */
const JAVASCRIPT_ESCAPE = /\\u00[2-7][\da-f]|\\x[2-7][\da-f]|(?<=:)\\\/\\\//gi;

/** Finds what remains of the HTML or JavaScript that a URL was copied from. */
export function findWrappers(text: string, componentAt: (index: number) => FindingComponent, found: FindingList): void {
  if (text.includes("&") && text.includes(";")) {
    for (const { index, 0: match } of text.matchAll(HTML_REFERENCE))
      found.add("html-reference", componentAt(index), index, match.length);
  }
  if (text.includes("\\")) {
    for (const { index, 0: match } of text.matchAll(JAVASCRIPT_ESCAPE))
      found.add("javascript-escape", componentAt(index), index, match.length);
  }
}
