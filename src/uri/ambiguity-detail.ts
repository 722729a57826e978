import { toExcerpt } from "../base/excerpt.ts";
import { WrittenHost } from "../host/host.ts";
import { DRIVE, splitAuthority, splitUri, type UriParts } from "./reference.ts";
import { endOfText, isSpecial, withoutTabs } from "./whatwg.ts";

/**
 * Says why a browser and RFC 3986 find different hosts in a text, and what to write instead: the detail of a `host-ambiguous` error.
 *
 * @param text a text in which they do
 * @param isReduced whether they still do after the spaces, TAB, LF and CR that a browser removes were removed
 */
export function explainAmbiguity(text: string, isReduced: boolean): string {
  // https://url.spec.whatwg.org/#concept-basic-url-parser: a browser makes these changes, and RFC 3986 does not.
  const trimmed = text.slice(0, endOfText(text)).replace(/^[\0-\x20]+/, "");
  const joined = withoutTabs(trimmed);
  const parts = splitUri(joined);
  // The level advanced adds no host to a text that begins with none.
  const remedy = parts.scheme === undefined ? "remove them" : 'remove them, or use the level "advanced"';
  const trimmedHead = toHead(splitUri(trimmed));
  if (!isReduced && trimmedHead !== toHead(splitUri(text))) {
    return `a browser removes spaces and controls around a URL, RFC 3986 does not; ${remedy}`;
  }
  if (!isReduced && trimmedHead !== toHead(parts)) {
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
    return `a browser takes the text behind "${scheme}:" for a host, RFC 3986 for a path; write "${scheme}://"`;
  }
  if (authority === "") {
    return 'a browser skips slashes behind "//", RFC 3986 does not; write two before a host, one before a path';
  }
  if (authority !== undefined && DRIVE.test(authority)) {
    return `a browser reads "${authority}" as a drive, RFC 3986 as a host; write "file:///${authority}"`;
  }
  const { host } = splitAuthority(authority ?? "");
  const read = new WrittenHost(host).parse(false);
  return explainAddress(read.kind === "failure" ? host : read.text);
}

/** Says what to write instead of a host that only a browser reads as an IPv4 address. */
export function explainAddress(address: string): string {
  return `a browser reads the address ${toExcerpt(address)}, RFC 3986 a name; write that address, or another name`;
}
