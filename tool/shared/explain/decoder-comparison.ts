import { type DecodeIssue, percentDecode, percentDecodeBytes } from "percodec";
import { unescape } from "percodec/legacy";
import { ecmascript, type PercentEncodeSet } from "percodec/sets";
import { decodeText, HEX_VALUE, type Span, toHex, toUtf8, toWellFormed } from "../text.ts";
import type { Comparison } from "./encoder-comparison.ts";
import { listIssues } from "./steps.ts";

/** What one decoder returns for a string. */
export interface DecoderResult {
  /** A standard, or a function of a language. */
  readonly decoder: string;
  /** The call in the language of the decoder. */
  readonly call: string;
  /** The decoded text; undefined if the decoder refuses the text, or returns bytes that are not UTF-8. */
  readonly value: string | undefined;
  /** The decoded bytes, for Go, PHP and Perl, which return bytes; undefined if the decoder refuses the text. */
  readonly bytes: Uint8Array | undefined;
  /** The first part that the decoder refuses, in UTF-16 units; undefined if it accepts the text. */
  readonly error: Span | undefined;
}

/**
 * The reason for a difference: `+`, the escape of a character that `decodeURI` leaves, escapes above 7F, which `unescape` decodes as Latin-1,
 * a `%uXXXX`, which only `unescape` decodes, or the code of a fault.
 */
export type DecoderRule = "plus" | "reserved-escape" | "non-ascii-escape" | "percent-u" | DecodeIssue["code"];

/** A part of the text that decoders treat differently. */
export interface DecoderDifference {
  /** Its start, in UTF-16 units. */
  readonly index: number;
  /** Its length, as in a `DecodeIssue`; 1 for `+`. */
  readonly length: number;
  readonly rule: DecoderRule;
  /**
   * The decoders, by what they do with a string that has only this difference.
   *
   * - `literal`, `space`: for `+`
   * - `refused`: the decoder refuses the whole text
   * - `kept`: unchanged
   * - `replaced`: by U+FFFD for each maximal subpart
   * - `replaced-once`: by a single U+FFFD
   * - `bytes`: returned as raw bytes
   * - `latin1`: each byte is the character of its number
   * - `decoded`: an escape, or a part of one, that others do not decode, or not in this way
   */
  readonly decoders: Readonly<Record<string, readonly string[]>>;
}

export type DecoderComparison = Comparison<DecoderResult, DecoderDifference>;

/** What a decoder does with each kind of difference. */
interface DecoderBehavior {
  readonly decoder: string;
  readonly call: string;
  readonly plus: "literal" | "space";
  readonly malformed: "kept" | "refused";
  readonly invalidUtf8: "refused" | "replaced" | "bytes" | "latin1";
  readonly loneSurrogate: "kept" | "replaced";
  /** The characters whose escapes stay. */
  readonly except?: PercentEncodeSet;
}

const STRICT = { malformed: "refused", invalidUtf8: "refused", loneSurrogate: "kept" } as const;
const USV_STRING = { malformed: "kept", invalidUtf8: "replaced", loneSurrogate: "replaced" } as const;
const PYTHON = { malformed: "kept", invalidUtf8: "replaced", loneSurrogate: "kept" } as const;
// These decoders receive UTF-8, in which an encoder writes U+FFFD for a lone surrogate.
const BYTES = { invalidUtf8: "bytes", loneSurrogate: "replaced" } as const;

// https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLDecoder.html, up to Java 24; see `writeForJava`
const JAVA: DecoderBehavior = {
  decoder: "java",
  call: "URLDecoder.decode(text, UTF_8)",
  plus: "space",
  ...PYTHON,
  malformed: "refused",
};

/** The behavior of each decoder; tests/surveys/decoders calls the real ones. */
const BEHAVIORS: readonly DecoderBehavior[] = [
  // https://www.rfc-editor.org/rfc/rfc3986#section-2.1, and UTF-8 as in section 2.5
  { decoder: "rfc3986", call: "percentDecode(text)", plus: "literal", ...STRICT },
  // https://tc39.es/ecma262/#sec-decodeuri-encodeduri
  { decoder: "decode-uri", call: "decodeURI(text)", plus: "literal", ...STRICT, except: ecmascript.decodeURI },
  // https://tc39.es/ecma262/#sec-unescape-string
  { decoder: "unescape", call: "unescape(text)", plus: "literal", ...PYTHON, invalidUtf8: "latin1" },
  // https://url.spec.whatwg.org/#string-percent-decode, then https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
  { decoder: "whatwg", call: "UTF-8 decode without BOM of percent-decode(text)", plus: "literal", ...USV_STRING },
  // https://url.spec.whatwg.org/#concept-urlencoded-parser, for a value that is already split at `&`
  { decoder: "form", call: "new URLSearchParams('v=' + text).get('v')", plus: "space", ...USV_STRING },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote: decodes only the runs of ASCII
  { decoder: "python", call: "urllib.parse.unquote(text)", plus: "literal", ...PYTHON },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote_plus
  { decoder: "python-plus", call: "urllib.parse.unquote_plus(text)", plus: "space", ...PYTHON },
  JAVA,
  // https://docs.python.org/2.7/library/urllib.html#urllib.unquote, for a `str`
  { decoder: "python2", call: "urllib.unquote(text)", plus: "literal", malformed: "kept", ...BYTES },
  // https://pkg.go.dev/net/url#PathUnescape
  { decoder: "go-path", call: "url.PathUnescape(text)", plus: "literal", malformed: "refused", ...BYTES },
  // https://pkg.go.dev/net/url#QueryUnescape
  { decoder: "go-query", call: "url.QueryUnescape(text)", plus: "space", malformed: "refused", ...BYTES },
  // https://www.php.net/manual/en/function.urldecode.php
  { decoder: "php", call: "urldecode($text)", plus: "space", malformed: "kept", ...BYTES },
  // https://www.php.net/manual/en/function.rawurldecode.php
  { decoder: "php-raw", call: "rawurldecode($text)", plus: "literal", malformed: "kept", ...BYTES },
  // https://metacpan.org/pod/URI::Escape; for a string of characters it returns characters U+0000 to U+00FF
  { decoder: "perl", call: "uri_unescape($text)", plus: "literal", malformed: "kept", ...BYTES },
];

/**
 * Compares the results of decoders for one component of a URI or form (https://www.rfc-editor.org/rfc/rfc3986#section-2.1).
 *
 * The text is a component that is already split: `&`, `=` and `/` are data. Decoders of bytes receive its UTF-8.
 *
 * @returns whether all decoders agree, the result of each, and the parts that they treat differently
 */
export function compareDecoders(text: string): DecoderComparison {
  const javaText = writeForJava(text);
  const { differences, refusals } = findDifferences(text, javaText);
  const scalarText = toWellFormed(text);
  const results = BEHAVIORS.map((behavior): DecoderResult => {
    const { decoder } = behavior;
    const given = behavior === JAVA ? javaText : behavior.loneSurrogate === "replaced" ? scalarText : text;
    const error = refusals.get(decoder);
    const decoded = error === undefined ? decodeAs(behavior, given) : undefined;
    const [value, bytes] = decoded instanceof Uint8Array ? [decodeText(decoded), decoded] : [decoded, undefined];
    return { decoder, call: behavior.call, value, bytes, error };
  });
  // Decoders differ in every rule, so the results are equal exactly if nothing is listed.
  return { agree: differences.length === 0, results, differences };
}

/** Decodes a string that the decoder accepts. */
function decodeAs(behavior: DecoderBehavior, text: string): string | Uint8Array {
  const { plus, invalidUtf8, except } = behavior;
  if (invalidUtf8 === "latin1") return unescape(text);
  // ED always begins a sequence, and no policy of the codec replaces an encoded surrogate by a single U+FFFD.
  const given = behavior === JAVA ? text.replace(/%ed%[ab][\da-f](?:%[89ab][\da-f])?/gi, "%EF%BF%BD") : text;
  const options = { malformed: "keep", plus, except } as const;
  // For bytes, a lone surrogate was replaced before.
  return invalidUtf8 === "bytes"
    ? percentDecodeBytes(toUtf8(given), options)
    : percentDecode(given, { ...options, invalidUtf8: "replace" });
}

/** Finds the parts that decoders treat differently, and the first part that each decoder refuses. */
function findDifferences(text: string, javaText: string) {
  const parts = listParts(text);
  // Java accepts more escapes, which may complete a character, so its rules are those of `javaText`.
  const javaParts = javaText === text ? parts : listParts(javaText);
  const refusals = new Map<string, Span>();
  const decodersByRules = new Map<string, DecoderDifference["decoders"]>();
  let next = 0;
  const differences = parts.map(({ index, length, rule }): DecoderDifference => {
    while (next < javaParts.length && javaParts[next]!.index + javaParts[next]!.length <= index) next++;
    const javaPart = javaParts[next];
    const javaRule = javaPart !== undefined && javaPart.index <= index ? javaPart.rule : undefined;
    const rules = `${rule} ${javaRule ?? ""}`;
    let decoders = decodersByRules.get(rules);
    if (decoders === undefined) {
      decoders = groupDecoders(rule, javaRule === undefined ? "decoded" : findAction(javaRule, JAVA));
      decodersByRules.set(rules, decoders);
      for (const decoder of decoders["refused"] ?? [])
        if (!refusals.has(decoder)) refusals.set(decoder, { index, length });
    }
    return { index, length, rule, decoders };
  });
  return { differences, refusals };
}

const kept = Array.from(ecmascript.decodeURI.encoded, (character) => toHex(character.charCodeAt(0), 2));
/** Matches what decoders treat differently in a text without faults: `+`, an escape that `decodeURI` leaves, and escapes above 7F. */
const DIFFERENT = new RegExp(`(\\+)|(%(?:${kept.join("|")}))|(?:%[89A-F][\\dA-F])+`, "gi");

/** Lists the issues of the codec and, between them, what {@link DIFFERENT} matches, in order of index. */
function listParts(text: string): readonly Omit<DecoderDifference, "decoders">[] {
  const parts: Omit<DecoderDifference, "decoders">[] = [];
  let from = 0;
  const addBefore = (end: number): void => {
    for (const { 0: match, 1: plus, 2: reserved, index } of text.slice(from, end).matchAll(DIFFERENT)) {
      const rule = plus ? "plus" : reserved ? "reserved-escape" : "non-ascii-escape";
      parts.push({ index: from + index, length: match.length, rule });
    }
  };
  for (const { code, index, length } of listIssues(text, {})) {
    addBefore(index);
    const isPercentU = code === "malformed-escape" && /^%u[\da-f]{4}/i.test(text.slice(index, index + 6));
    parts.push({ index, length, rule: isPercentU ? "percent-u" : code });
    from = index + length;
  }
  addBefore(text.length);
  return parts;
}

function groupDecoders(rule: DecoderRule, javaAction: string): DecoderDifference["decoders"] {
  const decoders = Object.create(null) as Record<string, string[]>;
  for (const behavior of BEHAVIORS) {
    (decoders[behavior === JAVA ? javaAction : findAction(rule, behavior)] ??= []).push(behavior.decoder);
  }
  return decoders;
}

function findAction(rule: DecoderRule, behavior: DecoderBehavior): string {
  if (rule === "plus") return behavior.plus;
  if (rule === "reserved-escape") return behavior.except === undefined ? "decoded" : "kept";
  const isLatin1 = behavior.invalidUtf8 === "latin1";
  if (rule === "non-ascii-escape") return isLatin1 ? "latin1" : "decoded";
  if (rule === "percent-u") return isLatin1 ? "decoded" : behavior.malformed;
  if (rule === "malformed-escape" || rule === "truncated-escape") return behavior.malformed;
  if (rule === "lone-surrogate") return behavior.loneSurrogate;
  return rule === "encoded-surrogate" && behavior === JAVA ? "replaced-once" : behavior.invalidUtf8;
}

/**
 * Rewrites as `%XX`, at the same length, the escapes that only Java accepts: up to Java 24 it calls `Integer.parseInt`,
 * which accepts a sign and the decimal digits of any script (https://bugs.openjdk.org/browse/JDK-8353453).
 */
function writeForJava(text: string): string {
  return text.replace(/%(?![\dA-Fa-f]{2})[^%][^%]/g, (escape) => {
    const [first, low] = [escape[1]!, toJavaDigit(escape.charCodeAt(2))];
    const high = first === "+" ? 0 : first === "-" ? -low : toJavaDigit(escape.charCodeAt(1));
    const byte = (high << 4) | low;
    return byte < 0 ? escape : `%${byte.toString(16).padStart(2, "0")}`;
  });
}

/** Whether a unit is a decimal digit. Each zero has its nine digits after it; Unicode has added none of one unit since version 7. */
const isDigit = (unit: number): boolean => /\p{Nd}/u.test(String.fromCharCode(unit));

/** https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/Character.html#digit(char,int); -1 if it is not a digit. */
function toJavaDigit(unit: number): number {
  if (unit < 0x80) return HEX_VALUE[unit]!;
  if (isDigit(unit)) {
    let value = 0;
    while (isDigit(unit - value - 1)) value++;
    return value % 10;
  }
  const letter = unit < 0xff41 ? unit - 0xff21 : unit - 0xff41;
  return letter >= 0 && letter < 6 ? 10 + letter : -1;
}
