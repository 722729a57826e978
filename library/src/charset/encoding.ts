import type { IssueListener, ResolvedDecodeOptions } from "../codec/scalar-decoder.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import { describeType, requireText } from "../base/arguments.ts";
import { toExcerpt, quote } from "../base/excerpt.ts";
import { hasOwn } from "../base/own.ts";

/**
 * An encoding of the Encoding Standard as a value: its tables are bundled only if you import them
 * (https://encoding.spec.whatwg.org/#encodings).
 */
export interface Encoding {
  /** The name in the standard, such as `Shift_JIS`. */
  readonly name: string;
  /** Whether a label names this encoding; case and surrounding white space are ignored. */
  readonly hasLabel: (label: string) => boolean;
  /** Its encoder and decoder; undefined for UTF-8, which the codec implements, and for UTF-16 and replacement. */
  readonly legacy: LegacyCodec | undefined;
}

/** The encoder and the decoders of a legacy encoding. */
export interface LegacyCodec {
  /** Returns the encoder for a new queue. */
  readonly encoder: () => TextPartEncoder;
  /** Whether the encoding has a code point. */
  readonly has: (code: number) => boolean;
  /** Decodes bytes as one queue; returns undefined if some of them are invalid. */
  readonly decode: (bytes: Uint8Array) => string | undefined;
  /** Returns the decoder for a new queue, which decodes one sequence at a time. */
  readonly sequences: () => SequenceDecoder;
  /**
   * Percent-decodes the part of a text or of bytes from `from` to `to`. Indexes of issues and errors count from the start of the source,
   * before which there are `offset` bytes.
   */
  readonly percentDecode: (
    source: string | Uint8Array,
    from: number,
    to: number,
    options: ResolvedDecodeOptions,
    onIssue?: IssueListener,
    offset?: number,
  ) => string;
  /** Percent-encodes a text after encoding it as one queue. */
  readonly percentEncode: (text: string, table: ByteTable, options: LegacyEncodeOptions) => string;
}

/** How a legacy encoding treats characters that cannot be encoded. */
export interface LegacyEncodeOptions {
  readonly throwsOnLoneSurrogate: boolean;
  /** Whether a character that the encoding lacks throws; if false, a reference is written. */
  readonly refusesUnencodable: boolean;
}

/** Encodes the next part of a well-formed text; `final` says whether it is the last part, after which a new queue begins. */
export type TextPartEncoder = (text: string, final: boolean) => Encoded;

/** The bytes of a text in an encoding, and the code points that the encoding lacks. */
export interface Encoded {
  readonly bytes: Uint8Array;
  /** Two numbers for each missing code point, in order: the index of the byte before which it belongs, and the code point. */
  readonly lacking: readonly number[];
}

/** Decodes the sequence that begins at `from`; the bytes end at `to`. */
export type SequenceDecoder = (bytes: Uint8Array, from: number, to: number) => Sequence;

/** One sequence: its length in bytes and its text, which may be empty; undefined if the bytes are invalid. */
export interface Sequence {
  readonly length: number;
  readonly text: string | undefined;
}

/** The labels of UTF-8 (https://encoding.spec.whatwg.org/#names-and-labels). */
const UTF8_LABELS = ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

/** A character that is neither in a label of UTF-8 nor ASCII white space; `trim` would remove other white space too. */
const NOT_IN_UTF8_LABEL = /[^\w\t\n\f\r -]/;

/**
 * UTF-8 as an {@link Encoding}, without any table.
 *
 * @example
 * import { utf8 } from "percodec/charset";
 * utf8.hasLabel("UTF8 ") // → true
 */
export const utf8: Encoding = /* @__PURE__ */ Object.freeze({
  name: "UTF-8",
  // No regular expression for the white space at the end: its search takes quadratic time, and a sender chooses the label.
  hasLabel: (label: string) => {
    requireText(label, "hasLabel");
    return !NOT_IN_UTF8_LABEL.test(label) && UTF8_LABELS.includes(label.trim().toLowerCase());
  },
  legacy: undefined,
});

/**
 * Returns the output encoding, in which text is sent: UTF-8 instead of UTF-16 and replacement
 * (https://encoding.spec.whatwg.org/#get-an-output-encoding).
 *
 * @param encoding any encoding
 * @returns the same encoding, or `utf8`
 * @throws TypeError for anything but an encoding
 * @example
 * import { encoding, outputEncoding } from "percodec/charset";
 * outputEncoding(encoding("utf-16le")).name // → "UTF-8"
 */
export function outputEncoding(encoding: Encoding): Encoding {
  return requireEncoding(encoding, "the encoding of outputEncoding").legacy === undefined ? utf8 : encoding;
}

/** Returns the encoding; throws a TypeError for anything else. */
export function requireEncoding(value: Encoding, what: string): Encoding {
  if (value === utf8 || isEncoding(value)) return value;
  const label = typeof value === "string" ? quote(value) : "label";
  throw new TypeError(
    `${what} must be an encoding, not ${describeType(value)}; pass encoding(${label}) of percodec/charset`,
  );
}

/** Whether a value has the own properties of an encoding, which may come from another copy of this library. */
function isEncoding(value: unknown): value is Encoding {
  if (typeof value !== "object" || value === null) return false;
  const { name, hasLabel } = value as Encoding;
  const own = hasOwn(value, "name") && hasOwn(value, "hasLabel") && hasOwn(value, "legacy");
  return own && typeof name === "string" && typeof hasLabel === "function";
}

/** Returns the encoding if URLs can be written in it; throws a TypeError for UTF-16, replacement and anything else. */
export function requireUrlEncoding(value: Encoding, what: string): Encoding {
  const encoding = requireEncoding(value, what);
  if (encoding.legacy !== undefined || encoding.name === utf8.name) return encoding;
  throw new TypeError(`URLs do not use ${toExcerpt(encoding.name)}: pass outputEncoding(encoding)`);
}
