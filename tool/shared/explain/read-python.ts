import { isIpv6 } from "./host.ts";
import type { UrlParts } from "./url-reading.ts";

const SPLIT = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)/;

/**
 * Reads a URL as `urllib.parse.urlsplit` of Python 3.11 and its `hostname` and `port`
 * (https://docs.python.org/3/library/urllib.parse.html#urllib.parse.urlsplit); returns undefined if one of them raises ValueError.
 */
export function readAsPython(text: string): UrlParts | undefined {
  const [, scheme, netloc = "", path = ""] =
    SPLIT.exec(text.replace(/^[\0-\x20]+/, "").replace(/[\t\n\r]+/g, "")) ?? [];
  if (!hasValidBrackets(netloc) || changesUnderNfkc(netloc)) return undefined;
  const { host, port } = splitNetloc(netloc);
  if (port !== "" && !(/^[0-9]+$/.test(port) && Number(port) <= 65_535)) return undefined;
  return {
    scheme: scheme?.toLowerCase(),
    host: host === "" ? undefined : host.replace(/^[^%]*/, (name) => name.toLowerCase()),
    port: port === "" ? undefined : String(Number(port)),
    path,
  };
}

function splitNetloc(netloc: string): { readonly host: string; readonly port: string } {
  const written = netloc.slice(netloc.lastIndexOf("@") + 1);
  const [, bracketed, after = ""] = /^[^[]*\[([^\]]*)\]?(.*)$/s.exec(written) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: after.replace(/^[^:]*:?/, "") };
  const colon = written.indexOf(":");
  return colon < 0 ? { host: written, port: "" } : { host: written.slice(0, colon), port: written.slice(colon + 1) };
}

/** Whether a text has no brackets, or an IPv6 address or an address of a future version between the first ones. */
function hasValidBrackets(netloc: string): boolean {
  if (netloc.includes("[") !== netloc.includes("]")) return false;
  const [, host] = /\[([^\]]*)/.exec(netloc) ?? [];
  if (host === undefined) return true;
  if (host.startsWith("v")) return /^v[a-fA-F0-9]+\../s.test(host);
  const [, address = "", zone] = /^([^%]*)(?:%(.*))?$/s.exec(host) ?? [];
  return zone !== "" && zone?.includes("%") !== true && isIpv6(address);
}

/** Whether a character of a host becomes a delimiter when it is normalized. */
function changesUnderNfkc(netloc: string): boolean {
  const text = netloc.replace(/[@:#?]/g, "");
  const normalized = text.normalize("NFKC");
  return text !== normalized && /[/?#@:]/.test(normalized);
}
