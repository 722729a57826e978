import { codePointAt } from "../base/utf8.ts";
import { percentDecode } from "../codec/decode.ts";
import { isInvisible } from "../base/invisible.ts";
import { COMPATIBLE } from "./compatibility.generated.ts";
import { LayerBudget, OVERLONG_ESCAPE } from "../inspect/layers.ts";

/** The file system whose rules apply to a segment. */
export type FileSystem = "posix" | "windows";

/**
 * Segments that are safe on POSIX: printable ASCII without `%`, `/` and `\\`, and without a leading dot or space, and letters of common
 * scripts, which are visible and stay as they are in NFKC or become other letters.
 */
const PLAIN =
  /^(?![. ])[ -$&-.0-[\]-~\u00c0-\u024f\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** What no decoded segment may contain: separators, and control characters (C0, DEL, C1). */
const UNSAFE = /[/\\\0-\x1f\x7f-\x9f]/;

/** One or two dots, alone or before `;`, `?`, `#` or a space, where some programs end the name; spaces may precede each dot. */
const DOT_SEGMENT = /^ *\.(?: *\.)?(?:[;?# ]|$)/;

/** An empty name, or nothing but spaces before `;`, `?` or `#`. */
const NAMELESS = /^ *(?:[;?#]|$)/;

/**
 * What Win32 does not accept in a file name (https://learn.microsoft.com/windows/win32/fileio/naming-a-file):
 * reserved characters, including the `:` of drives and streams; a dot or a space at the end, which it removes; and device
 * names, with or without an extension. For `CONIN$` and `CONOUT$` see
 * https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilea#consoles.
 */
const UNSAFE_ON_WINDOWS = /[<>:"|?*]|[. ]$|^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$)/i;

const SPACE = 0x20;
const DOT = 0x2e;

const ESCAPE = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;

const COMPATIBLE_CHARACTER = /* @__PURE__ */ (() => new RegExp(`[${Object.keys(COMPATIBLE).join("")}]`))();
const COMPATIBLE_CHARACTERS = /* @__PURE__ */ (() => new RegExp(COMPATIBLE_CHARACTER, "g"))();

/**
 * Replaces the characters that NFKC turns into a delimiter of paths, such as `．` into `.`
 * (https://www.unicode.org/reports/tr15/); the others stay.
 */
export function normalizeDelimiters(text: string): string {
  // `test` takes a quarter of the time of a `replace` that finds nothing.
  if (!COMPATIBLE_CHARACTER.test(text)) return text;
  return text.replace(COMPATIBLE_CHARACTERS, (character) => COMPATIBLE[character]!);
}

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
  return isUnsafeDecoded(decoded, fileSystem) || (normalized !== decoded && isUnsafeDecoded(normalized, "posix"));
}

function isUnsafeDecoded(decoded: string, fileSystem: FileSystem): boolean {
  return isUnsafeInLayers(decoded, (text) => isUnsafeAsWritten(text, fileSystem), decodeAgain);
}

function decodeAgain(text: string): string {
  return percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true });
}

/** Whether a text that was decoded once is unsafe, now or after further decoding. */
export function isUnsafeInLayers(
  decoded: string,
  isUnsafeLayer: (text: string) => boolean,
  decode: (text: string) => string,
): boolean {
  const budget = new LayerBudget(decoded.length);
  // The first layer is decoded already.
  budget.take(0);
  for (let text = decoded, before = ""; text !== before;) {
    if (isUnsafeLayer(text)) return true;
    if (!text.includes("%")) return false;
    if (!budget.take(text.length)) return ESCAPE.test(text);
    before = text;
    text = decode(text);
  }
  return false;
}

/** Whether a segment is a dot segment to programs that end names early or remove invisible characters. */
function isDotSegment(text: string): boolean {
  const first = codePointAt(text, 0);
  // Most segments begin with a letter: calling `visibleHead` for all of them doubles the time for non-ASCII ones.
  if (first !== DOT && first !== SPACE && !isInvisible(first)) return false;
  return DOT_SEGMENT.test(visibleHead(text));
}

/**
 * Returns what a segment is to programs that end names early or remove invisible characters: `.` or `..` for a dot
 * segment, an empty text without a name, and any other segment unchanged.
 */
export function toPlainSegment(segment: string): string {
  const head = visibleHead(segment);
  if (NAMELESS.test(head)) return "";
  if (!DOT_SEGMENT.test(head)) return segment;
  return /^ *\. *\./.test(head) ? ".." : ".";
}

/** Returns the leading dots and spaces of a text and the next character, without invisible characters. */
function visibleHead(text: string): string {
  let head = "";
  for (let i = 0; i < text.length;) {
    const code = codePointAt(text, i);
    const character = String.fromCodePoint(code);
    i += character.length;
    if (code !== SPACE && isInvisible(code)) continue;
    head += character;
    if (code !== DOT && code !== SPACE) break;
  }
  return head;
}
