import { readDecodeOptions, resolveTextOptions } from "../codec/options.ts";
import { HEX_VALUE } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import { decodeText, percentDecode, percentDecodeBytes } from "../codec/decode.ts";
import { Decoder } from "../codec/decoder.ts";
import { BYTES_PER_UNIT, readUtf8, toWellFormed, validUtf8Until, writeUtf8 } from "../base/utf8.ts";

/** A decoder: a standard, or a function of a language; the table of behaviors says which. */
export type DecoderName =
  | "rfc3986"
  | "whatwg"
  | "form"
  | "python"
  | "python-plus"
  | "java"
  | "go-path"
  | "go-query"
  | "php"
  | "php-raw"
  | "perl";

/** What one decoder returns for a text. */
export interface DecoderResult {
  readonly decoder: DecoderName;
  /** How it is called, in its own language. */
  readonly call: string;
  /** The text; of bytes, the text that they are in UTF-8, if they are any. Undefined if the decoder refuses the text. */
  readonly value: string | undefined;
  /** The bytes of a decoder that returns bytes and no text: Go, PHP and Perl. Undefined if it refuses the text. */
  readonly bytes: Uint8Array | undefined;
  /** The first place that it refuses, in UTF-16 units; undefined if it refuses none. */
  readonly error: { readonly index: number; readonly length: number } | undefined;
}

/** What decoders disagree on: `+`, or a fault by its code. */
export type DecoderRule =
  | "plus"
  | "malformed-escape"
  | "truncated-escape"
  | "invalid-utf8"
  | "overlong-utf8"
  | "encoded-surrogate"
  | "code-point-out-of-range"
  | "lone-surrogate";

/** A place that not all decoders treat alike. */
export interface DecoderDifference {
  /** Where it begins, in UTF-16 units. */
  readonly index: number;
  /** How long it is, as of a `DecodeIssue`; 1 for `+`. */
  readonly length: number;
  readonly rule: DecoderRule;
  /**
   * The decoders by what they do there, were it the only such place: `literal` or `space` for `+`; `refused` (the whole
   * text); `kept` as it is written; `replaced` by U+FFFD for each maximal subpart, or `replaced-once` by a single one;
   * `bytes`, passed on as they are; `decoded`, where it is an escape, or a part of one, for this decoder alone.
   */
  readonly decoders: Readonly<Record<string, readonly DecoderName[]>>;
}

/** What the decoders return for one text. */
export interface DecoderComparison {
  /** Whether none refuses the text and all return the same text. */
  readonly agree: boolean;
  readonly results: readonly DecoderResult[];
  /** Every place where they do not all do the same, in order of index. */
  readonly differences: readonly DecoderDifference[];
}

/** What a decoder does with each kind of doubt. */
interface DecoderBehavior {
  readonly decoder: DecoderName;
  readonly call: string;
  readonly plus: "literal" | "space";
  readonly malformed: "kept" | "refused";
  readonly invalidUtf8: "refused" | "replaced" | "bytes";
  readonly loneSurrogate: "kept" | "replaced";
  /** Undefined where it is as other invalid UTF-8. */
  readonly encodedSurrogate: "replaced-once" | undefined;
}

const ALIKE = { encodedSurrogate: undefined } as const;
const STRICT = { malformed: "refused", invalidUtf8: "refused", loneSurrogate: "kept", ...ALIKE } as const;
const USV_STRING = { malformed: "kept", invalidUtf8: "replaced", loneSurrogate: "replaced", ...ALIKE } as const;
const PYTHON = { malformed: "kept", invalidUtf8: "replaced", loneSurrogate: "kept", ...ALIKE } as const;
// No UTF-8 holds a lone surrogate: an encoder that is asked for it writes U+FFFD.
const BYTES = { invalidUtf8: "bytes", loneSurrogate: "replaced", ...ALIKE } as const;

// https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLDecoder.html, up to Java 24; see `spellForJava`
const JAVA: DecoderBehavior = {
  decoder: "java",
  call: "URLDecoder.decode(text, UTF_8)",
  plus: "space",
  malformed: "refused",
  invalidUtf8: "replaced",
  loneSurrogate: "kept",
  encodedSurrogate: "replaced-once",
};

/** The behavior of each decoder; tests/surveys/decoders calls the real ones. */
const BEHAVIORS: readonly DecoderBehavior[] = [
  // https://www.rfc-editor.org/rfc/rfc3986#section-2.1, and UTF-8 as in section 2.5
  { decoder: "rfc3986", call: "percentDecode(text)", plus: "literal", ...STRICT },
  // https://url.spec.whatwg.org/#string-percent-decode, then https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
  { decoder: "whatwg", call: "UTF-8 decode without BOM of percent-decode(text)", plus: "literal", ...USV_STRING },
  // https://url.spec.whatwg.org/#concept-urlencoded-parser, of a value: `&` has done its work already
  { decoder: "form", call: "new URLSearchParams('v=' + text).get('v')", plus: "space", ...USV_STRING },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote: decodes the ASCII stretches, and only them
  { decoder: "python", call: "urllib.parse.unquote(text)", plus: "literal", ...PYTHON },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote_plus
  { decoder: "python-plus", call: "urllib.parse.unquote_plus(text)", plus: "space", ...PYTHON },
  JAVA,
  // https://pkg.go.dev/net/url#PathUnescape
  { decoder: "go-path", call: "url.PathUnescape(text)", plus: "literal", malformed: "refused", ...BYTES },
  // https://pkg.go.dev/net/url#QueryUnescape
  { decoder: "go-query", call: "url.QueryUnescape(text)", plus: "space", malformed: "refused", ...BYTES },
  // https://www.php.net/manual/en/function.urldecode.php
  { decoder: "php", call: "urldecode($text)", plus: "space", malformed: "kept", ...BYTES },
  // https://www.php.net/manual/en/function.rawurldecode.php
  { decoder: "php-raw", call: "rawurldecode($text)", plus: "literal", malformed: "kept", ...BYTES },
  // https://metacpan.org/pod/URI::Escape, which gives characters U+0000 to U+00FF where the text is not bytes
  { decoder: "perl", call: "uri_unescape($text)", plus: "literal", malformed: "kept", ...BYTES },
];

/**
 * Says what eleven decoders make of one component of a URI or form, and where they do not all do the same.
 *
 * The text is a component that has been cut out already: `&`, `=` and `/` are data. Decoders of bytes are given its UTF-8.
 *
 * @param text any text
 * @returns whether all agree, what each returns, and the places where they differ
 * @throws TypeError for anything but a string
 * @example
 * import { compareDecoders } from "percodec/inspect";
 * compareDecoders("caf%C3%A9%20%26").agree // → true
 * compareDecoders("1+1").results.find(({ decoder }) => decoder === "java").value // → "1 1"
 * compareDecoders("%+1").results.find(({ decoder }) => decoder === "java").value // → "\u0001"
 * compareDecoders("50%").results.find(({ decoder }) => decoder === "go-path").error // → { index: 2, length: 1 }
 * compareDecoders("%C3").differences.map(({ index, length, rule }) => [index, length, rule]) // → [[0, 3, "invalid-utf8"]]
 * compareDecoders("%C3").differences[0].decoders.bytes // → ["go-path", "go-query", "php", "php-raw", "perl"]
 */
export function compareDecoders(text: string): DecoderComparison {
  requireText(text, "compareDecoders");
  const javaText = spellForJava(text);
  const { differences, refusals } = findDifferences(text, javaText);
  const scalarText = toWellFormed(text);
  const decoded: Decoded[] = [];
  const results = BEHAVIORS.map((behavior): DecoderResult => {
    const { decoder } = behavior;
    const given = behavior === JAVA ? javaText : behavior.loneSurrogate === "replaced" ? scalarText : text;
    const error = refusals.get(decoder);
    const { value, bytes } = error === undefined ? decodeAs(behavior, given, decoded) : NO_ANSWER;
    return { decoder, call: behavior.call, value, bytes, error };
  });
  // There is no place that all treat alike, so that none is left means that the results are the same.
  return { agree: differences.length === 0, results, differences };
}

const NO_ANSWER: Pick<DecoderResult, "value" | "bytes"> = { value: undefined, bytes: undefined };

/** What decoders of the same behavior return for what they are given. */
interface Decoded {
  readonly given: string;
  readonly plus: DecoderBehavior["plus"];
  readonly isText: boolean;
  readonly answer: Pick<DecoderResult, "value" | "bytes">;
}

/** Decodes a text in which the decoder refuses nothing; what another decoder treats alike is not decoded again. */
function decodeAs({ plus: own, invalidUtf8, encodedSurrogate }: DecoderBehavior, text: string, decoded: Decoded[]) {
  // ED begins a sequence wherever it stands, and no policy of the codec counts this one sequence as one.
  const given = encodedSurrogate ? text.replace(/%ed%[ab][\da-f](?:%[89ab][\da-f])?/gi, "%EF%BF%BD") : text;
  const plus = given.includes("+") ? own : "literal";
  const isText = invalidUtf8 !== "bytes";
  const same = decoded.find((one) => one.isText === isText && one.plus === plus && one.given === given)?.answer;
  // No two results share their bytes.
  if (same !== undefined) return same.bytes === undefined ? same : { ...same, bytes: same.bytes.slice() };
  // What is no escape stays as it is.
  const untouched = plus === "literal" && !/%[\dA-Fa-f]{2}/.test(given);
  const answer = isText
    ? {
        value: untouched ? given : percentDecode(given, { malformed: "keep", invalidUtf8: "replace", plus }),
        bytes: undefined,
      }
    : decodeToBytes(given, plus, untouched);
  decoded.push({ given, plus, isText, answer });
  return answer;
}

function decodeToBytes(
  given: string,
  plus: DecoderBehavior["plus"],
  untouched: boolean,
): Pick<DecoderResult, "value" | "bytes"> {
  const output = new Uint8Array(given.length * BYTES_PER_UNIT);
  const utf8 = output.slice(0, writeUtf8(given, 0, given.length, output, 0));
  const bytes = untouched ? utf8 : percentDecodeBytes(utf8, { malformed: "keep", plus });
  const isText = validUtf8Until(bytes, 0, bytes.length) === bytes.length;
  return { value: isText ? readUtf8(bytes, 0, bytes.length) : undefined, bytes };
}

/** Finds the places that not all decoders treat alike, with who does what, and the first that each decoder refuses, if it refuses any. */
function findDifferences(text: string, javaText: string) {
  const differences: DecoderDifference[] = [];
  const refusals = new Map<DecoderName, NonNullable<DecoderResult["error"]>>();
  // What is no escape to others may complete a character to Java: its places are those of its own spelling of the text.
  const javaPlaces: { readonly rule: DecoderRule; readonly index: number; readonly end: number }[] = [];
  // Once: two equal strings that are not one are compared unit by unit.
  const same = javaText === text;
  if (!same) eachPlace(javaText, (rule, index, length) => javaPlaces.push({ rule, index, end: index + length }));
  let next = 0;
  const known = new Map<DecoderRule, Map<DecoderRule | undefined, DecoderDifference["decoders"]>>();
  eachPlace(text, (rule, index, length) => {
    let own = javaPlaces[next];
    while (own !== undefined && own.end <= index) own = javaPlaces[++next];
    const javaRule = same ? rule : own !== undefined && own.index <= index ? own.rule : undefined;
    let byJava = known.get(rule);
    if (byJava === undefined)
      known.set(rule, (byJava = new Map<DecoderRule | undefined, DecoderDifference["decoders"]>()));
    let decoders = byJava.get(javaRule);
    if (decoders === undefined) {
      decoders = groupDecoders(rule, javaRule === undefined ? "decoded" : findAct(javaRule, JAVA));
      byJava.set(javaRule, decoders);
      for (const decoder of decoders["refused"] ?? [])
        if (!refusals.has(decoder)) refusals.set(decoder, { index, length });
    }
    differences.push({ index, length, rule, decoders });
  });
  return { differences, refusals };
}

/** Tells of each `+` and each issue of the codec, in order of index; no issue covers a `+`. */
function eachPlace(text: string, tell: (rule: DecoderRule, index: number, length: number) => void): void {
  let plus = text.indexOf("+");
  const tellPlusesBefore = (end: number): void => {
    for (; plus >= 0 && plus < end; plus = text.indexOf("+", plus + 1)) tell("plus", plus, 1);
  };
  decodeText(
    text,
    0,
    text.length,
    new Decoder(resolveTextOptions(readDecodeOptions(undefined, "compareDecoders"), "keep")),
    (code, index, length) => {
      tellPlusesBefore(index);
      tell(code as DecoderRule, index, length);
    },
  );
  tellPlusesBefore(text.length);
}

function groupDecoders(rule: DecoderRule, javaAct: string): DecoderDifference["decoders"] {
  const decoders = Object.create(null) as Record<string, DecoderName[]>;
  for (const behavior of BEHAVIORS) {
    (decoders[behavior === JAVA ? javaAct : findAct(rule, behavior)] ??= []).push(behavior.decoder);
  }
  return decoders;
}

function findAct(rule: DecoderRule, behavior: DecoderBehavior): string {
  if (rule === "plus") return behavior.plus;
  if (rule === "malformed-escape" || rule === "truncated-escape") return behavior.malformed;
  if (rule === "lone-surrogate") return behavior.loneSurrogate;
  return (rule === "encoded-surrogate" && behavior.encodedSurrogate) || behavior.invalidUtf8;
}

/**
 * Spells the escapes that Java takes beyond two hex digits as the others do, at the same length: up to Java 24 it leaves
 * them to `Integer.parseInt`, which takes a sign and the digits of any script (https://bugs.openjdk.org/browse/JDK-8353453).
 */
function spellForJava(text: string): string {
  return text.replace(/%(?![\dA-Fa-f]{2})[^%][^%]/g, (escape) => {
    const [first, low] = [escape[1]!, javaDigit(escape.charCodeAt(2))];
    const high = first === "+" ? 0 : first === "-" ? -low : javaDigit(escape.charCodeAt(1));
    const byte = (high << 4) | low;
    return byte < 0 ? escape : `%${byte.toString(16).padStart(2, "0")}`;
  });
}

/** The zeros of the decimal digits (Nd) that are one UTF-16 unit and no ASCII; the set has not grown since Unicode 7. */
const DIGIT_ZEROS: readonly number[] = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/** https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/Character.html#digit(char,int), -1 for none. */
function javaDigit(unit: number): number {
  if (unit < 0x80) return HEX_VALUE[unit]!;
  const zero = DIGIT_ZEROS.find((first) => unit >= first && unit < first + 10);
  if (zero !== undefined) return unit - zero;
  const letter = unit < 0xff41 ? unit - 0xff21 : unit - 0xff41;
  return letter >= 0 && letter < 6 ? 10 + letter : -1;
}
