import { IPV4, isIpv6 } from "../host/ip-address.ts";
import { requireChoice, requireFlag, requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { codePointAt } from "../base/utf8.ts";
import { OTHER_DOTS } from "../host/labels.ts";
import { findEnd, findStart, findPortEnd, isHostCharacter, isListedDomain, skipFinalDots } from "./host.ts";
import {
  type Authority,
  escapeAddress,
  findLocalPart,
  findLocalPartEnd,
  findPartsEnd,
  isLocalPart,
  readAuthority,
} from "./parts.ts";
import { type IsTopLevelDomain, toTopLevelDomains } from "./top-level-domains.ts";

/** Which links are found. */
export interface FindLinksOptions {
  /** Whether e-mail addresses are links (default true). */
  readonly email?: boolean | undefined;
  /** `"required"` finds only links with `http://`, `https://` or `mailto:` (default `"optional"`). */
  readonly scheme?: "optional" | "required" | undefined;
  /** The top-level domains that a host needs, in Unicode or as A-labels, instead of those of `listTopLevelDomains`. */
  readonly topLevelDomains?: Iterable<string> | undefined;
}

const FIND_OPTIONS: OptionNames<FindLinksOptions> = { email: true, scheme: true, topLevelDomains: true };

/** A link in text. */
export interface FoundLink {
  /** The index and the length of the link in the text, in UTF-16 units. */
  readonly index: number;
  readonly length: number;
  /**
   * A URL is as in the text, with `https://` before it if the text has no scheme. It may contain Unicode: `cleanUri` encodes it. An address is
   * a `mailto` URI of this address without header fields, in ASCII (https://www.rfc-editor.org/rfc/rfc6068#section-2).
   */
  readonly uri: string;
  readonly kind: "url" | "email";
}

/** The units of the longest address, with its brackets. */
const MAX_IPV6_UNITS = "[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]".length;
/** What most addresses do not contain. */
const MAY_CHANGE = /[^\w.+:@-]/;
/**
 * Finds the links of a plain text: URLs with and without scheme, and e-mail addresses
 * (https://www.unicode.org/reports/tr58/#link-detection).
 *
 * A host needs a listed top-level domain, or is an IP address after `http://` or `https://`. The standard does not find IP
 * addresses. A host with userinfo, as in `http://a@b.com`, is not a link.
 *
 * @param text any string
 * @param options which links are found
 * @returns the links in order; they do not overlap
 * @throws TypeError for wrong arguments
 * @example
 * import { findLinks } from "percodec/links";
 * findLinks("See example.com/α(β).") // → [{ index: 4, length: 16, uri: "https://example.com/α(β)", kind: "url" }]
 * findLinks("Ask me@example.com.") // → [{ index: 4, length: 14, uri: "mailto:me@example.com", kind: "email" }]
 */
export function findLinks(text: string, options?: FindLinksOptions): FoundLink[] {
  requireText(text, "findLinks");
  const { email = true, scheme, topLevelDomains } = readOptions(options, FIND_OPTIONS, "findLinks");
  const finder = new LinkFinder(text, {
    email: requireFlag(email, "email"),
    needsScheme: requireChoice(scheme, ["optional", "required"], "scheme") === "required",
    isListed: toTopLevelDomains(topLevelDomains),
  });
  return finder.find();
}

interface ResolvedOptions {
  readonly email: boolean;
  readonly needsScheme: boolean;
  readonly isListed: IsTopLevelDomain;
}

class LinkFinder {
  readonly #text: string;
  readonly #options: ResolvedOptions;
  readonly #links: FoundLink[] = [];
  /** No link begins before this index: it is the end of the last link or rejected address. */
  #least = 0;
  /** The last authority that was read; each is read once, although it may contain many hosts. */
  #authority: Authority = { start: 0, end: -1, isAbsolute: false, at: -1, included: 0 };
  /** The end of the last host that was read. */
  #read = 0;
  /** The end of the last characters that were read as those of a local part, and whether `@` and a listed domain follow. */
  #local = { end: -1, isLocal: false };

  constructor(text: string, options: ResolvedOptions) {
    this.#text = text;
    this.#options = options;
  }

  find(): FoundLink[] {
    // Every host has a dot, or brackets after a scheme.
    const marks = /[.\u3002\uff0e\uff61]|:\/\/\[/g;
    while (marks.test(this.#text)) {
      const last = marks.lastIndex - 1;
      if (this.#text[last] === "[") this.#readLiteral(last);
      else this.#readHost(last);
      marks.lastIndex = this.#read;
    }
    return this.#links;
  }

  /** Reads the host around a dot, unless the dot ends a sentence. */
  #readHost(dot: number): void {
    const text = this.#text;
    if (dot + 1 >= text.length || !isHostCharacter(codePointAt(text, dot + 1))) {
      this.#read = dot + 1;
      return;
    }
    const start = findStart(text, dot, this.#least);
    const dotsEnd = findEnd(text, dot);
    this.#read = dotsEnd;
    const end = skipFinalDots(text, start, dotsEnd);
    const host = text.slice(start, end);
    if (isListedDomain(host, this.#options.isListed)) this.#readDomain(start, end, dotsEnd);
    else if (IPV4.test(host)) this.#readUrl(start, end, dotsEnd, true);
  }

  #readLiteral(start: number): void {
    this.#read = start + 1;
    const end = start + this.#text.slice(start, start + MAX_IPV6_UNITS).indexOf("]") + 1;
    if (isIpv6(this.#text.slice(start, end))) this.#readUrl(start, end, end, true);
  }

  #readDomain(start: number, end: number, dotsEnd: number): void {
    if (start > this.#least && this.#text[start - 1] === "@") this.#readAddress(start, end);
    else if (!this.#isInLocalPart(dotsEnd)) this.#readUrl(start, end, dotsEnd, this.#options.needsScheme);
  }

  /** Whether a domain that ends at `end` belongs to the local part of an address, such as `john.name` to `john.name+x@e.com`. */
  #isInLocalPart(end: number): boolean {
    const text = this.#text;
    // Each run of characters is read once, although it may contain many domains.
    if (end > this.#local.end) {
      const at = findLocalPartEnd(text, end);
      const domainEnd = skipFinalDots(text, at + 1, findEnd(text, at + 1));
      this.#local = {
        end: at,
        isLocal: text[at] === "@" && isListedDomain(text.slice(at + 1, domainEnd), this.#options.isListed),
      };
    }
    return this.#local.isLocal;
  }

  /** Reads the address whose domain is from `start` to `end`. If the local part is invalid, the domain is not a link either. */
  #readAddress(start: number, end: number): void {
    const at = start - 1;
    const local = findLocalPart(this.#text, at, this.#least);
    // What follows an address without a space, as in `a@b.com?cc=c@d.com`, is not another one.
    const isApart = local === 0 || local > this.#least;
    if (local < at && isApart && this.#options.email && !this.#readAuthority(at).isAbsolute) {
      this.#addAddress(local, at, end);
    }
    this.#least = end;
  }

  /** Adds an address. With `mailto:` before it, it is a part of a URI, where a raw `?` or `#` begins the header fields or the fragment. */
  #addAddress(local: number, at: number, end: number): void {
    const start = this.#findScheme(local, "mailto:");
    const isUri = start < local;
    if (!isUri && this.#options.needsScheme) return;
    let address = this.#text.slice(start, end);
    if (MAY_CHANGE.test(address)) {
      if (isUri && !isLocalPart(this.#text.slice(local, at))) return;
      address = escapeAddress((isUri ? address : address.replace(/%/g, "%25")).replace(OTHER_DOTS, "."));
    }
    const uri = isUri ? address : `mailto:${address}`;
    this.#links.push({ index: start, length: end - start, uri, kind: "email" });
  }

  /** Reads the URL whose host is from `start` to `end`, and with the dots at its end to `dotsEnd`. */
  #readUrl(start: number, end: number, dotsEnd: number, needsScheme: boolean): void {
    const scheme = Math.min(this.#findScheme(start, "https://"), this.#findScheme(start, "http://"));
    // The digits of an escape begin no host: `https%3A%2F%2Fe.com`.
    if (scheme === start && (needsScheme || /^%[\da-f]{2}/i.test(this.#text.slice(start - 1)))) return;
    const urlEnd = this.#findUrlEnd(start, end, dotsEnd);
    if (urlEnd < 0) return;
    const written = this.#text.slice(scheme, urlEnd);
    const uri = scheme < start ? written : `https://${written}`;
    this.#links.push({ index: scheme, length: written.length, uri, kind: "url" });
    this.#least = urlEnd;
    this.#read = Math.max(this.#read, urlEnd);
  }

  /** Returns the end of a URL with its port, path, query and fragment, or -1 if its port is too great or a browser sees another host. */
  #findUrlEnd(start: number, end: number, dotsEnd: number): number {
    const text = this.#text;
    const hasFinalDot = dotsEnd === end + 1 && text[end] === ".";
    const portEnd = findPortEnd(text, hasFinalDot ? dotsEnd : end);
    if (portEnd < 0 || !this.#isWholeHost(start, Math.max(portEnd, dotsEnd))) return -1;
    // A final dot belongs to the link only before a path, query or fragment.
    return hasFinalDot && !/[/?#]/.test(text.charAt(portEnd)) ? end : findPartsEnd(text, portEnd);
  }

  /**
   * Whether the host that a browser reads is the one from `start` to `end`, with its port. Another URL may follow `,`, `;` or `|`. Without a
   * scheme, only userinfo is checked.
   */
  #isWholeHost(start: number, end: number): boolean {
    const authority = this.#readAuthority(end);
    const { at, included } = authority;
    if (!authority.isAbsolute) return at < end || included === at + 1;
    const isListed = /^[,;|]https?:\/\//i.test(this.#text.slice(end, end + 9));
    return start === authority.start && (included <= end || isListed);
  }

  #readAuthority(index: number): Authority {
    const { end } = this.#authority;
    if (index > end) this.#authority = readAuthority(this.#text, index, Math.max(0, end));
    return this.#authority;
  }

  /** Returns the start of a scheme that ends at `end`, or `end` if the scheme is not there or is the end of a longer one. */
  #findScheme(end: number, scheme: string): number {
    const start = end - scheme.length;
    if (start < this.#least || this.#text.slice(start, end).toLowerCase() !== scheme) return end;
    const isLonger = start > this.#least && /[A-Za-z0-9+-]/.test(this.#text.charAt(start - 1));
    return isLonger ? end : start;
  }
}
