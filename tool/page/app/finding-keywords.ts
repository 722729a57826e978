import type { FindingCode } from "percodec/inspect";

const LOOK_ALIKES = ["look-alike", "look-alike-host", "mixed-script-host", "restricted-host-character"] as const;
const OUT_OF_FOLDER = [
  "traversal",
  "dot-segment",
  "encoded-dot-segment",
  "encoded-slash",
  "encoded-backslash",
] as const;

/** Words that people search for and that a page of a finding may not contain, with the findings that they are about. */
export const FINDING_KEYWORDS: readonly (readonly [words: string, codes: readonly FindingCode[]])[] = [
  ["lookalike look-alike homoglyph homograph confusable", LOOK_ALIKES],
  [
    "phishing spoofing",
    [...LOOK_ALIKES, "bidi-control", "invisible-character", "credentials", "host-like-user", "host-ambiguous"],
  ],
  ["punycode xn-- idn", ["look-alike-host", "mixed-script-host", "restricted-host-character", "invalid-host"]],
  ["xss cross-site scripting", ["script-url", "html-reference", "javascript-escape", "overlong-utf8"]],
  [
    "open redirect",
    ["scheme-relative", "nested-url", "raw-backslash", "host-ambiguous", "credentials", "host-like-user"],
  ],
  ["directory path traversal", [...OUT_OF_FOLDER, "multiple-encoding", "overlong-utf8", "path-parameter"]],
  ["ssrf server-side request forgery", ["non-public-host", "host-ambiguous", "scheme-relative", "nested-url"]],
  ["injection response splitting", ["crlf", "nul", "control-character"]],
];
