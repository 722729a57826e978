import {
  describeType,
  isBytes,
  type Policy,
  requireBytes,
  requireChoice,
  requireFlag,
  requirePart,
  requirePolicy,
} from "../base/arguments.ts";
import { isPlainObject, type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { type ByteTable, findTable } from "../sets/byte-table.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import type { ChunkOptions, Step } from "../kernel/types.ts";
import type { TextEncoding } from "./encoding.ts";
import type { DecodeIssue, ResolvedDecodeOptions } from "./decoder.ts";

/**
 * An encoding of the Encoding Standard as a value: its tables are bundled only if you import them
 * (https://encoding.spec.whatwg.org/#encodings).
 */
export interface Encoding extends TextEncoding {
  /** The functions that convert chunks. */
  readonly chunks: ChunkCodec;
}

/** The functions by which `PercentDecoder` and `PercentEncoder` convert chunks if an option names an encoding. */
export interface ChunkCodec {
  readonly decode: (options: ReadOptions<DecoderOptions>, resolved: ResolvedDecodeOptions) => Step;
  readonly encode: (table: ByteTable, options: ReadOptions<EncoderOptions>) => Step;
}

/** The characters to accept: a regular expression with the flag u or v that matches the whole character, or a function, such as `keeps` of a set. */
export type Accept = RegExp | ((codePoint: number) => boolean);

/** How bytes are decoded. */
export interface DecodeBytesOptions {
  /** What to do with a `%` without two hex digits: `"throw"` (the default), `"keep"`, `"drop"` or `"replace"`. */
  readonly malformed?: Policy | undefined;
  /** Whether `+` is a plus (`"literal"`, the default), or a `"space"` as in forms. */
  readonly plus?: "literal" | "space" | undefined;
  /**
   * A set whose ASCII characters are not decoded: their escapes stay as they are written, and `accept` does not check them. Characters above
   * U+007F are always decoded, whatever the set contains.
   */
  readonly except?: PercentEncodeSet | undefined;
}

/** How text is decoded. */
export interface DecodeOptions extends DecodeBytesOptions {
  /**
   * What to do with bytes that are invalid in the encoding: `"throw"` (the default), `"keep"` as escapes, `"drop"`, or `"replace"` each maximal
   * subpart. The result does not show which escapes were kept: `%ED%A0%80%2541` becomes `%ED%A0%80%41`. The issues of a report do.
   */
  readonly invalidUtf8?: Policy | undefined;
  /** Whether to decode `%uXXXX`, which is not in a standard, as a UTF-16 unit (default false). */
  readonly percentU?: boolean | undefined;
  /**
   * Which characters are accepted, decoded or raw. Any other is the fault `not-accepted`, whatever the policies. Text
   * that a policy keeps or writes for a fault is not checked: the fault is an issue already.
   */
  readonly accept?: Accept | undefined;
  /**
   * The encoding of the bytes (default UTF-8): a value of `encoding(label)`. ASCII characters are decoded as bytes too, since one may be the
   * second byte of a character; other raw characters of a text stay. The encoding is never guessed.
   */
  readonly encoding?: Encoding | undefined;
  /**
   * Whether to decode what ECMAScript's `escape` writes: `%uXXXX` is a UTF-16 unit, and `%XX` the character of this number, or with
   * `encoding` a byte (default false). The default of `malformed` is then `"keep"`, as for `unescape`.
   */
  readonly legacy?: boolean | undefined;
}

/** How bytes are decoded chunk by chunk. */
export interface DecoderOptions extends DecodeOptions {
  /** What to do with bytes that are invalid in the encoding. Without `encoding`, `legacy`, `accept` and this option they are not checked. */
  readonly invalidUtf8?: Policy | undefined;
  /** The encoding of the raw characters: the same as that of the escapes (`"same"`, the default), or `"utf-8"`. */
  readonly raw?: "same" | "utf-8" | undefined;
  /** The encoding of the result (default UTF-8); a character that it lacks is the fault `unencodable`. */
  readonly outputEncoding?: Encoding | undefined;
  /** Called with each issue that does not throw, its index in bytes from the start; it does not change the result. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

export const BYTES_OPTIONS: OptionNames<DecodeBytesOptions> = { malformed: true, plus: true, except: true };
export const DECODE_OPTIONS: OptionNames<DecodeOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  percentU: true,
  accept: true,
  except: true,
  encoding: true,
  legacy: true,
};
export const DECODER_OPTIONS: OptionNames<DecoderOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  percentU: true,
  accept: true,
  except: true,
  encoding: true,
  legacy: true,
  raw: true,
  outputEncoding: true,
  onIssue: true,
};

/** How bytes are encoded. */
export interface EncodeBytesOptions {
  /**
   * Whether a valid escape stays as it is written, in its case, and only another `%` becomes `%25` (default false). Encoding the result again
   * changes nothing. What the result decodes to depends on who wrote each escape: use it for text in which some parts are encoded already.
   */
  readonly preserveEscapes?: boolean | undefined;
}

export const ENCODE_BYTES_OPTIONS: OptionNames<EncodeBytesOptions> = { preserveEscapes: true };

/** How text is encoded. */
export interface EncodeOptions extends EncodeBytesOptions {
  /** What to do with a lone surrogate, which has no UTF-8: `"throw"` (the default), or `"replace"` it by U+FFFD. */
  readonly loneSurrogate?: "throw" | "replace" | undefined;
  /**
   * The encoding that the escapes stand for (default UTF-8): a value of `encoding(label)`. Whatever the set contains, bytes above 7F are
   * always encoded, and in UTF-16 all bytes.
   */
  readonly encoding?: Encoding | undefined;
  /** What to do with a character that `encoding` lacks: `"reference"` (the default) writes `&#N;`, percent-encoded, as HTML forms do; `"throw"` throws. */
  readonly unencodable?: "reference" | "throw" | undefined;
}

// prettier-ignore
export const ENCODE_OPTIONS: OptionNames<EncodeOptions> = { preserveEscapes: true, loneSurrogate: true, encoding: true, unencodable: true };

/**
 * How chunks are encoded. Without `encoding` and `inputEncoding` bytes are encoded as they are, and the other options, except
 * `preserveEscapes`, are refused.
 */
export interface EncoderOptions extends Omit<EncodeOptions, "loneSurrogate"> {
  /** The encoding of the bytes (default UTF-8); UTF-16 too. */
  readonly inputEncoding?: Encoding | undefined;
  /** What to do with bytes that are invalid in `inputEncoding`: `"throw"` (the default), `"drop"`, or `"replace"` by U+FFFD. */
  readonly invalidInput?: "throw" | "drop" | "replace" | undefined;
  /** What each line break (LF, CR LF, or CR) becomes before it is encoded (default `"keep"`). */
  readonly newlines?: "keep" | "lf" | "crlf" | "cr" | undefined;
  /** The case of the digits of escapes (default `"upper"`, as RFC 3986 recommends). */
  readonly hex?: "upper" | "lower" | undefined;
  /** Called with each issue that does not throw, its index in bytes from the start; it does not change the result. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

export const ENCODER_OPTIONS: OptionNames<EncoderOptions> = {
  preserveEscapes: true,
  encoding: true,
  unencodable: true,
  inputEncoding: true,
  invalidInput: true,
  newlines: true,
  hex: true,
  onIssue: true,
};

/** Resolves the options for text, whose bytes are always checked; `policy` is the default of both policies. */
export function resolveTextOptions(
  options: ReadOptions<DecodeOptions>,
  policy: "throw" | "keep",
): ResolvedDecodeOptions {
  const legacy = requireFlag(options.legacy, "legacy");
  const { malformed = legacy ? "keep" : policy, invalidUtf8 = policy, plus, percentU, accept, except } = options;
  return {
    malformed: requirePolicy(malformed, "malformed"),
    invalidUtf8: requirePolicy(invalidUtf8, "invalidUtf8"),
    plusAsSpace: requireChoice(plus, ["literal", "space"], "plus") === "space",
    percentU: requireFlag(percentU, "percentU") || legacy,
    latin1: legacy && options.encoding === undefined,
    accept: toAcceptFunction(accept),
    except: toExcept(except),
    text: true,
    reporting: policy === "keep",
  };
}

/** Resolves the options for bytes, which are checked only if an option is given that needs characters. */
export function resolveBytesOptions(
  options: ReadOptions<DecodeOptions>,
  text: false | "utf-8" = false,
): ResolvedDecodeOptions {
  const { invalidUtf8, accept, encoding, legacy } = options;
  const resolved = resolveTextOptions(options, "throw");
  const checks = legacy || (invalidUtf8 ?? accept ?? encoding) !== undefined;
  return { ...resolved, invalidUtf8: checks ? resolved.invalidUtf8 : undefined, text };
}

function toExcept(except: PercentEncodeSet | undefined): ByteTable | undefined {
  const table = findTable(except);
  if (table === undefined && except !== undefined)
    throw new TypeError(`except must be a set, not ${describeType(except)}`);
  return table;
}

function toAcceptFunction(accept: Accept | undefined): ResolvedDecodeOptions["accept"] {
  if (accept === undefined || typeof accept === "function") return accept;
  if (accept instanceof RegExp && /[uv]/.test(accept.flags)) return matchCharacter(accept);
  const given = findTable(accept) ? "a set; pass set.keeps" : describeType(accept);
  throw new TypeError(`accept must be a function or a RegExp with the flag u or v, not ${given}`);
}

/** Whether an expression matches a whole character, asked once for each, so that a slow one does not make a long input slower. */
function matchCharacter({ source, flags }: RegExp): (codePoint: number) => boolean {
  // An expression that matches an empty text does not match every character: at index 0, only the whole character reaches the end.
  // Unlike `test`, `search` keeps no state from one character to the next.
  const whole = new RegExp(`(?:${source})(?![^])`, flags);
  const answers = new Map<number, boolean>();
  return (codePoint) => {
    let answer = answers.get(codePoint);
    if (answer === undefined) answers.set(codePoint, (answer = String.fromCodePoint(codePoint).search(whole) === 0));
    return answer;
  };
}

const CHUNK_OPTIONS: OptionNames<ChunkOptions> = { from: true, to: true, final: true };

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly final: boolean;
}

/** Returns the part to read; throws a TypeError for one outside the source, and for a target that overlaps it or has no room for a character. */
export function requireChunk(
  source: unknown,
  target: unknown,
  options: ChunkOptions | undefined,
  owner: string,
): Chunk {
  // The messages are built only if needed: a chunk may be small.
  if (!isBytes(source)) requireBytes(source, `the source of ${owner} must be`);
  if (!isBytes(target)) requireBytes(target, `the target of ${owner} must be`);
  if (target.length < 64) throw new TypeError(`the target of ${owner} needs 64 bytes, not ${target.length}`);
  if (options === undefined) {
    requireNoOverlap(source, target, 0, source.length, owner);
    return { from: 0, to: source.length, final: true };
  }
  const { from = 0, to = source.length, final = true } = readChunkOptions(options, owner);
  requirePart(source, from, to, owner);
  requireNoOverlap(source, target, from, to, owner);
  return { from, to, final: requireFlag(final, "final") };
}

/** Does what `readOptions` does without its copy: for 64 bytes a call takes 0.9 µs, this loop adds 0.15 µs, and a copy would add 0.5 µs. */
function readChunkOptions(options: ChunkOptions, owner: string): ReadOptions<ChunkOptions> {
  let from: number | undefined;
  let to: number | undefined;
  let final: boolean | undefined;
  const isPlain: boolean = isPlainObject(options);
  if (!isPlain) return readOptions(options, CHUNK_OPTIONS, owner);
  for (const name of Object.keys(options)) {
    if (name === "from") from = options.from;
    else if (name === "to") to = options.to;
    else if (name === "final") final = options.final;
    else return readOptions(options, CHUNK_OPTIONS, owner);
  }
  return { from, to, final };
}

/** Throws a TypeError if writing could overwrite bytes that are still to be read. */
function requireNoOverlap(source: Uint8Array, target: Uint8Array, from: number, to: number, owner: string): void {
  // The distance from the first byte of the source to that of the target.
  const distance = source.buffer === target.buffer ? target.byteOffset - source.byteOffset : Infinity;
  if (from < to && distance < to && distance + target.length > from) {
    throw new TypeError(`the source and the target of ${owner} overlap: pass a copy of the source, or another target`);
  }
}
