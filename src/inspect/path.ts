import { requireChoice, requireText } from "../codec/arguments.ts";
import { percentDecode } from "../codec/decode.ts";
import { excerptOf } from "../base/excerpt.ts";
import { PercentEncodingError } from "../codec/errors.ts";
import { removeDotSegments } from "../uri/reference.ts";
import type { Finding } from "./finding-list.ts";
import { findings } from "./findings.ts";
import { LayerBudget, OVERLONG } from "./layers.ts";

/** How a path is decoded. */
export interface DecodePathOptions {
  /**
   * What `%2F` is: `"refuse"` (the default), since servers differ; `"keep"` leaves it as `%2F` in the segment, `"decode"`
   * makes it a slash within the segment. A slash that is encoded more than once is refused in any case.
   */
  readonly encodedSlash?: "refuse" | "keep" | "decode";
}

/** The segments of a path, and what is to be known of them. */
export interface DecodePathReport {
  readonly segments: readonly string[];
  /** Whether a segment still holds escapes: it was encoded more than once. */
  readonly stillEncoded: boolean;
  /** What `findings` says of the path. */
  readonly findings: readonly Finding[];
}

/** What no segment may hold once it is decoded: separators, and C0, DEL and C1 controls with NUL among them. */
const UNSAFE = /[/\\\0-\x1f\x7f-\x9f]/;
/** What stands behind a `;` is a parameter to some servers, which cut it off. */
const DOT_SEGMENT = /^\.\.?(?:;|$)/;
const ESCAPE = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;
const ENCODED_SLASH = /%2f/i;

/**
 * Splits a path at its slashes and then decodes each segment once, so that no escape makes a separator
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.4, and 3.3).
 *
 * A segment is refused where it holds a slash, a backslash, a NUL or another control, or is `.` or `..`, with a path
 * parameter behind it (`..;x`) or without: raw, escaped, or still encoded after one decoding, for whoever decodes it again.
 *
 * @param path the path alone, without query or fragment, not decoded before; absolute or relative
 * @param options what `%2F` is
 * @returns the segments: none for `/`, an empty one at the end for `/a/`
 * @throws PercentEncodingError `invalid-uri` at a `?` or `#`; `unsafe-segment` at the whole segment; the codes of
 *   `percentDecode` for what is malformed: each with its index in UTF-16 units of the path
 * @throws TypeError for wrong arguments
 * @example
 * import { decodePath } from "percodec/inspect";
 * decodePath("/%61dmin/caf%C3%A9") // → ["admin", "café"]
 * decodePath("/a/") // → ["a", ""]
 * decodePath("/a%2Fb", { encodedSlash: "keep" }) // → ["a%2Fb"]
 */
export function decodePath(path: string, options: DecodePathOptions = {}): readonly string[] {
  requireText(path, "decodePath", "percentDecodeBytes");
  const slash = requireChoice(options.encodedSlash, ["refuse", "keep", "decode"], "encodedSlash");
  const end = path.search(/[?#]/);
  if (end >= 0) throw pathError("invalid-uri", path, end, 1);
  let at = path.startsWith("/") ? 1 : 0;
  if (at === path.length) return [];
  const segments = path.slice(at).split("/");
  for (let k = 0; k < segments.length; k++) {
    const written = segments[k]!;
    segments[k] = decodeSegment(path, written, at, slash);
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
 * import { decodePathReport } from "percodec/inspect";
 * decodePathReport("/%2541").segments // → ["%41"]
 * decodePathReport("/%2541").stillEncoded // → true
 * decodePathReport("/%2541").findings.map(({ code }) => code) // → ["multiple-encoding"]
 */
export function decodePathReport(path: string, options: DecodePathOptions = {}): DecodePathReport {
  requireText(path, "decodePathReport", "percentDecodeBytes");
  const segments = decodePath(path, options);
  const again = options.encodedSlash === "keep" ? segments.map(withoutKeptSlashes) : segments;
  // A path that begins with two slashes, or a colon in its first segment, is taken for a path all the same.
  const found = findings(`https://p.invalid${path.startsWith("/") ? "" : "/"}${path}`);
  const shift = "https://p.invalid".length + (path.startsWith("/") ? 0 : 1);
  return {
    segments,
    stillEncoded: path.includes("%") && again.some((segment) => ESCAPE.test(segment)),
    findings: found.map((finding) => ({ ...finding, index: finding.index - shift })),
  };
}

function withoutKeptSlashes(segment: string): string {
  return segment.replace(/%2f/gi, "/");
}

function decodeSegment(path: string, written: string, at: number, slash: "refuse" | "keep" | "decode"): string {
  // Most segments are what they are written as: 1 MB of `/a` takes half the time.
  if (written === "" || (!written.includes("%") && !isUnsafeAsWritten(written))) return written;
  // What is kept is cut out, so that it is not decoded with the rest.
  const pieces = slash === "refuse" ? [written] : written.split(ENCODED_SLASH);
  const kept = written.match(/%2f/gi) ?? [];
  let segment = "";
  let from = at;
  for (const [k, piece] of pieces.entries()) {
    const decoded = decodePiece(piece, from);
    if (isUnsafe(decoded)) throw pathError("unsafe-segment", path, at, written.length);
    segment += decoded;
    if (k < pieces.length - 1) segment += slash === "keep" ? kept[k] : "/";
    from += piece.length + 3;
  }
  return segment;
}

function decodePiece(piece: string, at: number): string {
  try {
    return percentDecode(piece);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    throw new PercentEncodingError("decode the path", error.code, at + error.index, error.length, error.excerpt);
  }
}

/** Whether a segment is unsafe as it is, or would be for whoever decodes it again. */
function isUnsafe(decoded: string): boolean {
  const budget = new LayerBudget(decoded.length);
  // The first layer is off already.
  budget.take(0);
  for (let text = decoded, before = ""; text !== before;) {
    if (isUnsafeAsWritten(text)) return true;
    if (!budget.take(text.length)) return ESCAPE.test(text);
    before = text;
    text = percentDecode(text, { malformed: "keep", invalidUtf8: "keep", percentU: true });
  }
  return false;
}

function isUnsafeAsWritten(text: string): boolean {
  return UNSAFE.test(text) || DOT_SEGMENT.test(text) || OVERLONG.test(text);
}

/**
 * Whether a text is a path of one's own origin, to be redirected to: for every reader, as it is and decoded once
 * (https://url.spec.whatwg.org/#path-absolute-url-string, less what readers disagree on).
 *
 * It begins with one slash, and neither escapes nor dot segments give it a second; there is no control character, and no
 * backslash before the query. Nothing malformed passes.
 *
 * @param text what somebody sent as the place to go on to
 * @returns whether it may be trusted to stay on this origin
 * @throws TypeError for anything but a string
 * @example
 * import { isSameOriginPath } from "percodec/inspect";
 * isSameOriginPath("/account?tab=a%20b") // → true
 * isSameOriginPath("/%09/evil.example") // → false
 * isSameOriginPath("/.//evil.example") // → false
 */
export function isSameOriginPath(text: string): boolean {
  requireText(text, "isSameOriginPath", "percentDecodeBytes");
  const [path] = /^[^?#]*/.exec(text)!;
  const decoded = decodedOnce(text);
  if (decoded === undefined || CONTROL.test(text) || CONTROL.test(decoded)) return false;
  return [path, decodedOnce(path)!].every((form) => {
    // A browser removes `%2e` as it removes a dot.
    return (
      /^\/(?![/\\])/.test(form) &&
      !form.includes("\\") &&
      !removeDotSegments(form.replace(/%2e/gi, ".")).startsWith("//")
    );
  });
}

const CONTROL = /[\0-\x1f\x7f]/;

function decodedOnce(text: string): string | undefined {
  try {
    return percentDecode(text);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

function pathError(code: "invalid-uri" | "unsafe-segment", path: string, index: number, length: number) {
  return new PercentEncodingError("decode the path", code, index, length, excerptOf(path.slice(index, index + length)));
}
