import { parseHost } from "./host.ts";
import { DRIVE, splitAuthority, splitUri } from "./reference.ts";
import { endOfText, isSpecial, withoutTabs } from "./whatwg.ts";

/**
 * Says why a browser and RFC 3986 find different hosts in a text, and what to write instead: the detail of a `host-ambiguous` error.
 *
 * @param text a text in which they do
 * @param isAdvanced whether it was cleaned at the level `advanced`, which removes what a browser removes
 */
export function ambiguityDetail(text: string, isAdvanced: boolean): string {
  // https://url.spec.whatwg.org/#concept-basic-url-parser: a browser makes these changes, and RFC 3986 does not.
  const trimmed = text.slice(0, endOfText(text)).replace(/^[\0-\x20]+/, "");
  const remedy = (removed: string): string =>
    !isAdvanced && splitUri(removed).scheme !== undefined ? 'remove them, or use the level "advanced"' : "remove them";
  if (headOf(trimmed) !== headOf(text)) {
    return `a browser removes spaces and controls around a URL, RFC 3986 does not; ${remedy(withoutTabs(trimmed))}`;
  }
  const joined = withoutTabs(trimmed);
  if (headOf(joined) !== headOf(trimmed)) {
    return `a browser removes TAB, LF and CR, RFC 3986 does not; ${remedy(joined)}`;
  }
  if (headOf(joined.replace(/\\/g, "/")) !== headOf(joined)) {
    return 'a browser reads "\\" as "/", RFC 3986 does not; write "/", or "%5C" for data';
  }
  return hostDetail(joined);
}

/** The scheme and the authority of a text. */
function headOf(text: string): string {
  const { scheme, authority } = splitUri(text);
  return `${scheme ?? ""}:${authority === undefined ? "" : `//${authority}`}`;
}

function hostDetail(text: string): string {
  const { scheme, authority } = splitUri(text);
  if (authority === undefined && scheme !== undefined && isSpecial(scheme.toLowerCase())) {
    return `a browser takes the text behind "${scheme}:" for a host, RFC 3986 for a path; write "${scheme}://"`;
  }
  if (authority === "") {
    return 'a browser skips slashes behind "//", RFC 3986 does not; write two before a host, one before a path';
  }
  if (authority !== undefined && DRIVE.test(authority)) {
    return `a browser reads "${authority}" as a drive, RFC 3986 as a host; write "file:///${authority}"`;
  }
  const read = parseHost(splitAuthority(authority ?? "").host, false);
  return read.kind === "ipv4"
    ? addressDetail(read.text)
    : "a browser reads another host than RFC 3986 does; write it in letters, digits and hyphens of ASCII";
}

/** The detail for a host that only a browser reads as an IPv4 address. */
export function addressDetail(address: string): string {
  return `a browser reads the address ${address}, RFC 3986 a name; write that address, or another name`;
}
