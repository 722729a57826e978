import { ESCAPED_CHARACTER } from "../base/escaped-character.ts";
import { normalizeDelimiters } from "../base/dot-segment.ts";
import { isUnsafeInLayers } from "../codec/repeated-decoding.ts";
import { isUnsafeOnPosix } from "./unsafe-segment.ts";

/**
 * Whether a segment as it is written is unsafe for a program that decodes it and then splits it at slashes and backslashes. Unlike
 * `isUnsafe` it accepts the separators: only the names between them are checked.
 */
export function hasUnsafeName(segment: string): boolean {
  return isUnsafeInLayers(decodeKeeping(segment), hasUnsafePart, decodeKeeping);
}

function hasUnsafePart(text: string): boolean {
  return normalizeDelimiters(text).split(/[/\\]/).some(isUnsafeOnPosix);
}

/** The escapes of at most 1,024 characters, so that the engine's stack stays small, or one `%uXXXX`. */
const ESCAPES = /* @__PURE__ */ (() => new RegExp(`(?:${ESCAPED_CHARACTER}){1,1024}|%u[0-9a-f]{4}`, "gi"))();

/**
 * Decodes escapes, also `%uXXXX`, and keeps those that are malformed or not UTF-8.
 *
 * A bundle of `expandTemplate` contains no decoder: with `percentDecode` it would be 2 kB larger.
 */
export function decodeKeeping(text: string): string {
  return text.replace(ESCAPES, decodeEscapes);
}

function decodeEscapes(escapes: string): string {
  // One escape alone is an ASCII character.
  if (escapes.length === 3) return String.fromCharCode(Number.parseInt(escapes.slice(1), 16));
  const isUnit = /[uU]/.test(escapes);
  return isUnit ? String.fromCharCode(Number.parseInt(escapes.slice(2), 16)) : decodeURIComponent(escapes);
}
