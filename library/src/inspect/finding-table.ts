/** How much a finding matters: `info` is rarely a problem, `warning` is worth a look, `danger` is used in attacks. */
export type Severity = "info" | "warning" | "danger";

/** The code of a finding; docs/findings/ has a page for each. */
export type FindingCode =
  | "malformed-escape"
  | "truncated-escape"
  | "invalid-utf8"
  | "overlong-utf8"
  | "encoded-surrogate"
  | "code-point-out-of-range"
  | "lone-surrogate"
  | "percent-u"
  | "percent-u-ascii"
  | "encoded-slash"
  | "encoded-backslash"
  | "raw-backslash"
  | "dot-segment"
  | "encoded-dot-segment"
  | "traversal"
  | "nul"
  | "crlf"
  | "line-break"
  | "control-character"
  | "multiple-encoding"
  | "hidden-delimiter"
  | "budget-exceeded"
  | "mixed-hex-case"
  | "needless-escape"
  | "illegal-character"
  | "raw-non-ascii"
  | "plus-in-path"
  | "semicolon-separator"
  | "path-parameter"
  | "bidi-control"
  | "invisible-character"
  | "look-alike"
  | "look-alike-host"
  | "mixed-script-host"
  | "restricted-host-character"
  | "replacement-character"
  | "credentials"
  | "host-like-user"
  | "host-ambiguous"
  | "invalid-host"
  | "invalid-port"
  | "script-url"
  | "scheme-relative"
  | "non-public-host"
  | "nested-url"
  | "html-reference"
  | "javascript-escape"
  | "legacy-charset"
  | "mojibake";

/** Severity and message of a finding; `inspect` replaces `{}` by what it found. */
export interface FindingRow {
  readonly severity: Severity;
  readonly message: string;
  /** The function or option that fixes it; undefined if there is none. */
  readonly remedy: string | undefined;
}

const DECODE_PATH = "decodePath of percodec/guard, which throws";
const DISPLAY_URI = "displayUri, which shows the label as xn--";
const HEADER_SAFE = "isHeaderSafe of percodec/guard";
const SPLIT = "splitAuthority, which separates the user name from the host";

/** The rows of {@link FINDINGS}. */
const ROWS: Readonly<Record<FindingCode, readonly [severity: Severity, message: string, remedy?: string]>> = {
  "malformed-escape": [
    "warning",
    "Some decoders refuse a % without two hex digits, and others keep it.",
    'percentDecode with malformed: "keep", or cleanUri with level: "advanced", which writes %25',
  ],
  "truncated-escape": [
    "warning",
    "The text ends inside an escape.",
    'get the whole text, or percentDecode with malformed: "keep"',
  ],
  "invalid-utf8": [
    "warning",
    "The escaped bytes are not UTF-8.",
    'percentDecode with the option encoding, or with invalidUtf8: "replace"',
  ],
  "overlong-utf8": ["danger", "A character is encoded in more bytes than it needs, which hides it from filters."],
  "encoded-surrogate": ["warning", "The bytes encode a surrogate, which UTF-8 does not allow."],
  "code-point-out-of-range": ["warning", "The bytes encode a number above U+10FFFF, where Unicode ends."],
  "lone-surrogate": [
    "warning",
    "A surrogate without its other half is not a character.",
    'percentEncode with loneSurrogate: "replace"',
  ],
  "percent-u": [
    "warning",
    "%uXXXX is not percent-encoding: some servers decode it, and most do not.",
    "percentDecode with percentU: true, or unescape of percodec/legacy",
  ],
  "percent-u-ascii": [
    "danger",
    "An ASCII character is written as %uXXXX, which filters miss and some servers decode.",
    "percentDecode with percentU: true, then check the result",
  ],
  "encoded-slash": [
    "warning",
    "An encoded slash is data to some servers and a separator to others.",
    "decodePath of percodec/guard, which throws by default",
  ],
  "encoded-backslash": ["warning", "Some servers treat an encoded backslash as a separator.", DECODE_PATH],
  "raw-backslash": ["warning", "A browser reads a backslash as a slash; RFC 3986 does not allow it.", "cleanUri"],
  "dot-segment": ["info", "Clients remove a segment . or .. before they send a request.", "normalizeUri"],
  "encoded-dot-segment": [
    "danger",
    "A segment . or .. contains an escape: some programs remove it, and others pass it on.",
    DECODE_PATH,
  ],
  traversal: ["danger", "A .. leads out of its folder when a server decodes it.", DECODE_PATH],
  nul: ["danger", "A NUL ends the text for programs written in C.", DECODE_PATH],
  crlf: ["danger", "A line break can end a header or a record.", HEADER_SAFE],
  "line-break": [
    "info",
    "A line break in a value of the query is text, which a server must not put into a header or a log as it is.",
    HEADER_SAFE,
  ],
  "control-character": ["warning", "A control character can change what a terminal shows or break a log."],
  "multiple-encoding": ["warning", "The text is encoded {} times."],
  "hidden-delimiter": ["danger", "A second decoding reveals {} in the text."],
  "budget-exceeded": ["danger", "Encoding layers remain after {} decodings."],
  "mixed-hex-case": ["info", "The hex digits of the escapes mix upper and lower case.", "normalizeUri"],
  "needless-escape": ["info", "An unreserved character is escaped, which is never necessary.", "normalizeUri"],
  "illegal-character": ["info", "RFC 3986 allows no such character here.", "cleanUri"],
  "raw-non-ascii": ["info", "The text has non-ASCII characters.", "iriToUri, or cleanUri"],
  "plus-in-path": ["info", "A + in a path is a plus sign; only forms use it for a space."],
  "semicolon-separator": [
    "warning",
    "Some servers separate pairs at ; and others only at &.",
    'parseForm with separator: "&;" or "&"',
  ],
  "path-parameter": ["info", "Some servers cut a segment at a ; and others do not."],
  "bidi-control": ["danger", "{} changes the order in which the text around it is shown.", "escapeInvisible"],
  "invisible-character": ["warning", "{} is invisible.", "escapeInvisible"],
  "look-alike": ["warning", "{} looks like a delimiter or a padlock but is neither."],
  "look-alike-host": ["danger", "A label of the host looks like {}.", DISPLAY_URI],
  "mixed-script-host": ["warning", "A label of the host mixes {}, which are not written together.", DISPLAY_URI],
  "restricted-host-character": [
    "warning",
    "A label of the host contains {} although names do not need it.",
    DISPLAY_URI,
  ],
  "replacement-character": ["info", "U+FFFD marks bytes that an earlier decoder could not decode."],
  credentials: ["warning", "The text before the @ is a user name, not the host.", SPLIT],
  "host-like-user": ["danger", "The user name looks like the host {}, but the host comes after the @.", SPLIT],
  "host-ambiguous": [
    "danger",
    "A browser and an RFC 3986 parser see different schemes or hosts.",
    "cleanUri, which throws and says what to write instead",
  ],
  "invalid-host": ["warning", "This is not a valid host: browsers refuse it, or it is too long."],
  "invalid-port": ["warning", "The port is not a number from 0 to 65535."],
  "script-url": ["danger", "A browser runs the text after this scheme as a script or a document."],
  "scheme-relative": [
    "warning",
    "The text names another host without a scheme, although it begins like a path.",
    "isSameOriginPath of percodec/guard",
  ],
  "non-public-host": [
    "warning",
    "The host is {}, which the public internet does not reach.",
    "describeHost, and the address that the name resolves to",
  ],
  "nested-url": [
    "info",
    "The value is a URL of its own, which a server may redirect to or fetch.",
    "inspect with the decoded value",
  ],
  "html-reference": [
    "warning",
    "The text has a character reference of HTML, as if copied from the source of a page.",
    "decode the references of HTML once, before anything else",
  ],
  "javascript-escape": [
    "warning",
    "The text has an escape of JavaScript or JSON, as if copied from source code.",
    "decode the text as a string of JSON once, before anything else",
  ],
  "legacy-charset": [
    "info",
    "The bytes are not UTF-8; they look like {}.",
    "percentDecode with the option encoding, one of the encodings",
  ],
  mojibake: ["info", "This looks like UTF-8 that was decoded in a wrong encoding and encoded again."],
};

/**
 * Every finding by its code; findings of one index are listed in this order.
 *
 * @example
 * import { FINDINGS } from "percodec/inspect";
 * FINDINGS["bidi-control"].severity // → "danger"
 */
export const FINDINGS: Readonly<Record<FindingCode, FindingRow>> = /* @__PURE__ */ (() => {
  const rows = Object.entries(ROWS).map(([code, [severity, message, remedy]]) => [code, { severity, message, remedy }]);
  return Object.fromEntries(rows) as Record<FindingCode, FindingRow>;
})();
