import { toWellFormed } from "../base/utf8.ts";
import { decodeReplacing } from "../codec/decode-native.ts";

/**
 * Decodes a host as the URL Standard does before ToASCII: malformed escapes stay, and each maximal subpart of invalid UTF-8 becomes U+FFFD
 * (https://url.spec.whatwg.org/#concept-host-parser, step 4).
 */
export function decodeHost(host: string): string {
  return host.includes("%") ? toWellFormed(decodeReplacing(host)) : host;
}
