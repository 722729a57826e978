import { isDotSegment, normalizeDelimiters } from "../base/dot-segment.ts";
import { decodeAgain } from "../codec/decode-leniently.ts";
import { isUnsafeInLayers, OVERLONG_ESCAPE } from "../codec/repeated-decoding.ts";

/** The file system whose rules apply to a segment. */
export type FileSystem = "posix" | "windows";

/**
 * Segments that are safe on POSIX: printable ASCII without `%`, `/` and `\\`, and without a leading dot or space, and letters of common
 * scripts, which are visible and stay as they are in NFKC or become other letters.
 */
export const PLAIN: RegExp =
  /^(?![. ])[ -$&-.0-[\]-~\u00c0-\u024f\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** What no decoded segment may contain: separators, and control characters (C0, DEL, C1). */
const UNSAFE = /[/\\\0-\x1f\x7f-\x9f]/;

/**
 * What Win32 does not accept in a file name (https://learn.microsoft.com/windows/win32/fileio/naming-a-file):
 * reserved characters, including the `:` of drives and streams; a dot or a space at the end, which it removes; and device
 * names, with or without an extension. For `CONIN$` and `CONOUT$` see
 * https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilea#consoles.
 */
const UNSAFE_ON_WINDOWS = /[<>:"|?*]|[. ]$|^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$)/i;

/** Whether a segment is unsafe without decoding. */
export function isUnsafeAsWritten(text: string, fileSystem: FileSystem): boolean {
  // Windows does not normalize to NFKC: `：` is an ordinary character of a file name.
  return (fileSystem === "windows" && UNSAFE_ON_WINDOWS.test(text)) || isUnsafeOnPosix(text);
}

/** Whether a segment is unsafe on every file system, without decoding. */
export function isUnsafeOnPosix(text: string): boolean {
  if (PLAIN.test(text)) return false;
  const normalized = normalizeDelimiters(text);
  return UNSAFE.test(normalized) || isDotSegment(normalized) || OVERLONG_ESCAPE.test(normalized);
}

/** Whether a segment that was decoded once is unsafe, now or after further decoding, before or after NFKC. */
export function isUnsafe(decoded: string, fileSystem: FileSystem): boolean {
  if (fileSystem === "posix" && PLAIN.test(decoded)) return false;
  const normalized = normalizeDelimiters(decoded);
  return isUnsafeOn(decoded, fileSystem) || (normalized !== decoded && isUnsafeOn(normalized, "posix"));
}

function isUnsafeOn(decoded: string, fileSystem: FileSystem): boolean {
  return isUnsafeInLayers(decoded, (layer) => isUnsafeAsWritten(layer, fileSystem), decodeAgain);
}
