import { replaceEscapes } from "../base/escape.ts";
import { loneSurrogateError, percentEncode } from "../codec/encode.ts";
import { isAscii, loneSurrogateIn } from "../base/utf8.ts";
import { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { uriError } from "./uri-error.ts";
import { WrittenHost } from "../host/host.ts";
import { hostToAscii } from "../host/labels.ts";
import { joinParts, locateParts, mapReference, splitReference, toParts, readUri, type UrlObject } from "./reference.ts";
import { isSpecial } from "./whatwg.ts";

/** Non-ASCII characters: all, those not allowed in an IRI, and those not allowed in its query (https://www.rfc-editor.org/rfc/rfc3987#section-2.2). */
const NON_ASCII = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "all" });
const NOT_IN_IRI = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "iri" });
const NOT_IN_IRI_QUERY = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "iri-query" });

/** https://www.rfc-editor.org/rfc/rfc3987#section-4.1: formatting characters that reorder text are not shown. */
const BIDI_FORMATTING = /[\u200e\u200f\u202a-\u202e]/;

/**
 * Converts an IRI to a URI (https://www.rfc-editor.org/rfc/rfc3987#section-3.1): the host is written with A-labels, and all other
 * non-ASCII characters are percent-encoded as UTF-8. A host that is not ASCII is decoded first, as by browsers.
 *
 * ASCII characters stay, even if they are illegal in a URI; `cleanUri` encodes those.
 *
 * @param iri an IRI reference
 * @returns the URI reference
 * @throws PercentEncodingError `lone-surrogate`, or `invalid-uri` for a host without A-labels; the index is in UTF-16 units
 * @throws TypeError for anything but a string or a URL object
 * @example
 * import { iriToUri } from "percodec/uri";
 * iriToUri("http://résumé.example/ü?q=é") // → "http://xn--rsum-bpad.example/%C3%BC?q=%C3%A9"
 */
export function iriToUri(iri: string | UrlObject): string {
  iri = readUri(iri, "iriToUri");
  if (isAscii(iri)) return iri;
  const lone = loneSurrogateIn(iri);
  if (lone >= 0) throw loneSurrogateError(iri.charAt(lone), lone, 1, "utf-16");
  const reference = splitReference(iri);
  const { host } = reference;
  if (host === undefined) return percentEncode(iri, NON_ASCII);
  const ascii = hostToAscii(new WrittenHost(host));
  if (ascii === undefined) throw uriError("make a URI", "invalid-uri", iri, locateParts(reference).host, host.length);
  return percentEncode(joinParts(toParts({ ...reference, host: ascii })), NON_ASCII);
}

/**
 * Converts a URI to an IRI (https://www.rfc-editor.org/rfc/rfc3987#section-3.2): escapes are decoded if they are the UTF-8 of
 * non-ASCII characters that an IRI allows. All others stay, so that `iriToUri` returns an equivalent URI. A host stays too, unless its scheme
 * is special in the URL Standard and it is a domain after decoding: in another scheme an escaped host and its A-labels are different.
 *
 * Do not use it for display: it also decodes look-alikes and invisible characters. `displayUri` is made for display.
 *
 * @param uri a URI reference
 * @returns the IRI reference
 * @throws TypeError for anything but a string or a URL object
 * @example
 * import { uriToIri } from "percodec/uri";
 * uriToIri("http://e.com/%C3%BC%2F%FF%E2%80%AE") // → "http://e.com/ü%2F%FF%E2%80%AE"
 */
export function uriToIri(uri: string | UrlObject): string {
  uri = readUri(uri, "uriToIri");
  if (!uri.includes("%")) return uri;
  const reference = splitReference(uri);
  const { host, scheme = "" } = reference;
  const shown = mapReference(reference, (text, part) =>
    replaceEscapes(text, (character) => {
      if (character === undefined) return undefined;
      const kept = character <= "\x7f" || (part === "query" ? NOT_IN_IRI_QUERY : NOT_IN_IRI).has(character);
      return kept || BIDI_FORMATTING.test(character) ? undefined : character;
    }),
  );
  const name = shown.host;
  // `iriToUri` throws for a host that is not a domain.
  const mayBeDomain = name !== undefined && name !== host && isSpecial(scheme.toLowerCase());
  const isDomain = mayBeDomain && hostToAscii(new WrittenHost(name)) !== undefined;
  return joinParts(toParts({ ...shown, host: isDomain ? name : host }));
}
