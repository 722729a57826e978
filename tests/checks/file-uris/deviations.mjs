// The differences between fileUri and filePath, and pathToFileURL and fileURLToPath of Node 24, with their reasons.

/**
 * @typedef {object} Deviation
 * @property {string} id
 * @property {"fileUri" | "filePath"} call
 * @property {boolean | undefined} [windows] undefined for both systems
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
/** Whether a segment of a URI decodes to a pattern. */
const hasSegment = (pattern) => (uri) =>
  readPath(uri)
    .split("/")
    .some((segment) => pattern.test(segment.replace(/%2e/gi, ".").replace(/%20/g, " ")));

/**
 * Makes the deviations of a function for a system, or for both, by id. An example is an input, Node's answer, and ours unless it is an error.
 *
 * @param {Deviation["call"]} call
 * @param {boolean | undefined} windows
 * @param {string | undefined} ours
 * @param {Record<string, Pick<Deviation, "when" | "reason"> & { example: string[] }>} rows
 * @returns {Deviation[]}
 */
const list = (call, windows, ours, rows) =>
  Object.entries(rows).map(([id, { example, ...others }]) => {
    const [input = "", theirs = "", answer = ours ?? ""] = example;
    return { id, call, windows, ours, ...others, example: { input, windows: windows ?? false, theirs, ours: answer } };
  });

/** @type {readonly Deviation[]} */
export const DEVIATIONS = [
  ...list("fileUri", undefined, undefined, {
    tilde: {
      when: (_, theirs, ours) => withoutTilde(theirs) === ours,
      example: ["/~me", "file:///%7Eme", "file:///~me"],
      reason: "a tilde is unreserved, and RFC 3986 section 2.3 says not to escape it",
    },
    "control-at-the-end": {
      when: (path, theirs, ours) =>
        /[\x01-\x1f]([\\/]+\.?)*$/.test(path) && withoutControls(withoutTilde(theirs)) === withoutControls(ours),
      example: ["/a\x1f", "file:///a", "file:///a%1F"],
      reason: "Node removes controls at the end of a name, so that its URI names another file",
    },
  }),
  ...list("fileUri", true, undefined, {
    "drive-root": {
      when: (path, theirs, ours) => /^[A-Za-z]:[\\/.]+$/.test(path) && theirs === `${ours}/`,
      example: ["C:\\", "file:///C://", "file:///C:/"],
      reason: "the root of a drive has one slash",
    },
    "slash-after-server": {
      when: (path) => /^\\\\[^\\/]+\//.test(path) || /^(\\\/|\/\\)/.test(path),
      example: ["\\\\server/share\\a", "file://server/a", "file://server/share/a"],
      reason: "Win32 accepts a slash for each backslash; Node looks for the end of the server at a backslash",
    },
    "separators-after-server": {
      when: (path, theirs, ours) => isUnc(path) && withSingleSlashes(withoutTilde(theirs)) === withSingleSlashes(ours),
      example: ["\\\\server\\share\\\\a", "file://server/share//a", "file://server/share/a"],
      reason: "adjacent separators are one, as after a drive; Node keeps them, and may add one after the share",
    },
  }),
  ...list("fileUri", false, "invalid-uri", {
    relative: {
      when: (path) => path[0] !== "/",
      example: ["a", "file:///a"],
      reason: "without a process there is no current folder",
    },
  }),
  ...list("fileUri", true, "invalid-uri", {
    "relative-windows": {
      when: (path) => !/^[A-Za-z]:[\\/]/.test(path) && !isUnc(path),
      example: ["C:a", "file:///C:/a"],
      reason: "the path depends on the current folder or the current drive",
    },
    "device-namespace": {
      when: (path) => isUnc(path) && (readServer(path) === "?" || readServer(path) === "."),
      example: ["\\\\?\\C:\\a", "file:///C:/a"],
      reason: "after this prefix Windows does not normalize: the URI would name another file, or a device",
    },
    "server-name": {
      when: (path) => isUnc(path) && !SERVER_NAME.test(readServer(path)),
      example: ["\\\\é\\share", "file://xn--9ca/share"],
      reason: "a server is named in ASCII; the tables of ToASCII would be 20 kB",
    },
    "no-share": {
      when: (path) => isUnc(path) && /^[\\/]{2}[^\\/]+([\\/]\.?([\\/]|$)|$)/.test(path),
      example: ["\\\\server\\", "file://server/"],
      reason: "a UNC path has a share (RFC 8089 appendix E.3)",
    },
    localhost: {
      when: (path) => isUnc(path) && /^localhost$/i.test(readServer(path)),
      example: ["\\\\localhost\\c$\\a", "file:///c$/a"],
      reason: "in a file URI localhost stands for no server, so that the share would become a folder",
    },
  }),
  ...list("fileUri", true, "host-ambiguous", {
    "number-as-server": {
      when: (path) => isUnc(path) && isNumber(readServer(path)),
      example: ["\\\\0x7f.1\\share", "file://127.0.0.1/share"],
      reason: "it is a name for RFC 3986 and an address for the URL Standard",
    },
  }),
  ...list("fileUri", false, "unsafe-segment", {
    "parent-folder": {
      when: (path) => path.split("/").includes(".."),
      example: ["/a/../b", "file:///b"],
      reason: "if /a is a link, /a/../b is not /b",
    },
  }),
  ...list("fileUri", true, "unsafe-segment", {
    "parent-folder-windows": {
      when: (path) => path.split(/[\\/]/).some((name) => name !== "." && /^[. ]+$/.test(name)),
      example: ["C:\\a\\.. \\b", "file:///C:/a/..%20/b"],
      reason: "Win32 removes dots and spaces at the end of a name, so that these names are dot segments or empty",
    },
  }),
  ...list("fileUri", undefined, "unsafe-segment", {
    nul: {
      when: (path) => path.includes("\0"),
      example: ["/a\0b", "file:///a%00b"],
      reason: "no file name contains NUL, and C programs end the name there",
    },
  }),
  ...list("fileUri", undefined, "lone-surrogate", {
    "lone-surrogate": {
      when: isLoneSurrogate,
      example: ["/a\ud800", "file:///a%EF%BF%BD"],
      reason: "U+FFFD would name another file",
    },
  }),
  ...list("filePath", undefined, "invalid-uri", {
    "control-or-backslash": {
      when: (uri) => /[\0-\x1f\\]|^ | $/.test(uri),
      example: ["file:///a\\b", "/a/b"],
      reason: "a browser removes or changes these characters, an RFC 3986 parser does not",
    },
    "query-or-fragment": {
      when: (uri) => /[?#]/.test(uri),
      example: ["file:///a#1.txt", "/a"],
      reason: "a file URI has no query (RFC 8089 section 2), and a raw # of a name would cut the name silently",
    },
  }),
  ...list("filePath", false, "invalid-uri", {
    "no-slash": {
      when: (uri) => !readPath(uri).startsWith("/"),
      example: ["file:a", "/a"],
      reason: "the path of a file URI is absolute (RFC 8089 section 2)",
    },
    "drive-as-host": {
      when: (uri) => /^[A-Za-z][:|]$/.test(readHost(uri)),
      example: ["file://c:/a", "/c:/a"],
      reason: "the text after two slashes is a host for RFC 3986 and a drive for the URL Standard",
    },
    "old-drive": {
      when: (uri) => /^\/[A-Za-z]\|(\/|$)/.test(readPath(uri)),
      example: ["file:///C|/a", "/C:/a"],
      reason: "a browser changes the character, RFC 3986 does not allow it",
    },
  }),
  ...list("filePath", false, "unsafe-segment", {
    "two-slashes": {
      when: (uri) => readPath(uri).startsWith("//"),
      example: ["file:////server/a", "//server/a"],
      reason: "Windows reads such a path as UNC, and POSIX leaves its meaning to the system",
    },
  }),
  ...list("filePath", undefined, "unsafe-segment", {
    "dot-segment": {
      when: hasSegment(/^\.\.?$/),
      example: ["file:///a/%2e%2e/b", "/b"],
      reason: "nothing is resolved silently",
    },
    "escaped-nul": {
      when: (uri) => uri.includes("%00"),
      example: ["file:///a%00b", "/a\0b"],
      reason: "no file name contains NUL, and C programs end the name there",
    },
  }),
  ...list("filePath", true, "unsafe-segment", {
    "dots-and-spaces": {
      when: hasSegment(/^[. ]+$/),
      example: ["file:///C:/a/..%20/b", "C:\\a\\.. \\b"],
      reason: "Win32 removes dots and spaces at the end of a name, so that these names are dot segments or empty",
    },
  }),
  ...list("filePath", undefined, "lone-surrogate", {
    "raw-lone-surrogate": {
      when: isLoneSurrogate,
      example: ["file:///a\ud800", "/a\ufffd"],
      reason: "U+FFFD would name another file",
    },
  }),
  ...list("filePath", true, "invalid-uri", {
    "no-drive": {
      when: (uri) => /^(localhost)?$/i.test(readHost(uri)) && !/^\/?[A-Za-z][:|]\//.test(readPath(uri)),
      example: ["file:///C:a", "C:a"],
      reason: "without a slash the path depends on the current folder of the drive, and %3A is data",
    },
    "server-of-uri": {
      when: (uri) => readHost(uri) !== "" && !SERVER_NAME.test(readHost(uri)),
      example: ["file://./COM1", "\\\\.\\COM1"],
      reason:
        "it names no server: a device, a drive, an IPv6 address, which UNC cannot write, or a name that is not ASCII",
    },
    "no-share-in-uri": {
      when: (uri) => readHost(uri) !== "" && !/^\/[^/]/.test(readPath(uri)),
      example: ["file://server/", "\\\\server\\"],
      reason: "a UNC path has a share (RFC 8089 appendix E.3)",
    },
  }),
  ...list("filePath", true, "host-ambiguous", {
    "number-as-host": {
      when: (uri) => isNumber(readHost(uri)),
      example: ["file://1/share", "\\\\0.0.0.1\\share"],
      reason: "it is a name for RFC 3986 and an address for the URL Standard",
    },
  }),
  ...list("filePath", true, undefined, {
    "a-label": {
      when: (uri, theirs, ours) => /^xn--/i.test(readHost(uri)) && withoutServer(theirs) === withoutServer(ours),
      example: ["file://xn--9ca/share", "\\\\é\\share", "\\\\xn--9ca\\share"],
      reason: "Windows looks up A-labels; decoding them needs tables of 20 kB",
    },
    "drive-as-share": {
      when: (uri, theirs, ours = "") =>
        readHost(uri) !== "" && theirs === ours.replace(/^(\\\\[^\\]+\\[A-Za-z])\|/, "$1:"),
      example: ["file://server/C|/a", "\\\\server\\C:\\a", "\\\\server\\C|\\a"],
      reason: "a share is not a drive",
    },
  }),
  ...["malformed-escape", "invalid-utf8", "encoded-surrogate"].map(
    /** @returns {Deviation} */
    (code) => ({
      id: `${code}-before-dots`,
      call: "filePath",
      ours: code,
      when: hasSegment(/^\.\.$/),
      example: {
        "malformed-escape": { input: "file:///C:/%zz/../a", windows: true, theirs: "C:\\a", ours: code },
        "invalid-utf8": { input: "file:///%FF/../a", windows: false, theirs: "/a", ours: code },
        "encoded-surrogate": { input: "file:///%ED%A0%80/../a", windows: false, theirs: "/a", ours: code },
      }[code],
      reason: "Node removes the segment before it decodes",
    }),
  ),
];
