import { normalizeDelimiters } from "../base/dot-segment.ts";
import { readEscape } from "../base/escape.ts";
import { ESCAPED_CHARACTER } from "../base/escaped-character.ts";
import { UnitWriter } from "../base/utf8.ts";
import { isUnsafeInLayers } from "../codec/repeated-decoding.ts";
import { isUnsafeOnPosix } from "./unsafe-segment.ts";

/**
 * What is in a URI if a name between its slashes may be unsafe. The first part finds a name that begins with a dot or an invisible
 * character. The others find escapes of separators, control characters and overlong UTF-8, of characters that `normalizeDelimiters`
 * replaces, and of percent signs that start an escape.
 */
const MAY_BE_UNSAFE =
  /(?:^|\/|%2f)(?:[ .]|%(?!2[1-9a-d]|[3-7]|c[3-9a-cef]|d[0-79ad-f]|e[4-9ab]))|[\\\0-\x1f\x7f-\uffff]|%(?:[01]|5c|7f|c[01]|c2%(?:[89]|a0)|cd%be|e0%[89]|e2%8[014]|e3%80|ef%b[89c]|f0%8|25(?:u|[\da-f]{2}|[\da-f]?%(?!25))|(?![\da-f]{2}))/i;

/** Whether a name between the slashes of a URI may be unsafe. It takes a quarter to a half of the time of `hasUnsafeName`. */
export function mayHaveUnsafeName(uri: string): boolean {
  return MAY_BE_UNSAFE.test(uri);
}

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

/** The escapes of at most 1,024 characters, so that the engine's stack stays small. */
const ESCAPES = /* @__PURE__ */ (() => new RegExp(`(?:${ESCAPED_CHARACTER}){1,1024}`, "iy"))();

const PERCENT = 0x25;

/**
 * Decodes escapes, also `%uXXXX`, and keeps those that are malformed or not UTF-8.
 *
 * A bundle of `expandTemplate` contains no decoder: with `percentDecode` it would be 2 kB larger.
 */
export function decodeKeeping(text: string): string {
  if (!text.includes("%")) return text;
  const writer = new UnitWriter();
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const byte = unit === PERCENT ? readEscape(text, at) : -1;
    const wide = unit === PERCENT && byte < 0 ? readWideEscape(text, at) : -1;
    ESCAPES.lastIndex = at;
    const escapes = byte < 0x80 ? undefined : ESCAPES.exec(text)?.[0];
    if (escapes !== undefined) {
      const characters = decodeURIComponent(escapes);
      writer.append(characters, 0, characters.length);
      at += escapes.length;
    } else if (byte >= 0 && byte < 0x80) {
      writer.write(byte);
      at += 3;
    } else {
      writer.write(wide < 0 ? unit : wide);
      at += wide < 0 ? 1 : 6;
    }
  }
  return writer.text();
}

/** Returns the unit of the `%uXXXX` at an index, or a negative number. */
function readWideEscape(text: string, at: number): number {
  // The two digits that `readEscape` reads begin one unit behind its index.
  return /[uU]/.test(text.charAt(at + 1)) ? (readEscape(text, at + 1) << 8) | readEscape(text, at + 3) : -1;
}
