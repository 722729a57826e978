import { encodeText } from "../codec/encode.ts";
import { ILLEGAL } from "./cleaner.ts";
import { PLAIN_START } from "./plain-url.ts";

const START = /* @__PURE__ */ new RegExp(PLAIN_START);
/** A text with such a start in which no character is illegal everywhere in a URI. */
const PLAIN = /* @__PURE__ */ new RegExp(`${PLAIN_START}[\\w!$&'()*+,;=:@/?.~#[\\]%-]*$`);

/** Characters that a browser removes or reads as slashes, and surrogates, which may be lone. */
const SPECIAL = /[\\\0-\x1f\x7f\ud800-\udfff]/;

/**
 * Cleans a web address or an absolute path whose authority, if it has one, stays as it is, so that every parser sees the same host in the
 * text and in the cleaned text. Returns undefined for any other text, and for some such texts too.
 */
export function cleanPlain(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  return START.test(text) && !SPECIAL.test(text) ? encodeText(text, ILLEGAL, true) : undefined;
}
