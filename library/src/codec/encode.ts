import { HEX_VALUE, PERCENT, readEscape, writeEscape } from "../base/escape.ts";
import { requireBytes, requireChoice, requireFlag, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { readOptions } from "../base/options.ts";
import { addPercent, type ByteTable, byteTable } from "../sets/byte-table.ts";
import { COMPONENT_TABLE } from "../sets/tables.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { type IndexUnit, PercentEncodingError } from "../base/errors.ts";
import type { EncodableText, EncodedText } from "../base/branded-text.ts";
import { BLOCK_UNITS, type ChunkOptions, type Progress, type Step } from "../kernel/types.ts";
import { findLegacy, type LegacyCodec, requireEncoding } from "./encoding.ts";
import {
  ENCODE_BYTES_OPTIONS,
  ENCODE_OPTIONS,
  type EncodeBytesOptions,
  ENCODER_OPTIONS,
  type EncodeOptions,
  type EncoderOptions,
  requireChunk,
} from "./options.ts";
import { activeKernel } from "#kernel";
import { encodeScalar } from "../kernel/scalar.ts";
import { encodeBlock } from "./strategy.ts";
import { blockEnd, BYTES_PER_UNIT, readUtf8, sequenceLength, writeWellFormed } from "../base/utf8.ts";

/** Whether a lone surrogate throws instead of becoming U+FFFD. */
export function throwsOnLoneSurrogate(policy: EncodeOptions["loneSurrogate"]): boolean {
  return requireChoice(policy, ["throw", "replace"], "loneSurrogate") === "throw";
}

/** Returns the table of a set, or of the default set; throws a TypeError that names `owner` for anything else. */
export function toTable(set: PercentEncodeSet | undefined, owner: string): ByteTable {
  return set === undefined ? COMPONENT_TABLE : byteTable(set, owner);
}

/** Whether escapes stay; throws a TypeError for a set that writes a space as `+`, and for UTF-16. */
export function preservesEscapes(
  preserveEscapes: boolean | undefined,
  { spaceAsPlus }: ByteTable,
  legacy?: LegacyCodec,
): boolean {
  if (!requireFlag(preserveEscapes, "preserveEscapes")) return false;
  const wanted = spaceAsPlus
    ? "a set that writes a space as %20"
    : legacy?.table && "an encoding in which % is one byte";
  if (wanted) throw new TypeError(`preserveEscapes requires ${wanted}`);
  return true;
}

/** The most bytes that one byte can become. */
const ENCODED_BYTES_PER_BYTE = 3;

/**
 * Percent-encodes the characters of a text that the set contains: their bytes in UTF-8 or another encoding, in upper-case hex
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.1, https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * As the URL Standard requires, a reference for a character that `encoding` lacks cannot be distinguished from the same characters in
 * the text.
 *
 * @param text any text that is not already encoded
 * @param set what to encode (default `rfc3986.component`: all but A-Z a-z 0-9 `- . _ ~`)
 * @param options the encoding, whether valid escapes stay, and what to do with a lone surrogate and a character that the encoding lacks
 * @returns the encoded text; the same string if nothing needs encoding
 * @throws PercentEncodingError `lone-surrogate` or `unencodable`, with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { percentEncode } from "percodec";
 * percentEncode("café & ✓") // → "caf%C3%A9%20%26%20%E2%9C%93"
 * percentEncode("100% caf%c3%A9", undefined, { preserveEscapes: true }) // → "100%25%20caf%c3%A9"
 * import { encoding } from "percodec/charset";
 * import { whatwg } from "percodec/sets";
 * percentEncode("1+1 ≡ 2%20‽", whatwg.form, { encoding: encoding("shift_jis") }) // → "1%2B1+%81%DF+2%2520%26%238253%3B"
 */
export function percentEncode(text: EncodableText, set?: PercentEncodeSet, options?: EncodeOptions): EncodedText {
  requireText(text, "percentEncode", "percentEncodeBytes");
  const table = toTable(set, "percentEncode");
  if (options === undefined) return encodeText(text, table, true);
  const given = readOptions(options, ENCODE_OPTIONS, "percentEncode");
  const strict = throwsOnLoneSurrogate(given.loneSurrogate);
  const policy = requireUnencodable(given.unencodable);
  const legacy = findLegacy(given.encoding);
  const preserves = preservesEscapes(given.preserveEscapes, table, legacy);
  const by = preserves && legacy ? addPercent(table) : table;
  const encode = (part: string) =>
    legacy === undefined ? encodeText(part, table, strict) : legacy.percentEncode(part, by, strict, policy);
  return preserves ? encodeKeepingEscapes(text, encode) : encode(text);
}

/** Encodes what is between the valid escapes of a text, which stay; any other `%` becomes `%25`. */
export function encodeKeepingEscapes(text: string, encode: (part: string) => string): string {
  try {
    let value = "";
    let from = 0;
    for (let at = 0; (at = text.indexOf("%", from)) >= 0;) {
      if (at > from) value += encode(text.slice(from, at));
      const isEscape = readEscape(text, at) >= 0;
      from = at + (isEscape ? 3 : 1);
      value += isEscape ? text.slice(at, from) : "%25";
    }
    return value + encode(text.slice(from));
  } catch (error) {
    // A `%` is never the fault: encoding the whole text throws the same error, with the caller's index.
    encode(text);
    throw error;
  }
}

export function requireUnencodable(policy: EncodeOptions["unencodable"]): "reference" | "throw" {
  return requireChoice(policy, ["reference", "throw"], "unencodable");
}

export function encodeText(text: string, table: ByteTable, strict: boolean): EncodedText {
  // The most frequent case first, in a function of its own: it needs neither a buffer nor a callback.
  const isBlock = text.length <= BLOCK_UNITS;
  return (isBlock ? encodeBlock(text, table) : undefined) ?? encodeByBlocks(text, table, strict, isBlock);
}

/** @param isScalar whether the scalar code has to encode the text, because `encodeBlock` could not */
function encodeByBlocks(text: string, table: ByteTable, strict: boolean, isScalar: boolean): EncodedText {
  const { length } = text;
  let value = "";
  let isUnchanged = true;
  let utf8: Uint8Array | undefined;
  let encoded: Uint8Array | undefined;
  const onLoneSurrogate = (index: number): void => {
    if (strict) throw loneSurrogateError(text.charAt(index), index, 1, "utf-16");
  };
  for (let from = 0, to: number; from < length; from = to) {
    to = blockEnd(text, from, length, BLOCK_UNITS);
    const part = text.slice(from, to);
    const block = isScalar ? undefined : encodeBlock(part, table);
    isUnchanged &&= block === part;
    if (block !== undefined) {
      value += block;
      continue;
    }
    utf8 ??= new Uint8Array(Math.min(length - from, BLOCK_UNITS) * BYTES_PER_UNIT);
    encoded ??= new Uint8Array(utf8.length * ENCODED_BYTES_PER_BYTE);
    const end = writeWellFormed(text, from, to, utf8, 0, onLoneSurrogate);
    value += readUtf8(encoded, 0, encodePart(utf8, 0, end, encoded, table, true).written);
  }
  // The parts of a text that nothing changes would have to be copied into one string again.
  return isUnchanged ? text : value;
}

/**
 * Percent-encodes any bytes (https://url.spec.whatwg.org/#percent-encode).
 *
 * If the set leaves some characters above U+007F unencoded, the bytes are read as UTF-8 to find them; bytes that are not UTF-8
 * are encoded. If the set leaves all characters above U+007F unencoded, all bytes above 7F stay.
 *
 * @param bytes any bytes
 * @param set what to encode (default `rfc3986.component`)
 * @param options whether valid escapes stay
 * @returns the encoded bytes; the same array if nothing needs encoding
 * @throws TypeError for wrong arguments
 * @example
 * import { percentEncodeBytes } from "percodec";
 * percentEncodeBytes(Uint8Array.of(0x41, 0xff)) // → Uint8Array.of(0x41, 0x25, 0x46, 0x46)
 */
export function percentEncodeBytes(
  bytes: Uint8Array,
  set?: PercentEncodeSet,
  options?: EncodeBytesOptions,
): Uint8Array {
  requireBytes(bytes, "percentEncodeBytes takes", "percentEncode");
  const table = toTable(set, "percentEncodeBytes");
  const { preserveEscapes } = readOptions(options, ENCODE_BYTES_OPTIONS, "percentEncodeBytes");
  const preserves = preservesEscapes(preserveEscapes, table);
  let first = 0;
  while (first < bytes.length && table.bytes[bytes[first]!] === 0 && !(preserves && bytes[first] === PERCENT)) first++;
  if (first === bytes.length) return bytes;
  const output = new Uint8Array(bytes.length * ENCODED_BYTES_PER_BYTE);
  const { written } = (preserves ? encodePartKeepingEscapes : encodePart)(bytes, 0, bytes.length, output, table, true);
  const unchanged = written === bytes.length && !(table.spaceAsPlus && bytes.includes(0x20));
  return unchanged ? bytes : output.slice(0, written);
}

/**
 * Percent-encodes bytes chunk by chunk into the caller's buffer: as they are or, with `encoding` or `inputEncoding`, as text.
 *
 * A call stops early if the target is full and, except in the last chunk, before an incomplete character at the end. Pass
 * the bytes from `read` on again. With an encoding the last call, which may have no bytes, ends the state of ISO-2022-JP.
 *
 * @example
 * import { PercentEncoder } from "percodec";
 * new PercentEncoder().encodeInto(Uint8Array.of(0x20, 0x61), new Uint8Array(64)) // → { read: 2, written: 4 }
 */
export class PercentEncoder {
  readonly #step: Step;

  /**
   * @param set what to encode (default `rfc3986.component`)
   * @param options the encodings, the policies, line breaks, the case of digits, and `onIssue`
   * @throws TypeError for wrong arguments
   */
  constructor(set?: PercentEncodeSet, options?: EncoderOptions) {
    const table = toTable(set, "PercentEncoder");
    const given = readOptions(options, ENCODER_OPTIONS, "PercentEncoder");
    const { encoding = given.inputEncoding } = given;
    if (encoding !== undefined) {
      this.#step = requireEncoding(encoding).chunks.encode(table, given);
      return;
    }
    const { preserveEscapes, ...others } = given;
    const [extra] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
    if (extra) throw new TypeError(`the option ${extra} requires the option encoding`);
    const encode = preservesEscapes(preserveEscapes, table) ? encodePartKeepingEscapes : encodePart;
    this.#step = (source, target, part) => {
      const { from, to, final } = requireChunk(source, target, part, "PercentEncoder.encodeInto");
      const end = Math.min(to, from + Math.floor(target.length / ENCODED_BYTES_PER_BYTE));
      return encode(source, from, end, target, table, final && end === to);
    };
  }

  /**
   * Encodes one chunk.
   *
   * @param source the bytes
   * @param target the buffer for the encoded bytes, which must not overlap the part of the source: at least 64 bytes, and with `encoding`
   *   or `inputEncoding` 8,192
   * @param options the part of the source, and `final`
   * @returns how many bytes were read and written
   * @throws PercentEncodingError with an encoding, for invalid bytes: `undecodable`, with UTF-8 `invalid-utf8`, `overlong-utf8`,
   *   `encoded-surrogate` or `code-point-out-of-range`; and `unencodable`; the index counts bytes from the first call on
   * @throws TypeError for wrong arguments
   */
  encodeInto(source: Uint8Array, target: Uint8Array, options?: ChunkOptions): Progress {
    return this.#step(source, target, options);
  }
}

/** Returns the error for a lone surrogate; `unit` says what `index` and `length` count. */
export function loneSurrogateError(
  surrogate: string,
  index: number,
  length: number,
  unit: IndexUnit,
  operation = "percent-encode",
): PercentEncodingError {
  const excerpt = toExcerpt(surrogate);
  return new PercentEncodingError({ operation, code: "lone-surrogate", index, length, unit, excerpt });
}

/** Encodes a part of bytes up to `to` or, unless `final`, up to an incomplete character at the end. */
export function encodePart(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  { bytes: table, keepsSequence, spaceAsPlus }: ByteTable,
  final: boolean,
): Progress {
  const { encode } = activeKernel(to - from) ?? { encode: encodeScalar };
  let i = from;
  let o = 0;
  while (i < to) {
    if (table[input[i]!] !== 2) {
      const clean = encode(input, i, to, output, o, table, spaceAsPlus);
      i += clean.read;
      o += clean.written;
      continue;
    }
    // The character decides, since an IRI leaves some unencoded. The kernel is not called here: 1 MB of such characters takes 27 ms,
    // and 134 ms with a call for each.
    const sequence = sequenceAt(input, i, to);
    const end = i + sequence.length;
    if (!final && end === to && sequence.length < sequenceLength(sequence[0]!)) break;
    const stays = keepsSequence?.(sequence);
    for (const byte of sequence) {
      if (stays) output[o++] = byte;
      else o = writeEscape(byte, output, o);
    }
    i = end;
  }
  return { read: i - from, written: o };
}

/** Encodes a part of bytes as `encodePart` does, except valid escapes, which stay. */
const encodePartKeepingEscapes: typeof encodePart = (input, from, to, output, table, final) =>
  encodeBetweenEscapes(input, from, to, output, final, (start, end, target, isWhole) =>
    encodePart(input, start, end, target, table, isWhole),
  );

/**
 * Encodes the bytes between valid escapes, which stay; any other `%` becomes `%25`. Unless `final`, it stops before an escape that the end of
 * the part cuts.
 *
 * @param encode encodes bytes without `%`, perhaps none, to the beginning of a target; `final` says whether the last character is complete
 */
export function encodeBetweenEscapes(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  final: boolean,
  encode: (from: number, to: number, target: Uint8Array, final: boolean) => Progress,
): Progress {
  const part = input.subarray(0, to);
  const isDigit = (at: number) => (at < to ? HEX_VALUE[input[at]!]! >= 0 : !final);
  let i = from;
  let o = 0;
  for (;;) {
    const found = part.indexOf(PERCENT, i);
    const end = found < 0 ? to : found;
    const { read, written } = encode(i, end, output.subarray(o), final || end < to);
    i += read;
    o += written;
    const isEscape = isDigit(end + 1) && isDigit(end + 2);
    if (i < end || end === to || (isEscape && end + 3 > to)) return { read: i - from, written: o };
    if (isEscape) output.set(input.subarray(i, i + 3), o);
    else writeEscape(PERCENT, output, o);
    i += isEscape ? 3 : 1;
    o += 3;
  }
}

/** Returns a lead byte and the continuation bytes after it, at most as many as the lead byte allows. */
function sequenceAt(input: Uint8Array, from: number, to: number): number[] {
  const end = Math.min(to, from + sequenceLength(input[from]!));
  const sequence = [input[from]!];
  for (let i = from + 1; i < end && (input[i]! & 0xc0) === 0x80; i++) sequence.push(input[i]!);
  return sequence;
}
