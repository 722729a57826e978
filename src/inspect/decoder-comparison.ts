import { HEX_VALUE } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import {
  decodeText,
  percentDecode,
  percentDecodeBytes,
  readDecodeOptions,
  resolveTextOptions,
} from "../codec/decode.ts";
import { Decoder } from "../codec/decoder.ts";
import { BYTES_PER_UNIT, readUtf8, toWellFormed, validUtf8Until, writeUtf8 } from "../base/utf8.ts";

/** Who reads: a standard, or a function of a language; `READERS` says which. */
export type Reader =
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

/** What one reader makes of a text. */
export interface Reading {
  readonly reader: Reader;
  /** How it is asked, in its own language. */
  readonly call: string;
  /** The text that it gives; of bytes, the text that they are in UTF-8, if they are any. Undefined where it refuses. */
  readonly value: string | undefined;
  /** What it gives, where that is bytes and no text: Go, PHP and Perl. Undefined where it refuses. */
  readonly bytes: Uint8Array | undefined;
  /** The first place that it refuses, in UTF-16 units; undefined if it refuses none. */
  readonly error: { readonly index: number; readonly length: number } | undefined;
}

/** What readers disagree on: `+`, or a fault by its code. */
export type ReadingRule =
  | "plus"
  | "malformed-escape"
  | "truncated-escape"
  | "invalid-utf8"
  | "overlong-utf8"
  | "encoded-surrogate"
  | "code-point-out-of-range"
  | "lone-surrogate";

/** A place that not all readers take alike. */
export interface ReadingDifference {
  /** Where it begins, in UTF-16 units. */
  readonly index: number;
  /** How long it is, as of a `DecodeIssue`; 1 for `+`. */
  readonly length: number;
  readonly rule: ReadingRule;
  /**
   * The readers by what they do there, were it the only such place: `literal` or `space` for `+`; `refused` (the whole
   * text); `kept` as it is written; `replaced` by U+FFFD for each maximal subpart, or `replaced-once` by a single one;
   * `bytes`, passed on as they are; `decoded`, where it is an escape, or a part of one, to this reader alone.
   */
  readonly readers: Readonly<Record<string, readonly Reader[]>>;
}

/** What the readers make of one text. */
export interface ReadingsReport {
  /** Whether none refuses and all give the same text. */
  readonly agree: boolean;
  readonly readings: readonly Reading[];
  /** Every place where they do not all do the same, in order of index. */
  readonly differences: readonly ReadingDifference[];
}

/** What a reader does with each kind of doubt. */
interface Habits {
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

/** The readers and their habits; tests/surveys/decoders asks the real ones. */
const READERS: Readonly<Record<Reader, Habits>> = {
  // https://www.rfc-editor.org/rfc/rfc3986#section-2.1, and UTF-8 as in section 2.5
  rfc3986: { call: "percentDecode(text)", plus: "literal", ...STRICT },
  // https://url.spec.whatwg.org/#string-percent-decode, then https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
  whatwg: { call: "UTF-8 decode without BOM of percent-decode(text)", plus: "literal", ...USV_STRING },
  // https://url.spec.whatwg.org/#concept-urlencoded-parser, of a value: `&` has done its work already
  form: { call: "new URLSearchParams('v=' + text).get('v')", plus: "space", ...USV_STRING },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote: decodes the ASCII stretches, and only them
  python: { call: "urllib.parse.unquote(text)", plus: "literal", ...PYTHON },
  // https://docs.python.org/3/library/urllib.parse.html#urllib.parse.unquote_plus
  "python-plus": { call: "urllib.parse.unquote_plus(text)", plus: "space", ...PYTHON },
  // https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLDecoder.html, up to Java 24; see `asJava`
  java: {
    call: "URLDecoder.decode(text, UTF_8)",
    plus: "space",
    malformed: "refused",
    invalidUtf8: "replaced",
    loneSurrogate: "kept",
    encodedSurrogate: "replaced-once",
  },
  // https://pkg.go.dev/net/url#PathUnescape
  "go-path": { call: "url.PathUnescape(text)", plus: "literal", malformed: "refused", ...BYTES },
  // https://pkg.go.dev/net/url#QueryUnescape
  "go-query": { call: "url.QueryUnescape(text)", plus: "space", malformed: "refused", ...BYTES },
  // https://www.php.net/manual/en/function.urldecode.php
  php: { call: "urldecode($text)", plus: "space", malformed: "kept", ...BYTES },
  // https://www.php.net/manual/en/function.rawurldecode.php
  "php-raw": { call: "rawurldecode($text)", plus: "literal", malformed: "kept", ...BYTES },
  // https://metacpan.org/pod/URI::Escape, which gives characters U+0000 to U+00FF where the text is not bytes
  perl: { call: "uri_unescape($text)", plus: "literal", malformed: "kept", ...BYTES },
};

/**
 * Says what eleven readers make of one component of a URI or form, and where they do not all do the same.
 *
 * The text is a component that has been cut out already: `&`, `=` and `/` are data. Readers of bytes are given its UTF-8.
 *
 * @param text any text
 * @returns whether all agree, what each reads, and the places where they differ
 * @throws TypeError for anything but a string
 * @example
 * import { compareDecoders } from "percodec/inspect";
 * compareDecoders("caf%C3%A9%20%26").agree // → true
 * compareDecoders("1+1").readings.find(({ reader }) => reader === "java").value // → "1 1"
 * compareDecoders("%+1").readings.find(({ reader }) => reader === "java").value // → "\u0001"
 * compareDecoders("50%").readings.find(({ reader }) => reader === "go-path").error // → { index: 2, length: 1 }
 * compareDecoders("%C3").differences.map(({ index, length, rule }) => [index, length, rule]) // → [[0, 3, "invalid-utf8"]]
 * compareDecoders("%C3").differences[0].readers.bytes // → ["go-path", "go-query", "php", "php-raw", "perl"]
 */
export function compareDecoders(text: string): ReadingsReport {
  requireText(text, "compareDecoders");
  const javaText = asJava(text);
  const { differences, refusals } = differencesOf(text, javaText);
  const scalarText = toWellFormed(text);
  const decoded: Decoded[] = [];
  const readings = entries().map(([reader, habits]): Reading => {
    const given = reader === "java" ? javaText : habits.loneSurrogate === "replaced" ? scalarText : text;
    const error = refusals.get(reader);
    const { value, bytes } = error === undefined ? read(habits, given, decoded) : NO_ANSWER;
    return { reader, call: habits.call, value, bytes, error };
  });
  // There is no place that all take alike, so that none is left means that the readings are the same.
  return { agree: differences.length === 0, readings, differences };
}

function entries(): [Reader, Habits][] {
  return Object.entries(READERS) as [Reader, Habits][];
}

const NO_ANSWER: Pick<Reading, "value" | "bytes"> = { value: undefined, bytes: undefined };

/** What readers of the same habits make of what they are given. */
interface Decoded {
  readonly given: string;
  readonly plus: Habits["plus"];
  readonly isText: boolean;
  readonly answer: Pick<Reading, "value" | "bytes">;
}

/** Reads a text in which the reader refuses nothing; what another reader took alike is not decoded again. */
function read({ plus: own, invalidUtf8, encodedSurrogate }: Habits, text: string, decoded: Decoded[]) {
  // ED begins a sequence wherever it stands, and no policy of the codec counts this one sequence as one.
  const given = encodedSurrogate ? text.replace(/%ed%[ab][\da-f](?:%[89ab][\da-f])?/gi, "%EF%BF%BD") : text;
  const plus = given.includes("+") ? own : "literal";
  const isText = invalidUtf8 !== "bytes";
  const same = decoded.find((one) => one.isText === isText && one.plus === plus && one.given === given)?.answer;
  // No two readings share their bytes.
  if (same !== undefined) return same.bytes === undefined ? same : { ...same, bytes: same.bytes.slice() };
  // What is no escape stays as it is.
  const untouched = plus === "literal" && !/%[\dA-Fa-f]{2}/.test(given);
  const answer = isText
    ? {
        value: untouched ? given : percentDecode(given, { malformed: "keep", invalidUtf8: "replace", plus }),
        bytes: undefined,
      }
    : readBytes(given, plus, untouched);
  decoded.push({ given, plus, isText, answer });
  return answer;
}

function readBytes(given: string, plus: Habits["plus"], untouched: boolean): Pick<Reading, "value" | "bytes"> {
  const output = new Uint8Array(given.length * BYTES_PER_UNIT);
  const utf8 = output.slice(0, writeUtf8(given, 0, given.length, output, 0));
  const bytes = untouched ? utf8 : percentDecodeBytes(utf8, { malformed: "keep", plus });
  const isText = validUtf8Until(bytes, 0, bytes.length) === bytes.length;
  return { value: isText ? readUtf8(bytes, 0, bytes.length) : undefined, bytes };
}

/** The places that not all readers take alike, with who does what, and the first that each reader refuses, if it refuses any. */
function differencesOf(text: string, javaText: string) {
  const differences: ReadingDifference[] = [];
  const refusals = new Map<Reader, NonNullable<Reading["error"]>>();
  // What is no escape to others may complete a character to Java: its places are those of its own spelling of the text.
  const javaPlaces: { readonly rule: ReadingRule; readonly index: number; readonly end: number }[] = [];
  // Once: two equal strings that are not one are compared unit by unit.
  const same = javaText === text;
  if (!same) eachPlace(javaText, (rule, index, length) => javaPlaces.push({ rule, index, end: index + length }));
  let next = 0;
  const known = new Map<ReadingRule, Map<ReadingRule | undefined, ReadingDifference["readers"]>>();
  eachPlace(text, (rule, index, length) => {
    let own = javaPlaces[next];
    while (own !== undefined && own.end <= index) own = javaPlaces[++next];
    const javaRule = same ? rule : own !== undefined && own.index <= index ? own.rule : undefined;
    let byJava = known.get(rule);
    if (byJava === undefined)
      known.set(rule, (byJava = new Map<ReadingRule | undefined, ReadingDifference["readers"]>()));
    let readers = byJava.get(javaRule);
    if (readers === undefined) {
      readers = readersAt(rule, javaRule === undefined ? "decoded" : actAt(javaRule, READERS.java));
      byJava.set(javaRule, readers);
      for (const reader of readers["refused"] ?? []) if (!refusals.has(reader)) refusals.set(reader, { index, length });
    }
    differences.push({ index, length, rule, readers });
  });
  return { differences, refusals };
}

/** Tells of each `+` and each issue of the codec, in order of index; no issue covers a `+`. */
function eachPlace(text: string, tell: (rule: ReadingRule, index: number, length: number) => void): void {
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
      tell(code as ReadingRule, index, length);
    },
  );
  tellPlusesBefore(text.length);
}

function readersAt(rule: ReadingRule, javaAct: string): ReadingDifference["readers"] {
  const readers = Object.create(null) as Record<string, Reader[]>;
  for (const [reader, habits] of entries()) {
    (readers[reader === "java" ? javaAct : actAt(rule, habits)] ??= []).push(reader);
  }
  return readers;
}

function actAt(rule: ReadingRule, habits: Habits): string {
  if (rule === "plus") return habits.plus;
  if (rule === "malformed-escape" || rule === "truncated-escape") return habits.malformed;
  if (rule === "lone-surrogate") return habits.loneSurrogate;
  return (rule === "encoded-surrogate" && habits.encodedSurrogate) || habits.invalidUtf8;
}

/**
 * Spells the escapes that Java takes beyond two hex digits as the others do, at the same length: up to Java 24 it leaves
 * them to `Integer.parseInt`, which takes a sign and the digits of any script (https://bugs.openjdk.org/browse/JDK-8353453).
 */
function asJava(text: string): string {
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
