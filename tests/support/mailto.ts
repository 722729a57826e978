// The laws of e-mail links, and a reader of `mailto` URIs by the letter of RFC 6068 that shares no code with the library.
import { findLinks, type FoundLink, formatLink } from "../../library/src/links/index.ts";
import { cleanUri } from "../../library/src/uri/index.ts";
import { catchFault } from "./catch-fault.ts";
import { makeRandom, pick } from "./random.ts";

const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\u{10ffff}-]+";
const DOT_ATOM = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
const QUOTED_STRING = /^"(?:[ !#-[\]-~\u00a0-\u{10ffff}]|\\[ -~])*"$/u;
const CONTROL = /[\0-\x1f\x7f-\x9f]/;
/** What an address in a URI may contain: no delimiter of a URI, and of the sub-delims neither `&`, `;` and `=` nor the comma. */
const WRITTEN_ADDRESS = /^(?:[\w.~!$'()*+:@-]|%[\dA-Fa-f]{2})+$/;

/** Whether a decoded local part is a dot-atom or a quoted string (https://www.rfc-editor.org/rfc/rfc6068#section-2). */
export function isLocalPart(local: string): boolean {
  return !CONTROL.test(local) && (DOT_ATOM.test(local) || QUOTED_STRING.test(local));
}

/** Decodes the escapes of a part of a URI; a `%` that begins none is a character. */
export function decodePart(part: string): string | undefined {
  const bytes = part.split(/(%[\dA-Fa-f]{2})/).map((piece, k) => Buffer.from(k % 2 ? piece.slice(1) : piece, k % 2 ? "hex" : "utf8")); // prettier-ignore
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(bytes));
  } catch {
    return undefined;
  }
}

/** Returns the one address of a `mailto` URI without header fields, or why it is none. */
function readMailto(uri: string): { readonly address?: string; readonly fault?: string } {
  const url = new URL(uri);
  const isBare = url.protocol === "mailto:" && url.search === "" && url.hash === "" && url.host === "";
  if (!isBare) return { fault: "header fields, a fragment or a host" };
  const to = uri.slice("mailto:".length);
  if (url.pathname !== to || !WRITTEN_ADDRESS.test(to)) return { fault: "a character that is not escaped" };
  const address = decodePart(to);
  if (address === undefined) return { fault: "not UTF-8" };
  return isLocalPart(address.slice(0, address.lastIndexOf("@"))) ? { address } : { fault: "no addr-spec" };
}

/** Returns the address of a string, with ASCII dots in its domain. After `mailto:` it is a part of a URI, else plain text. */
function readWritten(written: string): string | undefined {
  const scheme = /^mailto:/i.exec(written)?.[0] ?? "";
  const address = scheme === "" ? written : decodePart(written.slice(scheme.length));
  return address?.replace(/[\u3002\uff0e\uff61](?=[^@]*$)/g, ".");
}

/** Returns how an e-mail link of a string breaks its laws, or undefined. */
export function findAddressFault(text: string, { index, length, uri }: FoundLink): string | undefined {
  const written = text.slice(index, index + length);
  const { address, fault } = readMailto(uri);
  if (fault !== undefined) return `${uri}: ${fault}`;
  if (address !== readWritten(written)) return `${uri}: not the address of the text`;
  if (cleanUri(uri) !== uri) return `${uri}: changed by cleaning`;
  return findFormatFault(uri);
}

/**
 * Returns how formatLink breaks its laws for a `mailto` URI, or undefined. It refuses all but one addr-spec, and a domain that findLinks
 * does not find or that misleads.
 */
export function findFormatFault(uri: string): string | undefined {
  const at = uri.indexOf("@");
  const local = uri.slice(uri.indexOf(":") + 1, at);
  const isOne = !/^\/\/|[?#,]/.test(local) && !/[@?#]/.test(uri.slice(at + 1)) && !/\p{Surrogate}/u.test(uri);
  const isAddress = isOne && isLocalPart(decodePart(local) ?? "");
  const shown = catchFault(() => formatLink(uri), (error) => error); // prettier-ignore
  if (typeof shown !== "string") {
    const isOfDomain = shown.code === "invalid-uri" && shown.index > at;
    return isAddress && !isOfDomain ? `${uri}: ${shown.message}` : undefined;
  }
  if (!isAddress) return `${uri}: formatted as ${shown}`;
  const [found, more] = findLinks(shown);
  if (found === undefined || found.length !== shown.length || more !== undefined)
    return `${uri}: formatted as ${shown}, which is not found`;
  const meant = `${decodePart(local)}@${decodePart(uri.slice(at + 1))}`;
  if (readMailto(found.uri).address !== meant) return `${uri}: formatted as ${shown}, which is ${found.uri}`;
  return found.uri === cleanUri(shown) ? undefined : `${shown}: found as ${found.uri}`;
}

const ATEXT = Array.from("abz019!#$%&'*+-/=?^_`{|}~.éя字");
const ASCII = Array.from({ length: 0x80 }, (_, k) => String.fromCharCode(k));
const ESCAPES = ["%41", "%2E", "%2e%2e", "%40", "%2C", "%3F", "%23", "%25", "%2541", "%0D%0A", "%00", "%7F", "%FF", "%C3%A9", "%c3", "%C2%85", "%E2%80%AE", "%F0%9F%98%80", "%22", "%22a%20b%22", "%5C", "%20", "%4"]; // prettier-ignore
const RARE = ["😀", "\u034f", "\u00ad", "\u200b", "\u200d", "\u202e", "\u2066", "\u3164", "\ufe0f", "\ufeff", "\u{e0100}", "\u0301", "\ud800", "\udc00", "\ue000", "\u3002", "\uff20", "\ufe6b"]; // prettier-ignore
const STARTS = ["", "mailto:", "MAILTO:", "Mailto:", "xmailto:", "http://", "https://e.com", "ftp://", "//", "http://a@b", "http://localhost/?to=", "?attach=/etc/passwd&to=", "e.com", "x@e.com", "(", "x,", '"a b"', "john.name"]; // prettier-ignore
const DOMAINS = ["@e.com", "@e.com", "@a.b.org", "@пример.рф", "@例子。中国", "@xn--e1afmkfd.xn--p1ai", "@раураl.com", "@[::1]", "@localhost", "@e", ".com"]; // prettier-ignore
const ENDS = ["", "", ".", "?bcc=x@y.com", ",x@y.com", "/x@y.com", "|x@y.com", "#a", " x"];

/** Returns a function that makes the next text around an address, and the next `mailto` URI. */
export function createAddressCases(seed: number): () => { readonly text: string; readonly uri: string } {
  const random = makeRandom(seed);
  const one = (list: readonly string[]) => pick(random, list);
  const makeUnit = () => one(pick(random, [ATEXT, ATEXT, ATEXT, ATEXT, ATEXT, ESCAPES, ASCII, RARE]));
  const makeLocal = () => Array.from({ length: 1 + random(5) }, makeUnit).join("");
  return () => ({
    text: one(STARTS) + one(STARTS) + makeLocal() + one(DOMAINS) + one(ENDS),
    uri: one(["mailto:", "MAILTO:"]) + makeLocal() + one(DOMAINS),
  });
}
