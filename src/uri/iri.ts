import { readEscape, indexOfPercent } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import { loneSurrogateError, percentEncode } from "../codec/encode.ts";
import { judgeSequence, loneSurrogateIn, sequenceCodePoint, sequenceLength, UnitWriter } from "../base/utf8.ts";
import { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { uriError } from "./uri-error.ts";
import { WrittenHost } from "../host/host.ts";
import { hostToAscii } from "../host/labels.ts";
import { joinParts, locateParts, mapReference, splitReference, toParts } from "./reference.ts";

/** All but ASCII, and of that what an IRI, or its query, may not hold (https://www.rfc-editor.org/rfc/rfc3987#section-2.2). */
const NON_ASCII = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "all" });
const NOT_IN_IRI = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "iri" });
const NOT_IN_IRI_QUERY = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "iri-query" });

/** https://www.rfc-editor.org/rfc/rfc3987#section-4.1: formatting characters that reorder text are not shown. */
const BIDI_FORMATTING = /[\u200e\u200f\u202a-\u202e]/;

/**
 * Makes a URI of an IRI (https://www.rfc-editor.org/rfc/rfc3987#section-3.1): a host becomes A-labels, everything else above
 * U+007F the escapes of its UTF-8. A host that is not ASCII is decoded first, as browsers do.
 *
 * ASCII characters stay, also those that no URI may hold; `cleanUri` encodes them.
 *
 * @param iri an IRI reference
 * @returns the URI reference
 * @throws PercentEncodingError `lone-surrogate`, or `invalid-uri` for a host without A-labels; the index is in UTF-16 units
 * @throws TypeError for anything but a string
 * @example
 * import { iriToUri } from "percodec/uri";
 * iriToUri("http://résumé.example/ü?q=é") // → "http://xn--rsum-bpad.example/%C3%BC?q=%C3%A9"
 */
export function iriToUri(iri: string): string {
  requireText(iri, "iriToUri");
  if (!/[^\0-\x7f]/.test(iri)) return iri;
  const lone = loneSurrogateIn(iri);
  if (lone >= 0) throw loneSurrogateError(iri.charAt(lone), lone, 1, "utf-16");
  const reference = splitReference(iri);
  const { host } = reference;
  if (host === undefined) return escapeAbove(iri);
  const ascii = hostToAscii(new WrittenHost(host));
  if (ascii === undefined) throw uriError("make a URI", "invalid-uri", iri, locateParts(reference).host, host.length);
  return escapeAbove(joinParts(toParts({ ...reference, host: ascii })));
}

/**
 * Makes an IRI of a URI (https://www.rfc-editor.org/rfc/rfc3987#section-3.2): escapes become characters where those are UTF-8
 * that an IRI may show; all else stays, so that `iriToUri` returns an equivalent URI. A host that is no domain when it is
 * decoded stays as it is.
 *
 * It is no display: look-alikes and invisible characters are shown as what they are. `displayUri` is for people.
 *
 * @param uri a URI reference
 * @returns the IRI reference
 * @throws TypeError for anything but a string
 * @example
 * import { uriToIri } from "percodec/uri";
 * uriToIri("http://e.com/%C3%BC%2F%FF%E2%80%AE") // → "http://e.com/ü%2F%FF%E2%80%AE"
 */
export function uriToIri(uri: string): string {
  requireText(uri, "uriToIri");
  if (!uri.includes("%")) return uri;
  const reference = splitReference(uri);
  const { host, query } = reference;
  const show = (text: string, isQuery: boolean): string =>
    replaceEscapes(text, (character) => {
      if (character === undefined) return undefined;
      const kept = character <= "\x7f" || (isQuery ? NOT_IN_IRI_QUERY : NOT_IN_IRI).has(character);
      return kept || BIDI_FORMATTING.test(character) ? undefined : character;
    });
  const shown = mapReference(reference, (text) => show(text, false));
  const name = shown.host;
  // `iriToUri` needs a domain.
  const isDomain = name !== undefined && name !== host && hostToAscii(new WrittenHost(name)) !== undefined;
  return joinParts(
    toParts({
      ...shown,
      host: isDomain ? name : host,
      query: query === undefined ? undefined : show(query, true),
    }),
  );
}

/**
 * Gives each character that is written as escapes to a function, with its place and length, and puts what it gives in its
 * place; undefined, and what is no UTF-8, stays as it is written.
 */
export function replaceEscapes(
  text: string,
  show: (character: string | undefined, index: number, length: number) => string | undefined,
): string {
  let writer: UnitWriter | undefined;
  let from = 0;
  for (let at = 0; (at = indexOfPercent(text, at)) >= 0;) {
    const lead = readEscape(text, at);
    if (lead < 0) {
      at++;
      continue;
    }
    const character = lead < 0x80 ? String.fromCharCode(lead) : characterAt(text, at, lead);
    // What is no character begins again at its second byte.
    const length = 3 * (character === undefined ? 1 : sequenceLength(lead));
    const shown = show(character, at, length);
    if (shown !== undefined) {
      writer ??= new UnitWriter(text.length);
      writer.append(text, from, at);
      writer.append(shown, 0, shown.length);
      from = at + length;
    }
    at += length;
  }
  if (writer === undefined) return text;
  writer.append(text, from, text.length);
  return writer.text();
}

/** The character whose bytes are escaped from `at` on, as many as their lead asks for; undefined where they are none. */
function characterAt(text: string, at: number, lead: number): string | undefined {
  const sequence = [lead];
  for (let k = 1; k < sequenceLength(lead); k++) {
    const byte = readEscape(text, at + 3 * k);
    if (text[at + 3 * k] !== "%" || (byte & 0xc0) !== 0x80) return undefined;
    sequence.push(byte);
  }
  return judgeSequence(sequence) === "character" ? String.fromCodePoint(sequenceCodePoint(sequence)) : undefined;
}

function escapeAbove(text: string): string {
  return percentEncode(text, NON_ASCII);
}
