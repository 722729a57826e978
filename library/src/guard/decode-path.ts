import { requireChoice, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { decodeResolved } from "../codec/decode.ts";
import { STRICT_TEXT } from "../codec/decoder.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { removeDotSegments } from "../uri/reference.ts";
import { normalizeDelimiters, toPlainSegment } from "../base/dot-segment.ts";
import { type FileSystem, isUnsafe, isUnsafeAsWritten } from "./unsafe-segment.ts";

/** How a path is decoded. */
export interface DecodePathOptions {
  /**
   * What `%2F` becomes: `"throw"` (the default) throws, because servers differ; `"keep"` leaves `%2F` in the segment; `"decode"`
   * puts a slash into the segment. A slash that is encoded more than once always throws.
   */
  readonly encodedSlash?: "throw" | "keep" | "decode" | undefined;
  /**
   * The file system on which the segments name files: `"posix"` (the default), or `"windows"`, which also refuses `< > : " | ? *`,
   * device names such as `CON` and `com1.txt`, and a dot or space at the end.
   */
  readonly fileSystem?: "posix" | "windows" | undefined;
}

const OPTIONS: OptionNames<DecodePathOptions> = { encodedSlash: true, fileSystem: true };

const ENCODED_SLASH = /%2f/i;
/** A percent sign, or a character that is one in form NFKC. */
const ESCAPED = /[%\ufe6a\uff05]/;

/**
 * Splits a path at its slashes, then decodes each segment once, so that no escape becomes a separator
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.4, and 3.3).
 *
 * A segment is unsafe if it contains a slash, a backslash or a control character, or if it is `.` or `..`, alone or before `;`, `?`, `#`
 * or a space. It is also unsafe if it becomes so by further decoding, by normalization to NFKC (`．．`), or without invisible
 * characters.
 *
 * If the segments name files, pass `fileSystem: "windows"` if the program may run on Windows or open files of a Windows share. The
 * default suits POSIX file systems, and segments that do not name files, such as `/wiki/File:Foo` and `/users/con`.
 *
 * @param path a path without query and fragment, not yet decoded; absolute or relative
 * @param options what `%2F` becomes, and which file system's names are refused
 * @returns the segments: none for `/`, an empty last one for `/a/`
 * @throws PercentEncodingError `invalid-uri` at a `?` or `#`; `unsafe-segment` with the index of the segment; the codes of
 *   `percentDecode` for malformed escapes. Indexes count UTF-16 units of the path
 * @throws TypeError for wrong arguments
 * @example
 * import { decodePath } from "percodec/guard";
 * decodePath("/%61dmin/caf%C3%A9") // → ["admin", "café"]
 * decodePath("/a/") // → ["a", ""]
 * decodePath("/a%2Fb", { encodedSlash: "keep" }) // → ["a%2Fb"]
 * let code;
 * try { decodePath("/logs/aux.txt", { fileSystem: "windows" }); } catch (error) { code = error.code; }
 * code // → "unsafe-segment"
 */
export function decodePath(path: string, options?: DecodePathOptions): readonly string[] {
  requireText(path, "decodePath");
  const given = readOptions(options, OPTIONS, "decodePath");
  const rules: SegmentRules = {
    slash: requireChoice(given.encodedSlash, ["throw", "keep", "decode"], "encodedSlash"),
    fileSystem: requireChoice(given.fileSystem, ["posix", "windows"], "fileSystem"),
  };
  const end = path.search(/[?#]/);
  if (end >= 0) throw toPathError("invalid-uri", path, end, 1);
  let at = path.startsWith("/") ? 1 : 0;
  if (at === path.length) return [];
  const segments = path.slice(at).split("/");
  for (let k = 0; k < segments.length; k++) {
    const written = segments[k]!;
    segments[k] = decodeSegment(path, written, at, rules);
    at += written.length + 1;
  }
  return segments;
}

/** How a segment is decoded. */
interface SegmentRules {
  readonly slash: "throw" | "keep" | "decode";
  readonly fileSystem: FileSystem;
}

function decodeSegment(path: string, written: string, at: number, { slash, fileSystem }: SegmentRules): string {
  // Most segments contain nothing to decode: with this shortcut 1 MB of `/a` takes half the time.
  if (written === "") return written;
  if (!ESCAPED.test(written) && !isUnsafeAsWritten(written, fileSystem)) return written;
  // Split at the escaped slashes, so that they are not decoded with the rest.
  const runs = slash === "throw" ? [written] : written.split(ENCODED_SLASH);
  const kept = written.match(/%2f/gi) ?? [];
  let segment = "";
  let from = at;
  for (const [k, run] of runs.entries()) {
    const decoded = decodeRun(run, from);
    if (isUnsafe(decoded, fileSystem)) throw toPathError("unsafe-segment", path, at, written.length);
    segment += decoded;
    if (k < runs.length - 1) segment += slash === "keep" ? kept[k] : "/";
    from += run.length + 3;
  }
  return segment;
}

function decodeRun(run: string, at: number): string {
  try {
    return decodeResolved(run, STRICT_TEXT);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { code, index, length, unit, excerpt, detail } = error;
    throw new PercentEncodingError({
      operation: "decode the path",
      code,
      index: at + index,
      length,
      unit,
      excerpt,
      detail,
    });
  }
}

/**
 * Whether a redirect to a text stays on the same origin for every parser, before and after one decoding
 * (https://url.spec.whatwg.org/#path-absolute-url-string, without what browsers and servers interpret differently).
 *
 * The text must begin with exactly one slash, also after decoding, removal of dot segments and normalization to NFKC (`／`).
 * A segment counts as a dot segment if some program reads it as one or drops it. Control characters, malformed escapes, and
 * backslashes before the query make it unsafe.
 *
 * @param text an untrusted redirect target
 * @returns whether a redirect to it stays on this origin
 * @throws TypeError for anything but a string
 * @example
 * import { isSameOriginPath } from "percodec/guard";
 * isSameOriginPath("/account?tab=a%20b") // → true
 * isSameOriginPath("/%09/evil.example") // → false
 * isSameOriginPath("/.//evil.example") // → false
 */
export function isSameOriginPath(text: string): boolean {
  requireText(text, "isSameOriginPath");
  const end = text.search(/[?#]/);
  const path = end < 0 ? text : text.slice(0, end);
  const decoded = decodeOnce(path);
  const rest = decodeOnce(text.slice(path.length));
  if (decoded === undefined || rest === undefined || [text, decoded, rest].some((part) => CONTROL.test(part)))
    return false;
  const normalized = normalizeDelimiters(decoded);
  // NFKC turns full-width percent signs into `%`, which may start new escapes.
  const decodedAgain =
    normalized === decoded
      ? decoded
      : decodeResolved(normalized, { ...STRICT_TEXT, malformed: "keep", invalidUtf8: "keep" });
  return Array.from(new Set([path, decoded, normalizeDelimiters(path), normalized, decodedAgain])).every(keepsOrigin);
}

/** The start of a segment that some programs may read as a dot segment, or drop. */
const POSSIBLE_DOT_SEGMENT = /\/(?:%2e|[ .;?#]|[^!-~])/i;

/** Whether a path begins with exactly one slash, also after any program removes dot segments. */
function keepsOrigin(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || path.includes("\\")) return false;
  if (!POSSIBLE_DOT_SEGMENT.test(path)) return true;
  // For a browser `%2e` is a dot in dot segments.
  const plain = path.replace(/%2e/gi, ".").split("/").map(toPlainSegment).join("/");
  return !removeDotSegments(plain).startsWith("//");
}

const CONTROL = /[\0-\x1f\x7f]/;

/** Decodes a text once; returns undefined if it is malformed. */
function decodeOnce(text: string): string | undefined {
  try {
    return decodeResolved(text, STRICT_TEXT);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

function toPathError(code: "invalid-uri" | "unsafe-segment", path: string, index: number, length: number) {
  return new PercentEncodingError({
    operation: "decode the path",
    code,
    index,
    length,
    unit: "utf-16",
    excerpt: toExcerpt(path.slice(index, index + length)),
    detail: undefined,
  });
}
