import { requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { loneSurrogateIn } from "../base/utf8.ts";
import { locateParts, splitReference, type UriReference } from "../uri/reference.ts";
import { uriError } from "../uri/uri-error.ts";
import { LinkFault } from "./fault.ts";
import { formatAddress } from "./format-address.ts";
import { formatHost } from "./format-host.ts";
import { formatParts } from "./format-parts.ts";
import { findPortEnd } from "./host.ts";
import { TopLevelDomains } from "./top-level-domains.ts";

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
  const domains = new TopLevelDomains(topLevelDomains);
  const lone = loneSurrogateIn(uri);
  if (lone >= 0) throw uriError("format the link", "lone-surrogate", uri, lone, 1);
  const result = findControl(uri) ?? format(uri, domains);
  if (typeof result === "string") return result;
  throw uriError("format the link", "invalid-uri", uri, result.index, result.length, result.detail);
}

function findControl(uri: string): LinkFault | undefined {
  const index = uri.search(/[\0-\x1f\x7f]/);
  return index < 0 ? undefined : new LinkFault(index, 1, "a control is not allowed in a URI");
}

function format(uri: string, topLevelDomains: TopLevelDomains): string | LinkFault {
  const reference = splitReference(uri);
  const { scheme } = reference;
  if (scheme === undefined) return new LinkFault(0, uri.length, "formatLink takes a URI with its scheme");
  const name = scheme.toLowerCase();
  if (name === "mailto") return formatAddress(uri, topLevelDomains);
  if (name === "http" || name === "https") return formatUrl(uri, reference, topLevelDomains);
  return new LinkFault(0, scheme.length, "only http, https and mailto URIs are found in text");
}

function formatUrl(uri: string, reference: UriReference, topLevelDomains: TopLevelDomains): string | LinkFault {
  const { scheme = "", userinfo, host, port = "", path } = reference;
  const places = locateParts(reference);
  if (host === undefined) return new LinkFault(0, uri.length, "a URL has two slashes and a host behind its scheme");
  if (userinfo !== undefined) {
    return new LinkFault(places.userinfo, userinfo.length, "a URL with userinfo is not found in text");
  }
  const shownHost = formatHost(host, places.host, topLevelDomains);
  if (typeof shownHost !== "string") return shownHost;
  if (!/^[0-9]*$/.test(port) || findPortEnd(`:${port}`, 0) < 0) {
    return new LinkFault(places.port, port.length, "a port is a number up to 65535");
  }
  const backslash = path.indexOf("\\");
  if (backslash >= 0) {
    return new LinkFault(places.path + backslash, 1, "a browser reads a backslash as a slash; %5C is its escape");
  }
  const parts = formatParts(reference);
  // A finder counts the dot of `example.com.` only before a path.
  const root = parts === "" && shownHost.endsWith(".") ? "/" : "";
  return `${scheme}://${shownHost}${port === "" ? "" : `:${port}`}${root}${parts}`;
}
