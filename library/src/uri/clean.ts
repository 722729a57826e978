import { requireChoice } from "../base/arguments.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { requireEncoding } from "../codec/encoding.ts";
import type { Encoding } from "../codec/options.ts";
import { encodeText } from "../codec/encode.ts";
import { CHROME_16_TABLE, FIREFOX_10_TABLE } from "../sets/tables.ts";
import { explainAmbiguity, hostsDisagree, toWrittenHost } from "./host-ambiguity.ts";
import {
  addUnit,
  BASIC,
  type CleanedUri,
  cleanReference,
  type CleanRules,
  type CleanSpan,
  ILLEGAL,
  type KeptEncoding,
  type Repair,
} from "./cleaner.ts";
import { repairDoubleEncoding } from "./double-encoding.ts";
import { splitReference, splitParts, readUri, type UrlObject } from "./reference.ts";
import { uriError } from "./uri-error.ts";
import { PLAIN_START, removeIgnored } from "./whatwg.ts";

/** How a text is cleaned. */
export interface CleanOptions {
  /** `"basic"` (the default) encodes characters that are illegal everywhere; `"advanced"` repairs more, and returns a valid URI or throws. */
  readonly level?: "basic" | "advanced" | undefined;
  /** An encoding of `percodec/charset` for the query (default UTF-8). */
  readonly encoding?: Encoding | undefined;
  /** Whether a segment, a name, a value or a fragment that was encoded more than once keeps all layers (`"keep"`, the default) or one (`"repair"`). */
  readonly doubleEncoding?: "keep" | "repair" | undefined;
  /** An old browser's address bar to reproduce exactly, with its bugs, instead of a level. */
  readonly addressBar?: "firefox-10" | "chrome-16" | undefined;
}

const CLEAN_OPTIONS: OptionNames<CleanOptions> = {
  level: true,
  encoding: true,
  doubleEncoding: true,
  addressBar: true,
};

/** The result of cleaning. */
export interface CleanReport {
  readonly value: string;
  /** Whether the value is a URI reference by RFC 3986. */
  readonly valid: boolean;
  /** Where the text still breaks the grammar; adjacent spans are joined. */
  readonly invalid: readonly CleanSpan[];
  /** What was trimmed, what only the level `advanced` repairs, adjacent spans joined, and each `%25` that `doubleEncoding` makes `%`. */
  readonly repairs: readonly Repair[];
  /** The parts that stay encoded more than once with `doubleEncoding`, because decoding them is dangerous. */
  readonly kept: readonly KeptEncoding[];
}

/**
 * Converts typed or pasted text to a URI reference: illegal characters are percent-encoded, reserved and escaped ones stay
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2). Without `doubleEncoding` it never decodes. Cleaning the result changes nothing.
 *
 * C0 controls and spaces at both ends are removed, as browsers do (https://url.spec.whatwg.org/#concept-basic-url-parser).
 *
 * Use it only for text from outside; the `uri` tag builds a URI from parts.
 *
 * With `doubleEncoding: "repair"` a part that was encoded more than once keeps one layer, if each of its `%` begins `%25XX` and the innermost
 * text is UTF-8. It stays if `decodePath` (`percodec/guard`) would refuse the result: a dot segment, a slash, a backslash or a control
 * character, also in form NFKC and without invisible characters. Use it only for URIs that a program is known to encode twice: `100%2541`
 * may also mean the text `100%41`.
 *
 * @param text any text
 * @param options the level, encoding, double encoding or address bar
 * @returns the URI reference, which is always valid at the level `advanced`
 * @throws PercentEncodingError `host-ambiguous` if a browser and an RFC 3986 parser would see different hosts, even in a
 *   valid URI; `invalid-uri` for an invalid host, and at the level `advanced` for what cannot be repaired;
 *   `lone-surrogate`. Indexes count UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { cleanUri } from "percodec/uri";
 * cleanUri("http://www.café.fr/a b?q=ü|%41") // → "http://www.xn--caf-dma.fr/a%20b?q=%C3%BC%7C%41"
 * cleanUri(" http://e.com/100% [x]#a#b ", { level: "advanced" }) // → "http://e.com/100%25%20%5Bx%5D#a%23b"
 * cleanUri("/caf%25C3%25A9/%252e%252e", { doubleEncoding: "repair" }) // → "/caf%C3%A9/%252e%252e"
 */
export function cleanUri(text: string | UrlObject, options?: CleanOptions): string {
  // The most frequent case first.
  const cleaned = options === undefined && typeof text === "string" ? cleanPlain(text) : undefined;
  return cleaned ?? clean(text, options, 1, "cleanUri").value;
}

/**
 * Cleans a text as `cleanUri` does, and reports what is still invalid and what was repaired.
 *
 * @param text any text
 * @param options the level, encoding, double encoding or address bar
 * @returns the value, whether it is valid, and the spans of the text that are invalid, were repaired, or stay encoded more than once
 * @throws PercentEncodingError as `cleanUri` does
 * @throws TypeError for wrong arguments
 * @example
 * import { cleanUriReport } from "percodec/uri";
 * cleanUriReport("/100%/a b") // → { value: "/100%/a%20b", valid: false, invalid: [{ index: 4, length: 1 }], repairs: [], kept: [] }
 */
export function cleanUriReport(text: string | UrlObject, options?: CleanOptions): CleanReport {
  return clean(text, options, Infinity, "cleanUriReport");
}

function clean(
  text: string | UrlObject,
  given: CleanOptions | undefined,
  maxSpans: number,
  owner: string,
): CleanReport {
  text = readUri(text, owner);
  const { level, encoding, doubleEncoding, addressBar } = readOptions(given, CLEAN_OPTIONS, owner);
  const advanced = requireChoice(level, ["basic", "advanced"], "level") === "advanced";
  if (encoding !== undefined) requireEncoding(encoding);
  const isRepaired = requireChoice(doubleEncoding, ["keep", "repair"], "doubleEncoding") === "repair";
  if (isRepaired && addressBar !== undefined)
    throw new TypeError("addressBar repairs nothing: leave out doubleEncoding");
  const findLayers = isRepaired ? repairDoubleEncoding : undefined;
  const cleaned =
    addressBar === undefined
      ? cleanText(text, { advanced, trims: true, encoding, maxSpans, findLayers })
      : cleanAsAddressBar(text, addressBar, maxSpans);
  if (cleaned instanceof PercentEncodingError) throw cleaned;
  const { value, invalid, repairs, kept } = cleaned;
  return { value, valid: invalid.length === 0, invalid, repairs, kept };
}

/** Cleans a text; returns the error if `cleanUri` refuses it. */
export function cleanText(text: string, rules: CleanRules = BASIC): CleanedUri | PercentEncodingError {
  const removal = rules.trims ? removeIgnored(text, rules.advanced) : undefined;
  const reference = splitReference(removal?.text ?? text);
  const host = toWrittenHost(reference);
  const cleaned = cleanReference(text, reference, host, rules, removal);
  if (cleaned instanceof PercentEncodingError) return cleaned;
  // Removing characters must not turn a path into a host, as in `/\t/evil.com`.
  const hostAppeared = removal !== undefined && reference.scheme === undefined && host !== undefined && isPath(text);
  if (!hostAppeared && !hostsDisagree(text, reference, host)) {
    const { value, invalid } = cleaned;
    const [first] = rules.advanced ? invalid : [];
    if (first !== undefined) return uriError("clean the URI", "invalid-uri", text, first.index, first.length);
    // A browser may fail to parse the text, but see another host in the cleaned value.
    if (value === text || !hostsDisagree(value, reference, host)) return cleaned;
  }
  // Appendix B (https://www.rfc-editor.org/rfc/rfc3986#appendix-B) accepts any text before the colon, even with a leading space.
  const [before, authority = text] = /^(?:[^:/?#]+:)?\/\/([^/?#]*)/.exec(text) ?? [text];
  const detail = explainAmbiguity((!hostAppeared && removal?.text) || text, rules.advanced && !hostAppeared);
  return uriError("clean the URI", "host-ambiguous", text, before.length - authority.length, authority.length, detail);
}

function isPath(text: string): boolean {
  const { scheme, authority } = splitParts(text);
  return scheme === undefined && authority === undefined;
}

function cleanAsAddressBar(
  text: string,
  addressBar: "firefox-10" | "chrome-16",
  maxSpans: number,
): CleanedUri | PercentEncodingError {
  requireChoice(addressBar, ["firefox-10", "chrome-16"], "addressBar");
  const isFirefox = addressBar === "firefox-10";
  const table = isFirefox ? FIREFOX_10_TABLE : CHROME_16_TABLE;
  const sent = isFirefox ? text.replace(/[\0\t\n\r]/g, "") : text;
  const reference = splitReference(text);
  const cleaned = cleanReference(text, reference, toWrittenHost(reference), { ...BASIC, maxSpans });
  if (cleaned instanceof PercentEncodingError) return cleaned;
  const { invalid } = cleaned;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80 && ILLEGAL.bytes[code] === 1 && table.bytes[code] === 0) addUnit(invalid, index, maxSpans);
  }
  return { ...cleaned, value: encodeText(sent, table, true), invalid: joinSpans(invalid) };
}

function joinSpans(spans: CleanSpan[]): CleanSpan[] {
  const joined: { index: number; length: number }[] = [];
  for (const { index, length } of spans.sort((a, b) => a.index - b.index)) {
    const last = joined[joined.length - 1];
    if (last !== undefined && last.index + last.length === index) last.length += length;
    else joined.push({ index, length });
  }
  return joined;
}

const START = /* @__PURE__ */ new RegExp(PLAIN_START);
/** A text with such a start in which no character is illegal everywhere in a URI. */
const PLAIN = /* @__PURE__ */ (() => new RegExp(`${PLAIN_START}[\\w!$&'()*+,;=:@/?.~#[\\]%-]*$`))();

/** Characters that a browser removes or reads as slashes, a space at the end, and surrogates, which may be lone. */
const SPECIAL = /[\\\0-\x1f\x7f\ud800-\udfff]| $/;

/** Cleans most web addresses and absolute paths in which every parser sees the same host before and after cleaning; undefined for others. */
export function cleanPlain(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  return START.test(text) && !SPECIAL.test(text) ? encodeText(text, ILLEGAL, true) : undefined;
}
