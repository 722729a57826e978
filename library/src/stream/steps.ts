import { lowerHex } from "../base/escape.ts";
import { chain, type Stage, type Step } from "../base/stage.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { readUtf8 } from "../base/utf8.ts";
import { ChunkDecoder } from "../codec/decode.ts";
import { Decoder, type ResolvedDecodeOptions } from "../codec/scalar-decoder.ts";
import type { DecoderOptions } from "../codec/options.ts";
import { PercentEncoder, toTable } from "../codec/encode.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { LegacyDecoder } from "../charset/decoder.ts";
import { writeEncoded } from "../charset/legacy-percent-encode.ts";
import { type Encoding, type LegacyCodec, type SequenceDecoder, utf8 } from "../charset/encoding.ts";
import { utf16Sequences } from "./utf-16.ts";

// The parts of the classes that encode and decode chunks: a step decodes bytes to UTF-8, and stages convert that UTF-8.

const REPLACEMENT = 0xfffd;

/** `¥` and a backslash in turns: each of them costs ISO-2022-JP an escape sequence of three bytes. */
const GROWTH_ENCODED = 4;
/** A control that ISO-2022-JP lacks, after another state: an escape sequence as three escapes, and a reference. */
const GROWTH_PERCENT_ENCODED = 28;

/** How a step decodes bytes. */
export interface StepOptions {
  /** The name of the class, for messages. */
  readonly owner: string;
  /** The name of the encoding, for messages. */
  readonly name: string;
  readonly resolved: ResolvedDecodeOptions;
  readonly onIssue: DecoderOptions["onIssue"];
  /** The encoding in which every character has to exist; undefined if each may occur. */
  readonly wanted: Encoding | undefined;
}

/** Returns the decoder of sequences for a new input; undefined for UTF-8. Throws a TypeError for the encoding `replacement`. */
export function inputSequences(encoding: Encoding): SequenceDecoder | undefined {
  const sequences = encoding.legacy?.sequences() ?? utf16Sequences(encoding.name);
  if (sequences === undefined && encoding.name !== utf8.name)
    throw new TypeError(`no text is in the encoding ${toExcerpt(encoding.name)}`);
  return sequences;
}

/** Returns a step that decodes bytes to UTF-8. A character that the wanted encoding lacks is an error with its place in the input. */
export function decodingStep(sequences: SequenceDecoder | undefined, options: StepOptions): Step {
  const { owner, name, onIssue, wanted } = options;
  const { accept: acceptCharacter } = options.resolved;
  /** The character that the wanted encoding lacks. */
  let lacking: number | undefined;
  const legacy = wanted?.legacy;
  const accept =
    legacy &&
    ((code: number): boolean => {
      lacking = undefined;
      if (acceptCharacter !== undefined && !acceptCharacter(code)) return false;
      if (legacy.has(code)) return true;
      lacking = code;
      return false;
    });
  const resolved: ResolvedDecodeOptions = { ...options.resolved, accept: accept ?? acceptCharacter };
  const chunks = new ChunkDecoder(owner, onIssue, (report) => {
    if (sequences === undefined) return new Decoder(resolved, report);
    const decoder = new LegacyDecoder(resolved, sequences);
    decoder.onIssue = report;
    return decoder;
  });
  return (source, target, part) => {
    try {
      return chunks.decodeInto(source, target, part);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      const { code, index, length, unit, excerpt } = error;
      const place = { index, length, unit };
      if (code === "not-accepted" && lacking !== undefined) {
        const shown = toExcerpt(String.fromCodePoint(lacking));
        const operation = `encode as ${wanted?.name}`;
        throw new PercentEncodingError({ ...place, operation, code: "unencodable", excerpt: shown });
      }
      throw resolved.raw
        ? new PercentEncodingError({ ...place, operation: `decode as ${name}`, code, excerpt })
        : error;
    }
  };
}

/** Throws a TypeError if a policy writes U+FFFD into an encoding that lacks it. */
export function requireReplacement(
  encoding: Encoding,
  policies: { readonly [option: string]: string | undefined },
): void {
  for (const [option, policy] of Object.entries(policies)) {
    if (policy === "replace" && encoding.legacy?.has(REPLACEMENT) === false)
      throw new TypeError(`${option}: "replace" writes U+FFFD, which ${encoding.name} lacks: use "drop"`);
  }
}

/** Returns a stage that percent-encodes UTF-8 after encoding it. */
export function percentStage(
  { legacy }: Encoding,
  set: PercentEncodeSet | undefined,
  hex: "upper" | "lower",
  owner: string,
): Stage {
  const table = toTable(set, owner);
  if (legacy === undefined) {
    const encoder = new PercentEncoder(set);
    const encodesPercent = table.bytes[0x25] === 1;
    return {
      growth: 3,
      write: (bytes, length, _final, target) => {
        const { written } = encoder.encodeInto(bytes, target, { to: length });
        if (hex === "lower") lowerHex(bytes, 0, length, target, 0, encodesPercent);
        return written;
      },
    };
  }
  const encode = legacy.encoder();
  return {
    growth: GROWTH_PERCENT_ENCODED,
    write: (bytes, length, final, target) =>
      writeEncoded(encode(readUtf8(bytes, 0, length), final), table, target, 0, hex),
  };
}

/** Adds a stage that writes UTF-8 in another encoding, which has to have every character. */
export function encodedStep(step: Step, legacy: LegacyCodec | undefined): Step {
  if (legacy === undefined) return step;
  const encode = legacy.encoder();
  return chain(step, {
    growth: GROWTH_ENCODED,
    write: (bytes, length, final, target) => {
      const encoded = encode(readUtf8(bytes, 0, length), final);
      if (encoded.lacking.length > 0) throw new RangeError("the step before has to check every character");
      target.set(encoded.bytes);
      return encoded.bytes.length;
    },
  });
}
