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
  | "host-ambiguous"
  | "invalid-host"
  | "invalid-port"
  | "legacy-charset"
  | "mojibake";

/** Severity and message of a finding; `inspect` replaces `{}` by what it found. */
export interface FindingRow {
  readonly severity: Severity;
  readonly message: string;
}

/** Every finding; findings of one index are listed in this order. */
export const FINDINGS: Readonly<Record<FindingCode, FindingRow>> = {
  "malformed-escape": {
    severity: "warning",
    message: "Some decoders refuse a % without two hex digits, and others keep it.",
  },
  "truncated-escape": { severity: "warning", message: "The text ends inside an escape." },
  "invalid-utf8": { severity: "warning", message: "The escaped bytes are not UTF-8." },
  "overlong-utf8": {
    severity: "danger",
    message: "A character is encoded in more bytes than it needs, which hides it from filters.",
  },
  "encoded-surrogate": { severity: "warning", message: "The bytes encode a surrogate, which UTF-8 does not allow." },
  "code-point-out-of-range": {
    severity: "warning",
    message: "The bytes encode a number above U+10FFFF, where Unicode ends.",
  },
  "lone-surrogate": { severity: "warning", message: "A surrogate without its other half is not a character." },
  "percent-u": {
    severity: "warning",
    message: "%uXXXX is not percent-encoding: some servers decode it, and most do not.",
  },
  "percent-u-ascii": {
    severity: "danger",
    message: "An ASCII character is written as %uXXXX, which filters miss and some servers decode.",
  },
  "encoded-slash": {
    severity: "warning",
    message: "An encoded slash is data to some servers and a separator to others.",
  },
  "encoded-backslash": { severity: "warning", message: "Some servers treat an encoded backslash as a separator." },
  "raw-backslash": {
    severity: "warning",
    message: "A browser reads a backslash as a slash; RFC 3986 does not allow it.",
  },
  "dot-segment": { severity: "info", message: "Clients remove a segment . or .. before they send a request." },
  "encoded-dot-segment": {
    severity: "danger",
    message: "A segment . or .. contains an escape: some programs remove it, and others pass it on.",
  },
  traversal: { severity: "danger", message: "A .. leads out of its folder when a server decodes it." },
  nul: { severity: "danger", message: "A NUL ends the text for programs written in C." },
  crlf: { severity: "danger", message: "A line break can end a header or a record." },
  "control-character": {
    severity: "warning",
    message: "A control character can change what a terminal shows or break a log.",
  },
  "multiple-encoding": { severity: "warning", message: "The text is encoded {} times." },
  "hidden-delimiter": {
    severity: "danger",
    message: "Decoding a second time reveals {} in the text.",
  },
  "budget-exceeded": {
    severity: "danger",
    message: "Layers of encoding remain after {} decodings.",
  },
  "mixed-hex-case": { severity: "info", message: "The hex digits of the escapes mix upper and lower case." },
  "needless-escape": { severity: "info", message: "An unreserved character is escaped, which is never necessary." },
  "illegal-character": { severity: "info", message: "RFC 3986 does not allow this character here." },
  "raw-non-ascii": { severity: "info", message: "Characters above U+007F are not escaped." },
  "plus-in-path": { severity: "info", message: "A + in a path is a plus sign; only forms use it for a space." },
  "semicolon-separator": {
    severity: "warning",
    message: "Some servers separate pairs at ; and others only at &.",
  },
  "path-parameter": { severity: "info", message: "Some servers cut a segment at a ; and others do not." },
  "bidi-control": { severity: "danger", message: "{} changes the order in which the text around it is shown." },
  "invisible-character": { severity: "warning", message: "{} is invisible." },
  "look-alike": { severity: "warning", message: "{} looks like a delimiter or a padlock but is neither." },
  "look-alike-host": { severity: "warning", message: "A label of the host looks like {}." },
  "mixed-script-host": {
    severity: "warning",
    message: "A label of the host mixes {}, which are not written together.",
  },
  "restricted-host-character": {
    severity: "warning",
    message: "A label of the host contains {} although names do not need it.",
  },
  "replacement-character": {
    severity: "info",
    message: "U+FFFD marks bytes that an earlier decoder could not decode.",
  },
  credentials: { severity: "warning", message: "The text before the @ is a user name, not the host." },
  "host-ambiguous": { severity: "danger", message: "A browser and an RFC 3986 parser see different hosts." },
  "invalid-host": {
    severity: "warning",
    message: "This is not a valid host: browsers refuse it, or it is too long.",
  },
  "invalid-port": { severity: "warning", message: "The port is not a number from 0 to 65535." },
  "legacy-charset": { severity: "info", message: "The bytes are not UTF-8; they look like {}." },
  mojibake: {
    severity: "info",
    message: "This looks like UTF-8 that was decoded in a wrong encoding and encoded again.",
  },
};
