import { IPV4, isIpv6 } from "../host/ip-address.ts";
import { codePointAt, isAscii, loneSurrogateIn } from "../base/utf8.ts";
import { splitAtDelimiters, locateParts, splitReference, type UriReference } from "../uri/reference.ts";
import { CharacterFilter, escapeCharacter, formatParts, readCharacters } from "./format-parts.ts";
import { isEmailCharacter } from "./link-table.ts";
import { isLocalPart } from "./parts.ts";
import { type IsTopLevelDomain, toTopLevelDomains } from "./top-level-domains.ts";
import { hostToUnicode, isClearLabel } from "../host/display.ts";
import { punycodeEncode } from "../host/punycode.ts";
import { hasValidLabels, isHostCharacter, findPortEnd } from "./host.ts";
import { requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { uriError } from "../uri/uri-error.ts";

/** Throws the error for a part of a URI that a finder does not find as a link; index and length count UTF-16 units. */
function refuse(uri: string, index: number, length: number, detail: string): never {
  throw uriError(OPERATION, "invalid-uri", uri, index, length, detail);
}

const OPERATION = "format the link";
const ONE_ADDRESS = "a link has one address without header fields";
const LOCAL_PART = "the local part is neither a dot-atom nor a quoted string in UTF-8";

/** Formats a mailto URI of one address without header fields (https://www.unicode.org/reports/tr58/#email). */
function formatAddress(uri: string, isTopLevelDomain: IsTopLevelDomain): string {
  const { scheme = "", rest: path, query, fragment } = splitAtDelimiters(uri);
  const pathAt = scheme.length + 1;
  const pathEnd = pathAt + path.length;
  if (query !== undefined) refuse(uri, pathEnd, query.length + 1, ONE_ADDRESS);
  if (fragment !== undefined) refuse(uri, pathEnd, fragment.length + 1, "an address has no fragment");
  if (path.startsWith("//")) refuse(uri, pathAt, 2, "a mailto URI has no slashes before the address");
  const [local = "", domain, more] = path.split("@");
  if (domain === undefined) return refuse(uri, pathAt, path.length, "an address has an @");
  if (more !== undefined) refuse(uri, pathAt, path.length, ONE_ADDRESS);
  if (local === "") refuse(uri, pathAt, 0, "an address has a local part");
  const comma = local.indexOf(",");
  if (comma >= 0) refuse(uri, pathAt + comma, 1, ONE_ADDRESS);
  if (!isLocalPart(local)) refuse(uri, pathAt, local.length, LOCAL_PART);
  const labels = readLabels(uri, domain, pathAt + local.length + 1, isTopLevelDomain);
  // An A-label stays: cleaning a mailto URI would not restore it.
  return `${scheme}:${formatLocalPart(local)}@${labels.join(".")}`;
}

function formatLocalPart(local: string): string {
  const filter = new CharacterFilter();
  const shown: string[] = [];
  for (const one of readCharacters(local)) {
    const character = filter.show(local, one);
    if (character !== undefined && isWritten(character)) shown.push(character);
    else shown.push(one.written === one.character ? escapeCharacter(one.character) : one.written);
  }
  // A finder accepts no dot at the start or the end and no two in a row.
  for (const [k, character] of shown.entries()) {
    const isMisplaced = k === 0 || k === shown.length - 1 || shown[k - 1] === ".";
    if (character === "." && isMisplaced) shown[k] = "%2E";
  }
  return shown.join("");
}

/** Whether a finder reads a raw character as part of the address, and it needs no escape there. */
function isWritten(character: string): boolean {
  return !/[%&/=]/.test(character) && isEmailCharacter(codePointAt(character, 0));
}

const A_LABEL = /^xn--/i;

/** Formats the host of a URL: an IP address, or a domain under a listed top-level domain, which may end with a dot. */
function formatHost(uri: string, host: string, index: number, isTopLevelDomain: IsTopLevelDomain): string {
  if (IPV4.test(host) || isIpv6(host)) return host;
  if (host.startsWith("[")) refuse(uri, index, host.length, "the text in brackets is not an IPv6 address");
  const hasFinalDot = host.endsWith(".");
  const labels = readLabels(uri, hasFinalDot ? host.slice(0, -1) : host, index, isTopLevelDomain);
  return showDomain(labels.map(toAsciiLabel).join(".")) + (hasFinalDot ? "." : "");
}

/** Decodes the labels of a domain under a listed top-level domain, which begins at `index` in the URI. */
function readLabels(uri: string, domain: string, index: number, isTopLevelDomain: IsTopLevelDomain): readonly string[] {
  const refuseFrom = (at: number, detail: string): never => refuse(uri, index + at, domain.length - at, detail);
  const labels = decode(domain)?.split(".") ?? [];
  const top = labels[labels.length - 1] ?? "";
  if (!hasValidLabels(labels.join(".")) || !labels.every((label) => isFound(label, top))) {
    refuseFrom(0, "the labels of a host are letters, digits and hyphens; cleanUri writes A-labels");
  }
  if (labels.length === 1) refuseFrom(0, "a host needs a label before its top-level domain");
  if (isTopLevelDomain(top)) return labels;
  const topAt = domain.lastIndexOf(".") + 1;
  return refuseFrom(topAt, "not a listed top-level domain; the option topLevelDomains replaces the list");
}

/** Decodes the escapes of a domain; undefined if they are not UTF-8. */
function decode(domain: string): string | undefined {
  const characters = Array.from(readCharacters(domain), ({ character }) => character);
  return characters.includes(undefined) ? undefined : characters.join("");
}

/** Whether a finder reads a label as a part of a host. A label in Unicode has to be one that `displayUri` shows, too. */
function isFound(label: string, top: string): boolean {
  const isHost = Array.from(label).every((character) => isHostCharacter(codePointAt(character, 0)));
  return isHost && (isAscii(label) || isClearLabel(label, top));
}

function toAsciiLabel(label: string): string {
  return isAscii(label) ? label : `xn--${punycodeEncode(label)}`;
}

/** Shows the labels in Unicode, or all in ASCII if ToASCII would refuse them together. */
function showDomain(ascii: string): string {
  const shown = hostToUnicode(ascii);
  const labels = shown.split(".");
  const top = labels[labels.length - 1] ?? "";
  // ToASCII checks an A-label too if another label is in Unicode, and one that `hostToUnicode` keeps may be invalid.
  const isMixed = shown !== ascii && labels.some((label) => A_LABEL.test(label));
  return isMixed || !hasValidLabels(shown) || !labels.every((label) => isFound(label, top)) ? ascii : shown;
}

/** How a URI is formatted as a link. */
export interface FormatLinkOptions {
  /** The top-level domains of the finder for which the link is written, instead of those of `listTopLevelDomains`. */
  readonly topLevelDomains?: Iterable<string> | undefined;
}

const FORMAT_OPTIONS: OptionNames<FormatLinkOptions> = { topLevelDomains: true };

/**
 * Writes a URI as readable text that a link finder finds whole between spaces, also before a comma or at the end of a sentence
 * (https://www.unicode.org/reports/tr58/#minimal-escaping).
 *
 * Escapes are decoded, except those of reserved, invisible and misleading characters. A character at which a finder would end the
 * link is escaped: a closing bracket without its opening one, and punctuation at the end. The host is shown as by `displayUri`.
 *
 * @param uri an http or https URI without userinfo, whose host has a listed top-level domain or is an IP address; or a mailto URI of
 *   one address without header fields, whose local part is a dot-atom or a quoted string (https://www.rfc-editor.org/rfc/rfc6068#section-2)
 * @param options the top-level domains
 * @returns the text; cleaning it returns an equivalent URI, in which only the punctuation escaped here stays escaped
 * @throws PercentEncodingError `invalid-uri` for any other text, with the reason and the index in UTF-16 units; `lone-surrogate`
 * @throws TypeError for wrong arguments
 * @example
 * import { formatLink } from "percodec/links";
 * formatLink("https://xn--caf-dma.fr/%CE%B1%20(%CE%B2)).") // → "https://café.fr/α%20(β)%29%2E"
 * formatLink("mailto:%CE%B1@example.com") // → "mailto:α@example.com"
 */
export function formatLink(uri: string, options?: FormatLinkOptions): string {
  requireText(uri, "formatLink");
  const { topLevelDomains } = readOptions(options, FORMAT_OPTIONS, "formatLink");
  const domains = toTopLevelDomains(topLevelDomains);
  const lone = loneSurrogateIn(uri);
  if (lone >= 0) throw uriError(OPERATION, "lone-surrogate", uri, lone, 1);
  const control = uri.search(/[\0-\x1f\x7f]/);
  if (control >= 0) refuse(uri, control, 1, "a control is not allowed in a URI");
  const reference = splitReference(uri);
  const { scheme } = reference;
  if (scheme === undefined) return refuse(uri, 0, uri.length, "formatLink takes a URI with its scheme");
  const name = scheme.toLowerCase();
  if (name === "mailto") return formatAddress(uri, domains);
  if (name === "http" || name === "https") return formatUrl(uri, reference, domains);
  return refuse(uri, 0, scheme.length, "only http, https and mailto URIs are found in text");
}

function formatUrl(uri: string, reference: UriReference, isTopLevelDomain: IsTopLevelDomain): string {
  const { scheme = "", userinfo, host, port = "", path } = reference;
  const places = locateParts(reference);
  if (host === undefined) return refuse(uri, 0, uri.length, "a URL has two slashes and a host after its scheme");
  if (userinfo !== undefined) {
    refuse(uri, places.userinfo, userinfo.length, "a URL with userinfo is not found in text");
  }
  const shownHost = formatHost(uri, host, places.host, isTopLevelDomain);
  if (!/^[0-9]*$/.test(port) || findPortEnd(`:${port}`, 0) < 0) {
    refuse(uri, places.port, port.length, "a port is a number up to 65535");
  }
  const backslash = path.indexOf("\\");
  if (backslash >= 0) {
    refuse(uri, places.path + backslash, 1, "a browser reads a backslash as a slash; %5C is its escape");
  }
  const parts = formatParts(reference);
  // A finder counts the dot of `example.com.` only before a path, query or fragment.
  const root = parts === "" && shownHost.endsWith(".") ? "/" : "";
  return `${scheme}://${shownHost}${port === "" ? "" : `:${port}`}${root}${parts}`;
}
