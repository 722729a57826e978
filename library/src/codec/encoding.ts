import { describeType } from "../base/arguments.ts";
import { hasOwn } from "../base/own.ts";
import { isPlainObject } from "../base/options.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { Decoder, IssueListener, ResolvedDecodeOptions } from "./decoder.ts";

// An encoding is a value with functions that the codec calls, so that a bundle has the tables and classes of `charset/` only if it imports them.

/** An encoding without the functions that convert chunks, which forms do not call. */
export interface TextEncoding {
  /** The name in the standard, such as `Shift_JIS`. */
  readonly name: string;
  /** Whether a label names this encoding; case and surrounding white space are ignored. */
  readonly hasLabel: (label: string) => boolean;
  /** Its encoder and decoder; undefined for UTF-8, which the codec implements. */
  readonly legacy: LegacyCodec | undefined;
}

/** The encoder and the decoders of an encoding other than UTF-8. Those of replacement throw a TypeError. */
export interface LegacyCodec {
  /** Replaces the table of a set in UTF-16, where every byte is an escape, and marks it and replacement, in which forms are not sent. */
  readonly table: ByteTable | undefined;
  /** Returns the encoder for a new queue. */
  readonly encoder: () => TextPartEncoder;
  /** Whether the encoding has a code point. */
  readonly has: (code: number) => boolean;
  /** Decodes bytes as one queue; returns undefined if some of them are invalid. */
  readonly decode: (bytes: Uint8Array) => string | undefined;
  /** Returns the decoder for a new queue, which decodes one sequence at a time. */
  readonly sequences: () => SequenceDecoder;
  /** Returns the decoder for a new input with escapes. */
  readonly decoder: (options: ResolvedDecodeOptions) => Decoder;
  /** Percent-decodes a part of a source. Indexes of issues and errors count from its start, before which there are `offset` bytes. */
  readonly percentDecode: (
    source: string | Uint8Array,
    from: number,
    to: number,
    options: ResolvedDecodeOptions,
    onIssue?: IssueListener,
    offset?: number,
  ) => string;
  /** Percent-encodes a text after encoding it as one queue; `strict` throws for a lone surrogate, which otherwise becomes U+FFFD. */
  readonly percentEncode: (
    text: string,
    table: ByteTable,
    strict: boolean,
    unencodable: "reference" | "throw",
  ) => string;
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

/** Returns the encoding, which may come from another copy of this library; throws a TypeError for anything else. */
export function requireEncoding<T extends TextEncoding>(value: T, option = "encoding"): T {
  if (isPlainObject(value) && hasOwn(value, "legacy")) return value;
  throw new TypeError(`${option} must be encoding(label) of percodec/charset, not ${describeType(value)}`);
}

/** Returns the codec of an encoding; undefined for UTF-8. */
export function findLegacy(encoding: TextEncoding | undefined): LegacyCodec | undefined {
  return encoding === undefined ? undefined : requireEncoding(encoding).legacy;
}
