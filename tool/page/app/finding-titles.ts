import { groupBy } from "../../shared/group-by.ts";
import type { FindingCode, Finding, Severity } from "percodec/inspect";

export const FINDING_TITLES: Readonly<Record<FindingCode, string>> = {
  "malformed-escape": "A % that does not start an escape",
  "truncated-escape": "The text ends inside an escape",
  "invalid-utf8": "Bytes that are not valid UTF-8",
  "overlong-utf8": "A character hidden in too many bytes",
  "encoded-surrogate": "Half of a surrogate pair in UTF-8",
  "code-point-out-of-range": "A number above the end of Unicode",
  "lone-surrogate": "Half of a surrogate pair",
  "percent-u": "%u is not percent-encoding",
  "percent-u-ascii": "An ASCII character hidden as %u",
  "encoded-slash": "An encoded slash",
  "encoded-backslash": "An encoded backslash",
  "raw-backslash": "A backslash, which browsers read as a slash",
  "dot-segment": "A segment . or ..",
  "encoded-dot-segment": "A hidden '..'",
  traversal: "Leaves its folder once decoded",
  nul: "A NUL, which ends the text for some programs",
  crlf: "A line break",
  "line-break": "A line break in a value",
  "control-character": "A control character",
  "multiple-encoding": "Encoded more than once",
  "hidden-delimiter": "Decoded twice, it has a new '/', '..' or other delimiter",
  "budget-exceeded": "Too many layers of encoding",
  "mixed-hex-case": "Hex digits in both cases",
  "needless-escape": "An escape that is not necessary",
  "illegal-character": "A character that is not legal here",
  "raw-non-ascii": "Characters beyond ASCII, not encoded",
  "plus-in-path": "A + in the path, where it is a plus sign",
  "semicolon-separator": "A ; that some servers split at",
  "path-parameter": "A ; in a path",
  "bidi-control": "Changes the order of the text around it",
  "invisible-character": "An invisible character",
  "look-alike": "Looks like a delimiter or a padlock",
  "look-alike-host": "The host looks like another",
  "mixed-script-host": "The host mixes scripts",
  "restricted-host-character": "A character that names do not need",
  "replacement-character": "U+FFFD: an earlier decoder failed",
  credentials: "A user name before the host",
  "host-like-user": "A user name that looks like a host",
  "host-ambiguous": "Programs do not agree on the host",
  "invalid-host": "Not a valid host",
  "invalid-port": "Not a valid port",
  "script-url": "Runs a script or shows a document",
  "scheme-relative": "Begins with //: it names another host",
  "non-public-host": "Not a host of the public internet",
  "nested-url": "A URL inside a value",
  "html-reference": "A reference of HTML",
  "javascript-escape": "An escape of JavaScript",
  "legacy-charset": "Bytes of an older encoding",
  mojibake: "UTF-8 that was decoded in a wrong encoding",
};

export interface FindingGroup {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The message, if all of the findings have the same one. */
  readonly message: string | undefined;
  readonly findings: readonly Finding[];
}

/** Groups findings by their code, in the order of the first finding of each. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return Array.from(
    groupBy(findings, ({ code }) => code),
    ([code, group]) => {
      const [{ severity, message }] = group;
      return {
        code,
        severity,
        message: group.every((each) => each.message === message) ? message : undefined,
        findings: group,
      };
    },
  );
}
