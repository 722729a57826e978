import { describeType, showValue } from "../base/arguments.ts";
import { isDotSegment, normalizeDelimiters } from "../base/dot-segment.ts";
import { isInvisible } from "../base/invisible.ts";
import { decodeKeeping, findInLayers, OVERLONG_ESCAPE } from "../codec/repeated-decoding.ts";

/**
 * What a segment may contain although it is unsafe: `"slash"` separators, which are `/` and `\`; `"empty"` no character; `"control"` control
 * characters, also NUL; `"dot"` a segment that is `.` or `..`.
 */
export type AllowedInSegment = "slash" | "empty" | "control" | "dot";

/** The file system whose rules apply to a segment. */
export type FileSystem = "posix" | "windows";

/** Why a segment is unsafe. `"encoded"`: in overlong UTF-8, or encoded too often to be judged. */
export type SegmentFault = AllowedInSegment | "encoded" | "windows";

const NAMES: readonly AllowedInSegment[] = ["slash", "empty", "control", "dot"];

/** What functions that write a segment allow: they encode separators. */
export const ALLOWED_IN_WRITING: readonly AllowedInSegment[] = /* @__PURE__ */ Object.freeze(["slash"]);

/** What functions that read a segment allow. */
export const ALLOWED_IN_READING: readonly AllowedInSegment[] = /* @__PURE__ */ Object.freeze([]);

/** Returns the list of an option `allow`, or `otherwise` if it is absent; throws a TypeError for anything else. */
export function readAllow(
  allow: readonly AllowedInSegment[] | undefined,
  otherwise: readonly AllowedInSegment[],
): readonly AllowedInSegment[] {
  if (allow === undefined) return otherwise;
  if (!Array.isArray(allow)) {
    throw new TypeError(`allow must be an array of ${NAMES.join(", ")}, not ${describeType(allow)}`);
  }
  // The array may change later.
  return Array.from(allow as readonly AllowedInSegment[], (name) => {
    if (NAMES.includes(name)) return name;
    throw new TypeError(`each item of allow must be one of ${NAMES.join(", ")}, not ${showValue(name)}`);
  });
}

/**
 * Segments that are safe on POSIX: printable ASCII without `%`, `/` and `\\`, and without a leading dot or space, and letters of common
 * scripts, which are visible and stay as they are in NFKC or become other letters.
 */
export const PLAIN: RegExp =
  /^(?![. ])[ -$&-.0-[\]-~\u00c0-\u024f\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+$/;

const SEPARATOR = /[/\\]/;
/** Control characters: C0, DEL, C1. */
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

/** Names that Win32 opens as a device in every folder, with or without an extension, also before a path parameter or a fragment. */
export const WINDOWS_DEVICE: RegExp = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?: *(?:[.;]|$)|#)/i;

/**
 * What Win32 does not accept in a file name (https://learn.microsoft.com/windows/win32/fileio/naming-a-file):
 * reserved characters, including the `:` of drives and streams; and a dot or a space at the end, which it removes. For `CONIN$` and
 * `CONOUT$` see https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilea#consoles.
 */
const RESERVED_ON_WINDOWS = /[<>:"|?*]|[. ](?:;|$)/;

/**
 * Returns why a segment is unsafe, or undefined for a safe one. It is judged as it is decoded and after further decoding, in form NFKC,
 * and without invisible characters.
 *
 * The names are unsafe if one is a dot segment, if one has a control character, and under the rules of Windows if one is no file name;
 * the segment itself must not be empty. The separators `/` and `\` are unsafe unless they are allowed; then the names between them are
 * judged.
 *
 * @param decoded the segment, decoded once
 */
export function findSegmentFault(
  decoded: string,
  allow: readonly AllowedInSegment[],
  fileSystem: FileSystem = "posix",
): SegmentFault | undefined {
  if (PLAIN.test(decoded)) return fileSystem === "windows" && isUnsafeOnWindows(decoded) ? "windows" : undefined;
  const normalized = normalizeDelimiters(decoded);
  const find = (text: string): SegmentFault | undefined =>
    findInLayers<SegmentFault>(text, (layer) => findFaultAsWritten(layer, allow, fileSystem), "encoded");
  return (
    find(decoded) ??
    (normalized === decoded ? undefined : find(normalized)) ??
    (!allow.includes("empty") && withoutInvisible(decoded) === "" ? "empty" : undefined)
  );
}

/** Returns why a segment is unsafe without decoding. */
function findFaultAsWritten(
  text: string,
  allow: readonly AllowedInSegment[],
  fileSystem: FileSystem,
): SegmentFault | undefined {
  const normalized = normalizeDelimiters(text);
  if (!allow.includes("control") && CONTROL.test(normalized)) return "control";
  if (!allow.includes("slash") && SEPARATOR.test(normalized)) return "slash";
  if (OVERLONG_ESCAPE.test(normalized)) return "encoded";
  for (const name of normalized.split(SEPARATOR)) {
    const isDots = isDotSegment(name);
    if (isDots && !allow.includes("dot")) return "dot";
    if (!isDots && fileSystem === "windows" && isUnsafeOnWindows(name)) return "windows";
  }
  return undefined;
}

/** Whether Windows does not accept a name, or some program makes such a name of it. */
function isUnsafeOnWindows(name: string): boolean {
  if (RESERVED_ON_WINDOWS.test(name) || WINDOWS_DEVICE.test(name)) return true;
  if (PLAIN.test(name)) return false;
  const visible = withoutInvisible(name.normalize("NFKC"));
  return RESERVED_ON_WINDOWS.test(visible) || WINDOWS_DEVICE.test(visible);
}

function withoutInvisible(text: string): string {
  return Array.from(text, (character) => (isInvisible(character.codePointAt(0)!) ? "" : character)).join("");
}

/** Returns what an error says about an unsafe segment: what it is, and how it is accepted. */
export function explainSegmentFault(fault: SegmentFault): string {
  return EXPLANATIONS[fault];
}

const EXPLANATIONS: Readonly<Record<SegmentFault, string>> = {
  slash: 'it has a slash or backslash; the option allow accepts "slash"',
  empty: 'an empty segment may be skipped; the option allow accepts "empty"',
  control: 'it has a control character; the option allow accepts "control"',
  dot: 'a dot segment changes the path, even if it is encoded; the option allow accepts "dot"',
  encoded: "it is encoded too often, or in overlong UTF-8",
  windows: "Windows has no file of this name",
};

/**
 * What is in a URI if a name between its slashes may be unsafe. The first part finds a name that begins with a dot or an invisible
 * character. The others find escapes of separators, control characters and overlong UTF-8, of characters that `normalizeDelimiters`
 * replaces, and of percent signs that start an escape.
 */
const MAY_BE_UNSAFE =
  /(?:^|\/|%2f)(?:[ .]|%(?!2[1-9a-d]|[3-7]|c[3-9a-cef]|d[0-79ad-f]|e[4-9ab]))|[\\\0-\x1f\x7f-\uffff]|%(?:[01]|5c|7f|c[01]|c2%(?:[89]|a0)|cd%be|e0%[89]|e2%8[014]|e3%80|ef%b[89c]|f0%8|25(?:u|[\da-f]{2}|[\da-f]?%(?!25))|(?![\da-f]{2}))/i;

/**
 * Whether a name between the slashes of a URI may be unsafe, except for an empty one. It takes a quarter to a half of the time of
 * `findSegmentFault`.
 */
export function mayHaveUnsafeName(uri: string): boolean {
  return MAY_BE_UNSAFE.test(uri);
}

/** Whether a segment as it is written has an unsafe name on POSIX, apart from an empty one; the separators are allowed. */
export function hasUnsafeName(segment: string): boolean {
  return findSegmentFault(decodeKeeping(segment), ALLOWED_NAMELESS) !== undefined;
}

const ALLOWED_NAMELESS: readonly AllowedInSegment[] = ["slash", "empty"];
