import { FORBIDDEN_HOST_CODE_POINT, parseDomain, STRICT } from "../../host/idna.ts";
import { endsInANumber, IPV4, isIpv6 } from "../../host/ip-address.ts";
import { cut, splitAtDelimiters } from "../reference.ts";
import { isSpecial } from "../whatwg.ts";
import { areUrlUnits } from "./units.ts";

/** What a relative URL string depends on. */
export interface BaseUrl {
  readonly scheme: string;
  /** https://url.spec.whatwg.org/#url-opaque-path */
  readonly hasOpaquePath: boolean;
}

/** Whether a text is a valid URL string (https://url.spec.whatwg.org/#valid-url-string); without a scheme, with this base URL. */
export function isUrlString(text: string, base: BaseUrl): boolean {
  const { scheme, rest, query = "", fragment = "" } = splitAtDelimiters(text);
  if (!areUrlUnits(query) || !areUrlUnits(fragment)) return false;
  if (scheme === undefined && base.hasOpaquePath) return text.startsWith("#");
  if (rest.startsWith("//")) return isSchemeRelative(scheme?.toLowerCase() ?? base.scheme, rest.slice(2));
  // After a scheme this is a path-absolute-non-authority-URL string, or an opaque-path-URL string.
  return (scheme === undefined || !isSpecial(scheme.toLowerCase())) && areUrlUnits(rest);
}

/** https://url.spec.whatwg.org/#syntax-url-scheme-relative and the two strings beside it, after the slashes */
function isSchemeRelative(scheme: string, text: string): boolean {
  const [authority, path = ""] = cut(text, "/");
  if (!areUrlUnits(path)) return false;
  if (authority === "") return scheme === "file" || !isSpecial(scheme);
  if (scheme === "file") return isHostString(authority);
  const end = authority.startsWith("[") ? authority.indexOf("]") + 1 : authority.search(/:|$/);
  const host = authority.slice(0, end);
  // https://url.spec.whatwg.org/#syntax-url-port, with its colon, or without a port
  const isPort = /^(?::\d*)?$/.test(authority.slice(end)) && Number(authority.slice(end + 1)) <= 65_535;
  return isPort && (isSpecial(scheme) ? isHostString(host) : isOpaqueHostString(host));
}

/** https://url.spec.whatwg.org/#valid-host-string */
function isHostString(text: string): boolean {
  if (isBracketedIpv6(text) || IPV4.test(text)) return true;
  const domain = parseDomain(text, STRICT);
  return typeof domain === "string" && !endsInANumber(domain);
}

/** https://url.spec.whatwg.org/#valid-opaque-host-string */
function isOpaqueHostString(text: string): boolean {
  return isBracketedIpv6(text) || (text !== "" && areUrlUnits(text) && !FORBIDDEN_HOST_CODE_POINT.test(text));
}

/** https://url.spec.whatwg.org/#syntax-host-ipv6 in brackets: an address that parses, whose pieces have no leading zeros. */
function isBracketedIpv6(text: string): boolean {
  return isIpv6(text) && !/[[:]0[\dA-Fa-f]/.test(text);
}
