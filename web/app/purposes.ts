import { percentEncode } from "../../src/index.ts";
import { type PercentEncodeSet, rfc3986, whatwg } from "../../src/sets/index.ts";

/** A place for a text, and what the text becomes in it. */
export interface Purpose {
  readonly name: string;
  readonly set: PercentEncodeSet;
}

/** Where a plain text goes in a URL or a request, in words. */
export const PURPOSES: readonly Purpose[] = [
  { name: "query value", set: rfc3986.component },
  { name: "form field", set: whatwg.form },
  { name: "path segment", set: rfc3986.component },
  { name: "fragment", set: whatwg.fragment.add("%") },
  { name: "path that keeps its slashes", set: rfc3986.component.remove("/") },
];

/** Encodes a text for a place; half of a surrogate pair becomes U+FFFD. */
export function encodeForPurpose(text: string, { set }: Purpose): string {
  return percentEncode(text, set, { loneSurrogate: "replace" });
}
