import { toExcerpt } from "../base/excerpt.ts";
import { WrittenHost } from "../host/host.ts";
import { DRIVE, splitAuthority, splitUri, type UriParts } from "./reference.ts";
import { endOfText, isSpecial, withoutTabs } from "./whatwg.ts";

/**
 * Returns the detail of a `host-ambiguous` error: why a browser and RFC 3986 find different hosts in a text, and what to write instead.
 *
 * @param text a text in which they find different hosts
 * @param stillDiffer whether the hosts still differ after removing the spaces, TAB, LF and CR that a browser removes
 */
export function explainAmbiguity(text: string, stillDiffer: boolean): string {
  // https://url.spec.whatwg.org/#concept-basic-url-parser: a browser makes these changes, and RFC 3986 does not.
  const trimmed = text.slice(0, endOfText(text)).replace(/^[\0-\x20]+/, "");
  const joined = withoutTabs(trimmed);
  const parts = splitUri(joined);
  // For a text without a scheme, the level advanced refuses a removal that makes a host appear.
  const remedy = parts.scheme === undefined ? "remove them" : 'remove them, or use the level "advanced"';
  const trimmedHead = toHead(splitUri(trimmed));
  if (!stillDiffer && trimmedHead !== toHead(splitUri(text))) {
    return `a browser removes spaces and controls around a URL, RFC 3986 does not; ${remedy}`;
  }
  if (!stillDiffer && trimmedHead !== toHead(parts)) {
    return `a browser removes TAB, LF and CR, RFC 3986 does not; ${remedy}`;
  }
  if (toHead(parts) !== toHead(splitUri(joined.replace(/\\/g, "/")))) {
    return 'a browser reads "\\" as "/", RFC 3986 does not; write "/", or "%5C" for data';
  }
  return explainHost(parts);
}

/** Returns the scheme and the authority of a text. */
function toHead({ scheme, authority }: UriParts): string {
  return `${scheme ?? ""}:${authority === undefined ? "" : `//${authority}`}`;
}

function explainHost({ scheme, authority }: UriParts): string {
  if (authority === undefined && scheme !== undefined && isSpecial(scheme.toLowerCase())) {
    return `a browser reads the text after "${scheme}:" as a host, RFC 3986 as a path; write "${scheme}://"`;
  }
  if (authority === "") {
    return 'a browser skips slashes after "//", RFC 3986 does not; write two before a host, one before a path';
  }
  if (authority !== undefined && DRIVE.test(authority)) {
    return `a browser reads "${authority}" as a drive, RFC 3986 as a host; write "file:///${authority}"`;
  }
  const { host } = splitAuthority(authority ?? "");
  const parsed = new WrittenHost(host).parse();
  return explainAddress(parsed.kind === "failure" ? host : parsed.text);
}

/** Returns the detail for a host that only a browser reads as an IPv4 address. */
export function explainAddress(address: string): string {
  return `a browser reads it as the address ${toExcerpt(address)}, RFC 3986 as a name; write that address, or another name`;
}
