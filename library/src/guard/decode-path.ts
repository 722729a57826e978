import { requireChoice, requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { decodeKeeping, decodeStrictly, tryDecode } from "../codec/decode-native.ts";
import { removeDotSegments } from "../uri/reference.ts";
import { normalizeDelimiters, toPlainSegment } from "../base/dot-segment.ts";
import {
  ALLOWED_IN_READING,
  type AllowedInSegment,
  explainSegmentFault,
  findReadFault,
  isUnsafeOnWindows,
  LONGEST_FOR_PATTERN,
  PLAIN,
  PLAIN_PATH,
  readAllow,
} from "../uri/segment.ts";
import { uriError } from "../uri/uri-error.ts";

/** How a path is decoded. */
export interface DecodePathOptions {
  /** What a segment may contain although it is unsafe (default nothing): `"slash"` is `%2F`, which is decoded; `"empty"` also before such a slash. */
  readonly allow?: readonly AllowedInSegment[] | undefined;
  /**
   * The file system on which the segments name files: `"posix"` (the default), or `"windows"`, which also refuses `< > : " | ? *`,
   * device names such as `CON` and `com1.txt`, and a dot or space at the end.
   */
  readonly fileSystem?: "posix" | "windows" | undefined;
}

const OPTIONS: OptionNames<DecodePathOptions> = { allow: true, fileSystem: true };

/** What is in a URI and in no path: a scheme and `//`, a query or a fragment. */
const NO_PATH = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/|[?#]/;

const OPERATION = "decode the path";

/**
 * Splits a path at its slashes, then decodes each segment once, so that no escape becomes a separator
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.4, and 3.3).
 *
 * A segment is unsafe if it contains a slash, a backslash or a control character, if it is empty but not the last one, or if it is `.`
 * or `..`, alone or before `;`, `?`, `#` or a space. It is also unsafe if it becomes so by further decoding, by normalization to NFKC
 * (`．．`), or without invisible characters. The option `allow` accepts what it lists. With `"slash"` the names between decoded slashes are
 * judged: a backslash, and a slash that is encoded more than once, throw, and so does a slash at the start unless `"empty"` is allowed.
 *
 * If the segments name files, pass `fileSystem: "windows"` if the program may run on Windows or open files of a Windows share. The
 * default suits POSIX file systems, and segments that do not name files, such as `/wiki/File:Foo` and `/users/con`.
 *
 * @param path a path without query and fragment, not yet decoded; absolute or relative
 * @param options what is allowed in a segment, and which file system's names are refused
 * @returns the segments: none for `/`, an empty last one for `/a/`
 * @throws PercentEncodingError `invalid-uri` at a scheme with `//`, a `?` or `#`; `unsafe-segment` with the index of the segment; the codes of
 *   `percentDecode` for malformed escapes. Indexes count UTF-16 units of the path
 * @throws TypeError for wrong arguments
 * @example
 * import { decodePath } from "percodec/guard";
 * decodePath("/%61dmin/caf%C3%A9") // → ["admin", "café"]
 * decodePath("/a/") // → ["a", ""]
 * decodePath("/a%2Fb", { allow: ["slash"] }) // → ["a/b"]
 * let code;
 * try { decodePath("/logs/aux.txt", { fileSystem: "windows" }); } catch (error) { code = error.code; }
 * code // → "unsafe-segment"
 */
export function decodePath(path: string, options?: DecodePathOptions): readonly string[] {
  requireText(path, "decodePath");
  const given = readOptions(options, OPTIONS, "decodePath");
  const allow = readAllow(given.allow, ALLOWED_IN_READING);
  const isWindows = requireChoice(given.fileSystem, ["posix", "windows"], "fileSystem") === "windows";
  const mark = NO_PATH.exec(path);
  if (mark !== null) {
    throw uriError(OPERATION, "invalid-uri", path, mark.index, mark[0].length, "splitUri(uri).path is a path");
  }
  let at = path.startsWith("/") ? 1 : 0;
  if (at === path.length) return [];
  if (!isWindows && path.length <= LONGEST_FOR_PATTERN) {
    const decoded = decodePlain(path);
    if (decoded !== undefined) return decoded.slice(at).split("/");
  }
  const segments = path.slice(at).split("/");
  for (let k = 0; k < segments.length; k++) {
    const written = segments[k]!;
    // Most segments contain nothing to decode: with this shortcut 1 MB of `/a` takes half the time.
    if (!PLAIN.test(written) || (isWindows && isUnsafeOnWindows(written))) {
      const segment = decodeStrictly(written, OPERATION, at);
      const fault = findReadFault(segment, allow, isWindows ? isUnsafeOnWindows : undefined);
      // The last segment is empty if a slash ends the path.
      if (fault !== undefined && (fault !== "empty" || k < segments.length - 1 || segment !== "")) {
        throw uriError(OPERATION, "unsafe-segment", path, at, written.length, explainSegmentFault(fault, allow));
      }
      segments[k] = segment;
    }
    at += written.length + 1;
  }
  return segments;
}

/** Decodes a whole path if no escape becomes a slash and each segment is safe without further checks. */
function decodePlain(path: string): string | undefined {
  const decoded = !path.includes("%") ? path : /%2f/i.test(path) ? undefined : tryDecode(path);
  return decoded !== undefined && PLAIN_PATH.test(decoded) ? decoded : undefined;
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
 */
export function isSameOriginPath(text: string): boolean {
  requireText(text, "isSameOriginPath");
  // The most frequent case first.
  if (text.startsWith("/") && !UNUSUAL.test(text)) return true;
  const end = text.search(/[?#]/);
  const path = end < 0 ? text : text.slice(0, end);
  const decoded = tryDecode(path);
  const rest = tryDecode(text.slice(path.length));
  if (decoded === undefined || rest === undefined || [text, decoded, rest].some((part) => CONTROL.test(part)))
    return false;
  const normalized = normalizeDelimiters(decoded);
  // NFKC turns full-width percent signs into `%`, which may start new escapes.
  const decodedAgain = normalized === decoded ? decoded : decodeKeeping(normalized, false);
  return Array.from(new Set([path, decoded, normalizeDelimiters(path), normalized, decodedAgain])).every(keepsOrigin);
}

/** What {@link isSameOriginPath} has to look at: escapes, `\`, characters that are not printable ASCII, and most starts of segments. */
const UNUSUAL = /[^!-$&-[\]-~]|\/(?![\w?#-]|$)/;

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
