// The differences between fileUri and filePath, and pathToFileURL and fileURLToPath of Node 24, with their reasons.

/**
 * @typedef {object} Deviation
 * @property {string} id
 * @property {"fileUri" | "filePath"} call
 * @property {boolean} [windows] undefined for both systems
 * @property {string | undefined} ours the code of our error; undefined if percodec returns a value
 * @property {(input: string, theirs: string | undefined, ours: string | undefined) => boolean} when whether it explains a difference; each
 *   function reads the input in its own way, not by the code that it checks
 * @property {{ input: string, windows: boolean, theirs: string, ours: string }} example
 * @property {string} reason
 */

const SERVER_NAME = /^[A-Za-z0-9_$-]+(\.[A-Za-z0-9_$-]+)*\.?$/;
const isUnc = (path) => /^[\\/][\\/]/.test(path);
const readServer = (path) => path.slice(2).split(/[\\/]/)[0];
const readHost = (uri) => (/^file:\/\//i.test(uri) ? uri.slice(7).split("/")[0] : "");
const readPath = (uri) => uri.slice(/^file:\/\//i.test(uri) ? 7 + readHost(uri).length : 5);
const isNumber = (name) => /^(\d+|0x[0-9a-f]*)$/i.test(name.replace(/\.$/, "").split(".").at(-1));
const withoutTilde = (uri = "") => uri.replaceAll("%7E", "~");
const withSingleSlashes = (uri) => uri.slice("file://".length).replace(/\/+/g, "/").replace(/\/$/, "");
/** A URI without the controls and slashes at its end. */
const withoutControls = (uri) => withSingleSlashes(uri).replace(/(%[01][0-9A-F]|\/)+$/, "");
/** A path of UNC without its server; the drive letter of a share is compared as Node writes it. */
const withoutServer = (path) => path.replace(/^\\\\[^\\]+\\/, "").replace(/^([A-Za-z])\|(?=\\|$)/, "$1:");
const isLoneSurrogate = (text) => !text.isWellFormed();
const decodesTo = (segment, pattern) => pattern.test(segment.replace(/%2e/gi, ".").replace(/%20/g, " "));

/** @type {readonly Deviation[]} */
export const DEVIATIONS = [
  {
    id: "tilde",
    call: "fileUri",
    ours: undefined,
    when: (_, theirs, ours) => withoutTilde(theirs) === ours,
    example: { input: "/~me", windows: false, theirs: "file:///%7Eme", ours: "file:///~me" },
    reason: "a tilde is unreserved, and RFC 3986 section 2.3 says not to escape it",
  },
  {
    id: "drive-root",
    call: "fileUri",
    windows: true,
    ours: undefined,
    when: (path, theirs, ours) => /^[A-Za-z]:[\\/.]+$/.test(path) && theirs === `${ours}/`,
    example: { input: "C:\\", windows: true, theirs: "file:///C://", ours: "file:///C:/" },
    reason: "the root of a drive has one slash",
  },
  {
    id: "slash-after-server",
    call: "fileUri",
    windows: true,
    ours: undefined,
    when: (path) => /^\\\\[^\\/]+\//.test(path) || /^(\\\/|\/\\)/.test(path),
    example: { input: "\\\\server/share\\a", windows: true, theirs: "file://server/a", ours: "file://server/share/a" },
    reason: "Win32 accepts a slash for each backslash; Node looks for the end of the server at a backslash",
  },
  {
    id: "control-at-the-end",
    call: "fileUri",
    ours: undefined,
    when: (path, theirs, ours) =>
      /[\x01-\x1f]([\\/]+\.?)*$/.test(path) && withoutControls(withoutTilde(theirs)) === withoutControls(ours),
    example: { input: "/a\x1f", windows: false, theirs: "file:///a", ours: "file:///a%1F" },
    reason: "Node removes controls at the end of a name, so that its URI names another file",
  },
  {
    id: "separators-after-server",
    call: "fileUri",
    windows: true,
    ours: undefined,
    when: (path, theirs, ours) => isUnc(path) && withSingleSlashes(withoutTilde(theirs)) === withSingleSlashes(ours),
    example: {
      input: "\\\\server\\share\\\\a",
      windows: true,
      theirs: "file://server/share//a",
      ours: "file://server/share/a",
    },
    reason: "adjacent separators are one, as after a drive; Node keeps them, and may add one after the share",
  },
  {
    id: "relative",
    call: "fileUri",
    windows: false,
    ours: "invalid-uri",
    when: (path) => path[0] !== "/",
    example: { input: "a", windows: false, theirs: "file:///a", ours: "invalid-uri" },
    reason: "without a process there is no current folder",
  },
  {
    id: "relative-windows",
    call: "fileUri",
    windows: true,
    ours: "invalid-uri",
    when: (path) => !/^[A-Za-z]:[\\/]/.test(path) && !isUnc(path),
    example: { input: "C:a", windows: true, theirs: "file:///C:/a", ours: "invalid-uri" },
    reason: "the path depends on the current folder or the current drive",
  },
  {
    id: "device-namespace",
    call: "fileUri",
    windows: true,
    ours: "invalid-uri",
    when: (path) => isUnc(path) && (readServer(path) === "?" || readServer(path) === "."),
    example: { input: "\\\\?\\C:\\a", windows: true, theirs: "file:///C:/a", ours: "invalid-uri" },
    reason: "after this prefix Windows does not normalize: the URI would name another file, or a device",
  },
  {
    id: "server-name",
    call: "fileUri",
    windows: true,
    ours: "invalid-uri",
    when: (path) => isUnc(path) && !SERVER_NAME.test(readServer(path)),
    example: { input: "\\\\é\\share", windows: true, theirs: "file://xn--9ca/share", ours: "invalid-uri" },
    reason: "a server is named in ASCII; the tables of ToASCII would be 20 kB",
  },
  {
    id: "no-share",
    call: "fileUri",
    windows: true,
    ours: "invalid-uri",
    when: (path) => isUnc(path) && /^[\\/]{2}[^\\/]+([\\/]\.?([\\/]|$)|$)/.test(path),
    example: { input: "\\\\server\\", windows: true, theirs: "file://server/", ours: "invalid-uri" },
    reason: "a UNC path has a share (RFC 8089 appendix E.3)",
  },
  {
    id: "localhost",
    call: "fileUri",
    windows: true,
    ours: "invalid-uri",
    when: (path) => isUnc(path) && /^localhost$/i.test(readServer(path)),
    example: { input: "\\\\localhost\\c$\\a", windows: true, theirs: "file:///c$/a", ours: "invalid-uri" },
    reason: "in a file URI localhost stands for no server, so that the share would become a folder",
  },
  {
    id: "number-as-server",
    call: "fileUri",
    windows: true,
    ours: "host-ambiguous",
    when: (path) => isUnc(path) && isNumber(readServer(path)),
    example: { input: "\\\\0x7f.1\\share", windows: true, theirs: "file://127.0.0.1/share", ours: "host-ambiguous" },
    reason: "it is a name for RFC 3986 and an address for the URL Standard",
  },
  {
    id: "parent-folder",
    call: "fileUri",
    windows: false,
    ours: "unsafe-segment",
    when: (path) => path.split("/").includes(".."),
    example: { input: "/a/../b", windows: false, theirs: "file:///b", ours: "unsafe-segment" },
    reason: "if /a is a link, /a/../b is not /b",
  },
  {
    id: "parent-folder-windows",
    call: "fileUri",
    windows: true,
    ours: "unsafe-segment",
    when: (path) => path.split(/[\\/]/).some((name) => name !== "." && /^[. ]+$/.test(name)),
    example: { input: "C:\\a\\.. \\b", windows: true, theirs: "file:///C:/a/..%20/b", ours: "unsafe-segment" },
    reason: "Win32 removes dots and spaces at the end of a name, so that these names are dot segments or empty",
  },
  {
    id: "nul",
    call: "fileUri",
    ours: "unsafe-segment",
    when: (path) => path.includes("\0"),
    example: { input: "/a\0b", windows: false, theirs: "file:///a%00b", ours: "unsafe-segment" },
    reason: "no file name contains NUL, and C programs end the name there",
  },
  {
    id: "lone-surrogate",
    call: "fileUri",
    ours: "lone-surrogate",
    when: isLoneSurrogate,
    example: { input: "/a\ud800", windows: false, theirs: "file:///a%EF%BF%BD", ours: "lone-surrogate" },
    reason: "U+FFFD would name another file",
  },
  {
    id: "control-or-backslash",
    call: "filePath",
    ours: "invalid-uri",
    when: (uri) => /[\0-\x1f\\]|^ | $/.test(uri),
    example: { input: "file:///a\\b", windows: false, theirs: "/a/b", ours: "invalid-uri" },
    reason: "a browser removes or changes these characters, an RFC 3986 parser does not",
  },
  {
    id: "query-or-fragment",
    call: "filePath",
    ours: "invalid-uri",
    when: (uri) => /[?#]/.test(uri),
    example: { input: "file:///a#1.txt", windows: false, theirs: "/a", ours: "invalid-uri" },
    reason: "a file URI has no query (RFC 8089 section 2), and a raw # of a name would cut the name silently",
  },
  {
    id: "no-slash",
    call: "filePath",
    windows: false,
    ours: "invalid-uri",
    when: (uri) => !readPath(uri).startsWith("/"),
    example: { input: "file:a", windows: false, theirs: "/a", ours: "invalid-uri" },
    reason: "the path of a file URI is absolute (RFC 8089 section 2)",
  },
  {
    id: "drive-as-host",
    call: "filePath",
    windows: false,
    ours: "invalid-uri",
    when: (uri) => /^[A-Za-z][:|]$/.test(readHost(uri)),
    example: { input: "file://c:/a", windows: false, theirs: "/c:/a", ours: "invalid-uri" },
    reason: "the text after two slashes is a host for RFC 3986 and a drive for the URL Standard",
  },
  {
    id: "old-drive",
    call: "filePath",
    windows: false,
    ours: "invalid-uri",
    when: (uri) => /^\/[A-Za-z]\|(\/|$)/.test(readPath(uri)),
    example: { input: "file:///C|/a", windows: false, theirs: "/C:/a", ours: "invalid-uri" },
    reason: "a browser changes the character, RFC 3986 does not allow it",
  },
  {
    id: "two-slashes",
    call: "filePath",
    windows: false,
    ours: "unsafe-segment",
    when: (uri) => readPath(uri).startsWith("//"),
    example: { input: "file:////server/a", windows: false, theirs: "//server/a", ours: "unsafe-segment" },
    reason: "Windows reads such a path as UNC, and POSIX leaves its meaning to the system",
  },
  {
    id: "dot-segment",
    call: "filePath",
    ours: "unsafe-segment",
    when: (uri) =>
      readPath(uri)
        .split("/")
        .some((segment) => decodesTo(segment, /^\.\.?$/)),
    example: { input: "file:///a/%2e%2e/b", windows: false, theirs: "/b", ours: "unsafe-segment" },
    reason: "nothing is resolved silently",
  },
  {
    id: "dots-and-spaces",
    call: "filePath",
    windows: true,
    ours: "unsafe-segment",
    when: (uri) =>
      readPath(uri)
        .split("/")
        .some((segment) => decodesTo(segment, /^[. ]+$/)),
    example: { input: "file:///C:/a/..%20/b", windows: true, theirs: "C:\\a\\.. \\b", ours: "unsafe-segment" },
    reason: "Win32 removes dots and spaces at the end of a name, so that these names are dot segments or empty",
  },
  {
    id: "escaped-nul",
    call: "filePath",
    ours: "unsafe-segment",
    when: (uri) => uri.includes("%00"),
    example: { input: "file:///a%00b", windows: false, theirs: "/a\0b", ours: "unsafe-segment" },
    reason: "no file name contains NUL, and C programs end the name there",
  },
  {
    id: "raw-lone-surrogate",
    call: "filePath",
    ours: "lone-surrogate",
    when: isLoneSurrogate,
    example: { input: "file:///a\ud800", windows: false, theirs: "/a\ufffd", ours: "lone-surrogate" },
    reason: "U+FFFD would name another file",
  },
  ...["malformed-escape", "invalid-utf8", "encoded-surrogate"].map(
    /** @returns {Deviation} */
    (code) => ({
      id: `${code}-before-dots`,
      call: "filePath",
      ours: code,
      when: (uri) =>
        readPath(uri)
          .split("/")
          .some((segment) => decodesTo(segment, /^\.\.$/)),
      example: {
        "malformed-escape": { input: "file:///C:/%zz/../a", windows: true, theirs: "C:\\a", ours: code },
        "invalid-utf8": { input: "file:///%FF/../a", windows: false, theirs: "/a", ours: code },
        "encoded-surrogate": { input: "file:///%ED%A0%80/../a", windows: false, theirs: "/a", ours: code },
      }[code],
      reason: "Node removes the segment before it decodes",
    }),
  ),
  {
    id: "no-drive",
    call: "filePath",
    windows: true,
    ours: "invalid-uri",
    when: (uri) => /^(localhost)?$/i.test(readHost(uri)) && !/^\/?[A-Za-z][:|]\//.test(readPath(uri)),
    example: { input: "file:///C:a", windows: true, theirs: "C:a", ours: "invalid-uri" },
    reason: "without a slash the path depends on the current folder of the drive, and %3A is data",
  },
  {
    id: "server-of-uri",
    call: "filePath",
    windows: true,
    ours: "invalid-uri",
    when: (uri) => readHost(uri) !== "" && !SERVER_NAME.test(readHost(uri)),
    example: { input: "file://./COM1", windows: true, theirs: "\\\\.\\COM1", ours: "invalid-uri" },
    reason:
      "it names no server: a device, a drive, an IPv6 address, which UNC cannot write, or a name that is not ASCII",
  },
  {
    id: "no-share-in-uri",
    call: "filePath",
    windows: true,
    ours: "invalid-uri",
    when: (uri) => readHost(uri) !== "" && !/^\/[^/]/.test(readPath(uri)),
    example: { input: "file://server/", windows: true, theirs: "\\\\server\\", ours: "invalid-uri" },
    reason: "a UNC path has a share (RFC 8089 appendix E.3)",
  },
  {
    id: "number-as-host",
    call: "filePath",
    windows: true,
    ours: "host-ambiguous",
    when: (uri) => isNumber(readHost(uri)),
    example: { input: "file://1/share", windows: true, theirs: "\\\\0.0.0.1\\share", ours: "host-ambiguous" },
    reason: "it is a name for RFC 3986 and an address for the URL Standard",
  },
  {
    id: "a-label",
    call: "filePath",
    windows: true,
    ours: undefined,
    when: (uri, theirs, ours) => /^xn--/i.test(readHost(uri)) && withoutServer(theirs) === withoutServer(ours),
    example: { input: "file://xn--9ca/share", windows: true, theirs: "\\\\é\\share", ours: "\\\\xn--9ca\\share" },
    reason: "Windows looks up A-labels; decoding them needs tables of 20 kB",
  },
  {
    id: "drive-as-share",
    call: "filePath",
    windows: true,
    ours: undefined,
    when: (uri, theirs, ours = "") =>
      readHost(uri) !== "" && theirs === ours.replace(/^(\\\\[^\\]+\\[A-Za-z])\|/, "$1:"),
    example: { input: "file://server/C|/a", windows: true, theirs: "\\\\server\\C:\\a", ours: "\\\\server\\C|\\a" },
    reason: "a share is not a drive",
  },
];
