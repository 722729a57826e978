import { decodeBytesAsText, decodeText } from "../codec/decode.ts";
import { canSkipScalar, type IssueListener, type ResolvedDecodeOptions } from "../codec/scalar-decoder.ts";
import { decodeScalar } from "../kernel/scalar.ts";
import { LegacyDecoder } from "./decoder.ts";
import type { LegacyCodec } from "../codec/encoding.ts";

/**
 * Percent-decodes a part of a text or of bytes in a legacy encoding; indexes of issues and errors count in the whole.
 *
 * @param offset how many bytes precede the source
 */
export function decodeLegacy(
  source: string | Uint8Array,
  from: number,
  to: number,
  legacy: Pick<LegacyCodec, "decode" | "sequences">,
  resolved: ResolvedDecodeOptions,
  onIssue?: IssueListener,
  offset = 0,
): string {
  const clean = canSkipScalar(resolved)
    ? decodeClean(source, from, to, legacy.decode, resolved.plusAsSpace)
    : undefined;
  if (clean !== undefined) return clean;
  const decoder = new LegacyDecoder(resolved, legacy.sequences());
  if (typeof source === "string") return decodeText(source, from, to, decoder, onIssue);
  return decodeBytesAsText(source, from, to, decoder, offset, onIssue);
}

/** Decodes a source in one call; returns undefined unless it consists of valid bytes, raw or as escapes. */
function decodeClean(
  source: string | Uint8Array,
  from: number,
  to: number,
  decode: LegacyCodec["decode"],
  plusAsSpace: boolean,
): string | undefined {
  const bytes = new Uint8Array(to - from);
  for (let i = from; i < to; i++) {
    const byte = typeof source === "string" ? source.charCodeAt(i) : source[i]!;
    if (byte > 0x7f && typeof source === "string") return undefined;
    bytes[i - from] = byte;
  }
  const { read, written } = decodeScalar(bytes, 0, bytes.length, bytes, 0, plusAsSpace);
  return read === bytes.length ? decode(bytes.subarray(0, written)) : undefined;
}
