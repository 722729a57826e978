import { describeType, requireText } from "../base/arguments.ts";
import { toExcerpt, quote } from "../base/excerpt.ts";
import { hasOwn } from "../base/own.ts";

/**
 * An encoding of the Encoding Standard as a value: its tables are bundled only if you import them
 * (https://encoding.spec.whatwg.org/#encodings).
 */
export interface Encoding {
  /** The name in the standard, as `Shift_JIS`. */
  readonly name: string;
  /** Whether a label names this encoding, whatever its case and the white space around it. */
  readonly hasLabel: (label: string) => boolean;
  /** How it writes and reads bytes; undefined for UTF-8, which the codec knows, and for UTF-16 and replacement. */
  readonly legacy: LegacyCodec | undefined;
}

/** What a legacy encoding does. */
export interface LegacyCodec {
  /** Encodes a well-formed text as one queue. */
  readonly encode: (text: string) => Encoded;
  /** Decodes bytes as one queue; undefined where some of them stand for nothing. */
  readonly decode: (bytes: Uint8Array) => string | undefined;
  /** Starts a queue that is decoded one sequence at a time. */
  readonly sequences: () => SequenceDecoder;
}

/** The bytes of what an encoding has, and what it lacks. */
export interface Encoded {
  readonly bytes: Uint8Array;
  /** Two numbers for each code point that it lacks, in order: before which byte, and the code point. */
  readonly lacking: readonly number[];
}

/** Decodes the sequence that begins at `from`, of bytes that end at `to`. */
export type SequenceDecoder = (bytes: Uint8Array, from: number, to: number) => Sequence;

/** One sequence: how many bytes, and what they stand for, which may be an empty text; undefined where it is nothing. */
export interface Sequence {
  readonly length: number;
  readonly text: string | undefined;
}

/** The labels of UTF-8 (https://encoding.spec.whatwg.org/#names-and-labels). */
const UTF8_LABELS = ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

/** What neither stands in a label of UTF-8 nor is ASCII white space, which is not all that `trim` takes. */
const FOREIGN = /[^\w\t\n\f\r -]/;

/**
 * UTF-8 as an {@link Encoding}, which brings no table with it.
 *
 * @example
 * import { utf8 } from "percodec/charset";
 * utf8.hasLabel("UTF8 ") // → true
 */
export const utf8: Encoding = /* @__PURE__ */ Object.freeze({
  name: "UTF-8",
  // An expression for the white space at the end would look for it from each place: a sender chooses how much there is.
  hasLabel: (label: string) => {
    requireText(label, "hasLabel");
    return !FOREIGN.test(label) && UTF8_LABELS.includes(label.trim().toLowerCase());
  },
  legacy: undefined,
});

/**
 * Gives the encoding that text is sent in: UTF-8 in place of UTF-16 and replacement
 * (https://encoding.spec.whatwg.org/#get-an-output-encoding).
 *
 * @param encoding any encoding
 * @returns the same, or `utf8`
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
    `${what} must be an encoding, not ${describeType(value)}; encoding(${label}) of percodec/charset finds one`,
  );
}

/** An encoding of another copy of this library has the same properties, each its own. */
function isEncoding(value: unknown): value is Encoding {
  if (typeof value !== "object" || value === null) return false;
  const { name, hasLabel } = value as Encoding;
  const own = hasOwn(value, "name") && hasOwn(value, "hasLabel") && hasOwn(value, "legacy");
  return own && typeof name === "string" && typeof hasLabel === "function";
}

/** Returns an encoding that URLs are written in; throws a TypeError for UTF-16, replacement and anything else. */
export function requireUrlEncoding(value: Encoding, what: string): Encoding {
  const encoding = requireEncoding(value, what);
  if (encoding.legacy !== undefined || encoding.name === utf8.name) return encoding;
  throw new TypeError(`no URL is written in ${toExcerpt(encoding.name)}: pass outputEncoding(encoding)`);
}
