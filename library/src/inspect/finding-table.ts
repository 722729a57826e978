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

/**
 * Every finding by its code; findings of one index are listed in this order.
 *
 * @example
 * import { FINDINGS } from "percodec/inspect";
 * FINDINGS["bidi-control"].severity // → "danger"
 */
export const FINDINGS: Readonly<Record<FindingCode, FindingRow>> = {
  "malformed-escape": {
    severity: "warning",
    message: "Some decoders refuse a % without two hex digits, and others keep it.",
    remedy: 'percentDecode with malformed: "keep", or cleanUri with level: "advanced", which writes %25',
  },
  "truncated-escape": {
    severity: "warning",
    message: "The text ends inside an escape.",
    remedy: 'get the whole text, or percentDecode with malformed: "keep"',
  },
  "invalid-utf8": {
    severity: "warning",
    message: "The escaped bytes are not UTF-8.",
    remedy: 'percentDecode with the option encoding, or with invalidUtf8: "replace"',
  },
  "overlong-utf8": {
    severity: "danger",
    message: "A character is encoded in more bytes than it needs, which hides it from filters.",
    remedy: undefined,
  },
  "encoded-surrogate": {
    severity: "warning",
    message: "The bytes encode a surrogate, which UTF-8 does not allow.",
    remedy: undefined,
  },
  "code-point-out-of-range": {
    severity: "warning",
    message: "The bytes encode a number above U+10FFFF, where Unicode ends.",
    remedy: undefined,
  },
  "lone-surrogate": {
    severity: "warning",
    message: "A surrogate without its other half is not a character.",
    remedy: 'percentEncode with loneSurrogate: "replace"',
  },
  "percent-u": {
    severity: "warning",
    message: "%uXXXX is not percent-encoding: some servers decode it, and most do not.",
    remedy: "percentDecode with percentU: true, or unescape of percodec/legacy",
  },
  "percent-u-ascii": {
    severity: "danger",
    message: "An ASCII character is written as %uXXXX, which filters miss and some servers decode.",
    remedy: "percentDecode with percentU: true, then check the result",
  },
  "encoded-slash": {
    severity: "warning",
    message: "An encoded slash is data to some servers and a separator to others.",
    remedy: "decodePath of percodec/guard, which throws by default",
  },
  "encoded-backslash": {
    severity: "warning",
    message: "Some servers treat an encoded backslash as a separator.",
    remedy: "decodePath of percodec/guard, which throws",
  },
  "raw-backslash": {
    severity: "warning",
    message: "A browser reads a backslash as a slash; RFC 3986 does not allow it.",
    remedy: "cleanUri",
  },
  "dot-segment": {
    severity: "info",
    message: "Clients remove a segment . or .. before they send a request.",
    remedy: "normalizeUri",
  },
  "encoded-dot-segment": {
    severity: "danger",
    message: "A segment . or .. contains an escape: some programs remove it, and others pass it on.",
    remedy: "decodePath of percodec/guard, which throws",
  },
  traversal: {
    severity: "danger",
    message: "A .. leads out of its folder when a server decodes it.",
    remedy: "decodePath of percodec/guard, which throws",
  },
  nul: {
    severity: "danger",
    message: "A NUL ends the text for programs written in C.",
    remedy: "decodePath of percodec/guard, which throws",
  },
  crlf: {
    severity: "danger",
    message: "A line break can end a header or a record.",
    remedy: "isHeaderSafe of percodec/guard",
  },
  "line-break": {
    severity: "info",
    message:
      "A line break in a value of the query is text, which a server must not put into a header or a log as it is.",
    remedy: "isHeaderSafe of percodec/guard",
  },
  "control-character": {
    severity: "warning",
    message: "A control character can change what a terminal shows or break a log.",
    remedy: undefined,
  },
  "multiple-encoding": { severity: "warning", message: "The text is encoded {} times.", remedy: undefined },
  "hidden-delimiter": { severity: "danger", message: "A second decoding reveals {} in the text.", remedy: undefined },
  "budget-exceeded": { severity: "danger", message: "Encoding layers remain after {} decodings.", remedy: undefined },
  "mixed-hex-case": {
    severity: "info",
    message: "The hex digits of the escapes mix upper and lower case.",
    remedy: "normalizeUri",
  },
  "needless-escape": {
    severity: "info",
    message: "An unreserved character is escaped, which is never necessary.",
    remedy: "normalizeUri",
  },
  "illegal-character": { severity: "info", message: "RFC 3986 allows no such character here.", remedy: "cleanUri" },
  "raw-non-ascii": { severity: "info", message: "The text has non-ASCII characters.", remedy: "iriToUri, or cleanUri" },
  "plus-in-path": {
    severity: "info",
    message: "A + in a path is a plus sign; only forms use it for a space.",
    remedy: undefined,
  },
  "semicolon-separator": {
    severity: "warning",
    message: "Some servers separate pairs at ; and others only at &.",
    remedy: 'parseForm with separator: "&;" or "&"',
  },
  "path-parameter": {
    severity: "info",
    message: "Some servers cut a segment at a ; and others do not.",
    remedy: undefined,
  },
  "bidi-control": {
    severity: "danger",
    message: "{} changes the order in which the text around it is shown.",
    remedy: "escapeInvisible",
  },
  "invisible-character": { severity: "warning", message: "{} is invisible.", remedy: "escapeInvisible" },
  "look-alike": {
    severity: "warning",
    message: "{} looks like a delimiter or a padlock but is neither.",
    remedy: undefined,
  },
  "look-alike-host": {
    severity: "danger",
    message: "A label of the host looks like {}.",
    remedy: "displayUri, which shows the label as xn--",
  },
  "mixed-script-host": {
    severity: "warning",
    message: "A label of the host mixes {}, which are not written together.",
    remedy: "displayUri, which shows the label as xn--",
  },
  "restricted-host-character": {
    severity: "warning",
    message: "A label of the host contains {} although names do not need it.",
    remedy: "displayUri, which shows the label as xn--",
  },
  "replacement-character": {
    severity: "info",
    message: "U+FFFD marks bytes that an earlier decoder could not decode.",
    remedy: undefined,
  },
  credentials: {
    severity: "warning",
    message: "The text before the @ is a user name, not the host.",
    remedy: "splitAuthority, which separates the user name from the host",
  },
  "host-like-user": {
    severity: "danger",
    message: "The user name looks like the host {}, but the host comes after the @.",
    remedy: "splitAuthority, which separates the user name from the host",
  },
  "host-ambiguous": {
    severity: "danger",
    message: "A browser and an RFC 3986 parser see different schemes or hosts.",
    remedy: "cleanUri, which throws and says what to write instead",
  },
  "invalid-host": {
    severity: "warning",
    message: "This is not a valid host: browsers refuse it, or it is too long.",
    remedy: undefined,
  },
  "invalid-port": { severity: "warning", message: "The port is not a number from 0 to 65535.", remedy: undefined },
  "script-url": {
    severity: "danger",
    message: "A browser runs the text after this scheme as a script or a document.",
    remedy: undefined,
  },
  "scheme-relative": {
    severity: "warning",
    message: "The text names another host without a scheme, although it begins like a path.",
    remedy: "isSameOriginPath of percodec/guard",
  },
  "non-public-host": {
    severity: "warning",
    message: "The host is {}, which the public internet does not reach.",
    remedy: "describeHost, and the address that the name resolves to",
  },
  "nested-url": {
    severity: "info",
    message: "The value is a URL of its own, which a server may redirect to or fetch.",
    remedy: "inspect with the decoded value",
  },
  "html-reference": {
    severity: "warning",
    message: "The text has a character reference of HTML, as if copied from the source of a page.",
    remedy: "decode the references of HTML once, before anything else",
  },
  "javascript-escape": {
    severity: "warning",
    message: "The text has an escape of JavaScript or JSON, as if copied from source code.",
    remedy: "decode the text as a string of JSON once, before anything else",
  },
  "legacy-charset": {
    severity: "info",
    message: "The bytes are not UTF-8; they look like {}.",
    remedy: "percentDecode with the option encoding, one of the encodings",
  },
  mojibake: {
    severity: "info",
    message: "This looks like UTF-8 that was decoded in a wrong encoding and encoded again.",
    remedy: undefined,
  },
};
