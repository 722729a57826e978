import { describeType, showValue } from "../base/arguments.ts";
import type { FaultReason } from "../base/errors.ts";
import { isDotSegment, normalizeDelimiters } from "../base/dot-segment.ts";
import { isInvisible } from "../base/invisible.ts";
import { codePointAt, isAscii } from "../base/utf8.ts";
import { decodeKeeping } from "../codec/decode-native.ts";
import { encodeWellFormed } from "../codec/encode-runs.ts";
import { findInLayers, OVERLONG_ESCAPE } from "../codec/repeated-decoding.ts";
import { HOLE } from "./uri-error.ts";

/**
 * What a segment may contain although it is unsafe: `"slash"` separators, which are `/` and `\`; `"empty"` no character; `"control"` control
 * characters, also NUL; `"dot"` a segment that is `.` or `..`.
 */
export type AllowedInSegment = "slash" | "empty" | "control" | "dot";

type NameTest = (name: string) => boolean;

/** Why a segment is unsafe. `"encoded"`: in overlong UTF-8, or encoded too often to be judged. */
export type SegmentFault = AllowedInSegment | "encoded" | "windows";

/** What a segment may contain, as a caller's option `allow` lists it. */
export type AllowList = readonly AllowedInSegment[];

const NAMES: AllowList = ["slash", "empty", "control", "dot"];

/** What functions that write a segment allow: they encode separators. */
const ALLOWED_IN_WRITING: AllowList = /* @__PURE__ */ Object.freeze(["slash"]);

export const ALLOWED_IN_READING: AllowList = /* @__PURE__ */ Object.freeze([]);

/** Returns the list of an option `allow`, or `otherwise` if it is absent; throws a TypeError for anything else. */
export function readAllow(allow: AllowList | undefined, otherwise: AllowList = ALLOWED_IN_WRITING): AllowList {
  if (allow === undefined) return otherwise;
  // A copy, because the array may change later.
  const names = Array.isArray(allow) ? Array.from(new Set<AllowedInSegment>(allow)) : undefined;
  if (names?.every((name) => NAMES.includes(name))) return names;
  const given =
    names === undefined ? describeType(allow) : `of ${showValue(names.find((name) => !NAMES.includes(name)))}`;
  throw new TypeError(`allow must be an array of ${NAMES.join(", ")}, not ${given}`);
}

/** What a plain segment does not begin with: a space, or a dot that may make it a dot segment. */
const NO_DOTS = "(?! |\\.(?:[. ;?#/\\\\]|$))";
/** What a plain segment consists of: printable ASCII without `%`, `/` and `\`, and letters of common scripts, which stay letters in NFKC. */
const PLAIN_CHARACTER =
  "[ -$&-.0-[\\]-~\u00c0-\u024f\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]";

/** Segments that are safe on POSIX. */
export const PLAIN: RegExp = /* @__PURE__ */ (() => new RegExp(`^${NO_DOTS}${PLAIN_CHARACTER}+$`))();

/** The same where separators are allowed: with separators before printable ASCII but no dot, and with percent signs that start no escape. */
export const PLAIN_NAMES: RegExp = /* @__PURE__ */ (() => {
  const others = String.raw`[/\\](?![. \x80-\uffff])|%(?![%\dA-Fa-fUu]|$)`;
  return new RegExp(`^(?!$)${NO_DOTS}${PLAIN_CHARACTER}*(?:(?:${others})${PLAIN_CHARACTER}*)*$`);
})();

/**
 * Returns the pattern of the values that are safe in each hole of a path; undefined if a segment has two holes or other text than letters,
 * digits, `-`, `.`, `_` and `~`. A name that a dot may follow must not end with a separator.
 */
export function toSegmentRules(segments: readonly string[]): RegExp[] | undefined {
  const filled = segments.filter((segment) => segment.includes(HOLE));
  if (!filled.every((segment) => SEGMENT_WITH_HOLE.test(segment))) return undefined;
  return filled.map((segment) => (segment.includes(`${HOLE}.`) ? PLAIN : PLAIN_NAMES));
}

const SEGMENT_WITH_HOLE = /* @__PURE__ */ (() => new RegExp(`^(?:[\\w~-][\\w.~-]*)?${HOLE}[\\w.~-]*$`))();

/** Encodes a string or an integer; returns undefined for another value, and for text that does not follow the rule. */
export function encodePlain(value: unknown, rule?: RegExp): string | undefined {
  if (typeof value !== "string" && !Number.isSafeInteger(value)) return undefined;
  const text = String(value);
  return rule && (text.length > LONGEST_FOR_PATTERN || !rule.test(text)) ? undefined : encodeWellFormed(text);
}

/** The longest text in UTF-16 units that a pattern with a group for each segment matches: on a longer one it could exceed the engine's stack. */
export const LONGEST_FOR_PATTERN = 4096;

/** A path of such segments, decoded, the last of which may be empty. */
export const PLAIN_PATH: RegExp = /* @__PURE__ */ (() => new RegExp(`^/?(?:${NO_DOTS}${PLAIN_CHARACTER}+(?:/|$))*$`))();

const SEPARATOR = /[/\\]/;
/** The start of a name that may be a dot segment: a dot, a space, or a character that is not ASCII. */
const MAY_BE_DOTS = /(?:^|[/\\])[^!-\-/-~]/;
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

/** Names that Win32 opens as a device in every folder, with or without an extension, also before a path parameter or a fragment. */
export const WINDOWS_DEVICE: RegExp = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?: *(?:[.;]|$)|#)/i;

/**
 * What Win32 does not accept in a file name (https://learn.microsoft.com/windows/win32/fileio/naming-a-file):
 * reserved characters, including the `:` of drives and streams; and a dot or a space at the end, which it removes. For `CONIN$` and
 * `CONOUT$` see https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilea#consoles.
 */
const UNSAFE_ON_WINDOWS = /* @__PURE__ */ (() => new RegExp(`[<>:"|?*]|[. ](?:;|$)|${WINDOWS_DEVICE.source}`, "i"))();

/**
 * Returns why a segment, decoded once, is unsafe, or undefined for a safe one. It is judged as it is decoded and after further decoding, in
 * form NFKC, and without invisible characters. If separators are allowed, the names between them are judged. `isUnsafeName` finds one more
 * reason: `isUnsafeOnWindows`, which other bundles do not contain.
 */
export function findSegmentFault(decoded: string, allow: AllowList, isUnsafeName?: NameTest): SegmentFault | undefined {
  if (decoded === "") return allow.includes("empty") ? undefined : "empty";
  const find = (layer: string) => findFaultAsWritten(layer, allow, isUnsafeName);
  // Most texts have one layer.
  if (!/[%\ufe6a\uff05]/.test(decoded)) return find(normalize(decoded));
  const fault = findInLayers(normalize(decoded), find, "encoded", (layer) => normalize(decodeKeeping(layer)));
  const isAllowed = fault === "encoded" && isUnsafeName === undefined && HIDDEN.every((name) => allow.includes(name));
  return isAllowed ? undefined : fault;
}

/**
 * Does the same for a segment that is read. Only a slash that was encoded once can be allowed: a backslash, and a slash that further decoding
 * makes, stay unsafe. A slash at the start makes an absolute path, and stays unsafe unless `"empty"` is allowed too.
 */
export function findReadFault(decoded: string, allow: AllowList, isUnsafeName?: NameTest): SegmentFault | undefined {
  if (!allow.includes("slash") || PLAIN.test(decoded)) return findSegmentFault(decoded, allow, isUnsafeName);
  const inFirst = allow.filter((name) => name !== "slash");
  const inOthers: AllowList = [...inFirst, "empty"];
  return decoded
    .split("/")
    .map((name, k) => findSegmentFault(name, k === 0 ? inFirst : inOthers, isUnsafeName))
    .find((fault) => fault !== undefined);
}

/** What a segment may contain in an encoding that is not decoded here. */
const HIDDEN: AllowList = ["slash", "control", "dot"];

/** Returns form NFKC as far as delimiters and escapes are concerned: `％２Ｅ` becomes `%2E`. */
function normalize(text: string): string {
  if (isAscii(text)) return text;
  return normalizeDelimiters(text.replace(/[\uff05-\uff5a]/g, (character) => character.normalize("NFKC")));
}

/** Returns why a segment is unsafe without decoding. */
function findFaultAsWritten(text: string, allow: AllowList, isUnsafeName?: NameTest): SegmentFault | undefined {
  if (CONTROL.test(text) && !allow.includes("control")) return "control";
  const hasSeparator = SEPARATOR.test(text);
  if (hasSeparator && !allow.includes("slash")) return "slash";
  if (OVERLONG_ESCAPE.test(text)) return "encoded";
  if (isUnsafeName === undefined && !MAY_BE_DOTS.test(text)) return undefined;
  for (const name of hasSeparator ? text.split(SEPARATOR) : [text]) {
    const isDots = isDotSegment(name);
    if (isDots && !allow.includes("dot")) return "dot";
    if (!isDots && isUnsafeName?.(name)) return "windows";
  }
  return undefined;
}

/** Whether Windows does not accept a name, or some program makes such a name of it. */
export function isUnsafeOnWindows(name: string): boolean {
  if (UNSAFE_ON_WINDOWS.test(name)) return true;
  if (isAscii(name)) return false;
  const visible = Array.from(toCompatible(name)).filter((character) => !isInvisible(codePointAt(character, 0)));
  return UNSAFE_ON_WINDOWS.test(visible.join(""));
}

/** Returns form NFKC, also of letters and digits that are newer than Unicode 9.0, which some engine still has. */
function toCompatible(text: string): string {
  return text.normalize("NFKC").replace(/[\ua7f2\u{1ccd6}-\u{1ccf9}\u{1fbf0}-\u{1fbf9}]/gu, (character) => {
    const code = codePointAt(character, 0);
    // U+1CCD6 is an A, and the digits follow the letters.
    return code === 0xa7f2 ? "c" : code > 0x1fbef ? String(code & 0xf) : ((code - 0x1cccc) % 36).toString(36);
  });
}

/** Returns what an unsafe segment is, for an error, and the option that accepts it. */
export function explainSegmentFault(fault: SegmentFault, allow: AllowList): FaultReason {
  const accepted = NAMES.filter((name) => name === fault || allow.includes(name));
  const detail = EXPLANATIONS[fault];
  // Nothing accepts a fault that is allowed already: it is encoded more than once.
  if (accepted.length <= allow.length) return { detail };
  return {
    detail: `${detail}; the option allow: ["${accepted.join('", "')}"] accepts it`,
    option: { allow: accepted },
  };
}

const EXPLANATIONS: Readonly<Record<SegmentFault, string>> = {
  slash: "a separator",
  empty: "an empty segment",
  control: "a control character",
  dot: "a dot segment",
  encoded: "encoded too often",
  windows: "no file name of Windows",
};

/**
 * Matches every unsafe name between the slashes of a URI but the empty one, in a quarter to a half of the time of `findSegmentFault`: a name
 * that begins with a dot or an invisible character. It also matches the escapes of separators, control characters and overlong UTF-8, of
 * characters that `normalizeDelimiters` replaces, and of percent signs that start an escape.
 */
export const MAY_BE_UNSAFE: RegExp =
  /(?:^|\/|%2f)(?:[ .]|%(?!2[1-9a-d]|[3-7]|c[3-9a-cef]|d[0-79ad-f]|e[4-9ab]))|[\\\0-\x1f\x7f-\uffff]|%(?:[01]|5c|7f|c[01]|c2%(?:[89]|a0)|cd%be|e0%[89]|e2%8[014]|e3%80|ef%b[89c]|f0%8|25(?:u|[\da-f]{2}|[\da-f]?%(?!25))|(?![\da-f]{2}))/i;
