import type { Finding } from "../inspect/finding.ts";
import { requireChoice, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, type Read, readOptions } from "../base/options.ts";
import { percentDecode } from "../codec/decode.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { removeDotSegments } from "../uri/reference.ts";
import { inspect } from "../inspect/findings.ts";
import { type FileSystem, isUnsafe, isUnsafeAsWritten, toCompatible, toPlainSegment } from "./unsafe-segment.ts";

/** How a path is decoded. */
export interface DecodePathOptions {
  /**
   * What `%2F` is: `"throw"` (the default), since servers differ; `"keep"` leaves it as `%2F` in the segment, `"decode"`
   * makes it a slash within the segment. A slash that is encoded more than once is refused in any case.
   */
  readonly encodedSlash?: "throw" | "keep" | "decode" | undefined;
  /**
   * Where the segments name files: `"posix"` (the default), or `"windows"`, which also refuses `< > : " | ? *`, device names such as
   * `CON` and `com1.txt`, and a dot or space at the end.
   */
  readonly fileSystem?: "posix" | "windows" | undefined;
}

const OPTIONS: OptionNames<DecodePathOptions> = { encodedSlash: true, fileSystem: true };

/** The segments of a path, and what is to be known of them. */
export interface DecodePathReport {
  readonly segments: readonly string[];
  /** Whether a segment still holds escapes: it was encoded more than once. */
  readonly stillEncoded: boolean;
  /** What `findings` says of the path. */
  readonly findings: readonly Finding[];
}

const ESCAPE = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;
const ENCODED_SLASH = /%2f/i;
/** A percent sign, or a character that is one in form NFKC. */
const ESCAPED = /[%\ufe6a\uff05]/;

/**
 * Splits a path at its slashes and then decodes each segment once, so that no escape makes a separator
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.4, and 3.3).
 *
 * A segment is refused if it holds a slash, a backslash, a NUL or another control, or is `.` or `..`, alone or before `;`, `?`, `#` or
 * a space: raw, escaped, still encoded after one decoding, in form NFKC (`．．`), or among characters that cannot be seen.
 *
 * Before a file is opened, pass `fileSystem: "windows"` if the program may run on Windows or the file be on a Windows share; the default
 * is right for POSIX file systems and for segments that name no file, such as `/wiki/File:Foo` and `/users/con`.
 *
 * @param path the path alone, without query or fragment, not decoded before; absolute or relative
 * @param options what `%2F` is, and whose file names are refused
 * @returns the segments: none for `/`, an empty one at the end for `/a/`
 * @throws PercentEncodingError `invalid-uri` at a `?` or `#`; `unsafe-segment` at the whole segment; the codes of
 *   `percentDecode` for what is malformed: each with its index in UTF-16 units of the path
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
  return decode(path, readOptions(options, OPTIONS, "decodePath"));
}

function decode(path: string, options: Read<DecodePathOptions>): string[] {
  const rules: SegmentRules = {
    slash: requireChoice(options.encodedSlash, ["throw", "keep", "decode"], "encodedSlash"),
    fileSystem: requireChoice(options.fileSystem, ["posix", "windows"], "fileSystem"),
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

/**
 * Decodes a path as `decodePath` does, and says what is still encoded and what was found.
 *
 * @param path the path alone
 * @param options as for `decodePath`
 * @returns the segments, whether one of them still holds escapes, and the findings of the path with their places
 * @throws PercentEncodingError as `decodePath`
 * @throws TypeError for wrong arguments
 * @example
 * import { decodePathReport } from "percodec/guard";
 * decodePathReport("/%2541").segments // → ["%41"]
 * decodePathReport("/%2541").stillEncoded // → true
 * decodePathReport("/%2541").findings.map(({ code }) => code) // → ["multiple-encoding"]
 */
export function decodePathReport(path: string, options?: DecodePathOptions): DecodePathReport {
  requireText(path, "decodePathReport");
  const given = readOptions(options, OPTIONS, "decodePathReport");
  const segments = decode(path, given);
  const again = given.encodedSlash === "keep" ? segments.map(removeKeptSlashes) : segments;
  // A path that begins with two slashes, or a colon in its first segment, is taken for a path all the same.
  const found = inspect(`https://p.invalid${path.startsWith("/") ? "" : "/"}${path}`);
  const shift = "https://p.invalid".length + (path.startsWith("/") ? 0 : 1);
  return {
    segments,
    stillEncoded: path.includes("%") && again.some((segment) => ESCAPE.test(segment)),
    findings: found.map((finding) => ({ ...finding, index: finding.index - shift })),
  };
}

function removeKeptSlashes(segment: string): string {
  return segment.replace(/%2f/gi, "/");
}

/** How a segment is decoded. */
interface SegmentRules {
  readonly slash: "throw" | "keep" | "decode";
  readonly fileSystem: FileSystem;
}

function decodeSegment(path: string, written: string, at: number, { slash, fileSystem }: SegmentRules): string {
  // Most segments are what they are written as: 1 MB of `/a` takes half the time.
  if (written === "") return written;
  if (!ESCAPED.test(written) && !isUnsafeAsWritten(written, fileSystem)) return written;
  // What is kept is cut out, so that it is not decoded with the rest.
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
    return percentDecode(run);
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
 * Whether a text is a path of one's own origin, to be redirected to: for every reader, as it is and decoded once
 * (https://url.spec.whatwg.org/#path-absolute-url-string, less what browsers and servers read differently).
 *
 * It begins with one slash, and neither escapes nor dot segments give it a second, nor segments that some programs take for dot
 * segments or drop, nor form NFKC (`／`); there is no control character, and no backslash before the query. Nothing malformed passes.
 *
 * @param text what somebody sent as the place to go on to
 * @returns whether it may be trusted to stay on this origin
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
  const once = decodeOnce(path);
  const behind = decodeOnce(text.slice(path.length));
  if (once === undefined || behind === undefined || [text, once, behind].some((part) => CONTROL.test(part)))
    return false;
  const compatible = toCompatible(once);
  // Form NFKC makes escapes of full-width percent signs.
  const again = compatible === once ? once : percentDecode(compatible, { malformed: "keep", invalidUtf8: "keep" });
  return Array.from(new Set([path, once, toCompatible(path), compatible, again])).every(keepsOrigin);
}

/** A segment that begins as one that some programs take for a dot segment, or drop. */
const DOUBTFUL = /\/(?:%2e|[ .;?#]|[^!-~])/i;

/** Whether a path begins with one slash, and still does without its dot segments, for every reader. */
function keepsOrigin(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || path.includes("\\")) return false;
  if (!DOUBTFUL.test(path)) return true;
  // A browser removes `%2e` as it removes a dot.
  const plain = path.replace(/%2e/gi, ".").split("/").map(toPlainSegment).join("/");
  return !removeDotSegments(plain).startsWith("//");
}

const CONTROL = /[\0-\x1f\x7f]/;

/** Returns a text after one decoding; undefined if anything in it is malformed. */
function decodeOnce(text: string): string | undefined {
  try {
    return percentDecode(text);
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
