import { encodeText } from "../codec/encode.ts";
import { ILLEGAL } from "./cleaner.ts";

// A host of up to four labels, each of at most 61 letters and digits in lower case with at most one hyphen between them. The last label
// begins with a letter, so the host is not an IPv4 address; a single hyphen excludes A-labels.
const LABEL = "[a-z0-9]{1,30}(?:-[a-z0-9]{1,30})?";
const HOST = `(?:${LABEL}\\.){0,3}(?=[a-z])${LABEL}`;
const START = `^(?:https?://${HOST}(?::[1-9][0-9]{0,3})?(?=[/?#]|$)|/(?!/))`;
const PLAIN_START = /* @__PURE__ */ new RegExp(START);
/** A text with such a start in which no character is illegal everywhere in a URI. */
const PLAIN = /* @__PURE__ */ new RegExp(`${START}[\\w!$&'()*+,;=:@/?.~#[\\]%-]*$`);

/** Characters that a browser removes or reads as slashes, and surrogates, which may be lone. */
const SPECIAL = /[\\\0-\x1f\x7f\ud800-\udfff]/;

/**
 * Cleans a web address or an absolute path whose authority, if it has one, stays as it is, so that every parser sees the same host in the
 * text and in the cleaned text. Returns undefined for any other text, and for some such texts too.
 */
export function cleanPlain(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  return PLAIN_START.test(text) && !SPECIAL.test(text) ? encodeText(text, ILLEGAL, true) : undefined;
}
