import { requireFlag, requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import type { PercentEncodingErrorCode } from "../base/errors.ts";
import { loneSurrogateIn } from "../base/utf8.ts";
import { decodeNative, findEscapeFault } from "../codec/decode-native.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import { endsInANumber, IPV4 } from "../host/ip-address.ts";
import { readUri, type UrlObject } from "./reference.ts";
import { uriError } from "./uri-error.ts";

/** Which system's paths are written or read. */
export interface FileUriOptions {
  /** Whether the path is one of Windows: with a drive letter, or UNC (default false). */
  readonly windows?: boolean | undefined;
}

const OPTIONS: OptionNames<FileUriOptions> = { windows: true };

/** What a path cannot contain (https://www.rfc-editor.org/rfc/rfc3986#section-3.3). */
const NOT_PATH = /[^\w!$&'()*+,;=:@/.~-]+/g;

/** Throws the error for a span of the path or URI, if its index is not negative. */
type Check = (code: PercentEncodingErrorCode, index: number, length: number, detail?: string) => void;

function createCheck(operation: string, text: string, start: number = 0): Check {
  return (code, index, length, detail) => {
    if (index >= 0) throw uriError(operation, code, text, start + index, length, detail);
  };
}

/**
 * Writes an absolute path as a `file:` URI (https://www.rfc-editor.org/rfc/rfc8089#section-2, and appendices D.2 and E.3.1 for Windows).
 *
 * Characters that RFC 3986 allows in a path stay. Adjacent slashes and the segment `.` are removed; `..` throws, because a system may follow
 * a link before it. A Windows path has a drive letter and a slash or backslash, or a server and a share. Paths that begin with `\\?\` or
 * `\\.\` throw.
 *
 * @param path an absolute path; resolve a relative one first
 * @param options whether the path is one of Windows
 * @returns the URI; `filePath` returns the path again
 * @throws PercentEncodingError `invalid-uri` for a path that is not absolute and for a name that is not a server; `unsafe-segment` at `..`
 *   and NUL; `host-ambiguous` for a number that is not an IPv4 address; `lone-surrogate`; with the index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { fileUri } from "percodec/uri";
 * fileUri("/home/me/50% é.txt") // → "file:///home/me/50%25%20%C3%A9.txt"
 * fileUri("C:\\Program Files\\a#1", { windows: true }) // → "file:///C:/Program%20Files/a%231"
 * fileUri("\\\\server\\share\\a", { windows: true }) // → "file://server/share/a"
 */
export function fileUri(path: string, options?: FileUriOptions): string {
  requireText(path, "fileUri");
  const windows = requireFlag(readOptions(options, OPTIONS, "fileUri").windows, "windows");
  const check = createCheck("write the path as a file URI", path);
  check("unsafe-segment", path.indexOf("\0"), 1);
  check("lone-surrogate", loneSurrogateIn(path), 1);
  const [root, from] = windows ? splitWindowsRoot(path, check) : ["", 1];
  if (!windows)
    check("invalid-uri", path.search(/^(?!\/)/), path.length, `${RELATIVE}; windows: true writes a path of Windows`);
  const names: string[] = [];
  let at = from;
  for (const name of path.slice(from).split(windows ? /[\\/]/ : "/")) {
    const isParent = (windows ? DOTS_ON_WINDOWS : /^\.\.$/).test(name);
    check("unsafe-segment", isParent ? at : -1, name.length, "resolve the path first");
    if (name !== "" && name !== ".") names.push(name);
    at += name.length + 1;
  }
  const isFolder = names.length > 0 && (windows ? /[\\/]$/ : /\/$/).test(path);
  const encoded = encodeRuns(names.join("/"), NOT_PATH);
  return `file://${root}/${encoded}${isFolder ? "/" : ""}`;
}

/** Win32 removes dots and spaces at the end of a name, so that `.. ` is the parent folder; `.` alone is the folder itself. */
const DOTS_ON_WINDOWS = /^(?!\.$)[. ]+$/;

const RELATIVE = "the path is relative: resolve it first";

/** Returns what precedes the names of a path in its URI, and the index of the first name. */
function splitWindowsRoot(path: string, check: Check): readonly [root: string, from: number] {
  if (/^[A-Za-z]:[\\/]/.test(path)) return [`/${path.slice(0, 2)}`, 3];
  const isDrive = /^[A-Za-z]:/.test(path);
  const detail = isDrive ? "the path is relative to the current folder of a drive: resolve it first" : RELATIVE;
  check("invalid-uri", path.search(/^(?![\\/]{2})/), path.length, detail);
  check("invalid-uri", path.search(/^..[?.][\\/]/), 4, "a device path has no URI: remove its first four characters");
  const end = 2 + path.slice(2).search(/[\\/]|$/);
  const server = readServer(path.slice(2, end), 2, check);
  const localhostAt = server === "localhost" ? 2 : -1;
  check("invalid-uri", localhostAt, end - 2, "in a URI localhost stands for no server; write 127.0.0.1");
  const share = end + 1;
  check("invalid-uri", /^(?:\.?[\\/]|\.?$)/.test(path.slice(share)) ? end : -1, 1, NO_SHARE);
  return [server, share];
}

const NO_SHARE = "a server needs a share after it";

/**
 * What no server's name has: an empty label, except after a final dot, and other characters than those of
 * https://www.rfc-editor.org/rfc/rfc1123#section-2.1, `_`, and `$` as in `wsl$`. To match the labels an engine would keep each of them.
 */
const NOT_SERVER = /^$|^\.|\.\.|[^\w$.-]/;

/** Returns a server in lower case; throws unless it is a name or an IPv4 address, for browsers too. */
function readServer(server: string, index: number, check: Check): string {
  const rule = "a server is named by ASCII letters, digits, hyphens and dots, or by an IPv4 address";
  check("invalid-uri", NOT_SERVER.test(server) ? index : -1, Math.max(1, server.length), rule);
  const isNumber = endsInANumber(server) && !IPV4.test(server);
  const detail = "a browser reads it as an IPv4 address; write the address with four decimal numbers";
  check("host-ambiguous", isNumber ? index : -1, server.length, detail);
  return server.toLowerCase();
}

/**
 * Reads a `file:` URI as a path (https://www.rfc-editor.org/rfc/rfc8089#section-2, and appendices D.2, E.2 and E.3.1 for Windows).
 *
 * **With `windows` a URI with a server becomes a UNC path: opening it contacts that server**, which may be any host on the internet, and
 * Windows may send it the user's credentials. Check the server of a URI that you do not trust.
 *
 * A path is decoded once. Nothing is resolved: dot segments throw. So do an escaped slash and NUL, with `windows` an escaped backslash, and
 * without `windows` any server but `localhost`. A query or a fragment throws too: a `?` or `#` of a name must be escaped. Names of devices
 * (`NUL`, `COM1`) are not refused; `decodePath` of percodec/guard does that.
 *
 * @param uri a text, or a URL object
 * @param options whether to return a path of Windows
 * @returns an absolute path, with backslashes for Windows
 * @throws PercentEncodingError `invalid-uri` for another scheme, a path without a leading slash or drive, a server, a backslash, a control,
 *   a query or a fragment; `unsafe-segment` at a dot segment, `%2F`, `%5C`, `%00`, and two slashes at the start; `host-ambiguous`; the codes of
 *   `percentDecode`; with the index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { filePath } from "percodec/uri";
 * filePath("file:///home/me/50%25%20%C3%A9.txt") // → "/home/me/50% é.txt"
 * filePath("file:///C:/a%231", { windows: true }) // → "C:\\a#1"
 * filePath("file://server/share/a", { windows: true }) // → "\\\\server\\share\\a"
 */
export function filePath(uri: string | UrlObject, options?: FileUriOptions): string {
  const text = readUri(uri, "filePath");
  const windows = requireFlag(readOptions(options, OPTIONS, "filePath").windows, "windows");
  const operation = "read the file URI as a path";
  const check = createCheck(operation, text);
  checkFileUri(text, check);
  const pathAt = text.startsWith("//", 5) ? 7 + text.slice(7).search(/\/|$/) : 5;
  const server = text.slice(7, pathAt);
  const path = text.slice(pathAt);
  const checkPath = createCheck(operation, text, pathAt);
  checkSegments(path, windows, checkPath);
  const isLocal = /^(?:localhost)?$/i.test(server);
  if (windows && isLocal) return readDrivePath(path, checkPath);
  if (windows) {
    const name = readServer(server, 7, check);
    checkPath("invalid-uri", path.search(/^(?!\/[^/])/), 1, NO_SHARE);
    return `\\\\${name}${toBackslashes(path)}`;
  }
  check("invalid-uri", isLocal ? -1 : 7, server.length, "a path has no server; windows: true makes a UNC path");
  checkPath("invalid-uri", path.search(/^(?!\/)/), Math.max(1, path.length), "a path begins with a slash");
  checkPath("unsafe-segment", path.search(/^\/\//), 2, "some systems read two slashes as a server");
  checkPath("invalid-uri", /^\/[A-Za-z]\|(?:\/|$)/.test(path) ? 2 : -1, 1, CHANGED);
  return decodeNative(path);
}

const CHANGED = "a browser removes or changes this character: escape it";

/** Throws for a text in which a browser and RFC 3986 may find another path, and for escapes that are not UTF-8. */
function checkFileUri(text: string, check: Check): void {
  check("invalid-uri", text.search(/^(?!file:)/i), text.length, "it does not begin with file:");
  check("invalid-uri", text.search(/[\0-\x1f\\]| $/), 1, CHANGED);
  check("invalid-uri", text.search(/[?#]/), 1, "a path has no query or fragment: remove it, or escape the character");
  check("lone-surrogate", loneSurrogateIn(text), 1);
  const fault = findEscapeFault(text);
  if (fault !== undefined) check(fault.code, fault.index, fault.length);
}

const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Whether a segment consists of dots and spaces, raw or escaped, which Windows removes. */
function isDotsOnWindows(segment: string): boolean {
  return /^[. %]/.test(segment) && !/[^. ]/.test(segment.replace(/%2[0e]/gi, "."));
}

/** Throws at the first segment or escape that changes which file a path names. */
function checkSegments(path: string, windows: boolean, check: Check): void {
  for (const { 1: segment = "", index } of path.matchAll(/\/([^/]+)/g)) {
    const isDots = windows ? isDotsOnWindows(segment) : DOT_SEGMENT.test(segment);
    check("unsafe-segment", isDots ? index + 1 : -1, segment.length, "normalizeUri removes dot segments");
  }
  check("unsafe-segment", path.search(windows ? /%(?:2f|00|5c)/i : /%(?:2f|00)/i), 3);
}

function readDrivePath(path: string, check: Check): string {
  // Without an authority the slash may be absent, and `|` is an old form of the colon (appendices E.2 and E.2.2).
  const [start = "", drive = ""] = /^\/?([A-Za-z])[:|](?=\/)/.exec(path) ?? [];
  const detail = "a path of Windows begins with a drive letter, a colon and a slash";
  check("invalid-uri", drive === "" ? 0 : -1, Math.max(1, path.length), detail);
  return `${drive}:${toBackslashes(path.slice(start.length))}`;
}

function toBackslashes(path: string): string {
  return decodeNative(path).replace(/\//g, "\\");
}
