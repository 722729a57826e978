/** How much a finding matters: worth knowing, worth a look, or a known way in. */
export type Severity = "info" | "warning" | "danger";

/** Everything that `inspect` can find; docs/findings/ has a page for each. */
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

/** What is said about a finding in one sentence; `{}` stands for what was found. */
export interface FindingRow {
  readonly severity: Severity;
  readonly message: string;
}

/** Every finding, in the order in which those of one place are listed. */
export const FINDINGS: Readonly<Record<FindingCode, FindingRow>> = {
  "malformed-escape": {
    severity: "warning",
    message: "A % without two hex digits is refused by some readers and kept by others.",
  },
  "truncated-escape": { severity: "warning", message: "The text ends inside an escape." },
  "invalid-utf8": { severity: "warning", message: "Escaped bytes are no UTF-8." },
  "overlong-utf8": {
    severity: "danger",
    message: "A character is spelled with more bytes than it needs, which hides it from filters.",
  },
  "encoded-surrogate": { severity: "warning", message: "Half of a UTF-16 pair is spelled as if it were UTF-8." },
  "code-point-out-of-range": { severity: "warning", message: "Escaped bytes stand for what lies beyond Unicode." },
  "lone-surrogate": { severity: "warning", message: "Half of a UTF-16 pair stands alone and is no character." },
  "percent-u": {
    severity: "warning",
    message: "%uXXXX is no percent-encoding: some servers read it, and most do not.",
  },
  "percent-u-ascii": {
    severity: "danger",
    message: "An ASCII character is spelled %uXXXX, which filters miss and some servers read.",
  },
  "encoded-slash": {
    severity: "warning",
    message: "An encoded slash is data to some servers and a separator to others.",
  },
  "encoded-backslash": { severity: "warning", message: "An encoded backslash is a separator to some servers." },
  "raw-backslash": {
    severity: "warning",
    message: "A browser reads a backslash as a slash; RFC 3986 does not have it.",
  },
  "dot-segment": { severity: "info", message: "A segment . or .. is removed before a request is sent." },
  "encoded-dot-segment": {
    severity: "danger",
    message: "A segment . or .. is written with escapes, which some readers remove and others send on.",
  },
  traversal: { severity: "danger", message: "A .. leads out of its folder once a server has decoded it." },
  nul: { severity: "danger", message: "A NUL ends the text for programs that were written in C." },
  crlf: { severity: "danger", message: "A line break can end a header or a record." },
  "control-character": { severity: "warning", message: "A control character moves terminals and breaks logs." },
  "multiple-encoding": { severity: "warning", message: "The text is encoded {} times." },
  "hidden-delimiter": {
    severity: "danger",
    message: "Decoding a second time reveals {}, which one decoding does not show.",
  },
  "budget-exceeded": {
    severity: "danger",
    message: "There are more layers of encoding than were looked through: {} so far.",
  },
  "mixed-hex-case": { severity: "info", message: "The hex digits of the escapes are in both cases." },
  "needless-escape": { severity: "info", message: "A character is escaped that never needs to be." },
  "illegal-character": { severity: "info", message: "A character stands here that no URI may hold in this place." },
  "raw-non-ascii": { severity: "info", message: "Characters above U+007F stand unescaped." },
  "plus-in-path": { severity: "info", message: "A + in a path is a plus; only forms read it as a space." },
  "semicolon-separator": {
    severity: "warning",
    message: "Some servers separate pairs at ; and others only at &.",
  },
  "path-parameter": { severity: "info", message: "Some servers cut a segment at its ; and others do not." },
  "bidi-control": { severity: "danger", message: "{} reorders the text around it, so that it is shown as another." },
  "invisible-character": { severity: "warning", message: "{} cannot be seen." },
  "look-alike": { severity: "warning", message: "{} looks like a delimiter or a padlock, and is none." },
  "look-alike-host": { severity: "warning", message: "A label of the host looks like {}." },
  "mixed-script-host": {
    severity: "warning",
    message: "A label of the host mixes {}, which are not written together.",
  },
  "restricted-host-character": {
    severity: "warning",
    message: "A label of the host has {} where no name needs it.",
  },
  "replacement-character": {
    severity: "info",
    message: "U+FFFD stands where an earlier decoder lost what was there.",
  },
  credentials: { severity: "warning", message: "What stands before the @ is a user name, not the host." },
  "host-ambiguous": { severity: "danger", message: "A browser and a reader after RFC 3986 see different hosts." },
  "invalid-host": {
    severity: "warning",
    message: "This can be no host: browsers refuse it, or it is longer than any name is.",
  },
  "invalid-port": { severity: "warning", message: "The port is no number up to 65535." },
  "legacy-charset": { severity: "info", message: "The bytes are no UTF-8; they look like {}." },
  mojibake: { severity: "info", message: "UTF-8 was read in another encoding here and encoded again." },
};
