import { requireChoice } from "../base/arguments.ts";
import { lowerHex, PERCENT } from "../base/escape.ts";
import type { ReadOptions } from "../base/options.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { readUtf8 } from "../base/utf8.ts";
import { decoderStep } from "../codec/decode.ts";
import { encodeBetweenEscapes, encodePart, preservesEscapes, requireUnencodable } from "../codec/encode.ts";
import { type LegacyCodec, requireEncoding, type TextEncoding } from "../codec/encoding.ts";
import { type ChunkCodec, type DecoderOptions, requireChunk, resolveBytesOptions } from "../codec/options.ts";
import { Decoder, type IssueListener, type ResolvedDecodeOptions } from "../codec/decoder.ts";
import type { Step } from "../kernel/types.ts";
import { addPercent, type ByteTable } from "../sets/byte-table.ts";
import { LegacyDecoder, RawDecoder, RawUtf8Decoder } from "./decoder.ts";
import { UTF8 } from "./encoding.ts";
import { writeEncoded } from "./legacy-encode.ts";

// How PercentDecoder and PercentEncoder convert chunks in an encoding: a step decodes bytes to UTF-8, and stages convert that UTF-8.

/** The least length of a target: 5,440 bytes let the 64 bytes of a decoder pass through line breaks and the longest escapes. */
const MIN_TARGET_BYTES = 0x2000;

const decode: ChunkCodec["decode"] = (given, resolved) => {
  const { encoding = UTF8, outputEncoding = UTF8, onIssue } = given;
  const { legacy } = requireEncoding<TextEncoding>(encoding);
  const output = requireEncoding<TextEncoding>(outputEncoding, "outputEncoding");
  const { invalidUtf8 = "throw", malformed } = resolved;
  requireReplacement(output, { malformed, invalidUtf8 });
  const read = textStep(
    { name: "PercentDecoder", operation: undefined },
    { ...resolved, invalidUtf8 },
    output,
    onIssue,
    (options, report) =>
      legacy === undefined ? new Decoder(options, report) : new LegacyDecoder(options, legacy.sequences(), report),
  );
  return largeStep(
    "PercentDecoder.decodeInto",
    output.legacy === undefined ? read : chain(read, encodedStage(output.legacy)),
  );
};

const encode: ChunkCodec["encode"] = (table, given) => {
  const { encoding = UTF8, inputEncoding = UTF8, onIssue } = given;
  const output = requireEncoding<TextEncoding>(encoding);
  const input = requireEncoding<TextEncoding>(inputEncoding, "inputEncoding");
  const invalidUtf8 = requireChoice(given.invalidInput, ["throw", "drop", "replace"], "invalidInput");
  const newlines = requireChoice(given.newlines, ["keep", "lf", "crlf", "cr"], "newlines");
  const hex = requireChoice(given.hex, ["upper", "lower"], "hex");
  const isStrict = requireUnencodable(given.unencodable) === "throw";
  if (isStrict) requireReplacement(output, { invalidInput: invalidUtf8 });
  const sequences = input.legacy?.sequences();
  const owner = { name: "PercentEncoder", operation: `decode as ${input.name}` };
  const read = textStep(
    owner,
    resolveBytesOptions({ __proto__: null, invalidUtf8 } as unknown as ReadOptions<DecoderOptions>),
    isStrict ? output : UTF8,
    onIssue,
    (options, report) =>
      sequences === undefined ? new RawUtf8Decoder(options, report) : new RawDecoder(options, sequences, report),
  );
  const lines = newlines === "keep" ? read : chain(read, newlineStage(newlines));
  const preserves = preservesEscapes(given.preserveEscapes, table, output.legacy);
  const stage = percentStage(output, preserves && output.legacy ? addPercent(table) : table, hex);
  return largeStep("PercentEncoder.encodeInto", chain(lines, preserves ? stageKeepingEscapes(stage) : stage));
};

/** The functions of every encoding that convert chunks. */
export const chunks: ChunkCodec = /* @__PURE__ */ Object.freeze({ decode, encode });

/** Checks the arguments of a call, whose target must be large. */
function largeStep(method: string, step: Step): Step {
  return (source, target, options) => {
    const chunk = requireChunk(source, target, options, method);
    if (target.length < MIN_TARGET_BYTES)
      throw new TypeError(`the target of ${method} needs ${MIN_TARGET_BYTES} bytes, not ${target.length}`);
    return step(source, target, chunk);
  };
}

/** Returns a step that decodes bytes to UTF-8. A character that the wanted encoding lacks is an error with its place in the input. */
function textStep(
  owner: { readonly name: string; readonly operation: string | undefined },
  resolved: ResolvedDecodeOptions,
  { name, legacy }: TextEncoding,
  onIssue: DecoderOptions["onIssue"],
  create: (resolved: ResolvedDecodeOptions, report: IssueListener | undefined) => Decoder,
): Step {
  const { accept } = resolved;
  /** The character that the wanted encoding lacks. */
  let lacking: number | undefined;
  const acceptEncodable = (code: number): boolean => {
    lacking = undefined;
    if (accept !== undefined && !accept(code)) return false;
    if (legacy!.has(code)) return true;
    lacking = code;
    return false;
  };
  const checked = { ...resolved, accept: legacy === undefined ? accept : acceptEncodable };
  const step = decoderStep(owner.name, onIssue, (report) => create(checked, report));
  return (...chunk) => {
    try {
      return step(...chunk);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      const { code, index, length, unit, excerpt, operation } = error;
      const place = { index, length, unit };
      if (code !== "not-accepted" || lacking === undefined)
        throw new PercentEncodingError({ ...place, operation: owner.operation ?? operation, code, excerpt });
      const shown = toExcerpt(String.fromCodePoint(lacking));
      throw new PercentEncodingError({ ...place, operation: `encode as ${name}`, code: "unencodable", excerpt: shown });
    }
  };
}

/** Throws a TypeError if a policy writes U+FFFD into an encoding that lacks it. */
function requireReplacement(
  { name, legacy }: TextEncoding,
  policies: { readonly [option: string]: string | undefined },
): void {
  for (const [option, policy] of Object.entries(policies)) {
    if (policy === "replace" && legacy?.has(0xfffd) === false)
      throw new TypeError(`${option}: "replace" writes U+FFFD, which ${name} lacks: use "drop"`);
  }
}

/** Converts every byte it receives, and buffers those that need later bytes. */
interface Stage {
  /** The most bytes that one byte becomes; {@link STAGE_MARGIN} more may be written for bytes that waited. */
  readonly growth: number;
  /** Writes the result of the first `length` bytes to the beginning of a target and returns its length; `final` ends the input. */
  write(bytes: Uint8Array, length: number, final: boolean, target: Uint8Array): number;
}

/** How many bytes a stage may write in addition to `growth` for each byte. */
const STAGE_MARGIN = 64;

/** The most bytes that pass from a step to a stage at a time. */
const MAX_PASSED_BYTES = 0x8000;

/** Passes the result of a step to a stage; each call names its whole chunk. */
function chain(step: Step, stage: Stage): Step {
  let passed = new Uint8Array(0);
  return (source, target, chunk) => {
    const { from, to, final } = chunk as { from: number; to: number; final: boolean };
    const room = Math.min(MAX_PASSED_BYTES, Math.floor((target.length - STAGE_MARGIN) / stage.growth));
    if (passed.length < room) passed = new Uint8Array(room);
    const { read, written } = step(source, passed.subarray(0, room), { from, to, final });
    return { read, written: stage.write(passed, written, final && from + read === to, target) };
  };
}

const LF = 0x0a;
const CR = 0x0d;

/** Returns a stage that writes each LF, CR LF and CR as one kind of line break. */
function newlineStage(newline: "lf" | "crlf" | "cr"): Stage {
  const written = { lf: [LF], crlf: [CR, LF], cr: [CR] }[newline];
  /** Whether the last byte was a CR, so that an LF belongs to it. */
  let afterCr = false;
  return {
    growth: written.length,
    write: (bytes, length, final, target) => {
      let at = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[i]!;
        if (byte === CR || (byte === LF && !afterCr)) for (const unit of written) target[at++] = unit;
        else if (byte !== LF) target[at++] = byte;
        afterCr = byte === CR;
      }
      if (final) afterCr = false;
      return at;
    },
  };
}

function percentStage({ legacy }: TextEncoding, table: ByteTable, hex: "upper" | "lower"): Stage {
  if (legacy === undefined) {
    const encodesPercent = table.bytes[PERCENT] === 1;
    return {
      growth: 3,
      write: (bytes, length, _final, target) => {
        const { written } = encodePart(bytes, 0, length, target, table, true);
        if (hex === "lower") lowerHex(bytes, 0, length, target, 0, encodesPercent);
        return written;
      },
    };
  }
  const encodePartOfText = legacy.encoder();
  return {
    // A control that ISO-2022-JP lacks, after another state: an escape sequence as three escapes, and a reference.
    growth: 28,
    write: (bytes, length, final, target) =>
      writeEncoded(encodePartOfText(readUtf8(bytes, 0, length), final), legacy.table ?? table, target, 0, hex),
  };
}

/** Returns a stage that passes what is between valid escapes to another one, and copies the escapes. */
function stageKeepingEscapes(stage: Stage): Stage {
  /** The beginning of an escape, which waits for its end. */
  let held: readonly number[] = [];
  return {
    growth: stage.growth,
    write: (bytes, length, final, target) => {
      const input =
        held.length === 0 ? bytes.subarray(0, length) : Uint8Array.of(...held, ...bytes.subarray(0, length));
      const { read, written } = encodeBetweenEscapes(
        input,
        0,
        input.length,
        target,
        final,
        (from, to, part, isEnd) => ({
          read: to - from,
          written: stage.write(input.subarray(from, to), to - from, isEnd, part),
        }),
      );
      held = [...input.subarray(read)];
      return written;
    },
  };
}

/** Returns a stage that writes UTF-8 in another encoding, which has every character. */
function encodedStage(legacy: LegacyCodec): Stage {
  const encodePartOfText = legacy.encoder();
  return {
    // `¥` and a backslash in turns: each of them costs ISO-2022-JP an escape sequence of three bytes.
    growth: 4,
    write: (bytes, length, final, target) => {
      const encoded = encodePartOfText(readUtf8(bytes, 0, length), final);
      if (encoded.lacking.length > 0) throw new RangeError("the step before has to check every character");
      target.set(encoded.bytes);
      return encoded.bytes.length;
    },
  };
}
