import { percentDecode } from "../codec/decode.ts";
import { isUnseen } from "../base/invisible.ts";
import { COMPATIBLE } from "./compatibility.generated.ts";
import { LayerBudget, OVERLONG } from "../inspect/layers.ts";

/** The file system whose rules hold for a segment. */
export type FileSystem = "posix" | "windows";

/** Safe by the rules below but those of Windows: printable ASCII without `%`, `/` and `\\`, and with another beginning than a dot or space. */
const PLAIN = /^[!-$&-\-0-[\]-~][ -$&-.0-[\]-~]*$/;

/** No segment may hold these once it is decoded: separators, and C0, DEL and C1 controls with NUL among them. */
const UNSAFE = /[/\\\0-\x1f\x7f-\x9f]/;

/** One or two dots, alone or before `;`, `?`, `#` or a space, where some programs end the name; spaces may stand before and between. */
const DOT_SEGMENT = /^ *\.(?: *\.)?(?:[;?# ]|$)/;

/** No name, or none before `;`, `?` or `#`. */
const NAMELESS = /^ *(?:[;?#]|$)/;

/**
 * What Win32 does not take as a file name: its reserved characters, among them the `:` of drives and streams; a dot or a space
 * at the end, which it removes; and device names, with extensions
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file, and for `CONIN$` and `CONOUT$`
 * https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilea#consoles).
 */
const WINDOWS = /[<>:"|?*]|[. ]$|^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$)/i;

const SPACE = 0x20;
const DOT = 0x2e;

const ESCAPE = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;

const COMPATIBLE_CHARACTER = /* @__PURE__ */ (() => new RegExp(`[${Object.keys(COMPATIBLE).join("")}]`))();
const COMPATIBLE_CHARACTERS = /* @__PURE__ */ (() => new RegExp(COMPATIBLE_CHARACTER, "g"))();

/**
 * Replaces the characters that form NFKC turns into a delimiter of paths, as `．` into `.`
 * (https://www.unicode.org/reports/tr15/); all others stay.
 */
export function toCompatible(text: string): string {
  // A test takes a quarter of the time of a replacement of nothing.
  if (!COMPATIBLE_CHARACTER.test(text)) return text;
  return text.replace(COMPATIBLE_CHARACTERS, (character) => COMPATIBLE[character]!);
}

/** Whether a segment that holds no escape is unsafe. */
export function isUnsafeAsWritten(text: string, fileSystem: FileSystem): boolean {
  // Windows takes the text as it is: `：` is an ordinary character of a file name.
  if (fileSystem === "windows" && WINDOWS.test(text)) return true;
  if (PLAIN.test(text)) return false;
  const compatible = toCompatible(text);
  return UNSAFE.test(compatible) || isDotSegment(compatible) || OVERLONG.test(compatible);
}

/** Whether a segment that was decoded once is unsafe, or would be if it were decoded again, before or after form NFKC. */
export function isUnsafe(decoded: string, fileSystem: FileSystem): boolean {
  const compatible = toCompatible(decoded);
  return isUnsafeInLayers(decoded, fileSystem) || (compatible !== decoded && isUnsafeInLayers(compatible, "posix"));
}

function isUnsafeInLayers(decoded: string, fileSystem: FileSystem): boolean {
  const budget = new LayerBudget(decoded.length);
  // The first layer is decoded already.
  budget.take(0);
  for (let text = decoded, before = ""; text !== before;) {
    if (isUnsafeAsWritten(text, fileSystem)) return true;
    if (!budget.take(text.length)) return ESCAPE.test(text);
    before = text;
    text = percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true });
  }
  return false;
}

/** Whether a program takes a segment for a dot segment that ends names early or removes characters that cannot be seen. */
function isDotSegment(text: string): boolean {
  const first = text.codePointAt(0)!;
  // Most segments begin with a letter: a search for their head would double the time for those that are not ASCII.
  if (first !== DOT && first !== SPACE && !isUnseen(first)) return false;
  return DOT_SEGMENT.test(visibleHead(text));
}

/**
 * Returns what a program makes of a segment that ends names early or removes characters that cannot be seen: dots for a dot
 * segment, an empty text for a segment without a name, and any other segment as it is.
 */
export function toPlainSegment(segment: string): string {
  const head = visibleHead(segment);
  if (NAMELESS.test(head)) return "";
  if (!DOT_SEGMENT.test(head)) return segment;
  return /^ *\. *\./.test(head) ? ".." : ".";
}

/** Returns the dots and spaces at the beginning of a text, and one character more, without those that cannot be seen. */
function visibleHead(text: string): string {
  let head = "";
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i)!;
    const character = String.fromCodePoint(code);
    i += character.length;
    if (code !== SPACE && isUnseen(code)) continue;
    head += character;
    if (code !== DOT && code !== SPACE) break;
  }
  return head;
}
