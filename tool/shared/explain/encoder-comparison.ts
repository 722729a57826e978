import { groupBy } from "../group-by.ts";
import { percentEncode } from "percodec";
import { escape } from "percodec/legacy";
import { namedSet } from "percodec/sets";
import { type Span, toHex, toUtf8 } from "../text.ts";

/** What one encoder writes for a string. */
export interface EncoderResult {
  readonly encoder: string;
  /** The call in the language of the encoder. */
  readonly call: string;
  /** The name of its set. */
  readonly set: string;
  /** The encoded text; undefined if the encoder refuses the text. */
  readonly value: string | undefined;
  /** The lone surrogate that the encoder refuses, in UTF-16 units; undefined if it accepts the text. */
  readonly error: Span | undefined;
}

/** A character that encoders write differently. */
export interface EncoderDifference {
  /** Where the character is first, in UTF-16 units. */
  readonly index: number;
  readonly length: number;
  /** The encoders, by what they write for the character, or `refused`. */
  readonly encoders: Readonly<Record<string, readonly string[]>>;
}

/** What the encoders, or the decoders, make of one text. */
export interface Comparison<Result, Difference> {
  /** Whether all accept the text and return the same. */
  readonly agree: boolean;
  readonly results: readonly Result[];
  /** What they treat differently, in order of index; encoders list each character once. */
  readonly differences: readonly Difference[];
}

export type EncoderComparison = Comparison<EncoderResult, EncoderDifference>;

/** What an encoder writes for a lone surrogate; undefined if it refuses it. */
type LoneSurrogate = ((unit: string) => string) | undefined;

const replaced: LoneSurrogate = () => "%EF%BF%BD";
const asBytes: LoneSurrogate = (unit) => Array.from(toUtf8(unit), (byte) => `%${toHex(byte, 2)}`).join("");

/** Each encoder: its call, its set, and what it writes for a lone surrogate. Go and PHP receive UTF-8, in which it is U+FFFD. */
const ENCODERS: readonly (readonly [encoder: string, call: string, set: string, loneSurrogate: LoneSurrogate])[] = [
  // https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent
  ["encode-uri-component", "encodeURIComponent(text)", "ecmascript-encode-uri-component", undefined],
  // https://tc39.es/ecma262/#sec-encodeuri-uri
  ["encode-uri", "encodeURI(text)", "ecmascript-encode-uri", undefined],
  // https://tc39.es/ecma262/#sec-escape-string: UTF-16 units above U+007F are not UTF-8
  ["escape", "escape(text)", "ecmascript-escape", escape],
  // https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/encodeURIComponent#encoding_for_rfc3986
  ["fixed-encode-component", "fixedEncodeURIComponent(text)", "rfc3986-component", undefined],
  // https://url.spec.whatwg.org/#concept-urlencoded-serializer
  ["form", "new URLSearchParams({ v: text })", "whatwg-form", replaced],
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.quote
  ["python", "urllib.parse.quote(text)", "python-quote", undefined],
  ["python-plus", "urllib.parse.quote_plus(text)", "python-quote-plus", undefined],
  // https://docs.python.org/2.7/library/urllib.html#urllib.quote: for UTF-8, which has surrogates in Python 2
  ["python2", "urllib.quote(text)", "python-python2-quote", asBytes],
  // https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLEncoder.html
  ["java", "URLEncoder.encode(text, UTF_8)", "java-url-encoder", () => "%3F"],
  // https://pkg.go.dev/net/url#PathEscape
  ["go-path", "url.PathEscape(text)", "go-path-escape", replaced],
  ["go-query", "url.QueryEscape(text)", "go-query-escape", replaced],
  // https://www.php.net/manual/en/function.urlencode.php
  ["php", "urlencode($text)", "php-urlencode", replaced],
  ["php-raw", "rawurlencode($text)", "php-rawurlencode", replaced],
  // https://metacpan.org/pod/URI::Escape
  ["perl", "uri_escape_utf8($text)", "perl-uri-escape", asBytes],
  // https://curl.se/docs/manpage.html#--data-urlencode, which replaces %20 by +; https://curl.se/libcurl/c/curl_easy_escape.html
  ["curl", "curl --data-urlencode text", "python-quote-plus", replaced],
  ["curl-escape", "curl_easy_escape(curl, text, 0)", "rfc3986-component", replaced],
];

/**
 * Compares what encoders of standards and languages write for one component (https://www.rfc-editor.org/rfc/rfc3986#section-2.1).
 *
 * @returns whether all encoders agree, what each writes, and the characters that they write differently
 */
export function compareEncoders(text: string): EncoderComparison {
  const results = encodeByAll(text);
  const differences: EncoderDifference[] = [];
  const seen = new Set<string>();
  let index = 0;
  // No encoder depends on the characters around one.
  for (const character of text) {
    const { length } = character;
    const groups = seen.has(character) ? [] : groupByValue(encodeByAll(character));
    seen.add(character);
    if (groups.length > 1) {
      const encoders = groups.map((group) => [group[0].value ?? "refused", group.map(({ encoder }) => encoder)]);
      differences.push({ index, length, encoders: Object.fromEntries(encoders) as EncoderDifference["encoders"] });
    }
    index += length;
  }
  return { agree: differences.length === 0, results, differences };
}

function encodeByAll(text: string): readonly EncoderResult[] {
  const [first = "", ...others] = text.split(/(\p{Surrogate})/u);
  return ENCODERS.map(([encoder, call, set, loneSurrogate]): EncoderResult => {
    const named = { encoder, call, set };
    if (others.length > 0 && loneSurrogate === undefined)
      return { ...named, value: undefined, error: { index: first.length, length: 1 } };
    if (loneSurrogate === escape) return { ...named, value: escape(text), error: undefined };
    const encode = (piece: string, k: number) =>
      k % 2 === 0 ? percentEncode(piece, namedSet(set)) : loneSurrogate?.(piece);
    return { ...named, value: [first, ...others].map(encode).join(""), error: undefined };
  });
}

/** Groups results with the same text, in order of the first of each group; those without one are a group too. */
export function groupByValue<Result extends { readonly value: string | undefined }>(
  results: readonly Result[],
): readonly (readonly [Result, ...Result[]])[] {
  return [...groupBy(results, ({ value }) => value).values()];
}
